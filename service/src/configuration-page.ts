// Writes the page for operators, deploy/configuration.md, from the table of settings.

import { settings } from "./config.ts";
import type { Absent, Setting } from "./setting.ts";

/** Maps the first setting of a group to the heading above it. */
const headings: Readonly<Partial<Record<keyof typeof settings, string>>> = {
  environment: "The installation",
  databaseUrl: "Database and store",
  masterKeys: "Secrets",
  host: "The API",
  requestsPerKey: "Limits",
  children: "Document processing",
  instructionProvider: "Instructions",
  webhooks: "Webhooks",
  stopSeconds: "The process",
};

const introduction = `# Configuration

<!-- Written by \`versus settings\` from service/src/config.ts; a test fails when the two differ. -->

All settings are environment variables. To read a setting from a file, for example one that a secret store mounts, append
\`_FILE\` to its name and set that to the path of the file. An empty variable counts as not set. If settings are invalid, the
program reports all of them and does not start. A variable that begins with VERSUS_ and is no setting is such a fault, and in
development a warning. \`versus doctor\` checks the parts that the settings name.

A secret in a file is read again every ten seconds while the service runs: REREAD. A value
that is not valid leaves the one before in force, and the log says so. Other settings are read when a process starts.

The S3 client finds credentials in the same places as Amazon's own tools: \`AWS_ACCESS_KEY_ID\` and
\`AWS_SECRET_ACCESS_KEY\`, a profile, or the role of the machine; \`VERSUS_STORE_CREDENTIALS\` goes before them.
`;

/** Returns the page as Markdown. */
export function configurationPage(): string {
  const parts = Object.entries(settings as Record<string, Setting<unknown>>).map(([key, setting]) => {
    const heading = headings[key as keyof typeof settings];
    const head =
      heading === undefined ? "" : `\n## ${heading}\n\n| Variable | Meaning | Default |\n| --- | --- | --- |\n`;
    return `${head}| \`${setting.name}\` | ${setting.meaning} | ${absentWords(setting.absent)} |\n`;
  });
  const reread = Object.values(settings as Record<string, Setting<unknown>>).filter(
    ({ isReread }) => isReread === true,
  );
  const names = reread.map(({ name }) => `\`${name}\``).join(", ");
  return introduction.replace("REREAD", names) + parts.join("");
}

function absentWords(absent: Absent): string {
  if (absent.kind === "nothing") return absent.means;
  const { production, development } = absent;
  if (production === development) return production === undefined ? "required" : `\`${production}\``;
  // The secret of development must not be copied, so it is not printed.
  const ofDevelopment = development?.includes(":") ? "a publicly known value" : `\`${development}\``;
  return `${production === undefined ? "required" : `\`${production}\``}; in development ${ofDevelopment}`;
}
