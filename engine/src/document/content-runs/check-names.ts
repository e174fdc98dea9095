// Whether a document has what runs name in it: character styles and file properties.

import type { WordDocument } from "../open-document.ts";
import { readFileProperties } from "../properties.ts";
import { readStyles } from "../styles.ts";
import type { RunProblem } from "./check-runs.ts";
import type { Content, ContentRun } from "./content-run.ts";
import { readFieldCode } from "./field-code.ts";
import { propertyOf } from "./field-result.ts";
import { walkRuns } from "./walk-runs.ts";

/** A check of content whose shape is right. `field` is its JSON path. */
export type CheckNames = (content: Content, field: string) => RunProblem[];

export function nameCheck(document: WordDocument): CheckNames {
  const { byId } = readStyles(document);
  const properties = readFileProperties(document);
  const isStyleMissing = ({ format }: ContentRun): boolean => {
    const id = format?.character_style;
    return typeof id === "string" && byId.get(id)?.kind !== "character";
  };
  const isPropertyMissing = (run: ContentRun): boolean => {
    const code = run.type === "field" ? readFieldCode(run.code) : undefined;
    return code?.kind === "property" && propertyOf(properties, code.property) === undefined;
  };
  return (content, field) =>
    [...walkRuns(content, field)].flatMap(({ run, field: own }): RunProblem[] => [
      ...(isStyleMissing(run) ? [missingStyle(`${own}.format.character_style`)] : []),
      ...(isPropertyMissing(run) ? [missingProperty(`${own}.code`)] : []),
    ]);
}

function missingStyle(field: string): RunProblem {
  return { field, reason: "STYLE_NOT_FOUND", message: "There is no such character style." };
}

function missingProperty(field: string): RunProblem {
  return { field, reason: "FIELD_NOT_ALLOWED", message: "The document has no property of this name." };
}
