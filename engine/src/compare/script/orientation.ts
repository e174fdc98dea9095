// Defines which of the two documents carries a script, and the label of its changes.

import type { Role, Source } from "../../redline/content/source.ts";
import type { ChangeLabel } from "../../redline/script/script.ts";

/** Both sources, the side that carries the redline, and the label of its changes. */
export interface Orientation {
  readonly sources: Readonly<Record<Role, Source>>;
  readonly carries: Role;
  readonly label: ChangeLabel;
}

export function otherRole(role: Role): Role {
  return role === "after" ? "before" : "after";
}
