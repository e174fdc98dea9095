// insert_paragraphs and delete_paragraphs.

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
import { nameOf, type Uploaded, type UploadedPlace } from "../../locate/uploaded.ts";
import type { Touch } from "../../plan/touch.ts";
import { type Found, type Problem, refuse } from "../../refusal.ts";
import { contentProblems } from "../../shape/content.ts";
import { checkStyle, likeProblems, likeTouches, numberingProblems, RUN_PLACES } from "../content-checks.ts";
import type { Operation, Resolving } from "../operation.ts";

/** What is wrong with new paragraphs that are to stand in a kind of part. */
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

/** The paragraphs that new ones are like or whose lists they are in, as other edits see them. */
export function newParagraphTouches(known: Known, items: readonly NewParagraph[], field: string): Touch[] {
  return items.flatMap((item, at) => {
    const own = `${field}[${at}]`;
    const { numbering = {} } = item;
    return [...likeTouches(known, item, own), ...likeTouches(known, numbering as NumberingGiven, `${own}.numbering`)];
  });
}

/** What a destination is in. */
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

/** What an uploaded paragraph is in. */
export function surroundingsAt({ part, paragraph }: UploadedPlace): StandsIn {
  return { kind: part.locator.kind, part, section: paragraph.section ?? 1 };
}

/** Between two tables that touch a paragraph could not go again, nor behind one that a broken story ends with. */
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

/** A new table stands beside another only where two touched before. */
export function checkBetweenNow(work: Workspace, destination: Destination, field: string): Problem[] {
  const { story, node } = destinationBlock(work, destination);
  const isMade = destination.beside === "table" && destination.table.kind === "made";
  return isMade && blockBeside(story.tree, node, destination.position).kind === "table" ? [touching(field)] : [];
}

/** A destination as other edits see it. */
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

/** The uploaded paragraph that something new stands beside. */
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

/** The blocks and new paragraphs that an edit names, to delete or move them. */
export function namedBlocks({
  edit,
  field,
  known,
}: Resolving<{ readonly paragraphs: ParagraphsGiven }>): Found<NamedBlocks> {
  const own = `${field}.paragraphs`;
  const named = locateParagraphs(known, edit.paragraphs, own);
  if ("problems" in named) return named;
  const made = [...new Map(named.found.made.map((paragraph) => [madeKey(paragraph), paragraph])).values()];
  if (made.some((paragraph) => beginsNote(known, paragraph))) {
    return refuse(
      own,
      "UNDEFINED_COMBINATION",
      "An edit cannot delete or move the first paragraph of a note of the same request: it has the number of the note.",
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

/** Whether blocks hold anything of an undecided move that cannot go with them. */
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

/** What is no mark between blocks. */
const SOLID = new NameSet([W.p, W.sectPr, ...TABLE_PARTS, ...WRAPPERS]);

/** Whether the range of a move begins or ends between a block and the next: what is left of the block would change sides. */
function endsRange(tree: Tree, block: NodeId): boolean {
  let at = tree.nextSibling(block);
  while (at !== NONE && !SOLID.has(tree.name(at))) {
    if (MOVE_RANGES.has(tree.name(at))) return true;
    at = tree.nextSibling(at);
  }
  const around = tree.parent(block);
  return at === NONE && WRAPPERS.has(tree.name(around)) && endsRange(tree, around);
}

/** A field that reaches over paragraphs goes with all of them or stays with all of them. */
export function cutFields(uploaded: Uploaded, places: readonly UploadedPlace[], field: string): Problem[] {
  const all = new Set(places);
  return places.flatMap((place) => {
    const isCut = uploaded.textOf(place).results.some(({ node, beginsHere, endsHere }) => {
      if (beginsHere === endsHere) return false;
      const shown = uploaded
        .placesOf(place.part)
        .filter((other) => uploaded.textOf(other).results.some((span) => span.node === node));
      return shown.some((other) => !all.has(other));
    });
    const message = "A field spans this paragraph and others that stay. Name all of them.";
    return isCut ? [{ field, reason: "PROTECTED_CONTENT" as const, message, paragraphs: [nameOf(place)] }] : [];
  });
}

/** All that blocks take with them, as other edits see it. */
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
      // A note that moves is another note there.
      ...noteTouches(uploaded, places, field),
    ];
  });
}

function tablesIn({ part, table }: Extract<NamedBlock, { readonly kind: "table" }>): readonly object[] {
  return part.tables.filter(({ first, end }) => first >= table.first && end <= table.end);
}

/** Notes go with all of their references. */
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

interface Half {
  readonly paragraph: MadeParagraph;
  readonly range: TextRange;
}

/** A new paragraph as the part of an uploaded one that a split made, if it is one. */
function halfOf({ refs }: Known, paragraph: MadeParagraph): Half[] {
  const range = refs.halves.rangeOf(paragraph.group);
  return range === undefined ? [] : [{ paragraph, range }];
}

/** All that a part of a paragraph takes with it, as other edits see it. */
function halfTouches(uploaded: Uploaded, range: TextRange, field: string): Touch[] {
  const { place, from, to } = range;
  // Of what stands where the parts meet either may hold it.
  const held = uploaded.textOf(place).pieces.filter((piece) => piece.from >= from && piece.to <= to);
  return [
    { kind: "text", place, from, to, effect: "goes", field },
    { kind: "paragraph", place, effect: "halves", field },
    ...goneNotes(uploaded, ({ node }) => held.some((piece) => piece.node === node), field),
  ];
}
