// Returns digests of the outputs of one pair of documents, or of all requests on one document.

import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import type { EditTypeName } from "@versus/engine/tasks";
import { Failure } from "@versus/engine/tasks";
import { readInputs } from "../compare/check-pair.ts";
import { comparers, type FormattingMode } from "../compare/comparer.ts";
import type { PairSource } from "../compare/pairs.ts";
import { editableContent, requestsOf } from "../edit/check-document.ts";
import { runEdits } from "../edit/check-request.ts";
import { makers } from "../edit/requests/makers.ts";
import { Subject } from "../edit/requests/subject.ts";
import { type DigestResult, lineOf } from "./record.ts";

export type DigestJob = { readonly name: string; readonly record: string | undefined } & (
  | { readonly kind: "redline"; readonly source: PairSource; readonly formatting: FormattingMode }
  | { readonly kind: "edits"; readonly path: string; readonly file: string; readonly seed: number }
);

export async function work(job: DigestJob): Promise<DigestResult> {
  const digests = job.kind === "redline" ? await redlineDigests(job) : editDigests(job);
  const result = { name: job.name, digests };
  if (job.record !== undefined) appendFileSync(job.record, lineOf(result));
  return result;
}

/**
 * A crash is an outcome like any other, since two commits may share it. It is not written to the file, so the next
 * run tries the job again.
 */
export function crashedJob({ name }: DigestJob, reason: string): DigestResult {
  return { name, digests: { crashed: reason.split("\n")[0] ?? "" } };
}

async function redlineDigests({
  source,
  formatting,
}: DigestJob & { readonly kind: "redline" }): Promise<Record<string, string>> {
  const inputs = readInputs(source);
  if (inputs instanceof Failure) return { unmade: inputs.code };
  const redline = await comparers.versus(inputs.before, inputs.after, formatting);
  if ("refusal" in redline) return { refused: redline.refusal };
  const { docx, json, markdown, notices } = redline;
  return { docx: digest(docx), json: digest(json), markdown: digest(markdown), notices: digest(notices.join(" ")) };
}

/**
 * Returns one digest for each type of edit. It covers the redlines and clean copies of its requests, or their
 * refusals.
 */
function editDigests({ path, file, seed }: DigestJob & { readonly kind: "edits" }): Record<string, string> {
  const bytes = readFileSync(file);
  const content = editableContent(bytes);
  if (typeof content === "string") return { unread: content };
  const subject = new Subject(content);
  const types = Object.keys(makers) as EditTypeName[];
  return Object.fromEntries(
    types.flatMap((type) => {
      const outputs = [...requestsOf({ job: { path, seed }, subject, type })].map(({ edits }) => {
        const outcome = runEdits(bytes, edits);
        if (outcome instanceof Error) return outcome instanceof Failure ? outcome.code : outcome.message;
        if (outcome.kind === "refused") return JSON.stringify(outcome.refusals);
        return `${digest(outcome.redline)} ${digest(outcome.docx)}`;
      });
      return outputs.length === 0 ? [] : [[type, digest(outputs.join("\n"))]];
    }),
  );
}

/** Long enough that about ten thousand outputs have different digests. */
const DIGITS = 20;

function digest(output: Uint8Array | string | undefined): string {
  return createHash("sha256")
    .update(output ?? "")
    .digest("hex")
    .slice(0, DIGITS);
}
