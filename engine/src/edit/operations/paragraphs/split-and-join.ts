// Implements split_paragraph and join_paragraphs.

import { MOVE_RANGES } from "../../../document/grammar.ts";
import { W } from "../../../document/word-names.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { type Joined, joinNew } from "../../apply/blocks/join-new.ts";
import { joinParts } from "../../apply/blocks/join-parts.ts";
import { deleteMark, endsSection } from "../../apply/blocks/remove-blocks.ts";
import { splitAt } from "../../apply/blocks/split-paragraph.ts";
import { takeOver } from "../../apply/settle-ends.ts";
import { holdsComment } from "../../apply/take-out-new.ts";
import { type OpenPoint, openPoint } from "../../apply/text/text-points.ts";
import { insertContent } from "../../apply/text/write-content.ts";
import type { Workspace } from "../../apply/workspace.ts";
import { cellAround, locateBlocks, type NamedBlock } from "../../locate/blocks.ts";
import type { Part } from "../../locate/halves.ts";
import { locateParagraph, locateParagraphs, type NamedParagraphs, type RangeGiven } from "../../locate/paragraphs.ts";
import type { Known } from "../../locate/parts.ts";
import { groupOf, type MadeParagraph, madeKey } from "../../locate/refs.ts";
import { checkPoint } from "../../locate/text/protected-text.ts";
import { paragraphNameOf, type UploadedPlace } from "../../locate/uploaded.ts";
import type { Touch } from "../../plan/touch.ts";
import { type Lookup, type Problem, refuse } from "../../refusal.ts";
import type { EditOf } from "../../shape/edit-types.ts";
import type { Operation, Planned, Resolving } from "../operation.ts";
import { insertAt, type NamedPoint, selectedPoints, touchesOf, uploadedPlaces } from "../text.ts";
import { checkUndecidedParagraph } from "./paragraph-properties.ts";
import { checkMoves, surroundingsAt } from "./paragraphs.ts";

export const splitParagraph: Operation<"split_paragraph"> = (resolving) => {
  const { index, field, known, tables } = resolving;
  const own = `${field}.at`;
  const point = splitPoint(resolving);
  if ("problems" in point) return point;
  const { place, offset } = point.found;
  const problems = [
    ...checkForm(resolving, place),
    ...checkPoint(known.uploaded, point.found, own),
    ...checkControls(resolving, point.found),
  ];
  if (offset === 0 || offset === known.uploaded.textOf(place).text.length) {
    problems.push({
      field: own,
      reason: "INVALID_VALUE",
      message: "The point is at the start or end of the paragraph. Use insert_paragraphs.",
    });
  }
  if (problems.length > 0) return { problems };
  const cell = tables.cellAround(place.part, place.paragraph.node);
  tables.standIn(index, () => cell);
  known.refs.standIn(index, surroundingsAt(place));
  known.refs.halves.split(place, {
    offset,
    side: point.found.side,
    length: known.uploaded.textOf(place).text.length,
    group: groupOf(index),
  });
  return {
    found: {
      touches: [
        { kind: "paragraph", place, effect: "splits", field: `${field}.paragraphs` },
        ...touchesOf(point.found, own),
      ],
      apply: (work) => {
        const { tree, place: spot } = openPoint(work, point.found);
        const { head, tail } = splitAt(work, tree, spot);
        work.textOf(place).splits.add(offset);
        const first = work.heads.get(place) ?? place.paragraph.node;
        if (tail === first) work.heads.set(place, head);
        // If a part is split again, its name refers to the first of the new parts.
        for (const blocks of work.made.values()) {
          const at = blocks.findIndex(({ story, node }) => node === tail && story.tree === tree);
          if (at >= 0) blocks[at] = { ...blocks[at]!, node: head };
        }
        work.made.set(groupOf(index), [{ story: work.storyOf(place.part), node: tail }]);
      },
    },
  };
};

/**
 * Returns a problem if properties are in the middle of a paragraph, as some programs write them. It is undefined which half
 * would have them.
 */
function checkForm({ field }: Resolving, place: UploadedPlace): Problem[] {
  const { tree } = place.part.story;
  const [first, ...rest] = tree.children(place.paragraph.node).filter((node) => tree.isElement(node));
  if (first === undefined || rest.every((node) => tree.name(node) !== W.pPr)) return [];
  const message = "This paragraph cannot be split: its settings are in the middle of its text.";
  return [{ field: `${field}.paragraphs`, reason: "NOT_ALLOWED_HERE", message, paragraphs: [paragraphNameOf(place)] }];
}

/** Returns the one point at which the paragraph is split. */
function splitPoint(resolving: Resolving<EditOf<"split_paragraph">>): Lookup<NamedPoint> {
  const places = uploadedPlaces(resolving);
  if ("problems" in places) return places;
  const points = selectedPoints(resolving, places.found);
  if ("problems" in points) return points;
  const [point, ...more] = points.found;
  if (point !== undefined && more.length === 0) return { found: point };
  return refuse(
    `${resolving.field}.at`,
    "TEXT_NOT_UNIQUE",
    `The text matches ${points.found.length} times; a split takes one match. Give \`occurrence\` as a number.`,
  );
}

