// Implements insert_paragraphs and delete_paragraphs.

import { MOVE_RANGES, TABLE_PARTS, WRAPPERS } from "../../../document/grammar.ts";
import { W } from "../../../document/word-names.ts";
import { NameSet, type NameTest } from "../../../ooxml/xml/name-set.ts";
import type { NameId } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { blockBeside } from "../../../revisions/joins.ts";
import { descendants } from "../../../revisions/markup.ts";
import { destinationBlock, modelOf, putBlocks } from "../../apply/blocks/block-places.ts";
import { makeNewParagraph, type NewParagraph } from "../../apply/blocks/new-paragraphs.ts";
import { removeBlock } from "../../apply/blocks/remove-blocks.ts";
import { removeHalf } from "../../apply/blocks/remove-half.ts";
import type { NumberingGiven } from "../../apply/lists/number-paragraphs.ts";
import { keepNeeded } from "../../apply/settle-ends.ts";
import { checkEmptied, needed, standingBlocks, takeOutNew } from "../../apply/take-out-new.ts";
import type { Workspace } from "../../apply/workspace.ts";
import { locateBlocks, type NamedBlock, placesIn } from "../../locate/blocks.ts";
import { type Destination, locateDestination } from "../../locate/destinations.ts";
import { locateParagraphs, type ParagraphsGiven } from "../../locate/paragraphs.ts";
import type { Known } from "../../locate/parts.ts";
import { groupOf, type MadeParagraph, madeKey, type StandsIn } from "../../locate/refs.ts";
import type { TextRange } from "../../locate/text/match-text.ts";
import { paragraphNameOf, type Uploaded, type UploadedPlace } from "../../locate/uploaded.ts";
import type { Touch } from "../../plan/touch.ts";
import { type Lookup, type Problem, refuse } from "../../refusal.ts";
import { contentProblems } from "../../shape/content.ts";
import { checkStyle, likeProblems, likeTouches, numberingProblems, RUN_PLACES } from "../content-checks.ts";
import type { Operation, Resolving } from "../operation.ts";

/** Returns the problems of new paragraphs in a kind of part. */
export function newParagraphProblems(
  { known }: Pick<Resolving, "known">,
  items: readonly NewParagraph[],
  { field, kind }: { readonly field: string; readonly kind: string },
): Problem[] {
  return items.flatMap((item, index) => {
    const own = `${field}[${index}]`;
    return [
      ...contentProblems(item.content, `${own}.content`, RUN_PLACES[kind]!),
      ...(item.numbering === undefined ? [] : numberingProblems(known, item.numbering, `${own}.numbering`)),
      ...likeProblems(known, item, own),
      ...checkStyle(known.uploaded, "paragraph", { id: item.style_id, field: `${own}.style_id` }),
      ...checkStyle(known.uploaded, "character", {
        id: item.format?.character_style,
        field: `${own}.format.character_style`,
      }),
    ];
  });
}

/** Returns the touches of the paragraphs that new ones look like, or whose lists they join. */
export function newParagraphTouches(known: Known, items: readonly NewParagraph[], field: string): Touch[] {
  return items.flatMap((item, at) => {
    const own = `${field}[${at}]`;
    const { numbering = {} } = item;
    return [...likeTouches(known, item, own), ...likeTouches(known, numbering as NumberingGiven, `${own}.numbering`)];
  });
}

/** Returns the part and the section that contain a destination. */
export function surroundingsOf({ refs, uploaded }: Known, destination: Destination): StandsIn {
  if (destination.beside === "paragraph") {
    const { paragraph } = destination;
    return paragraph.kind === "uploaded" ? surroundingsAt(paragraph.place) : refs.surroundingsOf(paragraph);
  }
  const { table } = destination;
  if (table.kind === "made") return refs.surroundingsOf({ group: groupOf(table.made.edit) });
  const first = uploaded.placesOf(table.part)[table.table.first];
  return first === undefined ? { kind: table.part.locator.kind, part: table.part, section: 1 } : surroundingsAt(first);
}

/** Returns the part and the section that contain an uploaded paragraph. */
export function surroundingsAt({ part, paragraph }: UploadedPlace): StandsIn {
  return { kind: part.locator.kind, part, section: paragraph.section ?? 1 };
}

/**
 * Returns a problem if a new paragraph could not be removed again: between two tables that touch, or after a table at which a
 * broken story ends.
 */
