// On which of the two documents a script is written, and who signs it.

import type { Role, Source } from "../../redline/content/source.ts";
import type { ChangeLabel } from "../../redline/script/script.ts";

/** Which side carries the redline, and who signs it. */
export interface Orientation {
  readonly sources: Readonly<Record<Role, Source>>;
  readonly carries: Role;
  readonly label: ChangeLabel;
}

export function otherRole(role: Role): Role {
  return role === "after" ? "before" : "after";
}
