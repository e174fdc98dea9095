// Defines the rules of decisions that need no database: the file name and the refusals.

import type { DecisionProblem, Decisions } from "@versus/engine/tasks";
import { type ApiError, type ErrorDetail, refusalFor } from "../contract/api-error.ts";
import type { DecisionRequest } from "../contract/decision-schemas.ts";
import { extensionOf, uploadedName } from "../contract/file-names.ts";

/** Returns the name of the file. Throws INVALID_REQUEST. */
export function readName(given: string): string {
  const name = uploadedName(given);
  if (extensionOf(name) === ".docx") return name;
  const message = "`name` must be a file name that ends in .docx.";
  throw refusalFor("INVALID_REQUEST", [{ field: "name", reason: "INVALID_VALUE", message }]);
}

/** Returns the decisions for the engine. A field that was not sent is absent, because JSON has no undefined. */
export function decisionsOf({ name: _, ...decisions }: DecisionRequest): Decisions {
  return decisions as Decisions;
}

/**
 * Returns CHANGE_NOT_FOUND if every problem is an unknown change, conflict, author, revision or side. Any other problem
 * makes it INVALID_REQUEST.
 */
export function decisionRefusalOf(problems: readonly DecisionProblem[]): ApiError {
  const details = problems.map(({ ...detail }): ErrorDetail => detail);
  const isUnknown = problems.every(({ reason }) => reason === "NOT_FOUND");
  return refusalFor(isUnknown ? "CHANGE_NOT_FOUND" : "INVALID_REQUEST", details);
}
