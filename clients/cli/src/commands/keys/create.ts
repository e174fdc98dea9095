// Runs `versus keys create`: creates a key and shows it once.

import { onlyWord, readDuration, readWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { timeWords } from "../../report/table-words.ts";

export const createKey: Command = {
  name: "keys create",
  summary: "create an API key; it is shown only once",
  usage: "versus keys create SLUG [--name NAME] [--scopes read,write] [--expires 90d]",
  help: `Prints only the key on standard output, so that you can pipe it to a secret store. The service stores only a digest of the
key: replace a lost key, it cannot be shown again.

      --name NAME      the purpose of the key (default: key)
      --scopes SCOPES  read, write, or both; write includes everything (default: read,write)
      --expires TIME   the lifetime of the key, such as 90d (default: until it is revoked)
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const options = { name: { type: "string" }, scopes: { type: "string" }, expires: { type: "string" } } as const;
  const { values, positionals } = readWords(words, options);
  const organization = onlyWord(positionals, "SLUG");
  const lasts = values.expires === undefined ? undefined : readDuration("--expires", values.expires);
  const expiresAt = lasts === undefined ? null : new Date(surroundings.now().getTime() + lasts);
  const issued = await withOperator(surroundings, (operator, { readScopes, scopes }) =>
    operator.createKey({
      organization,
      name: values.name ?? "key",
      scopes: values.scopes === undefined ? scopes : readScopes(values.scopes),
      expiresAt,
    }),
  );
  surroundings.stdout.write(`${issued.text}\n`);
  const end = issued.expiresAt === null ? "" : `, until ${timeWords(issued.expiresAt)}`;
  surroundings.stderr.write(`key ${issued.keyId} of ${organization}${end}; it will not be shown again\n`);
}
