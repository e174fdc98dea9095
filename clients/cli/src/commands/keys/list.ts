// Runs `versus keys list`: lists keys without their secrets.

import type { ListedKey } from "@versus/service";
import { readWords, refuseWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { tableWords, timeWords } from "../../report/table-words.ts";

export const listKeys: Command = {
  name: "keys list",
  summary: "list API keys, without their secrets",
  usage: "versus keys list [SLUG] [--json]",
  help: `Lists the keys of one organization, or of all organizations, newest first.

      --json  print a JSON array
`,
  run,
};

const COLUMNS = ["id", "organization", "state", "scopes", "created", "expires", "used", "name"];

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, { json: { type: "boolean" } });
  const [slug, ...others] = positionals;
  refuseWords(others);
  const found = await withOperator(surroundings, (operator) => operator.listKeys(slug));
  surroundings.stdout.write(values.json ? `${JSON.stringify(found)}\n` : tableWords(COLUMNS, found.map(rowOf)));
}

function rowOf({ keyId, organization, state, scopes, createdAt, expiresAt, lastUsedAt, name }: ListedKey): string[] {
  const times = [createdAt, expiresAt, lastUsedAt].map(timeWords);
  return [keyId, organization, state, scopes.join(","), ...times, name];
}
