// Implements insert, replace, delete and format: edits of the text of paragraphs.

import { W } from "../../document/word-names.ts";
import type { Content } from "../../language/content-runs/content-run.ts";
import { type RunFormatChange, writeRunFormat } from "../../language/run-format.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { paragraphProperties } from "../../revisions/write/mark-structure.ts";
import { recordIn } from "../apply/own-revisions.ts";
import { changeProperties, isReplaceable } from "../apply/text/format-runs.ts";
import { insertIntoMade } from "../apply/text/made-text.ts";
import { clearText, removeText } from "../apply/text/remove-text.ts";
import { type OpenPoint, openPoint, pointKey } from "../apply/text/text-points.ts";
import type { CharacterRange } from "../apply/text/working-text.ts";
import { insertContent, type NewText, plainLook } from "../apply/text/write-content.ts";
import type { Workspace } from "../apply/workspace.ts";
import { allNamed, locateParagraphs, type NamedParagraph, type ParagraphsGiven } from "../locate/paragraphs.ts";
import type { MadeParagraph } from "../locate/refs.ts";
import type { Selector, TextRange } from "../locate/text/match-text.ts";
import { checkPoint, checkRemoval, checkWholeResults, type TextPoint } from "../locate/text/protected-text.ts";
import { selectText } from "../locate/text/select-text.ts";
import { paragraphNameOf, type Uploaded, type UploadedPlace } from "../locate/uploaded.ts";
import { type TextTouch, type Touch, usesOf } from "../plan/touch.ts";
import { type Lookup, type Problem, refuse } from "../refusal.ts";
import type { EditOf } from "../shape/edit-types.ts";
import { checkStyle, misplacedContent } from "./content-checks.ts";
import type { Operation, Planned, Resolving } from "./operation.ts";
import { leftOut, sortUndecided } from "./undecided.ts";

export type At = "start" | "end" | { readonly after: Selector } | { readonly before: Selector };

/** Returns the uploaded paragraphs that an edit of text names. Text of new ones cannot be selected. */
export function uploadedPlaces({
  edit,
  field,
  known,
}: Resolving<{ readonly paragraphs: ParagraphsGiven }>): Lookup<readonly UploadedPlace[]> {
  const own = `${field}.paragraphs`;
  const named = locateParagraphs(known, edit.paragraphs, own);
  if ("problems" in named) return named;
  if (named.found.made.length === 0) return { found: named.found.places };
  return refuse(own, "NOT_ALLOWED_HERE", "Text of a new paragraph cannot be selected by the request that makes it.");
}

/** Returns the ranges that the field `text` selects. */
function selectedRanges(
  resolving: Resolving<{ readonly paragraphs: ParagraphsGiven }>,
  selector: Selector,
): Lookup<readonly TextRange[]> {
  const places = uploadedPlaces(resolving);
  if ("problems" in places) return places;
  return selectText(resolving.known.uploaded, places.found, { selector, field: `${resolving.field}.text` });
}

/** A point that the field `at` names, and the text that it was found by. */
export interface NamedPoint extends TextPoint {
  readonly anchor: TextRange | undefined;
}

export function selectedPoints(
  { edit, field, known }: Resolving<{ readonly at: At }>,
  places: readonly UploadedPlace[],
): Lookup<readonly NamedPoint[]> {
  const at = edit.at;
  const own = `${field}.at`;
  if (at === "start") {
    return { found: places.map((place) => ({ place, offset: 0, side: "after", isEnd: true, anchor: undefined })) };
  }
  if (at === "end") {
    return {
      found: places.map((place) => {
        const offset = known.uploaded.textOf(place).text.length;
        return { place, offset, side: "before", isEnd: true, anchor: undefined };
      }),
    };
  }
  const name = "after" in at ? "after" : "before";
  const selector = "after" in at ? at.after : at.before;
  const ranges = selectText(known.uploaded, places, { selector, field: `${own}.${name}` });
  if ("problems" in ranges) return ranges;
  return {
    found: ranges.found.map((anchor) => {
      const { place, from, to } = anchor;
      return name === "after"
        ? { place, offset: to, side: "before", anchor }
        : { place, offset: from, side: "after", anchor };
    }),
  };
}

/** Returns the touches of a point, and of the text that it was found by. */
export function touchesOf({ place, offset, anchor }: NamedPoint, field: string): Touch[] {
  const point: Touch = { kind: "point", place, offset, field };
  if (anchor === undefined) return [point, { kind: "paragraph", place, effect: "uses", field }];
  return [point, { kind: "text", ...anchor, effect: "anchors", field }];
}

/** True if content contains a note with a name, which can be inserted only once. */
function hasNamedNote(content: Content): boolean {
  return (
    typeof content !== "string" &&
    content.some((run) => (run.type === "footnote" || run.type === "endnote") && run.ref !== undefined)
  );
}

