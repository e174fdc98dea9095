// Runs `versus regenerate`: queues renderings that older comparisons lack.

import { readWords, refuseWords } from "../arguments/read-words.ts";
import { type Command, Misuse, type Surroundings } from "../command.ts";
import { withOperator } from "../operator/with-service.ts";

export const regenerate: Command = {
  name: "regenerate",
  summary: "make a rendering for comparisons that lack it",
  usage: "versus regenerate --format FORMAT",
  help: `Queues the rendering for every comparison that was made before the format existed, or whose rendering failed; the workers
make it. Skips comparisons that were deleted or are about to be. Running it again queues nothing twice.

      --format FORMAT  docx, json, md, or another format that the workers can make
`,
  run: runRegenerate,
};

async function runRegenerate(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, { format: { type: "string" } });
  refuseWords(positionals);
  const { format } = values;
  if (format === undefined) throw new Misuse("--format is required.");
  const queued = await withOperator(surroundings, (operator) => operator.regenerate(format));
  surroundings.stdout.write(`${queued} queued\n`);
}
