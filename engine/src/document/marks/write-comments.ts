// Writes new comments, replies and resolutions.
//
// Comments are in the comments part. The commentsExtended part links replies to their thread. Both parts are created if the
// document has none. commentsExtended names a comment by the id of its last paragraph; the writer adds an id if the paragraph
// has none.

import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { isElementSpan, type SpanTree, spanAttribute } from "../../ooxml/xml/span-tree.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { readStyles } from "../formatting/styles.ts";
import { COMMENT_MARKS } from "../grammar.ts";
import { partOfKind } from "../made-parts.ts";
import type { WordDocument } from "../open-document.ts";
import { partsOf, storiesOf } from "../text/stories.ts";
import { wholeNumber } from "../values.ts";
import { W, W14, W15 } from "../word-names.ts";
import { EXTENDED } from "./comments.ts";

export interface NewComment {
  readonly author: string;
  readonly date: string;
  /** The w:comment that this comment replies to, or NONE. */
  readonly parent: NodeId;
  /** Creates the runs of the comment. */
  runs(tree: Tree): readonly NodeId[];
}

/** The marks of a comment in the text that it is about; NONE for a missing mark. */
export interface CommentMarks {
  readonly tree: Tree;
  readonly start: NodeId;
  readonly end: NodeId;
  readonly reference: NodeId;
}

/** Writes comments into one document. The used ids are read once, so any number of comments costs one reading. */
export class CommentWriter {
  readonly #document: WordDocument;
  readonly #styles = new Map<string, string | undefined>();
  #lastId: number | undefined;
  #taken: Set<string | undefined> | undefined;
  #lastParagraph = 0;

  constructor(document: WordDocument) {
    this.#document = document;
  }

