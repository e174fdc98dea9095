// Compares two documents and returns a redline.

import { compareDocuments } from "../compare/compare-documents.ts";
import { type AllOptions, allDefaults, readFormatting, toWire } from "../language/option-table.ts";
import type { RenderOptions } from "../render/redline.ts";
import { type Document, readTogether } from "./documents.ts";
import type { Redline } from "./redline.ts";

export interface CompareAsked extends Partial<AllOptions> {
  /** Author of the tracked changes, and their date: ISO 8601 in UTC, to the second. */
  readonly author: string;
  readonly date: string;
  /** Names of the two files as shown to readers. Default: original.docx and modified.docx. */
  readonly names?: { readonly before: string; readonly after: string };
  /** Document that the redline is a copy of. Default: "after". */
  readonly carries?: "before" | "after";
  /** Called each time a redline is written and its check begins. A failed check is followed by a coarser redline. */
  readonly onCheck?: () => void;
}

const NAMES = { before: "original.docx", after: "modified.docx" };

/**
 * Returns the redline of two documents, which are read with their own tracked changes accepted. Accepting all changes
 * gives the after document. Rejecting all changes restores the text, structure and look of the before document, and with
 * `formatting: "all"` its direct formatting too. Throws a Failure if no exact redline can be written.
 */
export function compare(before: Document, after: Document, asked: CompareAsked): Redline {
  const { author, date, names = NAMES, carries = "after", onCheck, ...wanted } = asked;
  const options = withFormatting(wanted);
  const [original, modified] = readTogether([before, after]);
  const compared = compareDocuments(original!, modified!, {
    author,
    date,
    options,
    carries,
    ...(onCheck === undefined ? {} : { onCheck }),
  });
  const carried = compared.notices.reduce(
    (sum, { code, count = 1 }) => sum + (code === "FORMATTING_CARRIED" ? 1 : code.endsWith("_CARRIED") ? count : 0),
    0,
  );
  const styles = compared.styleChanges === undefined ? {} : { styleChanges: compared.styleChanges };
  const notices = [...before.notices, ...after.notices, ...compared.notices];
  return { ...compared, notices, about: { ...aboutPair(names, options), carried, notices, ...styles } };
}

/** Returns all options. `ignoreFormatting` and `formatting: "ignore"` mean the same, and `ignoreFormatting` decides. */
function withFormatting(wanted: Partial<AllOptions>): AllOptions {
  const { formatting = allDefaults.formatting } = readFormatting(wanted);
  return { ...allDefaults, ...wanted, formatting, ignoreFormatting: formatting === "ignore" };
}

function aboutPair({ before, after }: typeof NAMES, options: AllOptions): RenderOptions {
  return {
    kind: "comparison",
    revision: after,
    documents: [
      { role: "original", name: before },
      { role: "modified", name: after },
    ],
    options: toWire(options),
  };
}
