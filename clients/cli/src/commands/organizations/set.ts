// `versus organizations set`.

import { onlyWord, readWords } from "../../arguments/read-words.ts";
import { type Command, Misuse, type Surroundings } from "../../command.ts";
import { withOperator } from "../../operator/with-service.ts";
import { readSettings, SETTINGS_HELP, SETTINGS_OPTIONS } from "./settings-options.ts";

export const setOrganization: Command = {
  name: "organizations set",
  summary: "change the settings of an organization",
  usage:
    "versus organizations set SLUG [--zero-day on|off] [--retention-days N|none] [--document-limit N|none] [--instruction on|off]",
  help: `Changes what is named and leaves the rest. Comparisons keep the zero-day retention that they were made under; the
others hold at once, for all of them.

${SETTINGS_HELP}`,
  run,
};

async function run(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, SETTINGS_OPTIONS);
  const slug = onlyWord(positionals, "SLUG");
  const changes = readSettings(values);
  if (Object.keys(changes).length === 0) throw new Misuse("Nothing is to be changed: name a setting.");
  await withOperator(surroundings, (operator) => operator.setOrganization(slug, changes));
  surroundings.stderr.write(`${slug} is set\n`);
}
