// Reads that arrive at the same moment share one question to the database. When many callers wait for their results at
// once, most of what a read costs is the way to the server and back; asked together, they pay for it once.
//
// Nobody waits for it: a question goes out as soon as the process has taken in what had arrived with it. What is answered
// was true after each of those reads had arrived.

interface Reader<Asked, Found> {
  readonly asked: Asked;
  readonly resolve: (found: Found) => void;
  readonly reject: (problem: unknown) => void;
}

/** The most that one question is about; the rest is a question of its own. */
const mostTogether = 100;

/** `ask` gives what was found for each, in their order. What it throws is thrown to all of them. */
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
