// Exports the text of documents with LibreOffice alone, without the service.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** Time limit in milliseconds for one call with many files. */
const PATIENCE = 240_000;
/** Number of files in one call. A file that crashes LibreOffice can affect only the other files of its call. */
const BATCH = 20;

/** Maps a path to its text. Files that LibreOffice does not open are missing. */
export function exportTexts(paths: readonly string[]): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "versus-texts-"));
  const texts = new Map<string, string>();
  try {
    for (let at = 0; at < paths.length; at += BATCH) {
      exportBatch(paths.slice(at, at + BATCH), folder);
      const missing = paths.slice(at, at + BATCH).filter((path) => !existsSync(textOf(path, folder)));
      // Export each missing file alone: another file may have ended the call before this one was read.
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
