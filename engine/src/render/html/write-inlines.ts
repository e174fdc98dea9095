// Writes the content of a paragraph: text in changes, links and formats, and comment points.
//
// Every piece has a list of elements around it, outermost first: changes and conflicts, a link, its formatting.
// Neighbours share the equal start of both lists, so a change across three formats is one element (HTM-6). A comment
// begins and ends at a point: an empty element that is not inside a link or a format. Elements around commented text
// would nest as deep as comments overlap. The fragment would then grow with the square of the document (HTM-7).

import { type Formatting, runFormatting } from "../../document/formatting/formatting.ts";
import type { LayerKind } from "../../document/formatting/styles.ts";
import { M, W } from "../../document/word-names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { descendants } from "../../revisions/markup.ts";
import type { ParagraphOrigin } from "../read-blocks.ts";
import type { ConflictPlace } from "../read-conflicts.ts";
import type { LayeredPiece } from "../read-segments.ts";
import type { Change } from "../redline.ts";
import type { Listed } from "./data/change-list.ts";
import type { StoryContext, Wrapper } from "./html-context.ts";
import { attribute, classes, escapeHtml } from "./markup.ts";
import { boxesIn, drawingPlace } from "./pictures.ts";
import { characterCss, isVanished } from "./run-css.ts";

/** Writes the blocks of a text box. */
export type WriteBox = (root: ReturnType<typeof boxesIn>[number]) => string;

const RUN_LAYERS: ReadonlySet<LayerKind> = new Set(["direct", "character style"]);

export function writeInlines(context: StoryContext, { node, pieces }: ParagraphOrigin, writeBox: WriteBox): string {
  const open: Wrapper[] = [];
  let html = "";
  const closeTo = (depth: number): void => {
    for (let last = open.length; last > depth; last -= 1) html += open.pop()!.close;
  };
  const openAll = (wrappers: readonly Wrapper[]): void => {
    for (const wrapper of wrappers) {
      html += wrapper.open();
      open.push(wrapper);
    }
  };
  for (const piece of pieces) {
    const before = html.length;
    const layers = layersOf(context, piece);
    const inner = innerOf(context, piece);
    const { ends, starts } = context.cursor.toRun(piece.run);
    const hasPoint = ends.length > 0 || starts.length > 0;
    const wrappers = layers.length === 0 ? inner : [...layers, ...inner];
    const most = hasPoint ? layers.length : wrappers.length;
    let shared = 0;
    while (shared < open.length && shared < most && open[shared]!.key === wrappers[shared]!.key) shared += 1;
    closeTo(shared);
    html += writeCommentPoints(context, "ce", ends);
    if (shared < layers.length) openAll(layers.slice(shared));
    html += writeCommentPoints(context, "cs", starts);
    openAll(inner.slice(Math.max(0, shared - layers.length)));
    for (const layer of piece.layers) if (!("conflict" in layer)) context.changes.addText(layer, piece.text);
    context.budget.spend(html.length - before);
    const written = writePiece(context, piece, writeBox);
    // The blocks of a text box are counted when they are written, and pictures do not count.
    if (piece.object === undefined) context.budget.spend(written.length);
    html += written;
  }
  closeTo(0);
  return pieces.length === 0 ? html : html + writeCommentPoints(context, "ce", context.cursor.toEnd(node));
}

function layersOf(context: StoryContext, { layers }: LayeredPiece): readonly Wrapper[] {
  if (layers.length === 0) return NO_WRAPPER;
  const conflict = layers.find((layer) => "conflict" in layer);
  return layers.map((layer) =>
    "conflict" in layer ? conflictWrapper(context, layer) : changeWrapper(context, layer, conflict?.conflict),
  );
}

function innerOf(context: StoryContext, piece: LayeredPiece): readonly Wrapper[] {
  const link = context.marks.linkOver(piece.run, piece.field);
  const field = context.marks.pageField(piece.run, piece.field);
  const run = runWrapper(context, piece);
  if (link === undefined && field === undefined) return run;
  return [
    ...(link === undefined ? [] : [wrapper(`link ${link}`, `<span class="lk"${attribute("title", link)}>`)]),
    ...(field === undefined ? [] : [wrapper(`field ${field}`, `<span${attribute("data-p", field)}>`)]),
    ...run,
  ];
}

/**
 * Writes the points of comments; cs: they begin, ce: they end. Replies, and comments that report a conflict, have no
 * points.
 */
function writeCommentPoints(context: StoryContext, name: "cs" | "ce", ids: readonly string[]): string {
  let html = "";
  for (const id of ids) {
    const comment = context.comments.get(id);
    if (comment === undefined) continue;
    const listed = context.changes.comment(comment, { ...context.place });
    html += `<i class="${name}"${listedAttributes(listed)}></i>`;
  }
  return html;
}

function wrapper(key: unknown, start: string): Wrapper {
  return { key, open: () => start, close: "</span>" };
}

/** Returns the attributes of an entry's element: the number, and the id if it is the first. */
export function listedAttributes({ number, anchor, isFirst }: Listed): string {
  return `${isFirst ? attribute("id", anchor) : ""} data-c="${number}"`;
}