export function checkBetweenTables(destination: Destination, field: string): Problem[] {
  if (destination.beside === "paragraph" || destination.table.kind === "made") return [];
  const { part, table } = destination.table;
  const { kind } = blockBeside(part.story.tree, table.table.node, destination.position);
  if (kind === "table") return [touching(field)];
  if (kind === "paragraph" || destination.position === "before") return [];
  return [
    {
      field,
      reason: "NOT_ALLOWED_HERE",
      message: "No paragraph follows this table. Insert the new one before the table instead.",
    },
  ];
}

function touching(field: string): Problem {
  const message = "Two tables touch here. Choose another destination, or one inside a table.";
  return { field, reason: "NOT_ALLOWED_HERE", message };
}

/**
 * Returns a problem if a destination is between a new table and another one. A new table touches another only where two
 * tables touched before.
 */
export function checkBetweenNow(work: Workspace, destination: Destination, field: string): Problem[] {
  const { story, node } = destinationBlock(work, destination);
  const isMade = destination.beside === "table" && destination.table.kind === "made";
  return isMade && blockBeside(story.tree, node, destination.position).kind === "table" ? [touching(field)] : [];
}

/** Returns the touches of a destination. */
export function destinationTouches(destination: Destination, field: string): Touch[] {
  if (destination.beside === "table") {
    const { table } = destination;
    if (table.kind === "made") return [];
    return [
      { kind: "thing", thing: table.table, effect: "uses", field },
      { kind: "block", part: table.part, node: table.table.table.node, effect: "beside", field },
    ];
  }
  const { paragraph, position } = destination;
  if (paragraph.kind === "made") return [];
  const { place } = paragraph;
  return [
    { kind: "paragraph", place, effect: position, field },
    { kind: "block", part: place.part, node: place.paragraph.node, effect: "beside", field },
  ];
}

/** Returns the uploaded paragraph next to a destination. */
export function besidePlaces(destination: Destination): readonly UploadedPlace[] {
  return destination.beside !== "table" && destination.paragraph.kind === "uploaded"
    ? [destination.paragraph.place]
    : [];
}

export const insertParagraphs: Operation<"insert_paragraphs"> = (resolving) => {
  const { edit, index, field, known, tables } = resolving;
  const own = `${field}.destination`;
  const destination = locateDestination(known, edit.destination, own);
  const items = edit.new_paragraphs;
  const itemField = `${field}.new_paragraphs`;
  if ("problems" in destination) {
    return {
      problems: [
        ...destination.problems,
        ...newParagraphProblems(resolving, items, { field: itemField, kind: "body" }),
      ],
    };
  }
  const surroundings = surroundingsOf(known, destination.found);
  known.refs.standIn(index, surroundings);
  const cell = tables.cellAt(destination.found);
  tables.standIn(index, () => cell);
  const problems = [
    ...checkBetweenTables(destination.found, own),
    ...newParagraphProblems(resolving, items, { field: itemField, kind: surroundings.kind }),
  ];
  if (problems.length > 0) return { problems };
  return {
    found: {
      touches: [...destinationTouches(destination.found, own), ...newParagraphTouches(known, items, itemField)],
      places: 1,
      changed: besidePlaces(destination.found),
      apply: (work) => {
        const { story } = destinationBlock(work, destination.found);
        const between = checkBetweenNow(work, destination.found, own);
        work.problems.push(...between);
        if (between.length > 0) return;
        const model = modelOf(work, destination.found);
        const nodes = items.map((item, at) =>
          makeNewParagraph(work, item, { story, model, field: `${itemField}[${at}]` }),
        );
        putBlocks(work, destination.found, nodes);
        work.made.set(
          groupOf(index),
          nodes.map((node) => ({ story, node })),
        );
      },
    },
  };
};

export interface NamedBlocks {
  readonly blocks: readonly NamedBlock[];
  /** The paragraphs that the request itself makes, each once. */
  readonly made: readonly MadeParagraph[];
}

/** Returns the blocks and new paragraphs that an edit deletes or moves. */
export function namedBlocks({
  edit,
  field,
  known,
}: Resolving<{ readonly paragraphs: ParagraphsGiven }>): Lookup<NamedBlocks> {
  const own = `${field}.paragraphs`;
  const named = locateParagraphs(known, edit.paragraphs, own);
  if ("problems" in named) return named;
  const made = [...new Map(named.found.made.map((paragraph) => [madeKey(paragraph), paragraph])).values()];
  if (made.some((paragraph) => beginsNote(known, paragraph))) {
    return refuse(
      own,
      "UNDEFINED_COMBINATION",
      "An edit cannot delete or move the first paragraph of a note of the same request: it contains the note number.",
    );
  }
  const blocks = locateBlocks(named.found.stretches);
  if ("problems" in blocks) return blocks;
  const problems = [
    ...cutFields(known.uploaded, named.found.places, own),
    ...checkMoves(blocks.found, MOVE_RANGES, own),
  ];
  return problems.length > 0 ? { problems } : { found: { blocks: blocks.found, made } };
}

