// How an operation is added: one function that looks up what an edit names, says what it touches, and gives what carries it out.

import type { Workspace } from "../apply/workspace.ts";
import type { Known } from "../locate/parts.ts";
import type { UploadedPlace } from "../locate/uploaded.ts";
import type { TableDrafts } from "../plan/table-drafts.ts";
import type { Touch } from "../plan/touch.ts";
import type { Found } from "../refusal.ts";
import type { EditOf, EditTypeName } from "../shape/edit-types.ts";

/** `Given` is the part of the edit that is looked at. */
export interface Resolving<Given = unknown> {
  /** Its form is right. */
  readonly edit: Given;
  /** Its place in the request, from 0. */
  readonly index: number;
  /** Its JSON path. */
  readonly field: string;
  readonly known: Known;
  /** Tables as the edits before this one have made them. */
  readonly tables: TableDrafts;
  readonly undecided: Undecided;
}

/** Places where a formatting edit meets an undecided change of properties by another are refused or skipped. */
export type Undecided = "refuse" | "skip";

/** An edit that can be carried out. */
export interface Planned {
  readonly touches: readonly Touch[];
  /** At how many places it changes something, and which uploaded paragraphs: where its touches do not tell. */
  readonly places?: number;
  readonly changed?: readonly UploadedPlace[];
  /** The keys of the new paragraphs and tables that are no target any more. */
  readonly takesOut?: readonly string[];
  /** Notes what later edits are to know, once it is clear that this one can be carried out. */
  remember?(): void;
  /** The uploaded paragraphs that it names and leaves out. */
  readonly skipped?: readonly UploadedPlace[];
  apply(work: Workspace): void;
}

export type Operation<Type extends EditTypeName> = (resolving: Resolving<EditOf<Type>>) => Found<Planned>;
