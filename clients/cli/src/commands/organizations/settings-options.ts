// What an operator may set of an organization, as options of a command.

import type { OrganizationSettings } from "@versus/service";
import { readCount, readSwitch } from "../../arguments/read-words.ts";

export const SETTINGS_OPTIONS = {
  "zero-day": { type: "string" },
  "retention-days": { type: "string" },
  "document-limit": { type: "string" },
  instruction: { type: "string" },
} as const;

export const SETTINGS_HELP = `      --zero-day on|off     new comparisons are deleted an hour after they finish, or when acknowledged
      --retention-days N    finished comparisons are deleted after N days; none keeps them
      --document-limit N    documents a month; none is no limit
      --instruction on|off  edits may be built from instructions: documents are sent to the language model's provider
`;

type Values = Readonly<Partial<Record<keyof typeof SETTINGS_OPTIONS, string>>>;

/** Those that were given. Throws a Misuse. */
export function readSettings(values: Values): Partial<OrganizationSettings> {
  const zeroDay = readSwitch("--zero-day", values["zero-day"]);
  const retentionDays = readCount("--retention-days", values["retention-days"], 1);
  const documentLimit = readCount("--document-limit", values["document-limit"], 0);
  const instruction = readSwitch("--instruction", values.instruction);
  return {
    ...(zeroDay === undefined ? {} : { zeroDay }),
    ...(retentionDays === undefined ? {} : { retentionDays }),
    ...(documentLimit === undefined ? {} : { documentLimit }),
    ...(instruction === undefined ? {} : { instruction }),
  };
}
