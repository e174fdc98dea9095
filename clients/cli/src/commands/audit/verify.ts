// Runs `versus audit verify`: proves that no entry of the audit log was changed or removed.

import { readWords, refuseWords } from "../../arguments/read-words.ts";
import { type Command, Misuse, Refusal, type Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";

export const verifyAudit: Command = {
  name: "audit verify",
  summary: "prove that no entry of the audit log was changed or removed",
  usage: "versus audit verify [--head PLACE:SEAL]",
  help: `Recomputes the chain of seals over all entries and prints where it ends. Fails and names the entries if one was changed,
removed or emptied. An entry that was emptied because its organization was deleted is not a fault: the entry of that
deletion accounts for it.

Keep the printed head outside the database, or take it from the line "audit sealed" of a worker's log. With --head the
command also fails if entries up to there were cut off or replaced.

      --head PLACE:SEAL  the head that an earlier run printed
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, { head: { type: "string" } });
  refuseWords(positionals);
  const known = values.head === undefined ? undefined : readHead(values.head);
  const { entries, erased, unsealed, head, problems } = await withOperator(surroundings, (operator) =>
    operator.verifyAudit(known),
  );
  const counts = `${entries} entries, ${erased} of them of deleted organizations, ${unsealed} not sealed yet`;
  if (problems.length > 0) {
    const list = problems.map((problem) => `  ${problem}\n`).join("");
    throw new Refusal(`The audit log is not whole (${counts}):\n${list}`);
  }
  surroundings.stdout.write(`${counts}\nhead ${head.place}:${head.seal}\n`);
}

function readHead(text: string) {
  const [, place, seal] = /^(\d{1,15}):([0-9a-f]*)$/.exec(text) ?? [];
  if (place === undefined || seal === undefined)
    throw new Misuse("--head must be PLACE:SEAL, as the command prints it.");
  return { place: Number(place), seal };
}
