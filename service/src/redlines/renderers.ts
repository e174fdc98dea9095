// Assigns each rendering of a comparison or a merge to the engine or to a renderer.
//
// The engine makes its formats together with the redline, in the job of the comparison or merge. Every other format has
// one renderer, registered with the worker. It makes the rendering from the redline in a separate job afterwards, so the
// redline never waits for it. A format without a renderer is UNSUPPORTED_FORMAT, and the OpenAPI description does not
// list it.

import type { JobErrorCode } from "../contract/errors.ts";
import type { ComparisonFormat } from "../contract/formats.ts";
import type { Office } from "../convert/office/office.ts";
import type { BindChildTask } from "../jobs/child-protocol.ts";
import type { JobInput } from "../jobs/document-job.ts";
import { type RedlineArtifact, viewArtifact } from "../jobs/redline-pages.ts";
import type { OwnedRow } from "../storage/owned-rows.ts";

/** The formats that are made with the redline. */
export const comparedFormats = ["docx", "json", "md", "viewer"] as const satisfies readonly ComparisonFormat[];

/** The artifacts that a child makes of a redline: these formats, and its view. */
export const comparedArtifacts: readonly RedlineArtifact[] = [...comparedFormats, viewArtifact];

export type ComparedFormat = (typeof comparedFormats)[number];

/** Facts about the rendered document that the rendering shows. */
export interface AboutDocument {
  /** The documents that the redline was made of. Empty if the document is not a redline. */
  readonly documents: BindChildTask["about"]["documents"];
  readonly createdAt: Date;
  /** True if a PDF ends with a legend. */
  readonly hasLegend: boolean;
}

/** The input of a renderer. */
export interface Rendering {
  readonly about: AboutDocument;
  /** Returns the JSON of the redline. Only redlines have a legend, and each has a JSON. */
  readonly readJson: () => Promise<Uint8Array>;
  readonly signal: AbortSignal;
  readonly run: JobInput<OwnedRow, never>["run"];
  readonly office: Pick<Office, "convert">;
}

/** The maker of one rendering of a redline, or of a version of a stored document. */
export interface Renderer {
  readonly format: Exclude<ComparisonFormat, ComparedFormat>;
  /** The code of a failed rendering, if its renderer does not give a more precise one. */
  readonly failureCode: JobErrorCode;
  /** The format that is rendered: the Word document, or the JSON of a redline. */
  readonly source: "docx" | "json";
  /** `document` is the artifact of the format `source`. Throws a JobFailure if the rendering can never be made. */
  render(document: Uint8Array, rendering: Rendering): Promise<Uint8Array>;
}

export function isComparedFormat(format: string): format is ComparedFormat {
  return comparedFormats.some((compared) => compared === format);
}

/** Returns the formats of a kind of redline that this installation makes, in the order in which they are listed. */
export function madeFormats<Format extends string>(names: readonly Format[], renderers: readonly Renderer[]): Format[] {
  return names.filter((format) => isComparedFormat(format) || rendererOf(renderers, format) !== undefined);
}

export function rendererOf(renderers: readonly Renderer[], format: string): Renderer | undefined {
  return renderers.find((renderer) => renderer.format === format);
}
