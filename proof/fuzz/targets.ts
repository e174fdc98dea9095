// Lists the targets. A new target is a folder beside these and a line here.

import { decisionsTarget } from "./decisions/decisions-target.ts";
import { editTarget } from "./edit/edit-target.ts";
import { looksTarget } from "./looks/looks-target.ts";
import { mergesTarget } from "./merges/merges-target.ts";
import { scriptsTarget } from "./scripts/scripts-target.ts";
import type { Target } from "./target.ts";
import { treeTarget } from "./tree/tree-target.ts";
import { xmlTarget } from "./xml/xml-target.ts";
import { zipTarget } from "./zip/zip-target.ts";

const targets: readonly Target<unknown>[] = [
  xmlTarget,
  zipTarget,
  treeTarget,
  decisionsTarget,
  scriptsTarget,
  mergesTarget,
  looksTarget,
  editTarget,
];

export const targetNames: readonly string[] = targets.map(({ name }) => name);

/** Returns the target of this name. Throws an error if it does not exist. */
export function findTarget(name: string): Target<unknown> {
  const target = targets.find((candidate) => candidate.name === name);
  if (target === undefined) throw new Error(`there is no target ${name}: ${targetNames.join(", ")}`);
  return target;
}
