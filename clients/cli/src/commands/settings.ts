// Runs `versus settings`: prints every setting of the service, as the page for operators does.

import { readWords, refuseWords } from "../arguments/read-words.ts";
import type { Command, Surroundings } from "../command.ts";
import { loadService } from "../operator/load-service.ts";

export const settings: Command = {
  name: "settings",
  summary: "list the settings of the service, with their meaning",
  usage: "versus settings",
  help: `Prints Markdown: each environment variable with its meaning and default. It does not show the current values.
`,
  run: async (words, { stdout }: Surroundings) => {
    refuseWords(readWords(words, {}).positionals);
    const { configurationPage } = await loadService();
    stdout.write(configurationPage());
  },
};
