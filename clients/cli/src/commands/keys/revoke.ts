// Runs `versus keys revoke`: revokes a key.

import { readKeyId, readWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { timeWords } from "../../report/table-words.ts";

export const revokeKey: Command = {
  name: "keys revoke",
  summary: "revoke an API key",
  usage: "versus keys revoke KEY_ID",
  help: `Within five seconds the service refuses the key, permanently. Revoking it again changes nothing.
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const keyId = readKeyId(readWords(words, {}).positionals);
  const at = await withOperator(surroundings, (operator) => operator.revokeKey(keyId));
  surroundings.stdout.write(`key ${keyId} was revoked at ${timeWords(at)}\n`);
}