export const insert: Operation<"insert"> = (resolving) => {
  const { edit, field, known } = resolving;
  const named = insertPoints(resolving);
  if ("problems" in named) return named;
  const { points, made } = named.found;
  const own = `${field}.at`;
  const text: NewText = { content: edit.content, field: `${field}.content` };
  const kinds = [
    ...points.map(({ place }) => place.part.locator.kind),
    ...made.map((one) => known.refs.surroundingsOf(one).kind),
  ];
  const problems = [
    ...points.flatMap((point) => checkPoint(known.uploaded, point, own)),
    ...misplacedContent(text.content, text.field, kinds),
  ];
  if (kinds.length > 1 && hasNamedNote(text.content)) {
    problems.push({
      field: own,
      reason: "INVALID_VALUE",
      message: "A note with a `ref` must be inserted at one point only.",
    });
  }
  if (problems.length > 0) return { problems };
  for (const one of made) known.refs.addContent(one, text.content);
  return {
    found: {
      touches: points.flatMap((point) => touchesOf(point, own)),
      places: points.length + made.length,
      apply: (work) => {
        for (const point of points) insertAt(work, point, text);
        // Text of new paragraphs cannot be selected, so these are their ends.
        if (typeof edit.at === "string") for (const one of made) insertIntoMade(work, one, { ...text, at: edit.at });
      },
    },
  };
};

interface InsertPoints {
  readonly points: readonly NamedPoint[];
  /** New paragraphs at whose start or end the content is inserted. */
  readonly made: readonly MadeParagraph[];
}

/** Returns the points of an insert. A part that a split made has its ends in the uploaded text. */
function insertPoints(resolving: Resolving<EditOf<"insert">>): Lookup<InsertPoints> {
  const { edit, field, known } = resolving;
  const isEnd = edit.at === "start" || edit.at === "end";
  const named = isEnd ? locateParagraphs(known, edit.paragraphs, `${field}.paragraphs`) : uploadedPlaces(resolving);
  if ("problems" in named) return named;
  const { places, made } = "places" in named.found ? named.found : { places: named.found, made: [] };
  const points = selectedPoints(resolving, places);
  if ("problems" in points) return points;
  const halves = made.map((one) => ({ one, range: known.refs.halves.rangeOf(one.group) }));
  return {
    found: {
      points: [
        ...points.found,
        ...halves.flatMap(({ range }): NamedPoint[] => {
          if (range === undefined) return [];
          const { place, from, to } = range;
          const isStart = edit.at === "start";
          const offset = isStart ? from : to;
          return [{ place, offset, side: isStart ? "after" : "before", isEnd: true, anchor: undefined }];
        }),
      ],
      made: halves.flatMap(({ one, range }) => (range === undefined ? [one] : [])),
    },
  };
}

/** Inserts content at a point. `opened` is its position in the markup, if that is not the usual one. */
export function insertAt(
  work: Workspace,
  point: TextPoint,
  content: NewText,
  opened: OpenPoint = openPoint(work, point),
): void {
  const last = insertContent(work, content, opened);
  const text = work.textOf(point.place);
  if (last !== NONE) text.inserted.set(pointKey(text, point), last);
}

export const replace: Operation<"replace"> = (resolving) => {
  const { edit, field, known } = resolving;
  const ranges = selectedRanges(resolving, resolving.edit.text);
  if ("problems" in ranges) return ranges;
  const text: NewText = { content: edit.content, field: `${field}.content` };
  const problems = [
    ...checkRemoval(known.uploaded, ranges.found, `${field}.text`),
    ...misplacedContent(
      text.content,
      text.field,
      ranges.found.map(({ place }) => place.part.locator.kind),
    ),
  ];
  if (ranges.found.length > 1 && hasNamedNote(text.content)) {
    problems.push({
      field: `${field}.text`,
      reason: "INVALID_VALUE",
      message: "A note with a `ref` must be inserted once only.",
    });
  }
  if (problems.length > 0) return { problems };
  return {
    found: {
      touches: removals(ranges.found, `${field}.text`).map((touch) => ({ ...touch, keepsLinks: true })),
      apply: (work) => {
        for (const range of ranges.found) replaceRange(work, range, text);
      },
    },
  };
};

function removals(ranges: readonly TextRange[], field: string): TextTouch[] {
  return ranges.map((range) => ({ kind: "text", ...range, effect: "removes", field }));
}

/** Inserts the new text after the replaced text, with the formatting of the first replaced character. */
function replaceRange(work: Workspace, range: TextRange, text: NewText): void {
  const working = work.textOf(range.place);
  const { tree } = working;
  const [first] = working.between(range);
  const look = plainLook(tree, tree.child(first!.run, W.rPr));
  const place = clearText(work, range);
  const last = insertContent(work, text, { tree, place, look });
  const key = pointKey(working, { place: range.place, offset: range.to, side: "before" });
  if (last !== NONE && !working.inserted.has(key)) working.inserted.set(key, linkEndAt(work, range) ?? last);
}

/**
 * Returns the node that ends a link around replaced text, if both end at the same position. A point after the text is then
 * after the link.
 */
