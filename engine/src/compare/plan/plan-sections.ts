// Which headers and footers of two documents are compared with each other: those that paired sections show.
//
// Sections pair by the paragraph marks that end them; the last ones are a pair. A section shows a header of its own or, if it
// has none, the one of the section before. One part may stand for several sections on one side and for
// different ones on the other, so what is compared is each pair of parts that some pair of sections shows, and a part
// that takes part in two pairs is needed twice (docs/design/compare.md, sections).

import type { PageType, Section } from "../../document/sections.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import { flowOf } from "./flow.ts";
import type { ContainerPlan } from "./plan.ts";
import type { Planning } from "./planning.ts";

export interface ShownPair {
  readonly kind: "header" | "footer";
  readonly type: PageType;
  /** The part that each side shows; undefined where it shows none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface SectionPlan {
  /** The section of the before side. */
  readonly before: Section;
  /** The section of the after side. */
  readonly section: Section;
  readonly shown: readonly ShownPair[];
}

export interface SectionsPlan {
  readonly sections: readonly SectionPlan[];
  /** What was found between two parts, by their names; filled as parts are compared. */
  readonly compared: Map<string, ContainerPlan>;
  /** Whether each section of one side is one of the other. */
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

/** Paragraphs that end a section on both sides and whose marks are one: the before side's, by the after side's. */
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
