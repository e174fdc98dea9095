// Splits the content of a paragraph into characters, and joins them to pieces for comparison.

import type { ContentParagraph } from "@versus/engine/tasks";
import {
  type Field,
  type Item,
  type ItemKind,
  type Link,
  type Look,
  type Model,
  NO_LOOK,
  type Note,
  type Para,
} from "./model.ts";

type Listed = ContentParagraph["content"][number];
/** A segment; text has no type. */
type Segment =
  | Extract<Listed, { readonly type: string }>
  | (Exclude<Listed, { readonly type: string }> & { readonly type?: undefined });

/** Returns all segments of a paragraph, with those of links in place of the links. */
export function segmentsIn(segments: readonly Segment[]): Segment[] {
  return segments.flatMap((segment) => (segment.type === "hyperlink" ? segmentsIn(segment.content) : [segment]));
}

/** Finds the note that a segment refers to. */
export type NoteOf = (kind: "footnote" | "endnote", number: number) => Note | undefined;

export function noteFinder({ parts, notes }: Model): NoteOf {
  return (kind, number) =>
    notes.find(({ part }) => parts.includes(part) && part.kind === kind && part.number === number);
}

/** Returns the current content of a paragraph. */
export function itemsOf(para: Para, noteOf: NoteOf): Item[] {
  if (para.items !== undefined) return para.items;
  const items = segmentItems(para, para.source?.content ?? [], { noteOf, link: undefined });
  para.uploaded = [...items];
  para.items = items;
  return items;
}

/** Returns the content of a paragraph in the upload. */
export function uploadedItems(para: Para, noteOf: NoteOf): readonly Item[] {
  itemsOf(para, noteOf);
  return para.uploaded ?? [];
}

interface SegmentPlace {
  readonly noteOf: NoteOf;
  readonly link: Link | undefined;
}

function segmentItems(para: Para, segments: readonly Segment[], place: SegmentPlace): Item[] {
  const fields = new Map<Segment, Field>();
  // A note or picture in the result of a field is a segment of its own. The JSON then shows the field before and
  // after it.
  const fieldBefore = (all: readonly Segment[], index: number): Field | undefined => {
    const [field, object, own] = [all[index - 2], all[index - 1], all[index]];
    const isSame = field?.type === "field" && own?.type === "field" && field.code === own.code;
    return isSame && OBJECTS.has(object?.type ?? "") ? fields.get(field) : undefined;
  };
  return segments.flatMap((segment, index): Item[] => {
    if (segment.type === "hyperlink") {
      return segmentItems(para, segment.content, { ...place, link: { url: segment.url } });
    }
    const revision = segment.revision;
    const make = (kind: ItemKind, text: string, rest: Partial<Item> = {}): Item =>
      newItem(para, { kind, text, revision, link: place.link, isUploaded: true, ...rest });
    switch (segment.type) {
      case undefined:
        return [...segment.text].map((text) => make("text", text, { look: lookOf(segment.format) }));
      case "tab":
        return [make("tab", "\t", { look: lookOf(segment.format) })];
      case "break":
        return [make("break", segment.kind === "line" ? "\n" : "\f", { breakKind: segment.kind })];
      case "field": {
        const before = fieldBefore(segments, index);
        const field: Field = before ?? { code: { value: segment.code } };
        fields.set(segment, field);
        const mark = before === undefined ? [make("field", "", { field })] : [];
        return [...mark, ...[...segment.text].map((text) => make("text", text, { field }))];
      }
      case "footnote":
      case "endnote":
        return [make(segment.type, "", { note: place.noteOf(segment.type, segment.number) })];
      default:
        return [make(segment.type, "")];
    }
  });
}

const OBJECTS: ReadonlySet<string> = new Set(["footnote", "endnote", "image", "math", "object"]);

function lookOf(format: object | undefined): Look {
  return format === undefined ? NO_LOOK : { keys: format as Look["keys"] };
}

export function newItem(para: Para, own: Partial<Item> & Pick<Item, "kind" | "text">): Item {
  return {
    look: NO_LOOK,
    revision: undefined,
    field: undefined,
    link: undefined,
    isUploaded: false,
    isGone: false,
    para,
    ...own,
  };
}

/** Equal neighbouring items as one. The result of a field in a paragraph is one piece. */
export interface Piece {
  readonly kind: ItemKind;
  text: string;
  readonly breakKind?: string | undefined;
  readonly look: Look;
  readonly revision: number | undefined;
  readonly field: Field | undefined;
  readonly url: string | undefined;
  readonly note: Note | undefined;
  readonly isUploaded: boolean;
}

export function piecesOf(items: readonly Item[]): Piece[] {
  const pieces: Piece[] = [];
  for (const item of items) {
    if (item.isGone) continue;
    const last = pieces.at(-1);
    if (last !== undefined && isContinued(last, item)) last.text += item.text;
    else pieces.push(pieceOf(item));
  }
  return pieces;
}

function pieceOf({ kind, text, breakKind, look, revision, field, link, note, isUploaded }: Item): Piece {
  const own = field === undefined ? kind : "field";
  return { kind: own, text, breakKind, look, revision, field, url: link?.url, note, isUploaded };
}

function isContinued(last: Piece, item: Item): boolean {
  if (item.kind === "field" || item.link?.url !== last.url) return false;
  if (last.kind === "field") return item.field === last.field;
  if (last.kind !== "text" || item.kind !== "text" || item.field !== undefined) return false;
  return item.revision === last.revision && item.isUploaded === last.isUploaded && isSameLook(item.look, last.look);
}

function isSameLook(one: Look, other: Look): boolean {
  return one === other || (one.open === other.open && JSON.stringify(one.keys) === JSON.stringify(other.keys));
}

/** Returns the pieces of a content JSON. */
export function segmentPieces(segments: readonly Segment[], url?: string): Piece[] {
  return segments.flatMap((segment): Piece[] => {
    if (segment.type === "hyperlink") return segmentPieces(segment.content, segment.url);
    const piece = {
      look: NO_LOOK,
      revision: segment.revision,
      field: undefined,
      url,
      note: undefined,
      isUploaded: true,
    };
    switch (segment.type) {
      case undefined:
        return [{ ...piece, kind: "text", text: segment.text, look: lookOf(segment.format) }];
      case "tab":
        return [{ ...piece, kind: "tab", text: "\t", look: lookOf(segment.format) }];
      case "break":
        return [{ ...piece, kind: "break", text: segment.kind === "line" ? "\n" : "\f", breakKind: segment.kind }];
      case "field":
        return [{ ...piece, kind: "field", text: segment.text, field: { code: { value: segment.code } } }];
      default:
        return [{ ...piece, kind: segment.type, text: "" }];
    }
  });
}