/** True if a paragraph begins a note that the request makes. */
function beginsNote({ refs }: Known, paragraph: MadeParagraph): boolean {
  const isFirst = paragraph.group.startsWith("part ") && paragraph.item === 0;
  return isFirst && /note$/.test(refs.surroundingsOf(paragraph).kind);
}

/** Returns a problem if blocks contain part of an undecided move that cannot be deleted or moved with them. */
export function checkMoves(
  blocks: readonly Pick<NamedBlock, "part" | "node">[],
  names: Iterable<NameId> & NameTest,
  field: string,
): Problem[] {
  const isHeld = blocks.some(({ part, node }) => {
    const { tree } = part.story;
    if (![...names].some((name) => tree.mayHave(name))) return false;
    const inside = descendants(tree, node);
    const isMoved = inside.some((one) => tree.name(one) === W.moveFrom || tree.name(one) === W.moveTo);
    return inside.some((one) => names.has(tree.name(one))) || (isMoved && endsRange(tree, node));
  });
  if (!isHeld) return [];
  const message = "This is part of an undecided tracked move. Accept or reject it first.";
  return [{ field, reason: "UNDEFINED_COMBINATION", message }];
}

/** Elements that are not marks between blocks. */
const SOLID = new NameSet([W.p, W.sectPr, ...TABLE_PARTS, ...WRAPPERS]);

/**
 * True if the range of a move begins or ends between a block and the next one. The rest of the block would then be on the
 * other side of the border.
 */
function endsRange(tree: Tree, block: NodeId): boolean {
  let at = tree.nextSibling(block);
  while (at !== NONE && !SOLID.has(tree.name(at))) {
    if (MOVE_RANGES.has(tree.name(at))) return true;
    at = tree.nextSibling(at);
  }
  const around = tree.parent(block);
  return at === NONE && WRAPPERS.has(tree.name(around)) && endsRange(tree, around);
}

/** Returns a problem for a field over several paragraphs, unless all or none of them are named. */
export function cutFields(uploaded: Uploaded, places: readonly UploadedPlace[], field: string): Problem[] {
  const named = new Map([...Map.groupBy(places, ({ part }) => part)].map(([part, own]) => [part, countBefore(own)]));
  return places.flatMap((place) => {
    const before = named.get(place.part)!;
    const isCut = uploaded.textOf(place).results.some(({ paragraphs: { begin, end }, beginsHere, endsHere }) => {
      return beginsHere !== endsHere && before[end + 1]! - before[begin]! < end + 1 - begin;
    });
    const message = "A field spans this paragraph and others that stay. Name all of them.";
    return isCut
      ? [{ field, reason: "PROTECTED_CONTENT" as const, message, paragraphs: [paragraphNameOf(place)] }]
      : [];
  });
}

/**
 * Returns counts, indexed by paragraph of a part and one more: the number of given paragraphs before it. All given paragraphs
 * are in that part.
 */
function countBefore(places: readonly UploadedPlace[]): readonly number[] {
  const named = new Set(places.map(({ paragraph }) => paragraph.index));
  let count = 0;
  const before = places[0]!.part.paragraphs.map((_, index) => (named.has(index - 1) ? ++count : count));
  return [...before, named.has(before.length - 1) ? count + 1 : count];
}

/** Returns the touches of all content that is deleted or moved with blocks. */
export function blockTouches(
  uploaded: Uploaded,
  blocks: readonly NamedBlock[],
  { effect, field }: { readonly effect: "removes" | "moves"; readonly field: string },
): Touch[] {
  return blocks.flatMap((block): Touch[] => {
    const places = block.kind === "table" ? block.places : [block.place];
    const tables = block.kind === "table" ? tablesIn(block) : [];
    return [
      { kind: "block", part: block.part, node: block.node, effect: "leaves", field },
      ...tables.map((thing): Touch => ({ kind: "thing", thing, effect, field })),
      ...places.map((place): Touch => ({ kind: "paragraph", place, effect, field })),
      // A moved note is a different note at the destination.
      ...noteTouches(uploaded, places, field),
    ];
  });
}

