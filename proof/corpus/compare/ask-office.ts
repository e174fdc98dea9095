// Checks that LibreOffice opens redlines and converts them to PDF.
//
// A redline that LibreOffice does not open is a problem only if it opens both documents of the pair.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "@versus/engine/tasks";
import { copyForOffice } from "../../office/office-copy.ts";
import { isOfficeInstalled, openInOffice } from "../roundtrip/office.ts";
import { type PairJob, readInputs } from "./check-pair.ts";

export type OfficeOutcome =
  | { readonly kind: "not-asked"; readonly reason: string }
  | {
      readonly kind: "asked";
      readonly asked: number;
      /** Names of pairs with an input that LibreOffice does not open either. */
      readonly neverOpened: readonly string[];
      readonly lost: readonly string[];
    };

export async function askOffice(jobs: readonly PairJob[], atOnce: number): Promise<OfficeOutcome> {
  const asked = jobs.filter(({ saveForOffice }) => saveForOffice !== undefined && existsSync(saveForOffice));
  if (asked.length === 0) return { kind: "not-asked", reason: "no redlines for it" };
  if (!isOfficeInstalled(process.env.PATH ?? "")) return { kind: "not-asked", reason: "not installed" };
  const opened = await openInOffice(
    asked.map(({ saveForOffice }) => saveForOffice!),
    atOnce,
  );
  const unopened = asked.filter(({ saveForOffice }) => !opened.has(saveForOffice!));
  const neverOpened: string[] = [];
  for (const job of unopened) if (!(await opensInputs(job))) neverOpened.push(job.name);
  const lost = unopened.map(({ name }) => name).filter((name) => !neverOpened.includes(name));
  return { kind: "asked", asked: asked.length, neverOpened, lost };
}

async function opensInputs({ source }: PairJob): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "versus-inputs-"));
  try {
    const inputs = readInputs(source);
    if (inputs instanceof Failure) return false;
    const files = [join(folder, "before.docx"), join(folder, "after.docx")] as const;
    writeFileSync(files[0], copyForOffice(inputs.before));
    writeFileSync(files[1], copyForOffice(inputs.after));
    return (await openInOffice(files, 1)).size === files.length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
