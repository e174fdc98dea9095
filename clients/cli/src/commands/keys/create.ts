// `versus keys create`: a key, shown this once.

import { onlyWord, readDuration, readWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { timeWords } from "../../report/table-words.ts";

export const createKey: Command = {
  name: "keys create",
  summary: "make an API key; it is shown this once",
  usage: "versus keys create SLUG [--name NAME] [--scopes read,write] [--expires 90d]",
  help: `Prints the key on standard output and nothing else there, so that it can be piped to where it is kept. Only its
digest is stored: a key that was lost is replaced, not shown again.

      --name NAME      what it is for (default: key)
      --scopes SCOPES  read, write, or both; write includes everything (default: read,write)
      --expires TIME   how long it works, such as 90d (default: until it is revoked)
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
  surroundings.stderr.write(`key ${issued.keyId} of ${organization}${end}; it is not shown again\n`);
}
