// Checks everything that must hold for the view of one redline.

import { ParagraphReader, paragraphsOf, renderJson, type Story, storiesOf, textBoxesOf } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type RedlineJson, viewTask } from "@versus/engine/tasks";
import { wholePage, writePage } from "@versus/viewer";
import type { Browser } from "playwright-core";
import type { OfficeSession } from "../../office/office-session.ts";
import { type EmbeddedView, embed, OVERFLOWING } from "../../viewer/embedded-view.ts";
import { openCorpusDocument } from "../read-document.ts";
import { officePages } from "./office-pages.ts";
import { type BothSides, type ReadView, readView } from "./read-view.ts";

export interface ViewResult {
  readonly name: string;
  readonly outcome: "shown" | "refused" | "crashed";
  /** Empty if all checks pass. */
  readonly problems: readonly string[];
  readonly pages: number;
  /** Number of pages of LibreOffice's PDF; undefined if LibreOffice prints none. */
  readonly officePages: number | undefined;
  readonly changes: number;
  readonly milliseconds: number;
}

export interface ViewPrograms {
  readonly browser: Browser;
  readonly office: OfficeSession;
}

const NAME = "redline.docx";

/** Shows the redline in a frame and compares its content with the document. */
export async function checkView(
  { browser, office }: ViewPrograms,
  name: string,
  redline: Uint8Array,
): Promise<ViewResult> {
  const fragment = new TextDecoder().decode(viewTask({ bytes: redline, name: NAME, codec: nodeZlib }));
  const start = performance.now();
  const view = await embed(browser, (origin) => writePage(fragment, { ...wholePage, origin }));
  try {
    await view.until("vs:ready");
    const milliseconds = performance.now() - start;
    const read = await readView(view);
    const { changes, problems } = await checkMessages(view, jsonOf(redline));
    return {
      ...{ name, outcome: "shown", pages: read.pages, changes, milliseconds },
      officePages: await officePages(office, redline),
      problems: [
        ...checkText(read, storiesIn(redline)),
        ...checkIds(read.ids, jsonOf(redline)),
        ...problems,
        ...(await checkPaper(view)),
        ...view.errors.map((error) => `the script failed: ${error}`),
      ],
    };
  } finally {
    await view.close();
  }
}

function jsonOf(redline: Uint8Array): RedlineJson {
  const documents = [{ role: "modified", name: NAME }] as const;
  return renderJson(openCorpusDocument(redline), { kind: "comparison", revision: NAME, documents });
}

/** The engine's text of a story, from another reader than the one of the view. */
interface StorySides extends BothSides {
  readonly kind: Story["kind"];
}

function storiesIn(redline: Uint8Array): StorySides[] {
  const document = openCorpusDocument(redline);
  return storiesOf(document)
    .filter(({ kind }) => kind !== "comment")
    .flatMap((story) => [
      sidesOf(story, story.kind),
      ...textBoxesOf(story).map((box) => sidesOf(box.story, story.kind === "body" ? "textbox" : "comment")),
    ]);
}

function sidesOf(story: Story, kind: Story["kind"]): StorySides {
  const textOf = (view: "accepted" | "rejected"): string => {
    const reader = new ParagraphReader(story, view);
    return paragraphsOf(story)
      .map((paragraph) => reader.read(paragraph).text)
      .join("");
  };
  return { kind, accepted: textOf("accepted"), rejected: textOf("rejected") };
}

/**
 * Removes white space, because the view lays it out in its own way, object characters, because objects have no text,
 * and control and format characters.
 */
function bare(text: string): string {
  return text.replace(/[\s\uFFFC\p{Cc}\p{Cf}]/gu, "");
}

function checkText({ stored, laidOut }: ReadView, stories: readonly StorySides[]): string[] {
  const of = (...kinds: readonly Story["kind"][]) => stories.filter(({ kind }) => kinds.includes(kind));
  return [
    ...compareStory("body", stored.body, of("body")[0] ?? { accepted: "", rejected: "" }),
    // The view shows a group of shapes as one box that contains the text of its boxes in order.
    ...findStories("text box", stored.boxes, { told: of("textbox"), mostJoined: Number.POSITIVE_INFINITY }),
    ...findStories("header or footer", stored.parts, { told: of("header", "footer"), mostJoined: 1 }),
    ...findStories("note", stored.notes, { told: of("footnote", "endnote"), mostJoined: 1 }),
    ...(laidOut.stored === laidOut.shown
      ? []
      : [`pages show ${laidOut.shown.length} characters of ${laidOut.stored.length}`]),
  ];
}

function compareStory(place: string, shown: BothSides, told: BothSides): string[] {
  return (["accepted", "rejected"] as const).flatMap((side) => {
    const [one, other] = [bare(shown[side]), bare(told[side])];
    if (one === other) return [];
    const at = [...one].findIndex((sign, index) => sign !== other[index]);
    return [`${place}, ${side}: ${one.length} characters shown, ${other.length} there, first at ${at}`];
  });
}

