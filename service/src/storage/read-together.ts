// Combines reads that arrive at the same moment into one query.
//
// If many callers wait for results at once, the round trip to the server is most of the cost of a read. Combined reads
// pay for it once. No read is delayed: the query is sent in the same turn of the event loop, after the reads that
// arrived with it. Every answer was true after its read had arrived.

interface Reader<Asked, Found> {
  readonly asked: Asked;
  readonly resolve: (found: Found) => void;
  readonly reject: (problem: unknown) => void;
}

/** Maximum number of reads in one query. Further reads form another query. */
const mostTogether = 100;

/** `ask` returns what was found for each read, in their order. If it throws, all of them reject with its error. */
export function readTogether<Asked, Found>(
  ask: (all: readonly Asked[]) => Promise<readonly Found[]>,
): (asked: Asked) => Promise<Found> {
  let readers: Reader<Asked, Found>[] = [];
  const send = (): void => {
    const together = readers;
    readers = [];
    ask(together.map(({ asked }) => asked)).then(
      (found) => {
        for (const [place, { resolve }] of together.entries()) resolve(found[place] as Found);
      },
      (problem) => {
        for (const { reject } of together) reject(problem);
      },
    );
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      if (readers.length === 0) setImmediate(() => readers.length > 0 && send());
      readers.push({ asked, resolve, reject });
      if (readers.length === mostTogether) send();
    });
}
