// Runs `versus organizations set`: changes the settings of an organization.

import { onlyWord, readWords } from "../../arguments/read-words.ts";
import { type Command, Misuse, type Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { readSettings, SETTINGS_HELP, SETTINGS_OPTIONS } from "./settings-options.ts";

export const setOrganization: Command = {
  name: "organizations set",
  summary: "change the settings of an organization",
  usage:
    "versus organizations set SLUG [--zero-day on|off] [--retention-days N|none] [--document-limit N|none] [--instruction on|off] [--ocr on|off]",
  help: `Changes the settings that you name and no others. A comparison keeps the zero-day setting that it was made under; the
other settings apply at once to all comparisons.

${SETTINGS_HELP}`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, SETTINGS_OPTIONS);
  const slug = onlyWord(positionals, "SLUG");
  const changes = readSettings(values);
  if (Object.keys(changes).length === 0) throw new Misuse("Name at least one setting to change.");
  await withOperator(surroundings, (operator) => operator.setOrganization(slug, changes));
  surroundings.stderr.write(`${slug} was changed\n`);
}
