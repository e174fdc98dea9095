// Merges revised copies into one draft: the base with every copy's changes under its name.
//
// Positions where copies want different things are marked as conflicts. Each copy is compared with the base. The plans are
// composed all at once, never one after the other, so the order of the copies only affects the order of competing versions.
// The gate reads the result without changes, where it must be the base, and with the changes of each copy alone, where it
// must be that copy (docs/design/merge.md).

import { carriedNotices } from "../compare/carried.ts";
import { acceptedNotices } from "../compare/input-notices.ts";
import { defaultOptions } from "../compare/options.ts";
import { coarsen, coarsenWhole, type WrongPlace } from "../compare/plan/coarsen.ts";
import { bodyContainer, planDocument } from "../compare/plan/plan-document.ts";
import { listPairs } from "../compare/script/list-pairs.ts";
import { Clauses } from "../document/lists/clauses.ts";
import { numberingOf } from "../document/lists/numbering.ts";
import { type RecordedSide, revisionsByLabel, sideLetter, writeMergeRecord } from "../document/merge-record.ts";
import { forkDocument, type WordDocument } from "../document/open-document.ts";
import { bodyOf } from "../document/text/stories.ts";
import { Failure, type Notice } from "../failures/failure.ts";
import { defaultFormatting } from "../language/merge-options.ts";
import { readSources } from "../redline/content/read-sources.ts";
import { settleInputs } from "../redline/content/settle-inputs.ts";
import type { Source } from "../redline/content/source.ts";
import type { FormattingMode } from "../redline/formatting/formats.ts";
import { Gate, type Mismatch, type WantedView } from "../redline/gate/check-redline.ts";
import { breaksNoRule } from "../redline/gate/keeps-rules.ts";
import { restoreLooks, withFallback } from "../redline/gate/visible-fallback.ts";
import { distinctAuthors } from "../redline/script/distinct-authors.ts";
import type { CopyView, Script } from "../redline/script/script.ts";
import { writeScript } from "../redline/write/write-script.ts";
import { type LetterOf, TAG_AUTHOR, writeVersionTags } from "../revisions/choose/version-tags.ts";
import { composeContainer } from "./compose/compose-container.ts";
import { composeSections } from "./compose/compose-sections.ts";
import type { BasePlace } from "./conflict.ts";
import { Conflicts } from "./conflicts.ts";
import { addEmptyHeaders } from "./empty-headers.ts";
import { Labels } from "./labels.ts";
import { patchOf } from "./patches.ts";
import type { Merging, MergingRevision } from "./revision.ts";
import { markTerms, type TermCheck, termNotices } from "./terms/mark-terms.ts";
import { factsOfMerge, type RevisedStyleChange } from "./visible-facts.ts";

/** A revised copy of the base. Its document shares the base's names. */
export interface RevisedCopy {
  readonly document: WordDocument;
  /** The file name as the reader knows it. */
  readonly name: string;
  readonly author: string;
}

export interface MergedDocument {
  readonly document: WordDocument;
  readonly notices: readonly Notice[];
  /** The number of steps that aligning cost. */
  readonly steps: number;
  /** Set only in mode `visible`: the styles that look different in a copy (FMT-13). */
  readonly styleChanges?: readonly RevisedStyleChange[];
  /** Phrases that some copies renamed and others use in new text. */
  readonly checks: readonly TermCheck[];
}

interface MergeInput {
  /** ISO 8601 in UTC, to the second. */
  readonly date: string;
  /** True if a tag such as `«A» ` marks each version of a conflict (MRG-50). Default: false. */
  readonly versionTags?: boolean;
  /** Default: `visible`. */
  readonly formatting?: FormattingMode;
  /** Called each time a draft is written and its check begins. */
  readonly onCheck?: () => void;
}

/** Maximum number of times that a copy's plan is made coarser locally before its whole body is replaced. */
const MOST_TRIES = 12;

/**
 * Returns the merge. Tracked changes in the inputs are accepted. Throws a `Failure` if no draft gives the base and every
 * copy.
 */
export function mergeDocuments(
  original: WordDocument,
  revised: readonly RevisedCopy[],
  { formatting = defaultFormatting, ...input }: MergeInput,
): MergedDocument {
  return withFallback(formatting, (mode) => mergeOnce(original, revised, { ...input, formatting: mode }));
}

