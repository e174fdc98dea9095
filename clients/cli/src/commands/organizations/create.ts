// Runs `versus organizations create`: creates an organization with its service account.

import { onlyWord, readWords } from "../../arguments/read-words.ts";
import type { Command, Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { readSettings, SETTINGS_HELP, SETTINGS_OPTIONS } from "./settings-options.ts";

export const createOrganization: Command = {
  name: "organizations create",
  summary: "create an organization with its service account",
  usage:
    "versus organizations create SLUG [--name NAME] [--zero-day on|off] [--retention-days N] [--document-limit N] [--instruction on|off] [--ocr on|off]",
  help: `SLUG is the short name of the organization: up to 32 lower-case letters, digits and hyphens. It never changes, and is part
of the address of the service account, which is the default author in redlines.

      --name NAME           the display name (default: SLUG)
${SETTINGS_HELP}      --json                print the organization as JSON
`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const options = { name: { type: "string" }, json: { type: "boolean" }, ...SETTINGS_OPTIONS } as const;
  const { values, positionals } = readWords(words, options);
  const slug = onlyWord(positionals, "SLUG");
  const wanted = { slug, name: values.name ?? slug, zeroDay: false, retentionDays: null, ...readSettings(values) };
  const made = await withOperator(surroundings, (operator) => operator.createOrganization(wanted));
  const { stdout } = surroundings;
  if (values.json) stdout.write(`${JSON.stringify(made)}\n`);
  else stdout.write(`organization ${slug} ${made.organizationId}\nservice account ${made.address}\n`);
}
