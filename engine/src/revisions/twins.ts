// Pairs the changes in a fallback with those of the choice that it stands in for.
//
// A text box is written twice, for readers that know the newer form and for those that do not. Word
// gives both copies of a change the same id; other programs do not, or keep another order. So twins
// are paired inside one mc:AlternateContent by what kind of change they are and their place among
// those of that kind; one that is left over goes with the last of its kind, or the last of its author.

import { MC } from "../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../ooxml/xml/tree.ts";
import type { Revision } from "./revision.ts";

/** By change in a fallback: the change in a choice that decides it. */
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

/** The changes of each outermost mc:AlternateContent that holds any. */
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