  /** Name of the comments part, which is created if the document has none. */
  get part(): string {
    return partOfKind(this.#document, "comments");
  }

  get tree(): Tree {
    return this.#document.package.tree(this.part);
  }

  idOf(comment: NodeId): string {
    return this.tree.attribute(comment, W.id) ?? "";
  }

  /** Adds a comment after the existing ones. Returns the w:comment. */
  add({ author, date, parent, runs }: NewComment): NodeId {
    const { tree } = this;
    const comment = tree.element(W.comment, [
      [W.id, ""],
      [W.author, author],
      [W.date, date],
      [W.initials, initialsOf(author)],
    ]);
    const mark = tree.element(W.r);
    const style = this.#style("annotation reference");
    if (style !== undefined) appendStyle(tree, mark, { properties: W.rPr, name: W.rStyle, style });
    tree.append(mark, tree.element(W.annotationRef));
    const paragraph = tree.element(W.p);
    const textStyle = this.#style("annotation text");
    if (textStyle !== undefined) appendStyle(tree, paragraph, { properties: W.pPr, name: W.pStyle, style: textStyle });
    for (const run of [mark, ...runs(tree)]) tree.append(paragraph, run);
    tree.append(comment, paragraph);
    this.put(comment, parent);
    return comment;
  }

  /** Adds a w:comment after the existing ones with a new id, as a reply to `parent` if that is not NONE. */
  put(comment: NodeId, parent: NodeId): void {
    const { tree } = this;
    tree.setAttribute(comment, W.id, this.#nextId());
    tree.append(tree.root, comment);
    const { extensions, node } = this.#extensionOf(comment);
    if (parent !== NONE) extensions.setAttribute(node, W15.paraIdParent, this.#paragraphIdOf(parent));
  }

  /** Marks the thread of a comment as resolved. */
  resolve(comment: NodeId): void {
    const { extensions, node } = this.#extensionOf(comment);
    extensions.setAttribute(node, W15.done, "1");
  }

  /** Returns a run that refers to a comment. */
  makeReference(tree: Tree, id: string): NodeId {
    const run = tree.element(W.r);
    const style = this.#style("annotation reference");
    if (style !== undefined) appendStyle(tree, run, { properties: W.rPr, name: W.rStyle, style });
    tree.append(run, tree.element(W.commentReference, [[W.id, id]]));
    return run;
  }

  /** Adds marks for a reply after the marks of the comment that it answers, and after those of earlier replies. */
  markReply({ tree, start, end, reference }: CommentMarks, id: string): void {
    if (reference === NONE) return;
    if (start !== NONE && end !== NONE) {
      putBehind(tree, start, tree.element(W.commentRangeStart, [[W.id, id]]));
      putBehind(tree, end, tree.element(W.commentRangeEnd, [[W.id, id]]));
    }
    putBehind(tree, runAround(tree, reference), this.makeReference(tree, id));
  }

  /** Returns the id of a style that Word uses for comments; undefined if the document does not have it. */
  #style(name: string): string | undefined {
    if (!this.#styles.has(name)) {
      const styles = [...readStyles(this.#document).byId.values()];
      this.#styles.set(name, styles.find((style) => style.name.toLowerCase() === name)?.id);
    }
    return this.#styles.get(name);
  }

  #nextId(): string {
    this.#lastId = (this.#lastId ?? highestId(this.#document, this.tree)) + 1;
    return String(this.#lastId);
  }

  /** Returns the entry of a comment in commentsExtended, and creates it if it is missing. */
  #extensionOf(comment: NodeId): { extensions: Tree; node: NodeId } {
    const extensions = this.#document.package.tree(extendedPart(this.#document));
    // An id that was just created has no entry.
    const isNew = paragraphId(this.tree, comment) === undefined;
    const id = this.#paragraphIdOf(comment);
    const known = isNew ? undefined : extensionNamed(extensions, id);
    if (known !== undefined) return { extensions, node: known };
    const node = extensions.element(W15.commentEx, [
      [W15.paraId, id],
      [W15.done, "0"],
    ]);
    extensions.append(extensions.root, node);
    return { extensions, node };
  }

  /** Returns the id of a comment's last paragraph. Creates the paragraph, the id or both if they are missing. */
  #paragraphIdOf(comment: NodeId): string {
    const { tree } = this;
    const known = paragraphId(tree, comment);
    if (known !== undefined) return known;
    const last = lastParagraph(tree, comment);
    const paragraph = last ?? tree.element(W.p);
    if (last === undefined) tree.append(comment, paragraph);
    const id = this.#freeParagraphId();
    tree.setAttribute(paragraph, W14.paraId, id);
    return id;
  }

  /** Returns the lowest number that no paragraph or row has as id: eight hexadecimal digits. */
  #freeParagraphId(): string {
    this.#taken ??= paragraphIds(this.#document, this.tree);
    do this.#lastParagraph += 1;
    while (this.#taken.has(hexadecimal(this.#lastParagraph)));
    return hexadecimal(this.#lastParagraph);
  }
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

/** Returns the highest id of a comment or of a mark in the text. A mark may name a missing comment. */
function highestId(document: WordDocument, comments: Tree): number {
  const numbers = (tree: Tree, nodes: readonly NodeId[]): number[] =>
    nodes.map((node) => wholeNumber(tree.attribute(node, W.id)) ?? -1);
  const trees = new Set(storiesOf(document).map(({ tree }) => tree));
  const marked = [...trees].flatMap((tree) => numbers(tree, elementsNamed(tree, COMMENT_MARKS)));
  return [...numbers(comments, comments.children(comments.root)), ...marked].reduce(
    (most, id) => Math.max(most, id),
    -1,
  );
}

/** Returns the first letters of the words of a name. */
function initialsOf(author: string): string {
  return author
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .join("");
}

/** Inserts a mark after another mark and all marks of the same kind that follow it. */
function putBehind(tree: Tree, mark: NodeId, node: NodeId): void {
  const name = tree.name(mark);
  let last = mark;
  for (let next = tree.nextSibling(last); next !== NONE && isLike(tree, next, name); next = tree.nextSibling(last)) {
    last = next;
  }
  tree.insertBefore(tree.parent(last), node, tree.nextSibling(last));
}

function isLike(tree: Tree, node: NodeId, name: NameId): boolean {
  return tree.name(node) === name && (name !== W.r || tree.child(node, W.commentReference) !== NONE);
}

function runAround(tree: Tree, reference: NodeId): NodeId {
  let at = reference;
  while (tree.name(at) !== W.r) at = tree.parent(at);
  return at;
}

function lastParagraph(tree: Tree, comment: NodeId): NodeId | undefined {
  return tree.children(comment).findLast((node) => tree.name(node) === W.p);
}

/** Returns the id of a comment's last paragraph; undefined if it has none. */
function paragraphId(tree: Tree, comment: NodeId): string | undefined {
  const last = lastParagraph(tree, comment);
  return last === undefined ? undefined : tree.attribute(last, W14.paraId);
}

function extensionNamed(extensions: Tree, id: string): NodeId | undefined {
  return extensions
    .children(extensions.root)
    .find((node) => extensions.attribute(node, W15.paraId)?.toUpperCase() === id.toUpperCase());
}

/** Returns the ids of paragraphs and rows in all parts as read, and those added to the comments since. */
function paragraphIds(document: WordDocument, comments: Tree): Set<string | undefined> {
  const trees = new Set([comments, ...storiesOf(document).map(({ tree }) => tree)]);
  const given = elementsNamed(comments, new Set([W.p])).map((node) => comments.attribute(node, W14.paraId));
  const read = [...trees].flatMap(({ span }) => paragraphIdsIn(span));
  return new Set([...given, ...read].map((id) => id?.toUpperCase()));
}

function paragraphIdsIn(span: SpanTree): string[] {
  const ids: string[] = [];
  if (!span.qualifiedNames.has(W14.paraId)) return ids;
  for (let node = 0; node < span.count; node += 1) {
    const id = isElementSpan(span, node) ? spanAttribute(span, node, W14.paraId) : undefined;
    if (id !== undefined) ids.push(id);
  }
  return ids;
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
