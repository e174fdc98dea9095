// Compares two documents into one: the after document with tracked changes that lead back to the before document.
//
// Both are read with their own tracked changes accepted. A plan says what belongs together; it is written onto a copy of the
// after document; the gate then reads the result both ways and compares with the inputs. Nothing leaves here
// that does not lead back and forth exactly.

import type { WordDocument } from "../document/open-document.ts";
import type { Notice } from "../failures/failure.ts";
import { acceptAll } from "../revisions/decide.ts";
import type { Signature } from "../revisions/write/revision-maker.ts";
import { Lexicon } from "./content/lexicon.ts";
import { PartContents, Side } from "./content/side.ts";
import { checkRedline } from "./gate/check-redline.ts";
import { planDocument } from "./plan/plan-document.ts";
import { writeDocument } from "./write/write-document.ts";

export interface Comparison {
  readonly document: WordDocument;
  readonly notices: readonly Notice[];
}

/** Compares two documents that share their names. Both are changed: their tracked changes are accepted. */
export function compareDocuments(before: WordDocument, after: WordDocument, signature: Signature): Comparison {
  acceptAll(before);
  acceptAll(after);
  const shared = { lexicon: new Lexicon(), contents: new PartContents() };
  const sides = { before: new Side("before", before, shared), after: new Side("after", after, shared) };
  const plan = planDocument(sides.before, sides.after);
  const written = writeDocument(plan, sides, signature);
  const mismatch = checkRedline(new Side("after", written.document, shared), sides);
  if (mismatch !== undefined) {
    const [x, y] = [mismatch.expected?.text ?? "(none)", mismatch.found?.text ?? "(none)"];
    let at = 0;
    while (at < x.length && x[at] === y[at]) at += 1;
    throw new Error(`GATE ${mismatch.view} ${mismatch.expected?.part} at ${at}: ${JSON.stringify(x.slice(Math.max(0, at - 60), at + 90))} / ${JSON.stringify(y.slice(Math.max(0, at - 60), at + 90))}`);
  }
  return written;
}
