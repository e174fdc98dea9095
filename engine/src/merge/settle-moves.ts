// Carries the edits of a moved paragraph to the position that a choice gives it (MRG-41).
//
// A conflict about a move keeps the edits of other copies at the old position. If the choice takes a mover, these edits
// are tracked in the mover's paragraph, each under its author. An edit of words that the mover changed too, or that
// several editors changed, is not carried: a comment quotes it.

import { alignTokens } from "../align/align-tokens.ts";
import { Budget } from "../align/budget.ts";
import { type Gap, gapsBetween, type Match } from "../align/match.ts";
import { CommentWriter } from "../document/marks/write-comments.ts";
import { CHECK_AUTHOR, type MergeRecord } from "../document/merge-record.ts";
import type { WordDocument } from "../document/open-document.ts";
import { W } from "../document/word-names.ts";
import { makeRun, textNodes } from "../language/content-runs/run-nodes.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { chosenRevision, type Decisions } from "../revisions/choose/chosen-verdicts.ts";
import type { Conflict, ConflictSpot } from "../revisions/choose/conflicts.ts";
import { trackedParts } from "../revisions/list-revisions.ts";
import { ancestor } from "../revisions/markup.ts";
import type { Revision, Verdict } from "../revisions/revision.ts";
import { wrapContent } from "../revisions/write/mark-content.ts";
import { highestTrackedId, RevisionMaker } from "../revisions/write/revision-maker.ts";
import { RunLine } from "./run-line.ts";

/** Number of steps after which the words of a paragraph stay unaligned. The edit is then quoted. */
const MOST_STEPS = 2_000_000;

/** The edit of one copy, as the merge has it at the old position of the paragraph. */
interface Edit {
  /** An insertion of the edited text. Its author and date sign the carried edit. */
  readonly revision: Revision;
  /** The edited text, in copies of its runs. */
  readonly line: RunLine;
}

interface Carried {
  readonly tree: Tree;
  /** The paragraph at the position that was chosen. */
  readonly paragraph: NodeId;
  readonly base: RunLine;
  readonly edits: readonly Edit[];
}

/** The edits that the choices of some decisions carry. Read before the changes are decided, written afterwards. */
export class CarriedEdits {
  readonly #document: WordDocument;
  readonly #all: readonly Carried[];

