// Gives each source of a redline its own author name.

/** Returns one distinct name per source. Equal names get the name of their file or version, then a number from 2. */
export function distinctAuthors(
  sources: readonly { readonly author: string; readonly name: string }[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const { author } of sources) counts.set(author, (counts.get(author) ?? 0) + 1);
  const taken = new Set<string>();
  return sources.map(({ author, name }) => {
    const wanted = counts.get(author) === 1 ? author : `${author} (${name})`;
    let found = wanted;
    for (let number = 2; taken.has(found); number += 1) found = `${wanted} ${number}`;
    taken.add(found);
    return found;
  });
}
