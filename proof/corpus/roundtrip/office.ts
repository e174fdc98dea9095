// Checks which documents LibreOffice opens, by converting them to PDF.
//
// The exit code of LibreOffice proves nothing: a document opened if its PDF exists. A document can crash the program
// and so prevent the conversion of the rest of its batch. So each missing document of a batch is tried again alone.
// Each process has its own profile, because two processes with the same profile wait for each other.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { startProgress } from "../../runner/progress.ts";
import { runAtOnce } from "../../runner/run-at-once.ts";

const PROGRAM = "soffice";
/** Number of files in a batch. Starting the program costs about as much as converting a few documents. */
const BATCH = 10;
/** Milliseconds after which a conversion is stopped. The slowest document of the corpus takes a tenth of that. */
const PATIENCE = { batch: 300_000, alone: 120_000 } as const;

export function isOfficeInstalled(path: string): boolean {
  return path.split(delimiter).some((folder) => folder !== "" && existsSync(join(folder, PROGRAM)));
}

/** Returns the files that LibreOffice opens. Their names without extension must differ. */
export async function openInOffice(files: readonly string[], atOnce: number): Promise<Set<string>> {
  const folder = mkdtempSync(join(tmpdir(), "versus-office-"));
  const progress = startProgress("LibreOffice", files.length);
  try {
    const batches = Array.from({ length: Math.ceil(files.length / BATCH) }, (_, index) =>
      files.slice(index * BATCH, (index + 1) * BATCH),
    );
    const opened = await runAtOnce([...batches.entries()], atOnce, async ([index, batch]) => {
      const found = await convertBatch(batch, join(folder, String(index)));
      for (const _ of batch) progress.advance();
      return found;
    });
    return new Set(opened.flat());
  } finally {
    progress.finish();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function convertBatch(files: readonly string[], folder: string): Promise<string[]> {
  mkdirSync(folder);
  await convert(files, folder, PATIENCE.batch);
  for (const file of files) {
    if (files.length > 1 && !isConverted(file, folder)) await convert([file], folder, PATIENCE.alone);
  }
  return files.filter((file) => isConverted(file, folder));
}

function isConverted(file: string, folder: string): boolean {
  return existsSync(join(folder, `${basename(file, extname(file))}.pdf`));
}

function convert(files: readonly string[], folder: string, patience: number): Promise<void> {
  const profile = pathToFileURL(join(folder, "profile")).href;
  const words = [`-env:UserInstallation=${profile}`, "--headless", "--convert-to", "pdf", "--outdir", folder];
  // A process group of its own: the program starts another process, which would otherwise survive the kill.
  const child = spawn(PROGRAM, [...words, ...files], { detached: true, stdio: "ignore" });
  const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), patience);
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      resolve();
    };
    child.on("error", settle).on("exit", settle);
  });
}
