// The page for operators, deploy/configuration.md, written from the table of settings.

import { settings } from "./config.ts";
import type { Absent, Setting } from "./setting.ts";

/** The heading above the setting that begins a group. */
const headings: Readonly<Partial<Record<keyof typeof settings, string>>> = {
  environment: "The installation",
  databaseUrl: "Where things are kept",
  masterKeys: "Secrets",
  host: "The API",
  requestsPerKey: "Limits",
  children: "Work on documents",
  instructionProvider: "Instructions",
  stopSeconds: "The process",
};

const introduction = `# Configuration

<!-- Written by \`versus settings\` from service/src/config.ts; a test fails when the two differ. -->

Everything is set by environment variables. Any of them may instead be read from a file, for example one that a secret
store mounts: put \`_FILE\` behind the name and the path of the file as the value. An empty variable counts as one that is
not set. A program that finds a fault here says all of them and does not start; \`versus doctor\` checks what the settings
lead to.

The S3 client looks for credentials where Amazon's own tools do: \`AWS_ACCESS_KEY_ID\` and \`AWS_SECRET_ACCESS_KEY\`, a
profile, or the role of the machine.
`;

/** Markdown. */
export function configurationPage(): string {
  const parts = Object.entries(settings as Record<string, Setting<unknown>>).map(([key, setting]) => {
    const heading = headings[key as keyof typeof settings];
    const head =
      heading === undefined ? "" : `\n## ${heading}\n\n| Variable | Meaning | Without it |\n| --- | --- | --- |\n`;
    return `${head}| \`${setting.name}\` | ${setting.meaning} | ${absentWords(setting.absent)} |\n`;
  });
  return introduction + parts.join("");
}

function absentWords(absent: Absent): string {
  if (absent.kind === "nothing") return absent.means;
  const { production, development } = absent;
  if (production === development) return production === undefined ? "required" : `\`${production}\``;
  // A secret of development is nobody's to copy.
  const ofDevelopment = development?.includes(":") ? "made up" : `\`${development}\``;
  return `${production === undefined ? "required" : `\`${production}\``}; in development ${ofDevelopment}`;
}
