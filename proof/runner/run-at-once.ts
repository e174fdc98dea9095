// Runs asynchronous work over many items, a few at a time.

/** Returns the results in the order of the items. Throws the first error at once, while other items still run. */
export async function runAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item, position: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const drain = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await run(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, drain));
  return results;
}
