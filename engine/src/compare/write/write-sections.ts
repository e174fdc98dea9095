// Writes headers and footers: what each pair of sections shows is compared in the part that the section shows.

import type { Section } from "../../document/sections.ts";
import { type Story, storiesOf } from "../../document/stories.ts";
import { R, W } from "../../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { type Container, readContainer } from "../content/items.ts";
import type { Side } from "../content/side.ts";
import type { SectionsPlan, ShownPair } from "../plan/plan-sections.ts";
import type { Planning } from "../plan/planning.ts";
import { markDeletedContent, markInsertedContent } from "./mark-items.ts";
import { writeContainer } from "./write-container.ts";
import { formatSection } from "./write-formatting.ts";
import type { Writing } from "./writing.ts";

export function writeSections(plan: SectionsPlan, planning: Planning, writing: Writing): void {
  new SectionWriter(plan, planning, writing).write();
}

class SectionWriter {
  readonly #plan: SectionsPlan;
  readonly #planning: Planning;
  readonly #writing: Writing;
  readonly #stories: { readonly before: ReadonlyMap<string, Story>; readonly after: ReadonlyMap<string, Story> };
  /** By what the two sides show: the part of the redline that shows both. */
  readonly #parts = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(plan: SectionsPlan, planning: Planning, writing: Writing) {
    this.#plan = plan;
    this.#planning = planning;
    this.#writing = writing;
    this.#stories = { before: storiesByPart(writing.before), after: storiesByPart(writing.after) };
  }

  write(): void {
    let previous = new Map<string, string>();
    for (const { before, section, shown } of this.#plan.sections) {
      const current = new Map<string, string>();
      for (const pair of shown) {
        const part = this.#partFor(pair);
        if (part === undefined) continue;
        const key = `${pair.kind} ${pair.type}`;
        current.set(key, part);
        const own = this.#ownPart(section, pair);
        const isInherited = this.#plan.areAllPaired && own === undefined && previous.get(key) === part;
        if (own !== part && !isInherited) this.#refer(section, pair, part);
      }
      previous = new Map([...previous, ...current]);
      formatSection(before.node, section.node, this.#writing);
    }
  }

  /** The part that shows one side's content in one view and the other's in the other; undefined when both show nothing. */
  #partFor(pair: ShownPair): string | undefined {
    const { kind, before, after } = pair;
    const key = `${kind} ${before ?? ""} ${after ?? ""}`;
    const known = this.#parts.get(key);
    if (known !== undefined) return known;
    const part = after === undefined ? this.#deletedPart(before!, kind) : this.#comparedPart(after, { before, kind });
    if (part !== undefined) this.#parts.set(key, part);
    return part;
  }

  #deletedPart(before: string, kind: "header" | "footer"): string | undefined {
    const story = this.#stories.before.get(before);
    if (story === undefined || isNothing(readContainer(this.#writing.before, story, story.root))) return undefined;
    const { part } = this.#writing.adoption.adoptHeaderFooter(before, kind);
    const { root } = this.#writing.result.package.tree(part);
    markDeletedContent(this.#writing, { story, node: root, part });
    return part;
  }

  #comparedPart(after: string, { before, kind }: { before: string | undefined; kind: "header" | "footer" }): string {
    const part = this.#taken.has(after) ? this.#copyOf(after, kind) : after;
    this.#taken.add(after);
    const story = this.#stories.after.get(after);
    if (story === undefined) return part;
    const container = readContainer(this.#writing.after, story, story.root);
    const old = before === undefined ? undefined : this.#stories.before.get(before);
    if (part !== after) this.#writing.standIns.set(after, part);
    if (old === undefined) markInsertedContent(this.#writing, container.items);
    else {
      const key = `${old.part} ${after}`;
      const known = this.#plan.compared.get(key);
      const plan = known ?? this.#planning.plan(readContainer(this.#writing.before, old, old.root), container);
      this.#plan.compared.set(key, plan);
      writeContainer(plan, this.#writing);
    }
    this.#writing.standIns.delete(after);
    return part;
  }

  /** The part as the after document has it, once more. */
  #copyOf(part: string, kind: "header" | "footer"): string {
    const { result, after } = this.#writing;
    const folder = part.slice(0, part.lastIndexOf("/") + 1);
    const copy = result.package.addCopy(after.document.package, part, `${folder}${kind}*.xml`);
    result.package.relate(result.main, kind, copy);
    return copy;
  }

  #ownPart(section: Section, { kind, type }: ShownPair): string | undefined {
    const shown = section.shown.find((part) => part.kind === kind && part.type === type);
    return shown === undefined || shown.isLinked ? undefined : shown.part;
  }

  #refer(section: Section, { kind, type }: ShownPair, part: string): void {
    const { result } = this.#writing;
    const tree = result.package.tree(result.main);
    const node = section.node === NONE ? addSection(tree) : section.node;
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

/** A body without section properties gets some. */
function addSection(tree: Tree): NodeId {
  const body = tree.child(tree.root, W.body);
  const known = tree.child(body, W.sectPr);
  if (known !== NONE) return known;
  const section = tree.element(W.sectPr);
  tree.append(body, section);
  return section;
}

/** A header of one empty paragraph shows as much as none. */
function isNothing({ items }: Container): boolean {
  return items.every((item) => item.kind === "paragraph" && item.units.length === 0) && items.length <= 1;
}

function storiesByPart({ document }: Side): Map<string, Story> {
  const shown = storiesOf(document).filter(({ kind }) => kind === "header" || kind === "footer");
  return new Map(shown.map((story) => [story.part, story]));
}