const ELEMENTS = {
  insertion: ["ins", ""],
  deletion: ["del", ""],
  moved_to: ["ins", "mv"],
  moved_from: ["del", "mv"],
} as const;

function changeWrapper(context: StoryContext, change: Change, conflict: number | undefined): Wrapper {
  const [element, kind] = ELEMENTS[change.type];
  const open = (): string => {
    const listed = context.changes.change(change, { ...context.place }, conflict);
    return `<${element}${classes(kind)}${listedAttributes(listed)}>`;
  };
  return { key: change, open, close: `</${element}>` };
}

/** Writes an element without text for the change of a mark. `inner` are the elements of the later changes inside it. */
export function markElement(context: StoryContext, change: Change, inner: string): string {
  const { open, close } = changeWrapper(context, change, undefined);
  return `${open().replace(/^<(ins|del)(?: class="([^"]*)")?/, '<$1 class="pm $2"')}${inner}${close}`;
}

function conflictWrapper(context: StoryContext, place: ConflictPlace): Wrapper {
  const open = (): string => {
    const listed = context.changes.conflict(place.conflict, { ...context.place });
    return `<span class="cf"${listedAttributes(listed)}>`;
  };
  return { key: place, open, close: "</span>" };
}

const NO_WRAPPER: readonly Wrapper[] = [];

function runWrapper(context: StoryContext, piece: LayeredPiece): readonly Wrapper[] {
  const { story, numbering, runs } = context;
  if (story.tree.name(piece.run) !== W.r) return NO_WRAPPER;
  if (story.tree.child(piece.run, W.rPr) === NONE) return NO_WRAPPER;
  const formatting = runFormatting(numbering, story, piece.run);
  return runs.of(formatting, piece.object === undefined ? "" : "object", () =>
    wrapperOfRun(context, formatting, piece),
  );
}

function wrapperOfRun(
  { sheet, fonts }: StoryContext,
  formatting: Formatting,
  { object }: LayeredPiece,
): readonly Wrapper[] {
  const hidden = isVanished(formatting) ? "hid" : "";
  // The element of a note's mark sets its size.
  const css = object === undefined ? characterCss(formatting, RUN_LAYERS, fonts) : "";
  const name = sheet.name("r", css);
  if (name === "" && hidden === "") return NO_WRAPPER;
  return [wrapper(`run ${name} ${hidden}`, `<span${classes(name, hidden)}>`)];
}

function writePiece(context: StoryContext, piece: LayeredPiece, writeBox: WriteBox): string {
  const { object, node, text } = piece;
  if (object === "footnote" || object === "endnote") return writeReference(context, node);
  if (object === "math") return `<span class="math">${escapeHtml(mathText(context, node))}</span>`;
  if (object !== undefined) return writeDrawing(context, node, writeBox);
  const name = context.story.tree.name(node);
  if (name === W.tab || name === W.ptab) return '<i class="tab">\t</i>';
  if (text === "\f") return `<i class="${isColumnBreak(context, node) ? "cb" : "pb"}">\f</i>`.replace("\f", "");
  return text === "\n" && name !== W.t ? "<br>" : escapeHtml(text);
}

function isColumnBreak({ story }: StoryContext, node: NodeId): boolean {
  return story.tree.attribute(node, W.type) === "column";
}

function writeReference(context: StoryContext, node: NodeId): string {
  const note = context.notes.get(node);
  if (note === undefined) return "";
  const anchor = `${note.kind}-${note.number}`;
  const listed = context.changes.note(anchor, { ...context.place });
  if (listed.isFirst) context.writeNote(note);
  const label = note.hasCustomMark ? "" : escapeHtml(note.label);
  return `<sup class="fn"${listedAttributes(listed)}${attribute("data-n", anchor)}>${label}</sup>`;
}

function mathText({ story: { tree } }: StoryContext, node: NodeId): string {
  const texts = descendants(tree, node).filter((below) => tree.name(below) === M.t);
  return texts
    .map((text) =>
      tree
        .children(text)
        .map((child) => tree.text(child))
        .join(""),
    )
    .join("");
}

function writeDrawing(context: StoryContext, drawing: NodeId, writeBox: WriteBox): string {
  const { story, pictures, sheet } = context;
  const place = drawingPlace(story, drawing);
  const picture = pictures.of(story, drawing);
  const boxes = boxesIn(story, drawing);
  const where = place.kind === "inline" ? "" : `d${place.kind[0]}`;
  const size = sheet.name("d", `${place.size}${place.offset}`);
  if (boxes.length > 0) {
    const width = sheet.name("d", `${place.size.replace(/height:[^;]*;/, "")}${place.offset}`);
    const content = boxes.map((box) => writeBox(box)).join("");
    return `<span role="group" aria-label="Text box"${classes("box", where, width)}>${content}</span>`;
  }
  if (picture?.source !== undefined) {
    return `<img${classes("pic", where, size)} alt="${escapeHtml(picture.description)}" src="${picture.source}">`;
  }
  const description = picture?.description ?? "";
  const said = description === "" ? (picture === undefined ? "Drawing" : "Picture") : description;
  return `<span role="img"${classes("nopic", where, size)}${attribute("aria-label", said)}></span>`;
}
