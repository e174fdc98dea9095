// Makes the script of a plan, with either document as the carrier.

import type { Script } from "../../redline/script/script.ts";
import type { DocumentPlan } from "../plan/plan-document.ts";
import { containerScript } from "./container-script.ts";
import { listPairs } from "./list-pairs.ts";
import { type Orientation, otherRole } from "./orientation.ts";
import { sectionsScript } from "./sections-script.ts";

export function scriptOf(plan: DocumentPlan, orientation: Orientation): Script {
  const { sources, carries } = orientation;
  const lists = listPairs(plan.body);
  const own = carries === "after" ? lists : new Map([...lists].map(([before, after]) => [after, before]));
  return {
    carrier: sources[carries],
    body: containerScript(plan.body, orientation),
    sections: sectionsScript(plan, orientation),
    lists: new Map([[sources[otherRole(carries)], own]]),
  };
}
