// Runs `versus keys rotate`: creates a successor while the old key still works for some time.

import { readDuration, readKeyId, readWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { timeWords } from "../../report/table-words.ts";

export const rotateKey: Command = {
  name: "keys rotate",
  summary: "replace an API key with a new one, with an overlap",
  usage: "versus keys rotate KEY_ID [--overlap 24h]",
  help: `Prints the new key on standard output. It has the same name, scopes and lifetime as the old key. The old key works until
the overlap has passed.

      --overlap TIME  the time in which both keys work, such as 24h, 30m or 0 (default: 24h)
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, { overlap: { type: "string" } });
  const keyId = readKeyId(positionals);
  const given = values.overlap === undefined ? undefined : readDuration("--overlap", values.overlap);
  const issued = await withOperator(surroundings, (operator, { defaultOverlapMilliseconds }) =>
    operator.rotateKey(keyId, given ?? defaultOverlapMilliseconds),
  );
  surroundings.stdout.write(`${issued.text}\n`);
  const until = timeWords(issued.replacedUntil);
  surroundings.stderr.write(
    `key ${issued.keyId} replaces ${keyId}, which works until ${until}; it will not be shown again\n`,
  );
}
