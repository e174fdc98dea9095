// Writes cross-references after all edits: their bookmark, code and result (CRT-9, CRT-10).
//
// A reference shows the final text of its paragraph, so references are written without a result and settled last. A reference
// to text that contains references waits for these. These references must not form a circle. Each one repeats the text of the
// next, so their total length is limited.

import { numberingOf } from "../../document/lists/numbering.ts";
import { Labeller } from "../../document/lists/numbering-labels.ts";
import { bookmarksOf } from "../../document/marks/bookmarks.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { paragraphsOf } from "../../document/text/blocks.ts";
import { firstContent } from "../../document/text/elements.ts";
import { type Inline, ParagraphReader } from "../../document/text/inlines.ts";
import { type Story, storiesOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import { invalid } from "../value-problems.ts";
import type { RunProblem } from "./check-runs.ts";
import type { ReferenceShown } from "./content-run.ts";
import { textNodes } from "./run-nodes.ts";
import type { WrittenReference } from "./write-runs.ts";

/** A reference and the paragraph that it refers to. */
export interface Referral {
  readonly reference: WrittenReference;
  readonly story: Story;
  readonly paragraph: NodeId;
  /** The paragraph, with those joined to it because the marks between them are deleted. */
  readonly joined: readonly NodeId[];
  /** True if the paragraph comes before the reference. */
  readonly isAbove: boolean;
}

/**
 * Writes codes and results, and hidden bookmarks where they are missing. Returns a problem for each reference that
 * cannot show its result. If there is a problem, nothing is written.
 */
export function settleReferences(
  document: WordDocument,
  referrals: readonly Referral[],
  { nextId }: { readonly nextId: () => string },
): RunProblem[] {
  return referrals.length === 0 ? [] : new ReferenceResolver(document, referrals, nextId).settle();
}

/** Maps a kind of reference to its field code. A hyperlink leads to the paragraph. */
const CODES: Readonly<Record<ReferenceShown, (bookmark: string) => string>> = {
  text: (bookmark) => `REF ${bookmark} \\h`,
  number: (bookmark) => `REF ${bookmark} \\n \\h`,
  page: (bookmark) => `PAGEREF ${bookmark} \\h`,
  above_below: (bookmark) => `REF ${bookmark} \\p \\h`,
};

/** Maximum number of characters that all references of a request show together. */
const MOST_SHOWN = 1_000_000;

/** The data of a story, read once before any result is written. */
interface ReadStory {
  readonly inlines: ReadonlyMap<NodeId, readonly Inline[]>;
  readonly numbers: ReadonlyMap<NodeId, string>;
  /** Maps the paragraphs that a hidden bookmark wholly encloses to the name of the bookmark. */
  readonly bookmarks: Map<string, string>;
}

class ReferenceResolver {
  readonly #document: WordDocument;
  readonly #referrals: readonly Referral[];
  readonly #nextId: () => string;
  /** Keyed by part and root. */
  readonly #stories = new Map<string, ReadStory>();
  /** Maps the run of the result to its reference. */
  readonly #byResult: ReadonlyMap<Tree, ReadonlyMap<NodeId, Referral>>;
  readonly #shown = new Map<Referral, string>();
  readonly #open = new Set<Referral>();
  readonly #problems = new Map<Referral, string>();
  readonly #names: Set<string>;
  #length = 0;

  constructor(document: WordDocument, referrals: readonly Referral[], nextId: () => string) {
    this.#document = document;
    this.#referrals = referrals;
    this.#nextId = nextId;
    this.#byResult = groupByResult(referrals);
    this.#names = new Set(storiesOf(document).flatMap((story) => bookmarksOf(story).map(({ name }) => name)));
  }

  settle(): RunProblem[] {
    for (const referral of this.#referrals) this.#show(referral);
    if (this.#problems.size === 0) for (const referral of this.#referrals) this.#write(referral);
    return [...this.#problems].map(([{ reference }, message]) => invalid(`${reference.field}.show`, message));
  }

  /** Returns the text that a reference shows; empty if it cannot show any. */
  #show(referral: Referral): string {
    const known = this.#shown.get(referral);
    if (known !== undefined) return known;
    if (this.#open.has(referral))
      return this.#refuse(referral, "This reference shows text that contains the reference itself.");
    this.#open.add(referral);
    const text = this.#showAnew(referral);
    this.#open.delete(referral);
    this.#shown.set(referral, text);
    return text;
  }

  #showAnew(referral: Referral): string {
    const { reference, isAbove } = referral;
    switch (reference.run.show) {
      case "page":
        return "1";
      case "above_below":
        return isAbove ? "above" : "below";
      case "number":
        return (
          this.#story(referral.story).numbers.get(referral.joined.at(-1)!) ??
          this.#refuse(referral, "The paragraph has no list number; show text, page or above_below.")
        );
      case "text":
        return (
          this.#textOf(referral) ||
          this.#refuse(referral, "The paragraph has no text; show number, page or above_below.")
        );
    }
  }

  #textOf(referral: Referral): string {
    const { story, joined } = referral;
    const results = this.#byResult.get(story.tree);
    const { inlines } = this.#story(story);
    let text = "";
    for (const inline of joined.flatMap((one) => inlines.get(one) ?? [])) {
      const inner = results?.get(inline.run);
      text += inner === undefined ? inline.text : this.#show(inner);
    }
    // A reference does not repeat a page break of the text that it shows.
    const shown = text.replaceAll("\f", "");
    this.#length += shown.length;
    if (this.#length > MOST_SHOWN)
      return this.#refuse(referral, `All references together may show at most ${MOST_SHOWN} characters.`);
    return shown;
  }

  #refuse(referral: Referral, message: string): string {
    if (!this.#problems.has(referral)) this.#problems.set(referral, message);
    return "";
  }

  #write(referral: Referral): void {
    const { run, tree, code, result } = referral.reference;
    const bookmark = this.#bookmarkOf(referral);
    setRunText(tree, code, W.instrText, ` ${CODES[run.show](bookmark)} `);
    tree.remove(tree.child(result, W.t));
    for (const node of textNodes(tree, this.#shown.get(referral) ?? "")) tree.append(result, node);
  }

  #bookmarkOf({ story, paragraph, joined }: Referral): string {
    const { bookmarks, inlines } = this.#story(story);
    const shown = joined.filter((one) => one === paragraph || inlines.get(one)?.length);
    const key = shown.join();
    const known = bookmarks.get(key);
    if (known !== undefined) return known;
    const name = this.#freeName();
    const { tree } = story;
    const id = this.#nextId();
    const first = shown[0]!;
    const start = tree.element(W.bookmarkStart, [
      [W.id, id],
      [W.name, name],
    ]);
    tree.insertBefore(first, start, firstContent(tree, first));
    tree.append(shown.at(-1)!, tree.element(W.bookmarkEnd, [[W.id, id]]));
    bookmarks.set(key, name);
    return name;
  }

  #freeName(): string {
    let number = FIRST_NAME + this.#names.size;
    while (this.#names.has(`${PREFIX}${number}`)) number += 1;
    this.#names.add(`${PREFIX}${number}`);
    return `${PREFIX}${number}`;
  }

  #story(story: Story): ReadStory {
    const key = `${story.part} ${story.root}`;
    const known = this.#stories.get(key);
    if (known !== undefined) return known;
    const read = readStory(this.#document, story);
    this.#stories.set(key, read);
    return read;
  }
}

/** The prefix of Word's own bookmarks. A name that begins with an underscore is hidden. */
const PREFIX = "_Ref";
const FIRST_NAME = 100_000_000;

function groupByResult(referrals: readonly Referral[]): Map<Tree, Map<NodeId, Referral>> {
  const byTree = Map.groupBy(referrals, ({ reference }) => reference.tree);
  return new Map(
    [...byTree].map(([tree, own]) => [tree, new Map(own.map((referral) => [referral.reference.result, referral]))]),
  );
}

function readStory(document: WordDocument, story: Story): ReadStory {
  const reader = new ParagraphReader(story);
  const labeller = new Labeller(numberingOf(document));
  const inlines = new Map<NodeId, readonly Inline[]>();
  const numbers = new Map<NodeId, string>();
  const texts = new Map<NodeId, string>();
  for (const paragraph of paragraphsOf(story)) {
    const read = reader.read(paragraph);
    inlines.set(paragraph, read.inlines);
    texts.set(paragraph, read.text);
    const label = labeller.label(story, paragraph);
    const number = label === undefined || label.isBullet ? "" : label.text.replace(/\.+$/, "");
    if (number !== "") numbers.set(paragraph, number);
  }
  const whole = bookmarksOf(story).filter(
    ({ name, paragraph, end, text }) =>
      name.startsWith(PREFIX) && end !== NONE && text !== "" && texts.get(paragraph) === text,
  );
  return { inlines, numbers, bookmarks: new Map(whole.map(({ paragraph, name }) => [String(paragraph), name])) };
}

function setRunText(tree: Tree, run: NodeId, name: typeof W.instrText, text: string): void {
  const element = tree.child(run, name);
  for (const child of tree.children(element)) tree.remove(child);
  tree.append(element, tree.textNode(text));
}
