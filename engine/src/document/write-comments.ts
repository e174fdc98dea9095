// New comments, replies and resolutions: the comments' part, and the further part that ties replies to their thread. Both are made
// where the document has none. The further part names a comment by the id of its last paragraph, which may have to be given one.

import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import { EXTENDED } from "./comments.ts";
import { partOfKind } from "./made-parts.ts";
import type { WordDocument } from "./open-document.ts";
import { partsOf, storiesOf } from "./stories.ts";
import { readStyles } from "./styles.ts";
import { wholeNumber } from "./values.ts";
import { W, W14, W15 } from "./word-names.ts";

export interface NewComment {
  readonly author: string;
  readonly date: string;
  /** The w:comment of the comment that it answers, or NONE. */
  readonly parent: NodeId;
  /** Makes its runs. */
  runs(tree: Tree): readonly NodeId[];
}

/** Adds a comment behind those that are there; gives the w:comment. */
export function addComment(document: WordDocument, { author, date, parent, runs }: NewComment): NodeId {
  const tree = commentsTree(document);
  const comment = tree.element(W.comment, [
    [W.id, nextId(tree)],
    [W.author, author],
    [W.date, date],
    [W.initials, initialsOf(author)],
  ]);
  const mark = tree.element(W.r);
  const style = annotationStyle(document, "annotation reference");
  if (style !== undefined) appendStyle(tree, mark, { properties: W.rPr, name: W.rStyle, style });
  tree.append(mark, tree.element(W.annotationRef));
  const paragraph = tree.element(W.p);
  const textStyle = annotationStyle(document, "annotation text");
  if (textStyle !== undefined) appendStyle(tree, paragraph, { properties: W.pPr, name: W.pStyle, style: textStyle });
  for (const run of [mark, ...runs(tree)]) tree.append(paragraph, run);
  tree.append(comment, paragraph);
  tree.append(tree.root, comment);
  const { extensions, node } = extensionOf(document, comment);
  if (parent !== NONE) extensions.setAttribute(node, W15.paraIdParent, paragraphIdOf(document, parent));
  return comment;
}

/** Says that the thread of a comment is done with. */
export function resolveComment(document: WordDocument, comment: NodeId): void {
  const { extensions, node } = extensionOf(document, comment);
  extensions.setAttribute(node, W15.done, "1");
}

/** The run that refers to a comment. */
export function makeReference(document: WordDocument, tree: Tree, id: string): NodeId {
  const run = tree.element(W.r);
  const style = annotationStyle(document, "annotation reference");
  if (style !== undefined) appendStyle(tree, run, { properties: W.rPr, name: W.rStyle, style });
  tree.append(run, tree.element(W.commentReference, [[W.id, id]]));
  return run;
}

export function commentsTree(document: WordDocument): Tree {
  return document.package.tree(partOfKind(document, "comments"));
}

function appendStyle(
  tree: Tree,
  owner: NodeId,
  {
    properties,
    name,
    style,
  }: { readonly properties: typeof W.rPr; readonly name: typeof W.rStyle; readonly style: string },
): void {
  const holder = tree.element(properties);
  tree.append(holder, tree.element(name, [[W.val, style]]));
  tree.append(owner, holder);
}

/** The id of a style that Word gives to comments, if the document has it. */
function annotationStyle(document: WordDocument, name: string): string | undefined {
  return [...readStyles(document).byId.values()].find((style) => style.name.toLowerCase() === name)?.id;
}

function nextId(tree: Tree): string {
  const ids = tree.children(tree.root).map((node) => wholeNumber(tree.attribute(node, W.id)) ?? -1);
  return String(ids.reduce((most, id) => Math.max(most, id), -1) + 1);
}

/** The first letters of the words of a name. */
function initialsOf(author: string): string {
  return author
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .join("");
}

/** What the further part says of a comment, made when it says nothing. */
function extensionOf(document: WordDocument, comment: NodeId): { extensions: Tree; node: NodeId } {
  const id = paragraphIdOf(document, comment);
  const extensions = document.package.tree(extendedPart(document));
  const known = extensions
    .children(extensions.root)
    .find((node) => extensions.attribute(node, W15.paraId)?.toUpperCase() === id.toUpperCase());
  if (known !== undefined) return { extensions, node: known };
  const node = extensions.element(W15.commentEx, [
    [W15.paraId, id],
    [W15.done, "0"],
  ]);
  extensions.append(extensions.root, node);
  return { extensions, node };
}

/** The id of the last paragraph of a comment, given when there is none. */
function paragraphIdOf(document: WordDocument, comment: NodeId): string {
  const tree = commentsTree(document);
  const last = tree.children(comment).findLast((node) => tree.name(node) === W.p);
  const paragraph = last ?? tree.element(W.p);
  if (last === undefined) tree.append(comment, paragraph);
  const known = tree.attribute(paragraph, W14.paraId);
  if (known !== undefined) return known;
  const id = freeParagraphId(document);
  tree.setAttribute(paragraph, W14.paraId, id);
  return id;
}

/** The lowest number that no paragraph or row has: eight hexadecimal digits. */
function freeParagraphId(document: WordDocument): string {
  const trees = new Set(storiesOf(document).map(({ tree }) => tree));
  const used = new Set<string | undefined>();
  for (const tree of trees) {
    // Ids that are given here stand in the comments alone.
    if (tree !== commentsTree(document) && !tree.mayHave(W14.paraId)) continue;
    const open = [tree.root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (!tree.isElement(node)) continue;
      used.add(tree.attribute(node, W14.paraId)?.toUpperCase());
      open.push(...tree.children(node));
    }
  }
  let number = 1;
  while (used.has(hexadecimal(number))) number += 1;
  return hexadecimal(number);
}

function hexadecimal(number: number): string {
  return number.toString(16).toUpperCase().padStart(8, "0");
}

const EXTENDED_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml";

function extendedPart(document: WordDocument): string {
  const [part] = partsOf(document, EXTENDED);
  if (part !== undefined) return part;
  const { package: opened, main } = document;
  const folder = main.slice(0, main.lastIndexOf("/") + 1);
  const plain = `${folder}commentsExtended.xml`;
  const pattern = opened.has(plain) ? `${folder}commentsExtended*.xml` : plain;
  const made = opened.add(pattern, EXTENDED_TYPE, new TextEncoder().encode(EMPTY));
  opened.relate(main, EXTENDED, made);
  return made;
}

const EMPTY =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w15:commentsEx xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" mc:Ignorable="w15"/>';
