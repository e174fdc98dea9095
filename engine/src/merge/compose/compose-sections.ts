// Composes the section changes of several revised copies: properties, headers and footers (MRG-32).

import type { ContainerPlan } from "../../compare/plan/plan.ts";
import type { SectionPlan, ShownPair } from "../../compare/plan/plan-sections.ts";
import { isNothing, sectionChanges, storiesByPart } from "../../compare/script/sections-script.ts";
import { type Section, sectionsOf } from "../../document/sections.ts";
import { bodyOf, type Story } from "../../document/text/stories.ts";
import { type Container, readContainer } from "../../redline/content/items.ts";
import type { Source } from "../../redline/content/source.ts";
import type { PartScript, PropertiesChange, SectionsScript, ShownStory } from "../../redline/script/script.ts";
import { patchOf, removalOf } from "../patches.ts";
import type { Merging, MergingRevision } from "../revision.ts";
import { composeProperties } from "./compose-formatting.ts";

export function composeSections(merging: Merging): SectionsScript {
  const { base, revisions } = merging;
  const parts = new PartComposer(merging);
  const steps = sectionsOf(base.document, bodyOf(base.document)!).map((section) => {
    const pairs = new Map(
      revisions.flatMap((revision): [number, SectionPlan][] => {
        const pair = revision.plan.sections.sections.find(({ before }) => before.paragraph === section.paragraph);
        return pair === undefined ? [] : [[revision.number, pair]];
      }),
    );
    const propertyChanges = new Map(
      [...pairs].map(([number, pair]): [number, PropertiesChange[]] => {
        const { plan, orientation } = revisions[number]!;
        return [number, sectionChanges(pair, plan, orientation)];
      }),
    );
    return {
      section,
      propertyChanges: composeProperties(propertyChanges, merging),
      shown: shownBy(section, pairs, parts),
    };
  });
  return { steps, areAllPaired: revisions.every(({ plan }) => plan.sections.areAllPaired) };
}

function shownBy(section: Section, pairs: ReadonlyMap<number, SectionPlan>, parts: PartComposer): ShownStory[] {
  const kinds = new Map<string, Pick<ShownPair, "kind" | "type">>();
  for (const { kind, type } of [...section.shown, ...[...pairs.values()].flatMap(({ shown }) => shown)]) {
    kinds.set(`${kind} ${type}`, { kind, type });
  }
  return [...kinds.values()].map(({ kind, type }) => {
    const isShown = (one: Pick<ShownPair, "kind" | "type">): boolean => one.kind === kind && one.type === type;
    const own = section.shown.find(isShown)?.part;
    const theirs = new Map([...pairs].map(([number, { shown }]) => [number, shown.find(isShown)?.after]));
    return { kind, type, part: parts.of({ kind, own, theirs }) };
  });
}

/** The part that the base shows, and the part that each revised copy shows instead. */
interface PartVersions {
  readonly kind: "header" | "footer";
  readonly own: string | undefined;
  readonly theirs: ReadonlyMap<number, string | undefined>;
}

class PartComposer {
  readonly #merging: Merging;
  readonly #stories = new Map<Source, ReadonlyMap<string, Story>>();
  readonly #known = new Map<string, PartScript | undefined>();

  constructor(merging: Merging) {
    this.#merging = merging;
  }

  of(shown: PartVersions): PartScript | undefined {
    const theirs = [...shown.theirs].map(([number, part]) => `${number} ${part ?? ""}`);
    const key = [shown.kind, shown.own ?? "", ...theirs].join("\n");
    if (!this.#known.has(key)) this.#known.set(key, this.#make(shown));
    return this.#known.get(key);
  }

  #make({ own, theirs }: PartVersions): PartScript | undefined {
    if (own === undefined) return this.#made(theirs);
    const { base, revisions } = this.#merging;
    const container = this.#container(base, own);
    // A section that no revised copy keeps shows the part of the base until the deletion of its end is accepted.
    if (container === undefined || theirs.size === 0) return { source: base, part: own, content: "kept" };
    const patches = [...theirs].map(([number, part]) => {
      const other = part === undefined ? undefined : this.#container(revisions[number]!.source, part);
      if (other === undefined) return removalOf(number, { before: container, after: container, steps: [] });
      return patchOf(number, planOf(revisions[number]!, container, other));
    });
    return { source: base, part: own, content: this.#merging.compose(container, patches) };
  }

  /**
   * Returns a header that the base lacks: that of the first revised copy that has one, labelled with all that show the
   * same.
   */
  #made(theirs: PartVersions["theirs"]): PartScript | undefined {
    const shown = [...theirs].flatMap(([number, part]) => {
      const { source } = this.#merging.revisions[number]!;
      const container = part === undefined ? undefined : this.#container(source, part);
      return container === undefined || isNothing(container) ? [] : [{ number, source, part: part!, container }];
    });
    const [first] = shown;
    if (first === undefined) return undefined;
    const keyOf = ({ items }: Container): string => items.map(({ key }) => key).join();
    const same = shown.filter(({ container }) => keyOf(container) === keyOf(first.container));
    const label = this.#merging.labels.of(same.map(({ number }) => number));
    const content = { kind: "marked", container: first.container, mark: { change: "insertion", label } } as const;
    return { source: first.source, part: first.part, content };
  }

  #container(source: Source, part: string): Container | undefined {
    const stories = this.#stories.get(source) ?? storiesByPart(source);
    this.#stories.set(source, stories);
    const story = stories.get(part);
    return story === undefined ? undefined : readContainer(source, story, story.root);
  }
}

function planOf({ plan: { sections, planning } }: MergingRevision, before: Container, after: Container): ContainerPlan {
  const key = `${before.story.part} ${after.story.part}`;
  const plan = sections.compared.get(key) ?? planning.plan(before, after);
  sections.compared.set(key, plan);
  return plan;
}
