// Writes headers and footers: the changes of each are written in the part that the section shows.

import type { Section } from "../../document/sections.ts";
import { R, W } from "../../document/word-names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import type { PartScript, SectionsScript, ShownStory } from "../script/script.ts";
import { markCopiedContent, markStandingContent } from "./whole-blocks.ts";
import { writeContainer } from "./write-container.ts";
import { sectionIn, writeProperties } from "./write-properties.ts";
import type { Writing } from "./writing.ts";

export function writeSections(script: SectionsScript, writing: Writing): void {
  new SectionWriter(script, writing).write();
}

class SectionWriter {
  readonly #script: SectionsScript;
  readonly #writing: Writing;
  /** Maps a part script to the part of the redline that it was written to. */
  readonly #parts = new Map<PartScript, string>();
  readonly #taken = new Set<string>();

  constructor(script: SectionsScript, writing: Writing) {
    this.#script = script;
    this.#writing = writing;
  }

  write(): void {
    let previous = new Map<string, string>();
    for (const { section, propertyChanges, shown } of this.#script.steps) {
      const current = new Map<string, string>();
      for (const one of shown) {
        if (one.part === undefined) continue;
        const part = this.#partOf(one.part, one.kind);
        const key = `${one.kind} ${one.type}`;
        current.set(key, part);
        const own = this.#ownPart(section, one);
        const isInherited = this.#script.areAllPaired && own === undefined && previous.get(key) === part;
        if (own !== part && !isInherited) this.#refer(section, one, part);
      }
      previous = new Map([...previous, ...current]);
      writeProperties(propertyChanges, this.#writing);
    }
  }

  #partOf(script: PartScript, kind: ShownStory["kind"]): string {
    const known = this.#parts.get(script) ?? this.#write(script, kind);
    this.#parts.set(script, known);
    return known;
  }

  #write(script: PartScript, kind: ShownStory["kind"]): string {
    const { source, part: name, content } = script;
    if (source !== this.#writing.carrier) return this.#copyMarked(script, kind);
    const part = this.#taken.has(name) ? this.#copyOf(name, kind) : name;
    this.#taken.add(name);
    if (part !== name) this.#writing.standIns.set(name, part);
    if (content !== "kept") {
      if ("steps" in content) writeContainer(content, this.#writing);
      else markStandingContent(this.#writing, content.container.items, content.mark);
    }
    this.#writing.standIns.delete(name);
    return part;
  }

  /** Copies the whole part of another source and marks its content. */
  #copyMarked({ source, part: name, content }: PartScript, kind: ShownStory["kind"]): string {
    const { part } = this.#writing.importer.from(source).adoptHeaderFooter(name, kind);
    const { root } = this.#writing.result.package.tree(part);
    if (content !== "kept" && !("steps" in content)) {
      const { story } = content.container;
      markCopiedContent(this.#writing, { source, story, node: root, part, mark: content.mark });
    }
    return part;
  }

  /** Adds a second copy of a carrier part. */
  #copyOf(part: string, kind: ShownStory["kind"]): string {
    const { result, carrier } = this.#writing;
    const folder = part.slice(0, part.lastIndexOf("/") + 1);
    const copy = result.package.addCopy(carrier.document.package, part, `${folder}${kind}*.xml`);
    result.package.relate(result.main, kind, copy);
    return copy;
  }

  #ownPart(section: Section, { kind, type }: ShownStory): string | undefined {
    const shown = section.shown.find((part) => part.kind === kind && part.type === type);
    return shown === undefined || shown.isLinked ? undefined : shown.part;
  }

  #refer(section: Section, { kind, type }: ShownStory, part: string): void {
    const { result } = this.#writing;
    const tree = result.package.tree(result.main);
    const node = sectionIn(tree, section.node);
    const name = kind === "header" ? W.headerReference : W.footerReference;
    const id = result.package.relationships(result.main).find((one) => one.part === part)?.id;
    const known = tree.children(node).find((child) => tree.name(child) === name && typeOf(tree, child) === type);
    if (known !== undefined) tree.setAttribute(known, R.id, id);
    else
      tree.insertBefore(
        node,
        tree.element(name, [
          [W.type, type],
          [R.id, id ?? ""],
        ]),
        tree.firstChild(node),
      );
  }
}

function typeOf(tree: Tree, reference: NodeId): string {
  return tree.attribute(reference, W.type) ?? "default";
}