/** Returns a problem if the point is inside a content control or text with a reading aid. Both must be in one paragraph. */
function checkControls({ field, known }: Resolving, { place, offset, anchor }: NamedPoint): Problem[] {
  const { tree } = place.part.story;
  const { pieces } = known.uploaded.textOf(place);
  const [before, after] = [
    pieces.findLast(({ from, to }) => from < to && from < offset),
    pieces.find(({ from, to }) => from < to && to > offset),
  ];
  if (before === undefined || after === undefined || anchor === undefined) return [];
  const inside = wholesAround(tree, before.run);
  const isCut = wholesAround(tree, after.run).some((whole) => inside.includes(whole));
  if (!isCut) return [];
  const message = "The point is inside a content control or annotated text, which cannot be split.";
  return [{ field: `${field}.at`, reason: "PROTECTED_CONTENT", message, paragraphs: [paragraphNameOf(place)] }];
}

const WHOLES: ReadonlySet<NameId> = new Set([W.sdt, W.ruby]);

/** Returns the elements around a run that must be in one paragraph. */
function wholesAround(tree: Tree, run: NodeId): NodeId[] {
  const wholes: NodeId[] = [];
  for (let at = tree.parent(run); at !== NONE && tree.name(at) !== W.p; at = tree.parent(at)) {
    if (WHOLES.has(tree.name(at))) wholes.push(at);
  }
  return wholes;
}

export const joinParagraphs: Operation<"join_paragraphs"> = (resolving) => {
  const { edit, field, known } = resolving;
  const own = `${field}.paragraphs`;
  const parts = namedParts(known, edit.paragraphs as RangeGiven, own);
  if (parts !== undefined) return joinSplit(resolving, parts);
  const named = locateParagraphs(known, edit.paragraphs, own);
  if ("problems" in named) return named;
  if (named.found.made.length > 0) return joinMade(resolving, named.found.made);
  const places = joinedPlaces(named.found, own);
  if ("problems" in places) return places;
  const separator = String(edit.separator ?? "");
  const last = places.found.at(-1)!;
  const others = places.found.slice(0, -1);
  return {
    found: {
      touches: [
        ...others.map((place): Touch => ({ kind: "paragraph", place, effect: "joins", field: own })),
        ...places.found.slice(1).map((place): Touch => ({ kind: "paragraph", place, effect: "absorbs", field: own })),
      ],
      places: others.length,
      apply: (work) => {
        for (const place of others) joinWithNext(work, place, { content: separator, field: `${field}.separator` });
        const { tree } = work.storyOf(last.part);
        takeOver(work, tree, { paragraph: last.paragraph.node, from: places.found[0]!.paragraph.node });
      },
    },
  };
};

interface NamedParts {
  readonly place: UploadedPlace;
  readonly parts: readonly Part[];
}

/** Returns the parts that a range names, if both of its ends are parts of one paragraph that the request split. */
function namedParts(known: Known, { from, through }: RangeGiven, field: string): NamedParts | undefined {
  const [first, last] = [from, through].map((one) => locateParagraph(known, one, field));
  if (first === undefined || last === undefined || "problems" in first || "problems" in last) return undefined;
  if (last.found.kind !== "made") return undefined;
  const { halves } = known.refs;
  const place = halves.rangeOf(last.found.group)?.place;
  const own = first.found.kind === "uploaded" ? first.found.place : halves.rangeOf(first.found.group)?.place;
  if (place === undefined || own !== place) return undefined;
  const parts = halves.between(place, first.found.kind === "made" ? first.found.group : undefined, last.found.group);
  const isThere = ({ group }: Part): boolean =>
    group === undefined || known.takenOut?.has(madeKey({ group, item: 0 })) !== true;
  return parts === undefined ? undefined : { place, parts: parts.filter(isThere) };
}

/** Joins parts of one paragraph. The name of the first part names the whole; the other names are no longer valid. */
function joinSplit(
  { edit, field, known }: Resolving<EditOf<"join_paragraphs">>,
  { place, parts }: NamedParts,
): Lookup<Planned> {
  const own = `${field}.paragraphs`;
  const separator = { content: String(edit.separator ?? ""), field: `${field}.separator` };
  const others = parts.slice(1);
  const { length } = known.uploaded.textOf(place).text;
  const isWhole = parts[0]!.group === undefined && parts.at(-1)!.to === length;
  const problems = parts.at(-1)!.to === length ? checkUndecidedParagraph(place, own) : [];
  if (problems.length > 0) return { problems };
  const points = separator.content === "" ? [] : others.map(({ from }) => from);
  return {
    found: {
      touches: [
        { kind: "paragraph", place, effect: "heals", isWhole, field: own },
        ...points.map((offset): Touch => ({ kind: "point", place, offset, field: own })),
      ],
      places: others.length,
      takesOut: others.map(({ group }) => madeKey({ group: group!, item: 0 })),
      remember: () => known.refs.halves.join(place, parts),
      apply: (work) => {
        for (const offset of points) {
          const point = { place, offset, side: "before" } as const;
          insertAt(work, point, separator, behindComments(openPoint(work, point)));
        }
        // A refused split between them made no part.
        const made = parts.filter(({ group }) => group === undefined || work.made.has(group));
        const problem = APART[joinParts(work, place, made)];
        if (problem !== undefined) work.problems.push({ field: own, ...problem });
      },
    },
  };
}

