// Lists the decisions of a document as content: one entry per change that a person decides at once.

import type { Story } from "../../document/text/stories.ts";
import type { Decision } from "../../revisions/decisions.ts";
import { utcDate } from "../changes/change-dates.ts";
import { changedText, firstParagraphOf, propertyNameOf } from "../changes/decision-words.ts";
import { differenceIn } from "../changes/format-difference.ts";
import type { ContentRevision } from "./content.ts";
import type { LocatorOf } from "./locators.ts";

/** Describes each decision. `stories` are those whose trees contain the changes; they define which text counts. */
export function readRevisions(
  decisions: readonly Decision[],
  locatorOf: LocatorOf,
  stories: readonly Story[],
): ContentRevision[] {
  const storyOf = new Map(stories.map((story) => [story.tree, story]));
  // Thousands of changes share a few dates.
  const dates = new Map<string, string | undefined>();
  const dateOf = (date: string): string | undefined => {
    if (!dates.has(date)) dates.set(date, utcDate(date));
    return dates.get(date);
  };
  return decisions.map((decision, index) => {
    const { kind, author, revisions } = decision;
    const date = dateOf(decision.date);
    const from = revisions.filter((revision) => revision.kind === "moveFrom");
    const to = revisions.filter((revision) => revision.kind === "moveTo");
    const paragraph = firstParagraphOf(from.length > 0 ? from : revisions, locatorOf);
    const target = from.length > 0 ? firstParagraphOf(to, locatorOf) : undefined;
    const property = propertyNameOf(decision);
    return {
      number: index + 1,
      kind,
      author,
      ...(date === undefined ? {} : { date }),
      text: changedText(to.length > 0 ? to : revisions, storyOf),
      ...(paragraph === undefined ? {} : { paragraph }),
      ...(target === undefined ? {} : { to: target }),
      ...(property === undefined ? {} : { property }),
      ...(kind === "property" ? differenceIn(revisions[0]!) : {}),
    };
  });
}
