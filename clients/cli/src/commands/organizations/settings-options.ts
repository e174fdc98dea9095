// Defines the settings of an organization as options of a command.

import type { OrganizationSettings } from "@versus/service";
import { readCount, readSwitch } from "../../arguments/read-words.ts";

export const SETTINGS_OPTIONS = {
  "zero-day": { type: "string" },
  "retention-days": { type: "string" },
  "document-limit": { type: "string" },
  instruction: { type: "string" },
  ocr: { type: "string" },
} as const;

export const SETTINGS_HELP = `      --zero-day on|off     delete new comparisons an hour after they finish, or when they are acknowledged
      --retention-days N    delete finished comparisons after N days; none keeps them
      --document-limit N    the number of documents a month; none means no limit
      --instruction on|off  allow instructions; the service then sends documents to the provider of the language model
      --ocr on|off          recognize the words on scanned pages of PDFs; off by default, and a scan then fails with PDF_NO_TEXT
`;

type Values = Readonly<Partial<Record<keyof typeof SETTINGS_OPTIONS, string>>>;

/** Returns the settings that were given. Throws a Misuse for a wrong value. */
export function readSettings(values: Values): Partial<OrganizationSettings> {
  const zeroDay = readSwitch("--zero-day", values["zero-day"]);
  const retentionDays = readCount("--retention-days", values["retention-days"], 1);
  const documentLimit = readCount("--document-limit", values["document-limit"], 0);
  const instruction = readSwitch("--instruction", values.instruction);
  const ocr = readSwitch("--ocr", values.ocr);
  return {
    ...(zeroDay === undefined ? {} : { zeroDay }),
    ...(retentionDays === undefined ? {} : { retentionDays }),
    ...(documentLimit === undefined ? {} : { documentLimit }),
    ...(instruction === undefined ? {} : { instruction }),
    ...(ocr === undefined ? {} : { ocr }),
  };
}
