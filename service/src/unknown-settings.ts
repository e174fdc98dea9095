// Finds variables that look like settings of Versus and are not, usually because of a typing error.

/** Names with the same prefix that the command line reads, not the service. */
const clientNames: readonly string[] = ["VERSUS_API_KEY", "VERSUS_KEY"];
const mostEdits = 2;

/**
 * Returns one sentence for each unknown variable, with the setting that was probably meant. `names` are those of all
 * settings.
 */
export function unknownSettings(given: readonly string[], names: readonly string[]): string[] {
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  const unknown = given.filter((name) => name.startsWith("VERSUS_") && ![...known, ...clientNames].includes(name));
  return unknown.sort().map((name) => {
    const meant = nearest(name, known);
    return `${name} is not a setting.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
  });
}

/** Returns the name that is at most two edits away and needs the fewest; the first of several. */
function nearest(given: string, names: readonly string[]): string | undefined {
  let best: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - given.length) > mostEdits) continue;
    const edits = editsBetween(given, name);
    if (edits <= mostEdits && edits < (best?.edits ?? mostEdits + 1)) best = { name, edits };
  }
  return best?.name;
}

/** Counts the letters to insert, delete or replace, and the neighbours to swap. */
function editsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next.push(
        Math.min(
          last[column]! + 1,
          next[column - 1]! + 1,
          last[column - 1]! + (isSame ? 0 : 1),
          isSwapped && row > 1 ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length]!;
}