/**
 * Returns the point after the comments that end there. A separator ends the part before it, and text at the end of any
 * paragraph comes after these comments.
 */
function behindComments({ tree, place, look }: OpenPoint): OpenPoint {
  let { before } = place;
  while (before !== NONE && holdsComment(tree, before)) before = tree.nextSibling(before);
  return { tree, look, place: { ...place, before } };
}

/** Joins new paragraphs of one edit. The name of the last one names the whole; the other names are no longer valid. */
function joinMade(
  { edit, field, known }: Resolving<EditOf<"join_paragraphs">>,
  made: readonly MadeParagraph[],
): Lookup<Planned> {
  const own = `${field}.paragraphs`;
  if (made.length < 2) return refuse(own, "RANGE_INVALID", TOO_FEW);
  const separator = { content: String(edit.separator ?? ""), field: `${field}.separator` };
  const last = made.at(-1)!;
  const others = made.slice(0, -1);
  return {
    found: {
      touches: [],
      places: others.length,
      changed: [],
      takesOut: others.map(madeKey),
      remember: () => {
        for (const content of [...others.flatMap((one) => known.refs.contentsOf(one)), separator.content]) {
          known.refs.addContent(last, content);
        }
      },
      apply: (work) => {
        const problem = APART[joinNew(work, made, separator)];
        if (problem !== undefined) work.problems.push({ field: own, ...problem });
      },
    },
  };
}

const TOO_FEW = "`paragraphs` must cover at least two paragraphs.";

const APART: Readonly<Record<Joined, Pick<Problem, "reason" | "message"> | undefined>> = {
  joined: undefined,
  section: {
    reason: "NOT_ALLOWED_HERE",
    message: "A section ends with one of the paragraphs. Remove its break first.",
  },
  apart: {
    reason: "UNDEFINED_COMBINATION",
    message: "Earlier edits put something between these paragraphs, or moved one of them.",
  },
};

/** Returns the paragraphs of the range: at least two, with nothing else between them. */
function joinedPlaces({ places, stretches }: NamedParagraphs, own: string): Lookup<readonly UploadedPlace[]> {
  const blocks = locateBlocks(stretches);
  if ("problems" in blocks) return blocks;
  // All paragraphs in the only cell of a table are also in one cell.
  const [cell, ...others] = new Set(places.map(({ part, paragraph }) => cellAround(part, paragraph.node)));
  const isCell = cell !== NONE && others.length === 0;
  const isRow = isCell || blocks.found.every(({ kind }) => kind === "paragraph");
  if (places.length < 2) return refuse(own, "RANGE_INVALID", TOO_FEW);
  if (!isRow) return refuse(own, "RANGE_INVALID", "Paragraphs with a table between them cannot be joined.");
  const ends = places.slice(0, -1).some(({ part, paragraph }) => endsSection(part.story.tree, paragraph.node));
  if (ends) return refuse(own, "NOT_ALLOWED_HERE", "A section ends between the paragraphs. Remove its break first.");
  // The last paragraph takes over the properties of the first.
  const problems = [
    ...checkMoves([...blocks.found, ...nodesBetween(places)], MOVE_RANGES, own),
    ...checkUndecidedParagraph(places.at(-1)!, own),
  ];
  return problems.length > 0 ? { problems } : { found: places };
}

/** Returns the nodes between consecutive paragraphs. The ends of moved ranges may be there. */
function nodesBetween(places: readonly UploadedPlace[]): Pick<NamedBlock, "part" | "node">[] {
  return places.slice(0, -1).flatMap(({ part, paragraph }, at) => {
    const { tree } = part.story;
    const between: Pick<NamedBlock, "part" | "node">[] = [];
    const next = places[at + 1]!.paragraph.node;
    for (let node = tree.nextSibling(paragraph.node); node !== NONE && node !== next; node = tree.nextSibling(node)) {
      between.push({ part, node });
    }
    return between;
  });
}

/**
 * Adds the separator before the deleted mark. It is not recorded as inserted there, so text that a later edit puts after the
 * last text comes before it.
 */
function joinWithNext(work: Workspace, place: UploadedPlace, separator: { content: string; field: string }): void {
  const { tree } = work.storyOf(place.part);
  const { length } = work.textOf(place);
  if (separator.content !== "") {
    insertContent(work, separator, openPoint(work, { place, offset: length, side: "before", isEnd: true }));
  }
  deleteMark(work, tree, place.paragraph.node);
}
