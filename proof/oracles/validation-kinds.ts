// Returns the kinds of errors that the Open XML SDK's validator finds in a document.
//
// Kinds are compared, not errors, because splitting a run repeats an error that was there before. A kind is the error's
// id, the part without its number, the last step of the path without its index, and the attribute. If the validator
// throws, that is the kind. Answers are kept by the hash of the bytes: validating takes a tenth of a second for a small
// document and many seconds for a large one.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { KeptProcess } from "../office/kept-process.ts";

/** An error as the validator reports it. */
export interface ValidationError {
  readonly id: string;
  readonly description: string;
  readonly part: string;
  readonly xpath: string;
}

/** Milliseconds for one document; the slowest of the corpus takes under thirty seconds. */
const PATIENCE = 120_000;
/** Increase it when the definition of a kind changes, so that answers kept before are not used. */
const EDITION = 2;
/**
 * Begins the kind of an error that the validator throws, or of a missing answer. The problem may be temporary, so the
 * kinds are not kept.
 */
const THROWS = "throws";

const folder = join(tmpdir(), "versus-validation");
const validator = new KeptProcess({
  command: process.execPath,
  words: [join(import.meta.dirname, "validator-session.ts")],
});

/** Returns the kinds of errors of a document, sorted, each once. The validator keeps running for the next question. */
export async function validationKinds(bytes: Uint8Array): Promise<string[]> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const kept = join(folder, `${hash}-${EDITION}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8")) as string[];
  const kinds = await askValidator(bytes);
  if (kinds.some((kind) => kind.startsWith(THROWS))) return kinds;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${kept}.${process.pid}-${threadId}`;
  writeFileSync(unfinished, JSON.stringify(kinds));
  renameSync(unfinished, kept);
  return kinds;
}

export function stopValidator(): void {
  validator.stop();
}

/** Returns the kinds of a result that its original document does not have. */
export function newKinds(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((kind) => !before.includes(kind));
}

async function askValidator(bytes: Uint8Array): Promise<string[]> {
  const question = { do: "validate", bytes: Buffer.from(bytes).toString("base64") };
  const reply = await validator.ask<ValidationError[]>(question, PATIENCE);
  if ("error" in reply) return [`${THROWS} ${reply.error}`];
  return [...new Set(reply.ok.map(kindOf))].sort();
}

/**
 * Word writes smart tags, and the standard allows them wherever runs are, but the validator does not know them. So an
 * error about a smart tag is not attributed to the element around it.
 */
const UNKNOWN_CHILD = /invalid child element '[^']*:(smartTag)'/;

export function kindOf({ id, description, part, xpath }: ValidationError): string {
  const partName = part.replace(/\d+(?=\.\w+$)/, "");
  const last = xpath.slice(xpath.lastIndexOf("/") + 1).replace(/\[\d+\]$/, "");
  const step = UNKNOWN_CHILD.exec(description)?.[1] ?? last;
  return [id, partName, step, attributeIn(description)].filter((piece) => piece !== "").join(" ");
}

/** Returns the attribute that a description is about, without its namespace; empty if it names no attribute. */
function attributeIn(description: string): string {
  const quoted = /attribute '([^']*)'|'([^']*)' attribute/i.exec(description);
  const name = quoted?.[1] ?? quoted?.[2] ?? "";
  return name.slice(name.lastIndexOf(":") + 1);
}