function tablesIn({ part, table }: Extract<NamedBlock, { readonly kind: "table" }>): readonly object[] {
  return part.tables.filter(({ first, end }) => first >= table.first && end <= table.end);
}

/** Returns the touches of the notes whose references are all in these paragraphs. They are deleted with them. */
export function noteTouches(uploaded: Uploaded, places: readonly UploadedPlace[], field: string): Touch[] {
  const nodes = new Set(
    places.filter(({ part }) => part.locator.kind === "body").map(({ paragraph }) => paragraph.node),
  );
  return goneNotes(uploaded, ({ paragraph }) => nodes.has(paragraph), field);
}

type NoteReference = Uploaded["addresses"]["notes"][number]["reference"];

function goneNotes(uploaded: Uploaded, isGone: (reference: NoteReference) => boolean, field: string): Touch[] {
  return uploaded.addresses.notes
    .filter(({ reference, others }) => [reference, ...others].every(isGone))
    .flatMap((note): Touch[] => {
      const part = uploaded.addresses.parts.find(
        ({ story }) => story.root === note.story.root && story.part === note.story.part,
      );
      const own = part === undefined ? [] : uploaded.placesOf(part);
      return [
        { kind: "thing", thing: note, effect: "removes", field },
        ...(part?.tables ?? []).map((thing): Touch => ({ kind: "thing", thing, effect: "removes", field })),
        ...own.map((place): Touch => ({ kind: "paragraph", place, effect: "removes", field })),
      ];
    });
}

export const deleteParagraphs: Operation<"delete_paragraphs"> = (resolving) => {
  const { field, known } = resolving;
  const own = `${field}.paragraphs`;
  const named = namedBlocks(resolving);
  if ("problems" in named) return named;
  const { blocks, made } = named.found;
  const halves = made.flatMap((paragraph) => halfOf(known, paragraph));
  const inserted = made.filter(({ group }) => known.refs.halves.rangeOf(group) === undefined);
  const problems = halves.flatMap(({ range: { place } }) => [
    ...cutFields(known.uploaded, [place], own),
    ...checkMoves([{ part: place.part, node: place.paragraph.node }], MOVE_RANGES, own),
  ]);
  if (problems.length > 0) return { problems };
  return {
    found: {
      touches: [
        ...blockTouches(known.uploaded, blocks, { effect: "removes", field: own }),
        ...halves.flatMap(({ range }) => halfTouches(known.uploaded, range, own)),
      ],
      places: placesIn(blocks).length + made.length,
      changed: [...placesIn(blocks), ...halves.map(({ range }) => range.place)],
      takesOut: made.map(madeKey),
      apply: (work) => {
        const news = inserted.map((paragraph) => work.headOf(paragraph));
        const { problems } = work;
        problems.push(...checkEmptied(work, [...news, ...standingBlocks(work, blocks)], own));
        const isLeft = problems.length === 0 && news.map((block) => takeOutNew(work, block)).includes(false);
        if (isLeft) problems.push(needed(own));
        for (const { paragraph, range } of halves) {
          problems.push(...removeHalf(work, { paragraph, place: range.place, field: own }));
        }
        for (const block of blocks) removeBlock(work, block);
        const paragraphs = blocks.filter(({ kind }) => kind === "paragraph");
        for (const [part, gone] of Map.groupBy(paragraphs, (block) => block.part)) {
          keepNeeded(
            work,
            work.storyOf(part).tree,
            gone.map(({ node }) => [node, node]),
          );
        }
      },
    },
  };
};

interface SplitPart {
  readonly paragraph: MadeParagraph;
  readonly range: TextRange;
}

/** Returns the part of an uploaded paragraph that a new paragraph is, if a split made it. */
function halfOf({ refs }: Known, paragraph: MadeParagraph): SplitPart[] {
  const range = refs.halves.rangeOf(paragraph.group);
  return range === undefined ? [] : [{ paragraph, range }];
}

/** Returns the touches of all content that is deleted with a part of a paragraph. */
function halfTouches(uploaded: Uploaded, range: TextRange, field: string): Touch[] {
  const { place, from, to } = range;
  // Content without characters at the border of two parts may belong to either.
  const held = uploaded.textOf(place).pieces.filter((piece) => piece.from >= from && piece.to <= to);
  return [
    { kind: "text", place, from, to, effect: "goes", field },
    { kind: "paragraph", place, effect: "halves", field },
    ...goneNotes(uploaded, ({ node }) => held.some((piece) => piece.node === node), field),
  ];
}
