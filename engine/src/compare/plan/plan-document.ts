// Plans the comparison of two documents: the body with its nested stories, then headers and footers.

import { Budget } from "../../align/budget.ts";
import type { NoteKind } from "../../document/marks/notes.ts";
import { type Section, sectionsOf } from "../../document/sections.ts";
import { bodyOf } from "../../document/text/stories.ts";
import { Failure } from "../../failures/failure.ts";
import { type Container, readContainer } from "../../redline/content/items.ts";
import type { Source } from "../../redline/content/source.ts";
import type { CompareOptions } from "../options.ts";
import { Replacements } from "../text/replacements.ts";
import type { ContainerPlan } from "./plan.ts";
import { planContainer } from "./plan-container.ts";
import { planMoves } from "./plan-moves.ts";
import { joinPlanPhrases } from "./plan-phrases.ts";
import { planSections, type SectionsPlan } from "./plan-sections.ts";
import type { NotePair, Planning } from "./planning.ts";

export interface DocumentPlan {
  readonly body: ContainerPlan;
  readonly sections: SectionsPlan;
  readonly planning: Planning;
}

/** Steps for each item of the larger document. Enough for any real pair; it ends comparisons that would not finish. */
const STEPS_PER_ITEM = 20_000;
const LEAST_STEPS = 20_000_000;
/** Upper limit for documents of any size: a few seconds of work. */
const MOST_STEPS = 100_000_000;

export interface PlanOptions extends Pick<CompareOptions, "detectMoves"> {
  /** The body of the before side, if the caller has already read it. */
  readonly body?: Container;
  /** True if edits are joined into phrases. Default: false, because a merge and a history need the smallest edits. */
  readonly joinsPhrases?: boolean;
  /** False if the caller settles the ends of containers. */
  readonly settles?: boolean;
}

export function planDocument(
  before: Source,
  after: Source,
  { detectMoves, body: known, joinsPhrases = false, settles = true }: PlanOptions,
): DocumentPlan {
  const bodies = { before: known ?? bodyContainer(before), after: bodyContainer(after) };
  const items = Math.max(bodies.before.items.length, bodies.after.items.length);
  const budget = new Budget(Math.min(MOST_STEPS, LEAST_STEPS + items * STEPS_PER_ITEM));
  const planning = new DocumentPlanning(before, after, {
    budget,
    settles,
    replacements: joinsPhrases ? new Replacements() : undefined,
  });
  const body = planning.plan(bodies.before, bodies.after);
  if (detectMoves) planMoves(body, 1, planning);
  // A merge compares the headers that no page shows too, because a copy may begin to show them.
  const read = settles ? shownSections : allSections;
  const sections = { before: read(before, bodies.before), after: read(after, bodies.after) };
  joinPlanPhrases(body, planning);
  return { body, sections: planSections(body, sections, planning), planning };
}

function allSections({ document }: Source, { story }: Container): Section[] {
  return sectionsOf(document, story);
}

/** Returns the sections without the headers and footers that no page shows (FMT-48). */
function shownSections(source: Source, body: Container): Section[] {
  return allSections(source, body).map((section) => ({
    ...section,
    shown: section.shown.filter(({ type }) => source.showsPages(type, section.hasTitlePage)),
  }));
}

export function bodyContainer(side: Source): Container {
  const story = bodyOf(side.document);
  if (story === undefined) {
    throw new Failure("PACKAGE_INVALID", "The main part has no body", { part: side.document.main });
  }
  return readContainer(side, story, story.root);
}

class DocumentPlanning implements Planning {
  readonly lexicon;
  readonly budget: Budget;
  readonly settles: boolean;
  readonly replacements: Replacements | undefined;
  readonly #before: Source;
  readonly #after: Source;
  /** A note that two references name is compared at the first reference. */
  readonly #compared = new Set<string>();

  constructor(
    before: Source,
    after: Source,
    { budget, settles, replacements }: Pick<Planning, "budget" | "settles" | "replacements">,
  ) {
    this.lexicon = before.lexicon;
    this.budget = budget;
    this.settles = settles;
    this.replacements = replacements;
    this.#before = before;
    this.#after = after;
  }

  plan(before: Container, after: Container): ContainerPlan {
    return planContainer(before, after, this);
  }

  notes(kind: NoteKind, ids: { readonly before: string; readonly after: string }): NotePair | undefined {
    const [before, after] = [this.#before.note(kind, ids.before), this.#after.note(kind, ids.after)];
    const key = `${kind} ${ids.after}`;
    if (before === undefined || after === undefined || this.#compared.has(key)) return undefined;
    this.#compared.add(key);
    return {
      before: readContainer(this.#before, before, before.root),
      after: readContainer(this.#after, after, after.root),
    };
  }
}
