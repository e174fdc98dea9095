// What an edit does to the uploaded document, as far as other edits of the request are concerned.

import type { AddressedPart } from "../../document/text/addresses.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import type { UploadedPlace } from "../locate/uploaded.ts";

export type Touch = BlockTouch | LinkTouch | TextTouch | PointTouch | ParagraphTouch | ThingTouch;

/** Characters that are removed, changed, or anchor a point. */
export interface TextTouch {
  readonly kind: "text";
  readonly place: UploadedPlace;
  readonly from: number;
  readonly to: number;
  /** Text that `goes` leaves with its part of a paragraph, whatever was done to it before. */
  readonly effect: "removes" | "changes" | "anchors" | "goes";
  /** Whether a link goes on around what replaces its text. */
  readonly keepsLinks?: true;
  readonly field: string;
}

/** A place between characters where something is inserted. */
export interface PointTouch {
  readonly kind: "point";
  readonly place: UploadedPlace;
  readonly offset: number;
  readonly field: string;
}

/**
 * A paragraph as a whole. `uses` is for what is said of its own properties or its text as a whole; `before` and `after` for a
 * destination. One that `joins` is continued by the next, which `absorbs` it. `ends` is for one that a new section ends with, `halves` for one that loses a part that a split made, `heals` for
 * one of which parts are joined again; `isWhole` if it is one paragraph then.
 */
export interface ParagraphTouch {
  readonly kind: "paragraph";
  readonly place: UploadedPlace;
  readonly effect:
    | "removes"
    | "moves"
    | "splits"
    | "ends"
    | "halves"
    | "heals"
    | "joins"
    | "absorbs"
    | "uses"
    | "before"
    | "after";
  readonly isWhole?: boolean;
  readonly field: string;
}

/** Paragraphs of which something is said as a whole. */
export function usesOf(places: readonly UploadedPlace[], field: string): ParagraphTouch[] {
  return places.map((place) => ({ kind: "paragraph", place, effect: "uses", field }));
}

/**
 * Anything else that has one object of its own: a table, a section, a note, a thread. What an edit `changes` by adding or removing
 * parts of it is not moved by the request too; what `hosts` something that was moved into it is not removed.
 */
export interface ThingTouch {
  readonly kind: "thing";
  readonly thing: object;
  readonly effect: "removes" | "uses" | "changes" | "moves" | "hosts";
  readonly field: string;
}

/** Characters that become a link, or those of a link that changes or goes. */
export interface LinkTouch {
  readonly kind: "link";
  readonly place: UploadedPlace;
  readonly from: number;
  readonly to: number;
  readonly effect: "adds" | "changes";
  readonly field: string;
}

/** A paragraph or table of the upload that leaves where it stands, or that something comes to stand beside. */
export interface BlockTouch {
  readonly kind: "block";
  readonly part: AddressedPart;
  readonly node: NodeId;
  readonly effect: "leaves" | "beside";
  readonly field: string;
}

/** True if something that an edit touches stands in a part. */
export function isIn(part: AddressedPart, touch: Touch): boolean {
  if (touch.kind === "thing") return part.tables.some((table) => table === touch.thing);
  return (touch.kind === "block" ? touch.part : touch.place.part) === part;
}
