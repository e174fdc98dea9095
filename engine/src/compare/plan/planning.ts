// What planning a comparison has at hand everywhere.

import type { Budget } from "../../align/budget.ts";
import type { NoteKind } from "../../document/marks/notes.ts";
import type { Container } from "../../redline/content/items.ts";
import type { Lexicon } from "../../redline/content/lexicon.ts";
import type { ContainerPlan } from "./plan.ts";

export interface Planning {
  readonly lexicon: Lexicon;
  readonly budget: Budget;
  /** False if whoever takes the plan settles the ends of containers: a merge does it for all revisions at once. */
  readonly settles: boolean;
  /** Plans what lies in something that both sides have: cells, text boxes, notes. */
  plan(before: Container, after: Container): ContainerPlan;
  /** The two notes that two references name; undefined when one is missing or already compared. */
  notes(kind: NoteKind, ids: { readonly before: string; readonly after: string }): NotePair | undefined;
}

export interface NotePair {
  readonly before: Container;
  readonly after: Container;
}
