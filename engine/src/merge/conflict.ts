// Defines a conflict of a merge.

import type { ConflictKind, ConflictScope, OwnedMark, RecordedSide } from "../document/merge-record.ts";
import type { PropertyOwner } from "../document/recorded-properties.ts";
import type { NodeId } from "../ooxml/xml/tree.ts";

/** An element of the base. */
export interface BasePlace {
  readonly part: string;
  readonly node: NodeId;
}

export interface ConflictVersion extends RecordedSide {
  /** The words of the comment about this side. Undefined if they follow from the text. */
  readonly says?: string;
}

export interface MergingConflict {
  readonly id: number;
  readonly kind: ConflictKind;
  /** In the order of their first revised copies. */
  readonly sides: readonly ConflictVersion[];
  readonly scope: ConflictScope;
  readonly marks: readonly OwnedMark[];
  /** The owner of competing properties. Undefined if the conflict cannot be settled by a choice. */
  readonly owner: PropertyOwner | undefined;
  /** The element of the base where the conflict is; undefined if the base has none. */
  readonly place: BasePlace | undefined;
  /** The text of the base that the sides change. Undefined if they only add. */
  readonly original: string | undefined;
}
