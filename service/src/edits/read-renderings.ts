// Adds renderings of the redline to the record of an edit, and queues those that are requested for the first time.

import { downloadEntry } from "../contract/downloads.ts";
import type { EditJob } from "../contract/edit-schemas.ts";
import { type EditReadFormat, type EditRendering, editRenderings, isEditRendering } from "../contract/formats.ts";
import { type AskParts, renderingAsker } from "../redlines/ask-for-renderings.ts";
import { readableFinder } from "../redlines/find-readable.ts";
import { readinessOf } from "../redlines/readiness.ts";
import { deadlineOf } from "../storage/retention-facts.ts";
import type { ReadParts } from "./find-edit.ts";
import { type EditRow, editTable } from "./queries.ts";
import { renderedEdits } from "./run-rendering.ts";

export type RenderingReadParts = ReadParts & AskParts;

/** Returns the record with the requested formats. `record` has the requested outputs that are files. */
export type AddRenderings = (edit: EditRow, record: EditJob, formats: readonly EditReadFormat[]) => Promise<EditJob>;

export function renderingAdder(parts: RenderingReadParts): AddRenderings {
  const names = Object.keys(editRenderings) as EditRendering[];
  const find = readableFinder(parts.database, editTable, names);
  const askFor = renderingAsker(renderedEdits, parts);
  return async (edit, record, formats) => {
    const asked = formats.filter(isEditRendering);
    if (asked.length === 0 || edit.status === "failed") return record;
    if (edit.status === "processing") return { ...record, pending_formats: [...formats] };
    const owner = { ownerId: edit.edit_id, organizationId: edit.organization_id };
    const job = await find(owner);
    const artifacts = job?.artifacts ?? [];
    await askFor({ ...owner, status: edit.status, artifacts }, asked);
    const { status, finished, pending, error } = readinessOf({ status: edit.status, error: null }, artifacts, asked);
    const notAfter = deadlineOf(edit, edit.retention_days);
    const rendered = finished.map((format) => {
      const fileName = artifacts.find((artifact) => artifact.format === format)?.file_name ?? "";
      return downloadEntry({ ownerId: owner.ownerId, format, fileName, notAfter }, parts.signDownload);
    });
    const made = [...record.downloads, ...rendered];
    return {
      ...record,
      status,
      downloads: formats.flatMap((format) => made.find((one) => one.format === format) ?? []),
      ...(status === "processing" ? { pending_formats: [...pending] } : {}),
      ...(error === undefined ? {} : { error: { code: error.code, message: error.message } as EditJob["error"] }),
    };
  };
}
