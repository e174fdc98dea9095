// A link as the marks of a field, so that its code can be changed or deleted as a tracked change.
//
// A field has these marks. Around the text of a link that is an element, or of a simple field, they are put; Word writes
// links as fields wherever a part of them is tracked. Such a link reads the same, and the gate knows which ones they are.

import { W } from "../../../document/word-names.ts";
import { ensure } from "../../../failures/failure.ts";
import { makeField, makeRun } from "../../../language/content-runs/run-nodes.ts";
import { XML } from "../../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../../ooxml/xml/tree.ts";
import { unwrap } from "../../../revisions/markup.ts";
import { unfoldSimpleField, wrapContent } from "../../../revisions/write/mark-content.ts";
import type { Link } from "../../locate/links.ts";
import type { TextPiece } from "../../locate/text/read-text.ts";
import type { UploadedPlace } from "../../locate/uploaded.ts";
import type { OpenLink, Workspace } from "../workspace.ts";
import { placeBeside } from "./cut-markup.ts";
import { dropRuns } from "./remove-text.ts";
import type { WorkingText } from "./working-text.ts";
import { plainLook } from "./write-content.ts";

/** Deletes the code of a link and inserts another. */
export function changeAddress(work: Workspace, link: OpenLink, url: string): void {
  const { tree, begin, codes } = link;
  if (link.newCode !== NONE) {
    writeCode(tree, link.newCode, url);
    return;
  }
  const last = codes.at(-1) ?? begin;
  const properties = plainLook(tree, tree.child(last, W.rPr));
  const run = makeRun({ tree, properties, format: {} }, [tree.element(W.instrText)]);
  writeCode(tree, run, url);
  const { parent, before } = placeBeside(tree, last, { side: "after", own: work.own });
  tree.insertBefore(parent, run, before);
  wrapContent(tree, [run], { change: "insertion", maker: work.own });
  dropRuns(work, tree, codes);
  link.newCode = run;
}

/** Deletes all that makes a text a link. */
export function dropLink(work: Workspace, { tree, begin, codes, separate, end, newCode }: OpenLink): void {
  // The old code is deleted already where there is a new one.
  const code = newCode === NONE ? codes : [newCode];
  dropRuns(work, tree, [begin, ...code, separate]);
  dropRuns(work, tree, [end]);
}

function writeCode(tree: Tree, run: NodeId, url: string): void {
  const code = tree.child(run, W.instrText);
  for (const child of tree.children(code)) tree.remove(child);
  tree.append(code, tree.textNode(` HYPERLINK "${url}" `));
  tree.setAttribute(code, XML.space, "preserve");
}

export function openLink(work: Workspace, place: UploadedPlace, link: Link): OpenLink {
  const known = work.links.get(link);
  if (known !== undefined) return known;
  const opened = { ...runsOf(work, place, link), newCode: NONE };
  work.links.set(link, opened);
  const { linkStarts, linkEnds, inserted } = work.textOf(place);
  linkStarts.set(link.from, opened.begin);
  linkEnds.set(link.to, opened.end);
  // What stood behind the element stands behind the field.
  for (const [point, last] of inserted) {
    if (link.kind === "element" && last === link.node) inserted.set(point, opened.end);
  }
  return opened;
}

function runsOf(work: Workspace, place: UploadedPlace, link: Link): Omit<OpenLink, "newCode"> {
  const text = work.textOf(place);
  const { tree } = text;
  if (link.kind === "element") return unfoldElement(work, place, { node: link.node, code: link.code ?? "" });
  if (link.span.kind === "complex") return marksOf(text, link.span);
  const [begin, code, separate, ...rest] = unfoldSimpleField(tree, link.span.node);
  return { tree, begin: begin!, codes: [code!], separate: separate!, end: rest.at(-1)! };
}

function unfoldElement(
  work: Workspace,
  { part }: UploadedPlace,
  { node, code }: { readonly node: NodeId; readonly code: string },
): Omit<OpenLink, "newCode"> {
  const { tree } = work.storyOf(part);
  const field = makeField({ tree, properties: NONE, format: {} }, code);
  const parent = tree.parent(node);
  for (const run of [field.begin, field.code, field.separate]) tree.insertBefore(parent, run, node);
  tree.insertBefore(parent, field.end, tree.nextSibling(node));
  unwrap(tree, node);
  const unfolded = work.unfolded.get(part.story.part) ?? new Map<NodeId, string>();
  work.unfolded.set(part.story.part, unfolded.set(node, ` ${code} `));
  return { tree, begin: field.begin, codes: [field.code], separate: field.separate, end: field.end };
}

/** The marks of a complex field, and what stands between the first two. */
function marksOf(text: WorkingText, { node, end }: { readonly node: NodeId; readonly end: NodeId }) {
  const { tree, pieces } = text;
  const first = pieces.findIndex((piece) => piece.node === node);
  const last = pieces.findIndex((piece) => piece.node === end);
  let depth = 0;
  const at = pieces.slice(0, last).findIndex((piece, index) => {
    const type = index < first ? undefined : tree.attribute(piece.node, W.fldCharType);
    if (type === "begin") depth += 1;
    if (type === "end") depth -= 1;
    return type === "separate" && depth === 1;
  });
  ensure(first >= 0 && at > first, "a link that shows text has a code before it");
  const runOf = (piece: TextPiece): NodeId => text.runOf(piece);
  const [begin, separate, ends] = [pieces[first]!, pieces[at]!, pieces[last]!];
  const codes = pieces.slice(first + 1, at);
  return {
    tree,
    begin: runOf(begin),
    codes: codes.length === 0 ? [] : text.runsOf(codes),
    separate: runOf(separate),
    end: runOf(ends),
  };
}
