// Reads the changed paragraphs of a merge as pieces of text, each with the copies that inserted or deleted it.

import { TRACKED_CHANGES } from "../../document/grammar.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { listRevisions } from "../../revisions/list-revisions.ts";
import { ancestor } from "../../revisions/markup.ts";
import type { Labels } from "../labels.ts";
import { textOfRun } from "../run-line.ts";

/** The text of a run. */
export interface LinePiece {
  readonly text: string;
  /** Default: every copy has the text that nobody inserted. */
  readonly change?: {
    readonly kind: "insertion" | "deletion";
    /** The w:ins or w:del. */
    readonly node: NodeId;
    readonly author: string;
  };
  /** True for text at the old position of a move, or at the new one. */
  readonly isOldPosition: boolean;
  readonly isNewPosition: boolean;
}

export interface ChangedLine {
  readonly part: string;
  readonly tree: Tree;
  readonly paragraph: NodeId;
  readonly pieces: readonly LinePiece[];
}

/** Text that a copy replaces: deleted and inserted between two pieces that the copy keeps. */
export interface Replacement {
  readonly line: ChangedLine;
  readonly deleted: readonly LinePiece[];
  readonly inserted: readonly LinePiece[];
  /** Text that the copy keeps between the previous replacement and this one. */
  readonly keptBefore: string;
}

/** Returns the paragraphs with inserted or deleted text, in document order. Branches for old programs are left out. */
export function changedLines(document: WordDocument): ChangedLine[] {
  const changes = listRevisions(document).filter(
    ({ kind, place, isTwin }) => place === "content" && !isTwin && (kind === "insertion" || kind === "deletion"),
  );
  const lines = new Map<string, ChangedLine>();
  for (const { part, tree, node } of changes) {
    const paragraph = ancestor(tree, node, W.p);
    const key = `${part} ${paragraph}`;
    if (paragraph === NONE || lines.has(key)) continue;
    const none = { isOldPosition: false, isNewPosition: false };
    lines.set(key, { part, tree, paragraph, pieces: piecesIn(tree, paragraph, none) });
  }
  return [...lines.values()];
}

function piecesIn(tree: Tree, holder: NodeId, around: Omit<LinePiece, "text">): LinePiece[] {
  return tree.children(holder).flatMap((node) => {
    if (!tree.isElement(node)) return [];
    if (tree.name(node) === W.r) return [{ ...around, text: textOfRun(tree, node) }];
    const kind = TRACKED_CHANGES.get(tree.name(node));
    if (kind === undefined) return piecesIn(tree, node, around);
    if (kind === "moveFrom") return piecesIn(tree, node, { ...around, isOldPosition: true });
    if (kind === "moveTo") return piecesIn(tree, node, { ...around, isNewPosition: true });
    return piecesIn(tree, node, { ...around, change: { kind, node, author: tree.attribute(node, W.author) ?? "" } });
  });
}

/** Returns the replacements of one copy in a paragraph, in order. */
export function replacementsOf(line: ChangedLine, copy: number, labels: Labels): Replacement[] {
  const found: Replacement[] = [];
  let keptBefore = "";
  let open: { deleted: LinePiece[]; inserted: LinePiece[] } | undefined;
  for (const piece of line.pieces) {
    const { change, text } = piece;
    const isOwn = change !== undefined && labels.includes(change.author, copy);
    if (isOwn) {
      open ??= { deleted: [], inserted: [] };
      (change.kind === "insertion" ? open.inserted : open.deleted).push(piece);
    } else if (change?.kind !== "insertion") {
      if (open !== undefined) {
        found.push({ line, ...open, keptBefore });
        [open, keptBefore] = [undefined, ""];
      }
      keptBefore += text;
    }
  }
  return open === undefined ? found : [...found, { line, ...open, keptBefore }];
}

export function textOf(pieces: readonly LinePiece[]): string {
  return pieces.map(({ text }) => text).join("");
}
