// Replaces fields by the text that they show (PRN-5).
//
// LibreOffice calculates fields again: a date becomes today's, and a reference to an unknown bookmark becomes an error.
// The print copy shows what the document showed. PAGE and NUMPAGES of headers and footers and of their text boxes
// remain, because their text depends on the page (PRN-21). A field may exist in only one version, so the marks of both
// versions are read.

import { TEXTS } from "../../document/grammar.ts";
import { codeWords, type Field, fieldMarks, fieldsOf } from "../../document/marks/fields.ts";
import { paragraphsOf } from "../../document/text/blocks.ts";
import { runContent, runsOf } from "../../document/text/runs.ts";
import type { Story, StoryKind } from "../../document/text/stories.ts";
import { isOnValue, wholeNumber } from "../../document/values.ts";
import { W, wordNamespace } from "../../document/word-names.ts";
import { textNodes } from "../../language/content-runs/run-nodes.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { isAttached, unwrap } from "../../revisions/markup.ts";

/** The elements that freezing the fields of one story removes, and the text that it writes. */
export interface FrozenFields {
  readonly tree: Tree;
  /** Field marks, codes and everything else that is not visible. */
  readonly hidden: readonly NodeId[];
  readonly simple: readonly NodeId[];
  /** Marks of form fields that show something without a result. */
  readonly shown: readonly { readonly mark: NodeId; readonly text: string }[];
}

/** Reads the fields of a story. `flow` is the kind of the story around a text box, or else that of the story itself. */
export function readFields(story: Story, flow: StoryKind): FrozenFields {
  const { tree } = story;
  if (!FIELD_PARTS.some((name) => tree.mayHave(name))) return { tree, hidden: [], simple: [], shown: [] };
  const accepted = fieldsOf(story, "accepted");
  const fields = [...accepted, ...fieldsOf(story, "rejected")];
  const live = new Set(accepted.filter((field) => isLive(flow, field)).flatMap(marksOf));
  const scan = new CodeScan(story, fields, live);
  for (const paragraph of paragraphsOf(story)) scan.read(paragraph);
  const simple = new Set(
    fields.filter(({ kind, node }) => kind === "simple" && !live.has(node)).map(({ node }) => node),
  );
  return { tree, hidden: scan.hidden, simple: [...simple], shown: scan.shown };
}

// policy: a story without any of them has no field
const FIELD_PARTS = [W.fldChar, W.fldSimple, W.instrText] as const;

export function freezeFields({ tree, hidden, simple, shown }: FrozenFields): void {
  for (const { mark, text } of shown)
    for (const node of textNodes(tree, text)) tree.insertBefore(tree.parent(mark), node, mark);
  for (const node of hidden) if (isAttached(tree, node)) tree.remove(node);
  for (const node of simple) {
    const data = tree.child(node, W.fldData);
    if (data !== NONE) tree.remove(data);
    unwrap(tree, node);
  }
}

const LIVE = /^(?:PAGE|NUMPAGES)(?: |$)/;

function isLive(flow: StoryKind, { code }: Field): boolean {
  return (flow === "header" || flow === "footer") && LIVE.test(codeWords(code));
}

function marksOf({ node, separate, end }: Field): NodeId[] {
  return [node, separate, end].filter((mark) => mark !== NONE);
}

interface OpenCode {
  readonly isLive: boolean;
  isInCode: boolean;
}

class CodeScan {
  readonly hidden: NodeId[] = [];
  readonly shown: { readonly mark: NodeId; readonly text: string }[] = [];
  readonly #story: Story;
  readonly #marks: ReturnType<typeof fieldMarks>;
  readonly #live: ReadonlySet<NodeId>;
  readonly #open: OpenCode[] = [];

  constructor(story: Story, fields: readonly Field[], live: ReadonlySet<NodeId>) {
    this.#story = story;
    this.#marks = fieldMarks(fields);
    this.#live = live;
  }

  read(paragraph: NodeId): void {
    for (const { node, kind } of runsOf(this.#story, paragraph)) {
      if (kind === "equation") this.#readContent(node);
      else for (const item of runContent(this.#story, node, "accepted")) this.#readContent(item.node);
    }
  }

  #readContent(node: NodeId): void {
    const { tree } = this.#story;
    const name = tree.name(node);
    if (name === W.fldChar) this.#readMark(node);
    else if (this.#isHidden() || (isCode(tree, node) && !this.#open.at(-1)?.isLive)) this.hidden.push(node);
  }

  #readMark(node: NodeId): void {
    const mark = this.#marks.get(node);
    const isLive = this.#live.has(node);
    if (!isLive || this.#isHidden()) {
      this.hidden.push(node);
      const text = mark === "begin" && !this.#isHidden() ? formText(this.#story.tree, node) : "";
      if (text !== "") this.shown.push({ mark: node, text });
    }
    if (mark === "begin") this.#open.push({ isLive, isInCode: true });
    else if (mark === "end") this.#open.pop();
    else if (mark === "separate" && this.#open.length > 0) this.#open.at(-1)!.isInCode = false;
  }

  /** True inside the code of a field that is frozen. */
  #isHidden(): boolean {
    return this.#open.some((field) => field.isInCode && !field.isLive);
  }
}

/** True if the node is text of a field code. Code outside of any field is never shown. */
function isCode(tree: Tree, node: NodeId): boolean {
  const name = tree.name(node);
  return TEXTS.has(name) && name !== W.t && name !== W.delText;
}

/** Returns the box of a check box or the choice of a drop-down list; an empty string for other fields. */
function formText(tree: Tree, mark: NodeId): string {
  const data = tree.child(mark, W.ffData);
  if (data === NONE) return "";
  const box = tree.child(data, W.checkBox);
  if (box !== NONE) return isChecked(tree, box) ? "\u2612" : "\u2610";
  const choice = tree.child(data, W.ddList);
  return choice === NONE ? "" : chosenEntry(tree, choice);
}

function isChecked(tree: Tree, box: NodeId): boolean {
  const checked = tree.child(box, tree.names.nameId(wordNamespace, "checked"));
  const said = checked === NONE ? tree.child(box, W.default) : checked;
  return said !== NONE && isOnValue(tree.attribute(said, W.val));
}

function chosenEntry(tree: Tree, list: NodeId): string {
  const entry = tree.names.nameId(wordNamespace, "listEntry");
  const entries = tree.children(list).filter((child) => tree.name(child) === entry);
  const number = (name: typeof W.result): number | undefined => {
    const child = tree.child(list, name);
    return child === NONE ? undefined : wholeNumber(tree.attribute(child, W.val));
  };
  const chosen = entries[number(W.result) ?? number(W.default) ?? 0];
  return chosen === undefined ? "" : (tree.attribute(chosen, W.val) ?? "");
}
