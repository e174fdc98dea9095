// The text of documents as LibreOffice exports it by itself, without the service.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** Milliseconds for one call with many files. */
const PATIENCE = 240_000;
/** Files of one call: one that LibreOffice dies of takes no more along. */
const BATCH = 20;

/** By path; what LibreOffice does not open is missing. */
export function exportTexts(paths: readonly string[]): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "versus-texts-"));
  const texts = new Map<string, string>();
  try {
    for (let at = 0; at < paths.length; at += BATCH) {
      exportBatch(paths.slice(at, at + BATCH), folder);
      const missing = paths.slice(at, at + BATCH).filter((path) => !existsSync(textOf(path, folder)));
      // One of them may have ended the call for those behind it.
      for (const path of missing) exportBatch([path], folder);
    }
    for (const path of paths) {
      const text = textOf(path, folder);
      if (existsSync(text)) texts.set(path, readFileSync(text, "utf8"));
    }
    return texts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function exportBatch(paths: readonly string[], folder: string): void {
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const to = ["--convert-to", "txt:Text (encoded):UTF8", "--outdir", folder];
  spawnSync("soffice", [profile, "--headless", "--norestore", ...to, ...paths], { timeout: PATIENCE });
}

function textOf(path: string, folder: string): string {
  return join(folder, basename(path).replace(/\.[^.]*$/, ".txt"));
}
