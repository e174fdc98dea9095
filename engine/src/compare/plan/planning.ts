// Defines the context that every part of planning uses.

import type { Budget } from "../../align/budget.ts";
import type { NoteKind } from "../../document/marks/notes.ts";
import type { Container } from "../../redline/content/items.ts";
import type { Lexicon } from "../../redline/content/lexicon.ts";
import type { Replacements } from "../text/replacements.ts";
import type { ContainerPlan } from "./plan.ts";

export interface Planning {
  readonly lexicon: Lexicon;
  readonly budget: Budget;
  /** The replacements of the document. Undefined if edits are not joined into phrases. */
  readonly replacements: Replacements | undefined;
  /** False if the caller settles the ends of containers. A merge settles them for all revised copies at once. */
  readonly settles: boolean;
  /** Plans the content of something that both sides have: cells, text boxes, notes. */
  plan(before: Container, after: Container): ContainerPlan;
  /** Returns the two notes that two references name; undefined if one is missing or was already compared. */
  notes(kind: NoteKind, ids: { readonly before: string; readonly after: string }): NotePair | undefined;
}

export interface NotePair {
  readonly before: Container;
  readonly after: Container;
}