function mergeOnce(
  original: WordDocument,
  revised: readonly RevisedCopy[],
  { date, versionTags = false, formatting, onCheck }: MergeInput & { readonly formatting: FormattingMode },
): MergedDocument {
  const inputs = [original, ...revised.map(({ document }) => document)];
  const documents = inputs.map(forkDocument);
  const base = documents[0]!;
  const copies = revised.map((copy, at) => ({ ...copy, document: documents[at + 1]! }));
  const notices = documents.flatMap((document, at) => acceptedNotices(document, sourceName(copies, at)));
  settleInputs(documents);
  addEmptyHeaders(
    base,
    copies.map(({ document }) => document),
  );
  const authors = distinctAuthors(copies);
  const labels = new Labels(authors, date);
  const revisions = planRevisions(documents, copies, { labels, formatting });
  notices.push(...carriedBy(revisions));
  const context = {
    people: authors.map((author, at) => personOf(author, copies[at]!.name)),
    clauseAt: clausesOf(base),
  };
  let gate: Gate | undefined;
  for (const tries = revisions.map(() => 0); ; ) {
    const { script, merging } = composeAll(revisions, { labels, conflicts: new Conflicts(context, date) });
    const written = writeScript(script);
    onCheck?.();
    gate ??= new Gate(wantedViews(script), script.carrier);
    const isExcused = ({ shows, found, expected }: Mismatch): boolean =>
      [found, expected].some((line) => line !== undefined && merging.conflicts.isExcused(shows, line.part, line.node));
    const draft = script.carrier.withDocument(written.document);
    const mismatches = [...gate.mismatches(draft, isExcused)];
    if (mismatches.length > 0 && restoreLooks(gate, draft, isExcused)) {
      gate = undefined;
      continue;
    }
    const { fingerprints } = script.carrier;
    if (mismatches.length === 0 && breaksNoRule(written.document, [...inputs, ...documents], fingerprints)) {
      const hasTags = versionTags && !authors.includes(TAG_AUTHOR);
      writeMergeRecord(written.document, { ...recordOf(merging, { authors, copies }), hasTags });
      const own = copies.map(({ document }) => document);
      const checks = markTerms(written.document, { copies: own, labels, people: context.people, date });
      if (hasTags) writeVersionTags(written.document, lettersIn(merging), date);
      const steps = revisions.reduce((sum, { plan }) => sum + plan.planning.budget.used, 0);
      const facts = factsOfMerge(revisions);
      const told = [...written.notices, ...notices, ...facts.notices, ...termNotices(checks)];
      return { ...facts, document: written.document, notices: told, steps, checks };
    }
    if (!coarsenAt(revisions, mismatches, tries)) throw failureOf(mismatches[0]);
    notices.push({ code: "BLOCK_FALLBACK", part: mismatches[0]?.expected?.part ?? base.main });
  }
}

/** Returns the name of a person for readers. An author that was made of the file name is the file name. */
function personOf(author: string, name: string): string {
  return author.endsWith(`-${name}`) ? name : author;
}

/** Returns a function that finds the clause of an element. The clauses of the body are read when the first one is wanted. */
function clausesOf(base: WordDocument): (place: BasePlace | undefined) => string {
  const body = bodyOf(base)!;
  let clauses: Clauses | undefined;
  return (place) => {
    if (place?.part !== body.part) return "";
    clauses ??= new Clauses(body, numberingOf(base));
    return clauses.at(place.node);
  };
}

function sourceName(copies: readonly RevisedCopy[], at: number): string {
  return at === 0 ? "original" : copies[at - 1]!.name;
}

/** Plans every copy against one reading of the base. */
function planRevisions(
  documents: readonly WordDocument[],
  copies: readonly RevisedCopy[],
  { labels, formatting }: { readonly labels: Labels; readonly formatting: FormattingMode },
): readonly MergingRevision[] {
  const sources = readSources(documents, 0, { formatting });
  const base = sources[0]!;
  const body = bodyContainer(base);
  return copies.map(({ name }, number): MergingRevision => {
    const source = sources[number + 1]!;
    const plan = planDocument(base, source, { ...defaultOptions, body, settles: false });
    const sides = { before: base, after: source };
    return {
      number,
      name,
      source,
      plan,
      orientation: { sources: sides, carries: "before", label: labels.of([number]) },
    };
  });
}

function composeAll(
  revisions: readonly MergingRevision[],
  { labels, conflicts }: { readonly labels: Labels; readonly conflicts: Conflicts },
): { script: Script; merging: Merging } {
  const lists = new Map(
    revisions.map(({ source, plan }) => {
      const pairs = [...listPairs(plan.body)].map(([own, other]) => [other, own] as const);
      return [source, new Map(pairs)] as const;
    }),
  );
  let moves = 0;
  const merging: Merging = {
    base: revisions[0]!.orientation.sources.before,
    revisions,
    labels,
    conflicts,
    lists,
    touched: new Map(),
    compose: (container, patches, whole) => composeContainer(container, { patches, whole }, merging),
    nextMove: () => {
      moves += 1;
      return moves;
    },
  };
  const patches = revisions.map(({ number, plan }) => patchOf(number, plan.body));
  const body = merging.compose(patches[0]!.plan.before, patches);
  const sections = composeSections(merging);
  const anchors = merging.conflicts.placed;
  return { script: { carrier: merging.base, body, sections, lists, anchors, copies: viewsOf(merging) }, merging };
}

