// Finds the headers and footers that are compared: those that paired sections show.
//
// Sections are paired by the paragraph marks that end them; the last sections are a pair. A section shows its own header or,
// without one, that of the section before. Several sections may show one part on one side and different parts on the other.
// So each pair of parts that a pair of sections shows is compared, and a part in two pairs is needed twice
// (docs/design/compare.md, sections).

import type { PageType, Section } from "../../document/sections.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import { flowOf } from "./flow.ts";
import type { ContainerPlan } from "./plan.ts";
import type { Planning } from "./planning.ts";

export interface ShownPair {
  readonly kind: "header" | "footer";
  readonly type: PageType;
  /** The part that the side shows; undefined if it shows none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface SectionPlan {
  readonly before: Section;
  readonly section: Section;
  readonly shown: readonly ShownPair[];
}

export interface SectionsPlan {
  readonly sections: readonly SectionPlan[];
  /** Maps the names of two parts to the plan of their comparison. Filled when parts are compared. */
  readonly compared: Map<string, ContainerPlan>;
  /** True if every section of both sides has a partner. */
  readonly areAllPaired: boolean;
}

const KINDS = ["header", "footer"] as const;
const TYPES = ["default", "first", "even"] as const;

export function planSections(
  body: ContainerPlan,
  sections: { readonly before: readonly Section[]; readonly after: readonly Section[] },
  planning: Planning,
): SectionsPlan {
  const partners = pairedMarks(body, planning);
  const byParagraph = new Map(sections.before.map((section) => [section.paragraph, section]));
  const paired = sections.after.flatMap((section, index): SectionPlan[] => {
    const isLast = index === sections.after.length - 1;
    const paragraph = partners.get(section.paragraph);
    const before = isLast ? sections.before.at(-1) : paragraph === undefined ? undefined : byParagraph.get(paragraph);
    return before === undefined ? [] : [{ before, section, shown: shownBy(before, section) }];
  });
  const areAllPaired = paired.length === sections.after.length && paired.length === sections.before.length;
  return { sections: paired, compared: new Map(), areAllPaired };
}

function shownBy(before: Section, after: Section): ShownPair[] {
  return KINDS.flatMap((kind) =>
    TYPES.map((type) => ({
      kind,
      type,
      before: partShown(before, { kind, type }),
      after: partShown(after, { kind, type }),
    })),
  ).filter((pair) => pair.before !== undefined || pair.after !== undefined);
}

function partShown({ shown }: Section, { kind, type }: Pick<ShownPair, "kind" | "type">): string | undefined {
  return shown.find((part) => part.kind === kind && part.type === type)?.part;
}

/** Maps a paragraph of the after side that ends a section to its partner of the before side, if their marks are one mark. */
function pairedMarks({ steps }: ContainerPlan, { lexicon }: Planning): Map<NodeId, NodeId> {
  const partners = new Map<NodeId, NodeId>();
  for (const step of steps) {
    if (step.kind === "same" && step.after.endsSection) partners.set(step.after.node, step.before.node);
    if (step.kind !== "group") continue;
    const flows = { before: flowOf(step.before, lexicon), after: flowOf(step.after, lexicon) };
    const ends = new Map(step.before.map((item, index) => [flows.before.starts[index + 1]! - 1, item]));
    for (const [index, item] of step.after.entries()) {
      if (item.kind !== "paragraph" || !item.endsSection) continue;
      const end = flows.after.starts[index + 1]! - 1;
      const match = step.matches.find(({ after, length }) => after <= end && end < after + length);
      const partner = match === undefined ? undefined : ends.get(end - match.after + match.before);
      if (partner !== undefined) partners.set(item.node, partner.node);
    }
  }
  return partners;
}