interface ToldStories {
  readonly told: readonly BothSides[];
  /** Maximum number of consecutive stories that the view may show as one. */
  readonly mostJoined: number;
}

/** Returns how many of the first stories together have the wanted text; undefined if no number of them does. */
function countOf(stories: readonly BothSides[], wanted: BothSides): number | undefined {
  const joined = { accepted: "", rejected: "" };
  for (const [index, { accepted, rejected }] of stories.entries()) {
    joined.accepted += accepted;
    joined.rejected += rejected;
    if (joined.accepted === wanted.accepted && joined.rejected === wanted.rejected) return index + 1;
    if (!wanted.accepted.startsWith(joined.accepted) || !wanted.rejected.startsWith(joined.rejected)) return undefined;
  }
  return undefined;
}

/** Each shown story must be one of the document's stories. Stories that are not shown are permitted. */
function findStories(place: string, shown: readonly BothSides[], { told, mostJoined }: ToldStories): string[] {
  const left = told.map(bareSides);
  return shown.flatMap((story, index) => {
    const wanted = bareSides(story);
    for (const from of left.keys()) {
      const count = countOf(left.slice(from, from + mostJoined), wanted);
      if (count === undefined) continue;
      left.splice(from, count);
      return [];
    }
    return [`${place} ${index + 1} shows another text than the document has`];
  });
}

function bareSides({ accepted, rejected }: BothSides): BothSides {
  return { accepted: bare(accepted), rejected: bare(rejected) };
}

/**
 * Checks the ids of the body's blocks and their order. Empty blocks in table cells may be missing, because merged
 * cells do not show them (HTM-9).
 */
function checkIds(ids: readonly string[], { blocks }: RedlineJson): string[] {
  const shown = new Set(ids);
  const told = blocksIn(blocks).filter(({ id, isEmptyInCell }) => shown.has(id) || !isEmptyInCell);
  const at = told.findIndex(({ id }, index) => id !== ids[index]);
  if (at < 0 && told.length === ids.length) return [];
  return [`blocks: ${ids.length} shown, ${told.length} in the JSON, first at ${at < 0 ? told.length : at}`];
}

interface ToldBlock {
  readonly id: string;
  readonly isEmptyInCell: boolean;
}

function blocksIn(blocks: RedlineJson["blocks"], isInCell = false): ToldBlock[] {
  return blocks.flatMap((block) => {
    if (block.type !== "table") return [{ id: block.id, isEmptyInCell: isInCell && block.content.length === 0 }];
    const inside = block.rows.flatMap(({ cells }) => cells.flatMap((cell) => blocksIn(cell.blocks, true)));
    return [{ id: block.id, isEmptyInCell: isInCell && inside.every((one) => one.isEmptyInCell) }, ...inside];
  });
}

interface ToldChange {
  readonly anchorId: string;
  readonly changeType: string | null;
}

const TYPES: Readonly<Record<string, string>> = {
  insertion: "insert",
  deletion: "delete",
  moved_from: "moveFrom",
  moved_to: "moveTo",
};

async function checkMessages(
  view: EmbeddedView,
  { blocks, headers, footers, notes, text_boxes, comments }: RedlineJson,
): Promise<{ readonly changes: number; readonly problems: readonly string[] }> {
  const { changes } = (await view.until("vs:changes")) as unknown as { readonly changes: readonly ToldChange[] };
  const listed = new Set<string>(comments.map(({ id }) => `comment comment-${id}`));
  collect([blocks, headers, footers, notes, text_boxes], listed);
  const told = new Set(changes.filter(({ changeType }) => changeType !== null).map(entryName));
  const missing = [...listed].filter((name) => !told.has(name));
  const more = [...told].filter((name) => !listed.has(name));
  const differences = [
    ...(missing.length === 0 ? [] : [`vs:changes lacks ${missing.length}: ${missing.slice(0, 3).join(", ")}`]),
    ...(more.length === 0 ? [] : [`vs:changes has ${more.length} more: ${more.slice(0, 3).join(", ")}`]),
    ...(told.size < changes.filter(({ changeType }) => changeType !== null).length ? ["an entry is told twice"] : []),
  ];
  return { changes: changes.length, problems: differences };
}

function entryName({ anchorId, changeType }: ToldChange): string {
  return `${changeType} ${anchorId}`;
}

/** Collects every change of the JSON at any depth. */
function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  const { type, id, author } = value as Readonly<Record<string, unknown>>;
  const kind = typeof type === "string" ? TYPES[type] : undefined;
  if (kind !== undefined && author !== undefined) found.add(`${kind} change-${String(id)}`);
  for (const child of Object.values(value)) collect(child, found);
}

async function checkPaper({ frame }: EmbeddedView): Promise<string[]> {
  const pages = (await frame.evaluate(OVERFLOWING)) as readonly string[];
  return pages.length === 0 ? [] : [`${pages.length} pages overflow: ${pages.slice(0, 3).join(", ")}`];
}
