// Defines an operation: it resolves what an edit names, lists what it touches, and applies it.

import type { Workspace } from "../apply/workspace.ts";
import type { Known } from "../locate/parts.ts";
import type { UploadedPlace } from "../locate/uploaded.ts";
import type { TableDrafts } from "../plan/table-drafts.ts";
import type { Touch } from "../plan/touch.ts";
import type { Lookup } from "../refusal.ts";
import type { EditOf, EditTypeName } from "../shape/edit-types.ts";

/** The context of resolving an edit. `Given` is the part of the edit that is read. */
export interface Resolving<Given = unknown> {
  /** Its form was checked. */
  readonly edit: Given;
  /** Its index in the request, from 0. */
  readonly index: number;
  /** Its JSON path. */
  readonly field: string;
  readonly known: Known;
  /** Tables as changed by the earlier edits. */
  readonly tables: TableDrafts;
  readonly undecided: Undecided;
}

/** The treatment of items where another author's property change is undecided: the edit is refused, or leaves them out. */
export type Undecided = "refuse" | "skip";

/** An edit that can be applied. */
export interface Planned {
  readonly touches: readonly Touch[];
  /** The number of positions that it changes, and the uploaded paragraphs. Set if its touches do not show them. */
  readonly places?: number;
  readonly changed?: readonly UploadedPlace[];
  /** The keys of the new paragraphs and tables that later edits can no longer name. */
  readonly takesOut?: readonly string[];
  /** Records what later edits need, once this edit is known to be applicable. */
  remember?(): void;
  /** The uploaded paragraphs that it names and leaves out. */
  readonly skipped?: readonly UploadedPlace[];
  apply(work: Workspace): void;
}

export type Operation<Type extends EditTypeName> = (resolving: Resolving<EditOf<Type>>) => Lookup<Planned>;
