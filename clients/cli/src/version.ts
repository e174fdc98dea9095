// Defines the line that `versus --version` prints.

import manifest from "../package.json" with { type: "json" };

export const versionLine: string = `versus ${manifest.version}\n`;
