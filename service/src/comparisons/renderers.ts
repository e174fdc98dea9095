// Who makes which rendering of a comparison.
//
// The engine makes its formats together with the redline, in the comparison's own job. Every other format has one
// renderer, registered with the worker, which makes it from the redline in a job of its own right after, so that the
// redline never waits for it. A format that nobody makes is UNSUPPORTED_FORMAT, and the description does not list it.

import type { CompareFormat } from "@versus/engine/tasks";
import type { JobErrorCode } from "../contract/errors.ts";
import { type ComparisonFormat, comparisonFormatNames } from "../contract/formats.ts";
import type { Office } from "../convert/office/office.ts";
import type { Work } from "../jobs/document-job.ts";
import type { OwnedRow } from "../storage/owned-rows.ts";

/** Made with the redline. */
export const comparedFormats = ["docx", "json", "md", "viewer"] as const satisfies readonly ComparisonFormat[];

/** What the engine makes of them: the page of the view is put around its fragment (pages.ts). */
export const engineFormats = ["docx", "json", "md", "fragment"] as const satisfies readonly CompareFormat[];

export type ComparedFormat = (typeof comparedFormats)[number];

/** The document that a rendering is made of, in the words that the rendering says of it. */
export interface AboutDocument {
  /** The two that were compared; none for a document that is no redline. */
  readonly names: { readonly original: string; readonly modified: string } | undefined;
  readonly createdAt: Date;
  /** Whether a PDF ends with a legend. */
  readonly hasLegend: boolean;
}

/** What a renderer works with. */
export interface Rendering {
  readonly about: AboutDocument;
  readonly signal: AbortSignal;
  readonly run: Work<OwnedRow, never>["run"];
  readonly office: Pick<Office, "convert">;
}

/** Makes one rendering of a redline. */
export interface Renderer {
  readonly format: Exclude<ComparisonFormat, ComparedFormat>;
  /** The code of a rendering that could not be made, when its renderer says nothing finer. */
  readonly failureCode: JobErrorCode;
  /** `redline` is the Word document with tracked changes. Throws a JobFailure when it can never be made. */
  render(redline: Uint8Array, rendering: Rendering): Promise<Uint8Array>;
}

export function isComparedFormat(format: string): format is ComparedFormat {
  return comparedFormats.some((compared) => compared === format);
}

/** The formats that somebody makes, in the order in which they are listed. */
export function madeFormats(renderers: readonly Renderer[]): ComparisonFormat[] {
  return comparisonFormatNames.filter(
    (format) => isComparedFormat(format) || rendererOf(renderers, format) !== undefined,
  );
}

export function rendererOf(renderers: readonly Renderer[], format: string): Renderer | undefined {
  return renderers.find((renderer) => renderer.format === format);
}
