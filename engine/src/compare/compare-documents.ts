// Compares two documents: returns one of them with changes that lead to the other.
//
// Both inputs are read with their own tracked changes accepted. A plan pairs their content and is written into a copy of the
// carrier, by default the after document. The gate compares both views of the result with the inputs. If a view differs, the
// plan is made coarser at that position and written again. A result that is not exact is never returned.

import { dropComments } from "../document/marks/drop-comments.ts";
import { forkDocument, type WordDocument } from "../document/open-document.ts";
import { Failure, type Notice } from "../failures/failure.ts";
import { readFormatting } from "../language/option-table.ts";
import { alignMarkup } from "../redline/aligned/align-markup.ts";
import { readSources } from "../redline/content/read-sources.ts";
import { settleInputs } from "../redline/content/settle-inputs.ts";
import type { Role, Source } from "../redline/content/source.ts";
import { Gate, type Mismatch } from "../redline/gate/check-redline.ts";
import { breaksNoRule } from "../redline/gate/keeps-rules.ts";
import { restoreLooks, withFallback } from "../redline/gate/visible-fallback.ts";
import { writeScript } from "../redline/write/write-script.ts";
import type { Signature } from "../revisions/write/revision-maker.ts";
import { changedBookmarks } from "./bookmark-texts.ts";
import { carriedNotices } from "./carried.ts";
import { visibleFacts } from "./formatting-notices.ts";
import { acceptedNotices, leftOut } from "./input-notices.ts";
import { type CompareOptions, defaultOptions } from "./options.ts";
import { coarsen, coarsenWhole, type WrongPlace } from "./plan/coarsen.ts";
import { type DocumentPlan, planDocument } from "./plan/plan-document.ts";
import { otherRole } from "./script/orientation.ts";
import { scriptOf } from "./script/script-of-plan.ts";
import type { StyleChange } from "./style-changes.ts";

export interface Comparison {
  readonly document: WordDocument;
  readonly notices: readonly Notice[];
  /** The number of steps that aligning cost. */
  readonly steps: number;
  /** Set only in mode `visible`: the styles that look different (FMT-13). */
  readonly styleChanges?: readonly StyleChange[];
}

interface CompareInput extends Signature {
  readonly options?: CompareOptions;
  /**
   * The document that the redline is a copy of, by default the after document. Its content that the format cannot track
   * appears in both views.
   */
  readonly carries?: Role;
  /** Called each time a redline is written and its check begins. */
  readonly onCheck?: () => void;
}

/** Maximum number of times that a plan is made coarser locally before the whole body is replaced. */
const MOST_TRIES = 12;

/**
 * Returns the redline of two documents that were opened with the same `names`. The inputs do not change. Throws a
 * `Failure` if no redline shows both documents exactly.
 */
export function compareDocuments(
  original: WordDocument,
  modified: WordDocument,
  { options = defaultOptions, ...input }: CompareInput,
): Comparison {
  return withFallback(formattingOf(options), (formatting) =>
    compareOnce(original, modified, { options: { ...options, formatting }, ...input }),
  );
}

function compareOnce(
  original: WordDocument,
  modified: WordDocument,
  { options = defaultOptions, carries = "after", onCheck, ...signature }: CompareInput,
): Comparison {
  const [before, after] = [forkDocument(original), forkDocument(modified)];
  const read = [...acceptedNotices(before, "before"), ...acceptedNotices(after, "after"), ...leftOut(before, after)];
  settleInputs([before, after]);
  if (options.comments === "drop") dropComments(after);
  const documents = { before, after };
  const isVisible = formattingOf(options) === "visible";
  const unaligned = isVisible ? alignMarkup(documents[otherRole(carries)], documents[carries]) : undefined;
  const sides = readSides(before, after, { options, carries });
  const { [carries]: carrier, [otherRole(carries)]: other } = sides;
  const asRead = unaligned === undefined ? undefined : other.withDocument(unaligned.document);
  const plan = planDocument(sides.before, sides.after, { ...options, joinsPhrases: options.granularity === "word" });
  const notices = [...read, ...carriedNotices(sides, plan.body)];
  let gate: Gate | undefined;
  for (let tries = 0; ; tries += 1) {
    const written = writeScript(scriptOf(plan, { sources: sides, carries, label: signature }));
    onCheck?.();
    gate ??= new Gate(
      [
        { view: "accepted", shows: sides.after, reads: carries === "before" ? asRead : undefined },
        { view: "rejected", shows: sides.before, reads: carries === "after" ? asRead : undefined },
      ],
      carrier,
    );
    const redline = carrier.withDocument(written.document);
    const mismatch = gate.check(redline);
    if (mismatch !== undefined && restoreLooks(gate, redline)) {
      gate = undefined;
      continue;
    }
    const isSound =
      mismatch === undefined &&
      breaksNoRule(written.document, [original, modified, before, after], carrier.fingerprints);
    if (isSound) {
      const { used: steps } = plan.planning.budget;
      const view = other.role === "after" ? "accepted" : "rejected";
      const bookmarks = changedBookmarks(other.document, written.document, view);
      if (bookmarks > 0) notices.push({ code: "BOOKMARKS_CARRIED", count: bookmarks, part: after.main });
      const facts = visibleFacts(sides, carrier, unaligned?.places);
      const told = [...written.notices, ...notices, ...facts.notices];
      return { ...facts, document: written.document, notices: told, steps };
    }
    const isCoarser = tries < MOST_TRIES && mismatch !== undefined && coarsenAt(plan, mismatch);
    if (!isCoarser && !coarsenWhole(plan.body, plan.planning)) throw failureOf(mismatch);
    notices.push({ code: "BLOCK_FALLBACK", part: mismatch?.expected?.part ?? after.main });
  }
}

function formattingOf(options: CompareOptions): CompareOptions["formatting"] {
  return readFormatting(options).formatting ?? options.formatting;
}

/** Returns two documents as the sources of one redline. Their tracked changes must be accepted already. */
export function readSides(
  before: WordDocument,
  after: WordDocument,
  { options, carries }: { readonly options: CompareOptions; readonly carries: Role },
): Readonly<Record<Role, Source>> {
  const as = { wording: options, formatting: formattingOf(options) };
  const [one, other] = readSources([before, after], carries === "before" ? 0 : 1, as);
  return { before: one!, after: other! };
}

function failureOf(mismatch: Mismatch | undefined): Failure {
  if (mismatch === undefined) return new Failure("OUTPUT_INVALID", "A rule of the format would be broken");
  const rule = `The ${mismatch.shows.role === "after" ? "accepted" : "rejected"} view differs from what it was made of`;
  return new Failure("OUTPUT_NOT_REVERSIBLE", rule, { part: mismatch.expected?.part ?? mismatch.found?.part ?? "" });
}

function coarsenAt(plan: DocumentPlan, { shows, expected }: Mismatch): boolean {
  if (expected === undefined) return false;
  const place: WrongPlace = { side: shows.role, part: expected.part, node: expected.node };
  const plans = [plan.body, ...plan.sections.compared.values()];
  return plans.some((one) => coarsen(one, place, plan.planning));
}
