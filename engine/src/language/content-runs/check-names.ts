// Checks that a document has the character styles and file properties that runs name.

import { readFileProperties } from "../../document/formatting/properties.ts";
import { readStyles } from "../../document/formatting/styles.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { missingStyle } from "../missing-style.ts";
import type { RunProblem } from "./check-runs.ts";
import type { Content, ContentRun } from "./content-run.ts";
import { readFieldCode } from "./field-code.ts";
import { filePropertyOf } from "./field-result.ts";
import { walkRuns } from "./walk-runs.ts";

/** A check of content with a valid shape. `field` is its JSON path. */
export type CheckNames = (content: Content, field: string) => RunProblem[];

export function nameCheck(document: WordDocument): CheckNames {
  const styles = readStyles(document);
  const properties = readFileProperties(document);
  const checkStyle = ({ format }: ContentRun, field: string): RunProblem[] => {
    const id = format?.character_style;
    if (typeof id !== "string" || styles.byId.get(id)?.kind === "character") return [];
    return [{ field: `${field}.format.character_style`, ...missingStyle(styles, "character", id) }];
  };
  const isPropertyMissing = (run: ContentRun): boolean => {
    const code = run.type === "field" ? readFieldCode(run.code) : undefined;
    return code?.kind === "property" && filePropertyOf(properties, code.property) === undefined;
  };
  return (content, field) =>
    [...walkRuns(content, field)].flatMap(({ run, field: own }): RunProblem[] => [
      ...checkStyle(run, own),
      ...(isPropertyMissing(run) ? [missingProperty(`${own}.code`)] : []),
    ]);
}

function missingProperty(field: string): RunProblem {
  return { field, reason: "FIELD_NOT_ALLOWED", message: "The document has no file property with this name." };
}
