// Reads every part of a document in a form for comparison.
//
// Text is compared by lines, other XML by elements, and everything else by its bytes.

import { createHash } from "node:crypto";
import type { NodeId, Tree, WordDocument } from "@versus/engine/inside";
import { Failure } from "@versus/engine/tasks";
import { attributeOf, type ElementName, ElementWriter } from "./element-text.ts";
import { type StoryLines, storyLines } from "./story-lines.ts";

export type CanonicalPart =
  | ({ readonly kind: "story" } & StoryLines)
  | { readonly kind: "elements"; readonly elements: readonly CanonicalElement[] }
  | { readonly kind: "bytes"; readonly digest: string };

/** A child of a part's root. */
export interface CanonicalElement {
  readonly name: string;
  /** The element's id or name, depending on its kind. */
  readonly id: string;
  readonly text: string;
}

const STORIES: ReadonlySet<string> = new Set(["w:document", "w:hdr", "w:ftr", "w:footnotes", "w:endnotes"]);

export class CanonicalPackage {
  readonly document: WordDocument;
  readonly #writer: ElementWriter;
  readonly #parts = new Map<string, CanonicalPart>();

  constructor(document: WordDocument, isIgnored?: (element: ElementName) => boolean) {
    this.document = document;
    this.#writer = new ElementWriter(isIgnored);
  }

  get names(): string[] {
    return this.document.package.partNames;
  }

  has(name: string): boolean {
    return this.document.package.has(name);
  }

  part(name: string): CanonicalPart {
    const known = this.#parts.get(name);
    if (known !== undefined) return known;
    const read = this.#read(name);
    this.#parts.set(name, read);
    return read;
  }

  /** Returns the last segment of the type of the main part's relationship to a part: `numbering`. */
  kindOf(part: string): string | undefined {
    const { package: opened, main } = this.document;
    const found = opened.relationships(main).find((one) => one.part?.toLowerCase() === part.toLowerCase());
    return found?.kind.replace(/^.*\//, "");
  }

  #read(name: string): CanonicalPart {
    const tree = this.#treeOf(name);
    if (tree === undefined) {
      const bytes = this.document.package.unverifiedBytes(name);
      return { kind: "bytes", digest: createHash("sha256").update(bytes).digest("hex") };
    }
    if (STORIES.has(this.#writer.nameOf(tree, tree.root))) return this.#readStory(name, tree);
    const elements = this.#writer.elementsIn(tree, tree.root);
    return { kind: "elements", elements: elements.map((node) => this.#readElement(tree, node)) };
  }

  #treeOf(name: string): Tree | undefined {
    if (!/\.(?:xml|rels)$/i.test(name)) return undefined;
    try {
      return this.document.package.tree(name);
    } catch (problem) {
      if (problem instanceof Failure) return undefined;
      throw problem;
    }
  }

  #readStory(name: string, tree: Tree): CanonicalPart {
    const relationships = this.document.package.relationships(name);
    const targetOf = (id: string): string => relationships.find((one) => one.id === id)?.target ?? "";
    return { kind: "story", ...storyLines({ tree, writer: this.#writer, targetOf }, tree.root) };
  }

  #readElement(tree: Tree, node: NodeId): CanonicalElement {
    const id = IDS.map((local) => attributeOf(tree, node, local)).find((value) => value !== undefined) ?? "";
    return { name: this.#writer.nameOf(tree, node), id, text: this.#writer.write(tree, node) };
  }
}

const IDS = ["styleId", "numId", "abstractNumId", "Id", "PartName", "Extension", "paraId", "id", "name"];