  constructor(
    document: WordDocument,
    { conflicts, record }: { readonly conflicts: readonly Conflict[]; readonly record: MergeRecord | undefined },
    decisions: Decisions,
  ) {
    this.#document = document;
    this.#all = (decisions.conflicts ?? []).flatMap(({ id, choose }) => {
      const conflict = conflicts.find((one) => one.id === id);
      const chosen = chosenRevision(record, choose);
      if (conflict?.kind !== "move" || chosen === undefined) return [];
      const makers = new Map(record!.labels.map(({ author, revisions }) => [author, revisions]));
      return readCarried(conflict, ({ author }) => makers.get(author)?.includes(chosen) === true);
    });
  }

  /** Writes the edits. `verdictOn` decides each of them: undefined leaves it tracked. */
  write(verdictOn: (revision: Revision) => Verdict | undefined): void {
    const all = this.#all.filter(({ tree, paragraph }) => tree.parent(paragraph) !== NONE);
    if (all.length === 0) return;
    const trees = trackedParts(this.#document).map((part) => this.#document.package.tree(part));
    const maker = new RevisionMaker({ author: "", date: "" }, trees, highestTrackedId(trees));
    const comments = new CommentWriter(this.#document);
    for (const carried of all) writeCarried(carried, { maker, comments, verdictOn });
  }
}

/** Returns the carried edits of a conflict. `isChosen` is true for a change of the copy that was chosen. */
function readCarried({ spots, members }: Conflict, isChosen: (revision: Revision) => boolean): Carried[] {
  const inSpot = ({ tree, inside }: ConflictSpot): Revision[] =>
    members.filter((member) => member.place === "content" && member.tree === tree && inside.has(member.node));
  const old = spots.find((spot) => inSpot(spot).some(({ kind }) => kind === "deletion"));
  const target = spots.find(
    (spot) => spot !== old && inSpot(spot).some((one) => one.kind === "insertion" && isChosen(one)),
  );
  if (old === undefined || target === undefined || old.tree !== target.tree) return [];
  const { tree } = old;
  const changes = inSpot(old);
  const edits = [
    ...Map.groupBy(
      changes.filter(({ kind }) => kind === "insertion"),
      ({ author }) => author,
    ).values(),
  ]
    .filter((own) => !own.some(isChosen))
    .map((own) => ({
      revision: own[0]!,
      line: RunLine.copyOf(
        tree,
        own.map(({ node }) => node),
      ),
    }))
    .toSorted((one, other) => (one.revision.author < other.revision.author ? -1 : 1));
  if (edits.length === 0) return [];
  const gone = changes.filter(({ kind }) => kind === "deletion").map(({ node }) => node);
  return [{ tree, paragraph: target.paragraph, base: RunLine.copyOf(tree, gone), edits }];
}

interface Writing {
  readonly maker: RevisionMaker;
  readonly comments: CommentWriter;
  readonly verdictOn: (revision: Revision) => Verdict | undefined;
}

function writeCarried({ tree, paragraph, base, edits }: Carried, writing: Writing): void {
  const target = RunLine.of(tree, paragraph);
  const kept = matchesOf(base, target);
  const changes = edits.flatMap((edit) => {
    const verdict = writing.verdictOn(edit.revision);
    return verdict === "reject" ? [] : [{ edit, verdict, gaps: gapsOf(base, edit.line) }];
  });
  const placed = changes.flatMap(({ edit, verdict, gaps }, at) => {
    const others = changes.filter((_, other) => other !== at).flatMap((other) => other.gaps);
    const places = gaps.map((gap) =>
      others.some((other) => touches(gap, other)) ? undefined : placeOf(gap, kept, sizes()),
    );
    const isCarried = gaps.every(({ after }, index) => places[index] !== undefined && edit.line.isPlain(after));
    if (!isCarried) {
      quote(writing, { tree, paragraph }, edit);
      return [];
    }
    return gaps.map(({ after }, index) => ({ edit, verdict, after, place: places[index]! }));
  });
  // From the end, so that earlier positions stay valid.
  for (const one of placed.toSorted((first, second) => second.place.from - first.place.from)) {
    const { from, to } = one.place;
    const gone = target.take(from, to);
    const came = one.edit.line.copy(one.after);
    const before = target.nodeAt(to);
    for (const run of came)
      before === NONE ? tree.append(paragraph, run) : tree.insertBefore(tree.parent(before), run, before);
    const { author, date } = one.edit.revision;
    if (one.verdict === "accept") for (const run of gone) tree.remove(run);
    else {
      const maker = writing.maker.by({ author, date });
      wrapContent(tree, gone, { change: "deletion", maker });
      wrapContent(tree, came, { change: "insertion", maker });
    }
  }

  function sizes(): { readonly base: number; readonly target: number } {
    return { base: base.words.length, target: target.words.length };
  }
}

/** Returns the equal words of two lines. */
function matchesOf(one: RunLine, other: RunLine): Match[] {
  const numbers = new Map<string, number>();
  const numbered = ({ words }: RunLine): Int32Array =>
    Int32Array.from(words, (word) => {
      const known = numbers.get(word) ?? numbers.size;
      numbers.set(word, known);
      return known;
    });
  return alignTokens(numbered(one), numbered(other), new Budget(MOST_STEPS));
}

const WORD = /[\p{L}\p{N}\ufffc]/u;

/** Returns the edits of a line. Edits without a word or an object between them are one. */
function gapsOf(base: RunLine, edited: RunLine): Gap[] {
  const gaps: Gap[] = [];
  const sizes = { before: base.words.length, after: edited.words.length };
  for (const gap of gapsBetween(matchesOf(base, edited), sizes)) {
    const last = gaps.at(-1);
    const isApart =
      last === undefined || base.words.slice(last.before.to, gap.before.from).some((word) => WORD.test(word));
    if (isApart) gaps.push(gap);
    else {
      const [before, after] = [last.before, last.after];
      gaps[gaps.length - 1] = {
        before: { from: before.from, to: gap.before.to },
        after: { from: after.from, to: gap.after.to },
      };
    }
  }
  return gaps;
}

function touches({ before: one }: Gap, { before: other }: Gap): boolean {
  return one.from <= other.to && other.from <= one.to;
}

/** Returns the words of the target that a gap of the base is, or undefined if the mover changed something there. */
function placeOf(
  { before: { from, to } }: Gap,
  kept: readonly Match[],
  { base, target }: { readonly base: number; readonly target: number },
): { readonly from: number; readonly to: number } | undefined {
  const match = kept.find(({ before, after, length }) => {
    const isStart = from > before || (from === 0 && before === 0 && after === 0) || from < to;
    const isEnd = to < before + length || (to === base && after + length === target) || from < to;
    return from >= before && to <= before + length && isStart && isEnd;
  });
  if (match === undefined) return undefined;
  const shift = match.after - match.before;
  return { from: from + shift, to: to + shift };
}

/** Adds a comment at the paragraph that quotes an edit. */
function quote(
  { comments }: Writing,
  { tree, paragraph }: { readonly tree: Tree; readonly paragraph: NodeId },
  { revision: { author, date }, line }: Edit,
): void {
  const text = `${author} changed this paragraph too. That change is not carried here. The other version: “${line.text}”`;
  const runs = (inTree: Tree): NodeId[] => [
    makeRun({ tree: inTree, properties: NONE, format: {} }, textNodes(inTree, text)),
  ];
  if (ancestor(tree, paragraph, W.body) === NONE) return;
  const id = comments.idOf(comments.add({ author: CHECK_AUTHOR, date, parent: NONE, runs }));
  const properties = tree.child(paragraph, W.pPr);
  const first = properties === NONE ? tree.firstChild(paragraph) : tree.nextSibling(properties);
  tree.insertBefore(paragraph, tree.element(W.commentRangeStart, [[W.id, id]]), first);
  tree.append(paragraph, tree.element(W.commentRangeEnd, [[W.id, id]]));
  tree.append(paragraph, comments.makeReference(tree, id));
}
