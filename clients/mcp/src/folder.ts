// Opens the folder that an agent may read and write.
//
// No call reads or writes outside of the folder, hangs on a file that is not a regular file, or replaces a file unless
// the agent says so. Reading follows links that stay inside the folder. Writing never follows a link: it replaces
// names. Another process that swaps a parent folder for a link during a call is not covered.

import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, realpath } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from "node:path";
import { publishFiles, type TargetFile } from "./publish-files.ts";
import { type NamedBytes, ToolRefusal } from "./work/work.ts";

const mostBytes = 100 * 1024 * 1024;

/** A file to write, at the path that the agent chose. */
export interface OutputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Folder {
  read(path: string): Promise<NamedBytes>;
  /** Writes all files or none. Returns their paths relative to the folder. */
  write(files: readonly OutputFile[], overwrite: boolean): Promise<string[]>;
}

export function openFolder(root: string): Folder {
  return {
    read: async (path) => {
      const full = await existing(await realpath(root), path);
      return { name: basename(full), bytes: await readRegular(full, path) };
    },
    write: async (files, overwrite) => {
      const home = await realpath(root);
      const targets: TargetFile[] = [];
      for (const file of files) targets.push({ ...file, full: await writable(home, file.path) });
      const twice = targets.find(({ full }, at) => targets.findIndex((other) => other.full === full) < at);
      if (twice !== undefined) throw new ToolRefusal(`${twice.path} is named for two outputs. Choose two names.`);
      for (const target of targets) await makeParent(target);
      await publishFiles(targets, overwrite);
      return targets.map(({ full }) => relative(home, full));
    },
  };
}

async function makeParent({ full, path }: TargetFile): Promise<void> {
  await mkdir(dirname(full), { recursive: true }).catch(() => {
    throw new ToolRefusal(`${path} cannot be written.`);
  });
}

// The functions up to `notAFile` check names.

function isInside(home: string, full: string): boolean {
  const way = relative(home, full);
  return way !== "" && way.split(/[/\\]/)[0] !== ".." && !isAbsolute(way);
}

function outside(path: string): ToolRefusal {
  return new ToolRefusal(`${path} is outside of the folder that this server was given.`);
}

/** Returns the real path of a file that exists inside the folder. */
async function existing(home: string, path: string): Promise<string> {
  const named = resolve(home, path);
  const full = await realpath(named).catch(() => undefined);
  if (full !== undefined && isInside(home, full)) return full;
  if (await isLink(named)) throw linkRefusal(path, full);
  if (full !== undefined || (await realParent(home, path)) === undefined) throw outside(path);
  throw new ToolRefusal(`There is no file ${path}.`);
}

/**
 * Returns the path to write. Its parent has no links, and its last name is a regular file, a link that stays inside the
 * folder, or unused.
 */
async function writable(home: string, path: string): Promise<string> {
  if (extname(path).toLowerCase() !== ".docx") throw new ToolRefusal(`${path} must end in .docx.`);
  const parent = await realParent(home, path);
  if (parent === undefined) throw outside(path);
  const full = join(parent, basename(path));
  const found = await lstat(full).catch(() => undefined);
  if (found?.isSymbolicLink() === true) {
    const target = await realpath(full).catch(() => undefined);
    if (target === undefined || !isInside(home, target)) throw linkRefusal(path, target);
  } else if (found !== undefined && !found.isFile()) throw notAFile(path);
  return full;
}

/**
 * Returns the folder that contains `path`, with links resolved. That folder need not exist yet. Returns undefined if it
 * is outside of `home`. Throws a ToolRefusal for a link to nothing.
 */
async function realParent(home: string, path: string): Promise<string | undefined> {
  const missing: string[] = [];
  let ancestor = dirname(resolve(home, path));
  for (; ; ancestor = dirname(ancestor)) {
    const real = await realpath(ancestor).catch(() => undefined);
    if (real !== undefined) {
      const parent = join(real, ...missing);
      return parent === home || isInside(home, parent) ? parent : undefined;
    }
    if (await isLink(ancestor)) throw linkRefusal(path, undefined);
    missing.unshift(basename(ancestor));
  }
}

async function isLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() === true;
}

function linkRefusal(path: string, target: string | undefined): ToolRefusal {
  return new ToolRefusal(
    target === undefined ? `${path} is a link to nothing.` : `${path} is a link that leaves the folder.`,
  );
}

function notAFile(path: string): ToolRefusal {
  return new ToolRefusal(`${path} is not a file.`);
}

// The functions from here on read contents.

/** Errors of `open` for a socket, a device without a driver, and a link that took the place of a file. */
const irregular: ReadonlySet<string | undefined> = new Set(["ENXIO", "ENODEV", "ELOOP"]);

/**
 * Returns the bytes of a regular file of at most 100 MB. Throws a ToolRefusal for any other. A FIFO opens at once,
 * because of O_NONBLOCK. The size is checked before the first byte is read.
 */
async function readRegular(full: string, path: string): Promise<Uint8Array> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(full, flags).catch((problem: NodeJS.ErrnoException) => {
    if (irregular.has(problem.code)) throw notAFile(path);
    throw new ToolRefusal(problem.code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read.`);
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw notAFile(path);
    if (facts.size > mostBytes) throw new ToolRefusal(`${path} is larger than 100 MB.`);
    const bytes = await readAll(file, facts.size);
    if (bytes === undefined) throw new ToolRefusal(`${path} changed while it was read. Try again.`);
    return bytes;
  } catch (problem) {
    if (problem instanceof ToolRefusal) throw problem;
    throw new ToolRefusal(`${path} cannot be read.`);
  } finally {
    await file.close();
  }
}

/** Returns undefined if the file now has more or fewer bytes. */
async function readAll(file: FileHandle, size: number): Promise<Uint8Array | undefined> {
  // One byte more than the file had shows that it grew.
  const buffer = new Uint8Array(size + 1);
  let filled = 0;
  while (filled <= size) {
    const { bytesRead } = await file.read(buffer, filled, size + 1 - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled === size ? buffer.subarray(0, size) : undefined;
}