/** Maps a revised copy to the view in which the draft equals it. */
function viewsOf({ revisions, labels }: Merging): ReadonlyMap<Source, CopyView> {
  return new Map(
    revisions.map(({ number, name, source }) => {
      const view = { accepts: (author: string) => labels.includes(author, number) };
      return [source, { name, view }] as const;
    }),
  );
}

/** Returns the views that the gate checks: without changes the base, with the changes of one revised copy that copy. */
function wantedViews({ carrier, copies = new Map() }: Script): WantedView[] {
  const each = [...copies].map(([shows, { view }]): WantedView => ({ view, shows }));
  return [{ view: "rejected", shows: carrier }, ...each];
}

function carriedBy(revisions: readonly MergingRevision[]): Notice[] {
  return revisions.flatMap(({ name, plan, orientation: { sources } }) =>
    carriedNotices(sources, plan.body).map((notice) => ({ ...notice, source: name })),
  );
}

function recordOf(
  { labels, conflicts }: Merging,
  { authors, copies }: { readonly authors: readonly string[]; readonly copies: readonly RevisedCopy[] },
): Parameters<typeof writeMergeRecord>[1] {
  return {
    revisions: copies.map(({ name }, at) => ({ name, author: authors[at]! })),
    labels: labels.all,
    conflicts: conflicts.all.map(({ id, kind, sides, scope, owner, marks }) => {
      if (kind === "property") return { id, kind, scope, ...(owner === undefined ? {} : { owner }), sides };
      const owned = marks.every((mark) => mark === "own") ? {} : { marks };
      return { id, kind, scope, ...owned, revisions: competing(sides) };
    }),
  };
}

/** Returns the letters of the sides by conflict and author. */
function lettersIn({ labels, conflicts }: Merging): LetterOf {
  const makers = revisionsByLabel({ labels: labels.all });
  return (id, author) => {
    const made = makers.get(author) ?? [];
    const sides = conflicts.all[id - 1]!.sides;
    const at = sides.findIndex(({ revisions }) => made.length > 0 && made.every((one) => revisions.includes(one)));
    return at < 0 ? undefined : sideLetter(at);
  };
}

/** A copy may compete without a mark of its own at a spot: it deletes the content around the spot. */
function competing(sides: readonly RecordedSide[]): number[] {
  return [...new Set(sides.flatMap(({ revisions }) => revisions))].sort((one, other) => one - other);
}

/**
 * Makes the plans with mismatches coarser, all at once, so that the order of the copies decides nothing. Returns false if
 * nothing coarser is left.
 */
function coarsenAt(revisions: readonly MergingRevision[], mismatches: readonly Mismatch[], tries: number[]): boolean {
  const results = revisions.map((revision) => {
    const own = mismatches.find(({ shows }) => shows === revision.source);
    const mismatch = own ?? mismatches.find(({ shows }) => shows.number === 0);
    if (mismatch === undefined && mismatches.length > 0) return false;
    return coarsenRevision(revision, { mismatch, isBase: own === undefined, tries });
  });
  return results.some((isCoarser) => isCoarser);
}

function coarsenRevision(
  { number, plan }: MergingRevision,
  { mismatch, isBase, tries }: { mismatch: Mismatch | undefined; isBase: boolean; tries: number[] },
): boolean {
  tries[number]! += 1;
  const expected = mismatch?.expected;
  if (expected !== undefined && tries[number]! <= MOST_TRIES) {
    const place: WrongPlace = { side: isBase ? "before" : "after", part: expected.part, node: expected.node };
    const plans = [plan.body, ...plan.sections.compared.values()];
    if (plans.some((one) => coarsen(one, place, plan.planning))) return true;
  }
  return coarsenWhole(plan.body, plan.planning);
}

function failureOf(mismatch: Mismatch | undefined): Failure {
  if (mismatch === undefined) return new Failure("OUTPUT_INVALID", "A rule of the format would be broken");
  const rule = "A view of the merge differs from the document it was made of";
  return new Failure("OUTPUT_NOT_REVERSIBLE", rule, { part: mismatch.expected?.part ?? mismatch.found?.part ?? "" });
}
