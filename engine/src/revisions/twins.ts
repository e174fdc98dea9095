// Pairs the changes in a fallback with those of the choice that it replaces.
//
// A text box is written twice: for readers of the newer form, and for all others. Word gives both copies of a change
// the same id; other programs do not, or write another order. So changes inside one mc:AlternateContent are paired by
// kind (with place, author and date) and by their index among changes of that kind. A remaining one is paired with the
// last of its kind, or with the last of its author.

import { MC } from "../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../ooxml/xml/tree.ts";
import type { Revision } from "./revision.ts";

/** Maps a change in a fallback to the change in a choice that decides it. */
export function pairTwins(revisions: readonly Revision[]): Map<Revision, Revision> {
  const pairs = new Map<Revision, Revision>();
  for (const { choice, fallback } of alternativesOf(revisions)) {
    const ordinals = new Map<string, number>();
    for (const twin of fallback) {
      const kind = kindOf(twin);
      const ordinal = ordinals.get(kind) ?? 0;
      ordinals.set(kind, ordinal + 1);
      const alike = choice.filter((revision) => kindOf(revision) === kind);
      const original = alike[ordinal] ?? alike.at(-1) ?? choice.findLast(({ author }) => author === twin.author);
      if (original !== undefined) pairs.set(twin, original);
    }
  }
  return pairs;
}

interface Alternatives {
  readonly choice: Revision[];
  readonly fallback: Revision[];
}

/** Returns the changes of each outermost mc:AlternateContent that contains changes. */
function alternativesOf(revisions: readonly Revision[]): Iterable<Alternatives> {
  const found = new Map<string, Alternatives>();
  for (const revision of revisions) {
    const around = outermostAlternatives(revision);
    if (around === NONE) continue;
    const key = `${revision.part} ${around}`;
    const alternatives = found.get(key) ?? { choice: [], fallback: [] };
    found.set(key, alternatives);
    (revision.isTwin ? alternatives.fallback : alternatives.choice).push(revision);
  }
  return found.values();
}

function outermostAlternatives({ tree, node }: Revision): NodeId {
  let outermost = NONE;
  for (let at = tree.parent(node); at !== NONE; at = tree.parent(at)) {
    if (tree.name(at) === MC.AlternateContent) outermost = at;
  }
  return outermost;
}

function kindOf({ kind, place, author, date }: Revision): string {
  return JSON.stringify([kind, place, author, date]);
}
