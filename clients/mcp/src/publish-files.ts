// Writes files under their names, all or none: first under temporary names, then under their own.
//
// Without `overwrite`, `link` gives a file its name and fails if the name exists. Otherwise `rename` replaces the
// entry. Neither follows a link, and content that a hard link shares does not change.

import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ToolRefusal } from "./work/work.ts";

export interface TargetFile {
  /** The path as the agent wrote it. */
  readonly path: string;
  /** The path of the file. Its parent exists and has no links. */
  readonly full: string;
  readonly bytes: Uint8Array;
}

/** Throws a ToolRefusal if a file cannot be written, or if its name exists and `overwrite` is false. */
export async function publishFiles(files: readonly TargetFile[], overwrite: boolean): Promise<void> {
  const temporary: string[] = [];
  const undo: (() => Promise<void>)[] = [];
  const temporaryFor = ({ full }: TargetFile): string => {
    const name = join(dirname(full), `.versus-${randomUUID()}`);
    temporary.push(name);
    return name;
  };
  try {
    const written: string[] = [];
    for (const file of files) {
      const name = temporaryFor(file);
      await refusing(file, writeDurably(name, file.bytes));
      written.push(name);
    }
    for (const [at, file] of files.entries()) {
      const kept = overwrite ? await keep(file, temporaryFor(file)) : undefined;
      await refusing(file, overwrite ? rename(written[at]!, file.full) : linkOrCopy(written[at]!, file.full));
      undo.push(() => (kept === undefined ? rm(file.full, { force: true }) : rename(kept, file.full)));
    }
  } catch (problem) {
    for (const step of undo.reverse()) await step().catch(() => {});
    throw problem;
  } finally {
    for (const name of temporary) await rm(name, { force: true }).catch(() => {});
  }
}

async function refusing(file: TargetFile, done: Promise<void>): Promise<void> {
  await done.catch((problem: NodeJS.ErrnoException) => {
    const { path } = file;
    if (problem.code !== "EEXIST") throw new ToolRefusal(`${path} cannot be written.`);
    throw new ToolRefusal(`${path} is there already. Choose another output, or set overwrite to true.`);
  });
}

async function writeDurably(name: string, bytes: Uint8Array): Promise<void> {
  const file = await open(name, "wx", 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Gives the present file a second name, by a hard link or a copy, and returns that name. Returns undefined if there is
 * no file.
 */
async function keep(file: TargetFile, second: string): Promise<string | undefined> {
  try {
    await linkOrCopy(file.full, second);
    return second;
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new ToolRefusal(`${file.path} cannot be replaced.`);
  }
}

/** Errors of `link` on file systems without hard links, such as exFAT. */
const noHardLinks: ReadonlySet<string | undefined> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** Gives a file a second name, or copies it, without replacing an entry. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((problem: NodeJS.ErrnoException) => {
    if (!noHardLinks.has(problem.code)) throw problem;
    return copyFile(from, to, constants.COPYFILE_EXCL);
  });
}
