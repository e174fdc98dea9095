// The decisions of a document as content: one entry for what a person accepts or rejects at once.

import type { Story } from "../../document/text/stories.ts";
import type { Decision } from "../../revisions/decisions.ts";
import { utcDate } from "../changes/change-dates.ts";
import { placeOf, propertyOf, textOf } from "../changes/decision-words.ts";
import type { ContentRevision } from "./content.ts";
import type { LocatorOf } from "./locators.ts";

/** `stories` are those whose trees hold the changes: text is read by their rules. */
export function readRevisions(
  decisions: readonly Decision[],
  locatorOf: LocatorOf,
  stories: readonly Story[],
): ContentRevision[] {
  const storyOf = new Map(stories.map((story) => [story.tree, story]));
  // Thousands of changes have a few dates.
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
    const paragraph = placeOf(from.length > 0 ? from : revisions, locatorOf);
    const target = from.length > 0 ? placeOf(to, locatorOf) : undefined;
    const property = propertyOf(decision);
    return {
      number: index + 1,
      kind,
      author,
      ...(date === undefined ? {} : { date }),
      text: textOf(to.length > 0 ? to : revisions, storyOf),
      ...(paragraph === undefined ? {} : { paragraph }),
      ...(target === undefined ? {} : { to: target }),
      ...(property === undefined ? {} : { property }),
    };
  });
}