function linkEndAt(work: Workspace, { place, from, to }: TextRange): NodeId | undefined {
  const text = work.textOf(place);
  const isAround = (one: CharacterRange): boolean => one.from <= from && one.to === to;
  const link = work.uploaded.linksOf(place).find(isAround);
  if (link !== undefined || text.linked.some(isAround)) {
    const own = text.linkEnds.get(to);
    if (own !== undefined) return own;
  }
  if (link?.kind === "element") return link.node;
  if (link === undefined || link.span.kind === "simple") return undefined;
  const end = text.pieces.find(({ node }) => node === link.span.end);
  return end === undefined ? undefined : text.runOf(end);
}

export const deleteText: Operation<"delete"> = (resolving) => {
  const { field, known } = resolving;
  const ranges = selectedRanges(resolving, resolving.edit.text);
  if ("problems" in ranges) return ranges;
  const problems = checkRemoval(known.uploaded, ranges.found, `${field}.text`);
  if (problems.length > 0) return { problems };
  return {
    found: {
      touches: removals(ranges.found, `${field}.text`),
      apply: (work) => {
        for (const range of ranges.found) removeText(work, range);
      },
    },
  };
};

export const format: Operation<"format"> = (resolving) => {
  const { edit, field, known } = resolving;
  const change = edit.format;
  const style = checkStyle(known.uploaded, "character", {
    id: change.character_style,
    field: `${field}.format.character_style`,
  });
  if (edit.text === undefined) return formatParagraphs(resolving, change, style);
  const own = `${field}.text`;
  const ranges = selectedRanges(resolving, edit.text);
  if ("problems" in ranges) return { problems: [...ranges.problems, ...style] };
  const sorted = sortUndecided(resolving, ranges.found, (range) => checkUndecided(known.uploaded, range, own));
  const problems = [...style, ...checkWholeResults(known.uploaded, ranges.found, own), ...sorted.problems];
  if (problems.length > 0) return { problems };
  return {
    found: {
      touches: sorted.kept.map((range) => ({ kind: "text", ...range, effect: "changes", field: own })),
      ...leftOut(
        sorted,
        sorted.left.map(({ place }) => place),
      ),
      apply: (work) => {
        for (const range of sorted.kept) formatRange(work, range, change);
      },
    },
  };
};

function formatRange(work: Workspace, range: TextRange, change: RunFormatChange): void {
  const text = work.textOf(range.place);
  const pieces = [...text.between(range), ...text.fieldsIn(range, ({ isLink }) => !isLink)];
  for (const run of text.runsOf(pieces)) formatRun(work, text.tree, { owner: run, change });
}

function formatRun(
  work: Workspace,
  tree: Tree,
  { owner, change }: { readonly owner: NodeId; readonly change: RunFormatChange },
): void {
  changeProperties(work, {
    tree,
    owner,
    name: W.rPr,
    change: (properties) => writeRunFormat({ tree }, properties, change),
  });
}

/**
 * Returns a problem if text has another author's undecided formatting change, unless the text can be deleted and inserted
 * again.
 */
export function checkUndecided(uploaded: Uploaded, { place, from, to }: TextRange, field: string): Problem[] {
  const { tree } = place.part.story;
  const held = uploaded.textOf(place).pieces.some((piece) => {
    const isMeant = piece.from < to && piece.to > from;
    return isMeant && recordIn(tree, tree.child(piece.run, W.rPr)) !== NONE && !isReplaceable(tree, piece.run);
  });
  if (!held) return [];
  const message = "This text has an undecided formatting change. Accept or reject it first.";
  return [{ field, reason: "UNDECIDED_CHANGE", message, paragraphs: [paragraphNameOf(place)] }];
}

/** Returns all text of a paragraph. */
export function wholeOf(uploaded: Uploaded, place: UploadedPlace): TextRange {
  return { place, from: 0, to: uploaded.textOf(place).text.length };
}

/** Formats the text of whole paragraphs, and their marks. */
function formatParagraphs(
  resolving: Resolving<EditOf<"format">>,
  change: RunFormatChange,
  style: readonly Problem[],
): Lookup<Planned> {
  const { edit, field, known } = resolving;
  const own = `${field}.paragraphs`;
  const named = locateParagraphs(known, edit.paragraphs, own);
  if ("problems" in named) return { problems: [...named.problems, ...style] };
  const sorted = sortUndecided(resolving, named.found.places, (place) =>
    checkUndecided(known.uploaded, wholeOf(known.uploaded, place), own),
  );
  const problems = [...style, ...sorted.problems];
  if (problems.length > 0) return { problems };
  const paragraphs = allNamed({ ...named.found, places: sorted.kept });
  return {
    found: {
      touches: usesOf(sorted.kept, own),
      places: paragraphs.length,
      ...(sorted.left.length === 0 ? {} : { skipped: sorted.left }),
      apply: (work) => {
        for (const paragraph of paragraphs) formatWhole(work, paragraph, change);
      },
    },
  };
}

function formatWhole(work: Workspace, paragraph: NamedParagraph, change: RunFormatChange): void {
  const { story, node } = work.paragraphOf(paragraph);
  const { tree } = story;
  for (const run of work.runsOf(paragraph)) formatRun(work, tree, { owner: run, change });
  formatRun(work, tree, { owner: paragraphProperties(tree, node), change });
}
