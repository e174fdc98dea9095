// Makes the script of sections: their properties, and the headers and footers that they show.

import { type Story, storiesOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { type Container, readContainer } from "../../redline/content/items.ts";
import type { Role, Source } from "../../redline/content/source.ts";
import type { PartScript, PropertiesChange, SectionsScript } from "../../redline/script/script.ts";
import type { StructureChange } from "../../revisions/write/mark-structure.ts";
import type { DocumentPlan } from "../plan/plan-document.ts";
import { joinPlanPhrases } from "../plan/plan-phrases.ts";
import type { SectionPlan, ShownPair } from "../plan/plan-sections.ts";
import { containerScript } from "./container-script.ts";
import { propertiesChanges } from "./formatting-changes.ts";
import { type Orientation, otherRole } from "./orientation.ts";

export function sectionsScript(plan: DocumentPlan, orientation: Orientation): SectionsScript {
  const parts = new PartScripts(plan, orientation);
  const steps = plan.sections.sections.map((pair) => ({
    section: sectionsOf(pair)[orientation.carries],
    propertyChanges: sectionChanges(pair, plan, orientation),
    shown: pair.shown.map((shown) => ({ kind: shown.kind, type: shown.type, part: parts.of(shown) })),
  }));
  return { steps, areAllPaired: plan.sections.areAllPaired };
}

function sectionsOf({ before, section }: SectionPlan): Readonly<Record<Role, SectionPlan["section"]>> {
  return { before, after: section };
}

/** Returns the changes of a section's properties. */
export function sectionChanges(
  pair: SectionPlan,
  { body }: DocumentPlan,
  orientation: Orientation,
): PropertiesChange[] {
  const sections = sectionsOf(pair);
  const { carries } = orientation;
  const owner = (role: Role) => ({ source: body[role].source, story: body[role].story, node: sections[role].node });
  const [own, other] = [owner(carries), owner(otherRole(carries))];
  const held = { name: W.sectPr, kind: "section", ours: own.node, theirs: other.node } as const;
  return propertiesChanges({ own, other }, held, orientation);
}

/** One script for each pair of parts that a pair of sections shows. */
class PartScripts {
  readonly #plan: DocumentPlan;
  readonly #orientation: Orientation;
  readonly #stories: Readonly<Record<Role, ReadonlyMap<string, Story>>>;
  readonly #known = new Map<string, PartScript | undefined>();

  constructor(plan: DocumentPlan, orientation: Orientation) {
    this.#plan = plan;
    this.#orientation = orientation;
    const { before, after } = orientation.sources;
    this.#stories = { before: storiesByPart(before), after: storiesByPart(after) };
  }

  of(shown: ShownPair): PartScript | undefined {
    const key = `${shown.kind} ${shown.before ?? ""} ${shown.after ?? ""}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#make(shown));
    return this.#known.get(key);
  }

  #make(shown: ShownPair): PartScript | undefined {
    const { carries, sources } = this.#orientation;
    const other = otherRole(carries);
    const name = shown[carries];
    const theirs = this.#container(other, shown[other]);
    if (name === undefined) {
      if (theirs === undefined || isNothing(theirs)) return undefined;
      return { source: sources[other], part: shown[other]!, content: this.#marked(theirs, other) };
    }
    const ours = this.#container(carries, name);
    const content =
      ours === undefined ? "kept" : theirs === undefined ? this.#marked(ours, carries) : this.#compared(ours, theirs);
    return { source: sources[carries], part: name, content };
  }

  #container(role: Role, part: string | undefined): Container | undefined {
    const story = part === undefined ? undefined : this.#stories[role].get(part);
    return story === undefined ? undefined : readContainer(this.#orientation.sources[role], story, story.root);
  }

  /** Returns content that only one side shows, to be marked as inserted or deleted. */
  #marked(container: Container, role: Role): PartScript["content"] {
    const change: StructureChange = role === "before" ? "deletion" : "insertion";
    return { kind: "marked", container, mark: { change, label: this.#orientation.label } };
  }

  #compared(ours: Container, theirs: Container): PartScript["content"] {
    const { sections, planning } = this.#plan;
    const isAfter = this.#orientation.carries === "after";
    const [before, after] = isAfter ? [theirs, ours] : [ours, theirs];
    const key = `${before.story.part} ${after.story.part}`;
    const known = sections.compared.get(key);
    const plan = known ?? planning.plan(before, after);
    if (known === undefined) joinPlanPhrases(plan, planning);
    sections.compared.set(key, plan);
    return containerScript(plan, this.#orientation);
  }
}

/** True for a header or footer that has at most one paragraph, without content. It shows the same as a missing one. */
export function isNothing({ items }: Container): boolean {
  return items.every((item) => item.kind === "paragraph" && item.units.length === 0) && items.length <= 1;
}

/** Maps a part to the header or footer in it. */
export function storiesByPart({ document }: Source): Map<string, Story> {
  const shown = storiesOf(document).filter(({ kind }) => kind === "header" || kind === "footer");
  return new Map(shown.map((story) => [story.part, story]));
}
