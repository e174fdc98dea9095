// Stores objects as files of one folder, for development, tests and small installations.
//
// Every file is encrypted with its organization's key (sealed-content.ts). A file is written beside its final path,
// under its name with random letters appended, synced to the disk and then renamed. An object is therefore complete or
// absent. A killed process leaves a partial file that is listed under its key and removed when that key is deleted. A
// `put` that still runs then finds its file missing and fails.
//
// The last part of a key gets a `~` appended as a file name. No key can contain `~`, so `a` and `a/b` may both be keys.
// Empty folders are removed, and may vanish under a `put` that is about to use them; the `put` makes them again.

import { randomBytes } from "node:crypto";
import { access, mkdir, readdir, rename, rmdir, unlink } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { bringToDisk, closeFile, type File, openFile, readUpTo, sizeOf, syncFolder, writeAll } from "./file-calls.ts";
import { MeasuredContent } from "./measured-content.ts";
import {
  type ByteRange,
  type CopyableStore,
  ensureObjectKey,
  ObjectUnreadable,
  roomBytes,
  StoreMissing,
} from "./object-store.ts";
import { openingLength, openSealed, saltOf, sealContent } from "./sealed-content.ts";

const fileMark = "~";
const probeName = ".probe";
const privateFolder = 0o700;
const privateFile = 0o600;
// Maximum number of attempts to open a file. A folder can vanish only between its creation and the opening.
const mostOpenings = 20;
const deletedAtOnce = 16;

/** Makes the folder of a new store. */
export async function makeDiskRoot(root: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: privateFolder });
}

/**
 * Opens the store. Everything in `root` belongs to it. A missing root is not created, because an unmounted disk would
 * then count as an empty store and be written to.
 */
export function openDiskStore(root: string): CopyableStore {
  return {
    async put(key, content, { organization, mostBytes }) {
      ensureObjectKey(key);
      const measured = new MeasuredContent(content, mostBytes);
      await writeObject(root, key, sealContent(measured, { organization, key, random: randomBytes }));
      return measured.result();
    },

    async readSealed(key) {
      ensureObjectKey(key);
      const file = await openIfThere(pathOf(root, key));
      if (file === undefined) return requireRoot(root);
      return readToEnd(file);
    },

    async writeSealed(key, content) {
      ensureObjectKey(key);
      await writeObject(root, key, content);
    },

    async get(key, { organization, range }) {
      ensureObjectKey(key);
      const path = pathOf(root, key);
      const identity = { organization, key };
      const file = await openIfThere(path);
      if (file === undefined) return requireRoot(root);
      try {
        const length = sizeOf(file);
        const opening = await readUpTo(file, 0, Math.min(length, openingLength(range)));
        const readRest = (rest: ByteRange) => readAgain(path, { rest, key, salt: saltOf(opening) });
        return openSealed({ ...identity, opening, length, readRest }, range);
      } finally {
        closeFile(file);
      }
    },

    async delete(keys) {
      for (const key of keys) ensureObjectKey(key);
      const folders = Object.groupBy(keys, (key) => dirname(pathOf(root, key)));
      for (const [folder, inside = []] of Object.entries(folders)) await deleteKeys(root, folder, inside);
    },

    list: (prefix) => listKeys(root, prefix),

    checkDeletion: async () => {},

    check: () => writeProbe(root, 0),

    checkRoom: () => writeProbe(root, roomBytes),
  };
}

async function writeProbe(root: string, bytes: number): Promise<void> {
  const probe = await begin(root, join(root, probeName + randomBytes(16).toString("hex")));
  try {
    await writeAll(probe.file, Buffer.alloc(bytes), 0);
    await bringToDisk(probe.file);
  } finally {
    closeFile(probe.file);
    await unlink(probe.path);
  }
}

function pathOf(root: string, key: string): string {
  return join(root, ...key.split("/")) + fileMark;
}

interface BegunFile {
  readonly path: string;
  readonly file: File;
  /** The highest folder that was created for the file. */
  readonly made: string | undefined;
}

async function begin(root: string, path: string): Promise<BegunFile> {
  let made: string | undefined;
  for (let tries = 1; ; tries++) {
    try {
      return { path, made, file: await openFile(path, "wx", privateFile) };
    } catch (error) {
      if (!isMissing(error) || tries === mostOpenings) throw error;
    }
    made = await makeFolders(root, dirname(path));
  }
}

/** Throws StoreMissing if the root is missing, because an object that was not found may then still exist. */
async function requireRoot(root: string): Promise<undefined> {
  try {
    await access(join(root, "."));
  } catch (error) {
    throw isMissing(error) ? new StoreMissing(String(codeOf(error))) : error;
  }
}

/** Returns the highest folder that was created. Throws if the root is missing. */
async function makeFolders(root: string, folder: string): Promise<string | undefined> {
  if (folder === root) await requireRoot(root);
  try {
    await mkdir(folder, { mode: privateFolder });
    return folder;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    if (!isMissing(error)) throw error;
  }
  const above = await makeFolders(root, dirname(folder));
  await mkdir(folder, { mode: privateFolder }).catch((error: unknown) => {
    // Another call created the folder, or a deletion removed it again. Opening the file there shows which.
    if (codeOf(error) !== "EEXIST" && !isMissing(error)) throw error;
  });
  return above ?? folder;
}

async function writeObject(root: string, key: string, sealed: AsyncIterable<Uint8Array>): Promise<void> {
  const path = pathOf(root, key);
  const begun = await begin(root, path + randomBytes(16).toString("hex"));
  try {
    await writeFile(begun.file, sealed);
    await finish(begun, { path, key, root });
  } catch (error) {
    await deleteFiles([begun.path], root);
    throw error;
  }
}

/** Writes the content, syncs the file and closes it. */
async function writeFile(file: File, content: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    let position = 0;
    for await (const sealed of content) {
      await writeAll(file, sealed, position);
      position += sealed.length;
    }
    await bringToDisk(file);
  } finally {
    closeFile(file);
  }
}

async function finish(
  { path: from, made }: BegunFile,
  { path: to, key, root }: { readonly path: string; readonly key: string; readonly root: string },
): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    throw isMissing(error) ? new Error(`the object ${key} was deleted while it was written`) : error;
  });
  // A new folder is only as durable as its entry in its parent folder.
  const highest = made === undefined ? dirname(to) : dirname(made);
  for (let folder = dirname(to); ; folder = dirname(folder)) {
    await ignoreMissing(syncFolder(folder));
    if (folder === highest || folder === root) return;
  }
}

/** Number of bytes that are read from a file at a time. */
const readBytes = 128 * 1024;

/** Reads the file to its end, even if it is deleted meanwhile, and closes it. */
async function* readToEnd(file: File): AsyncGenerator<Uint8Array> {
  try {
    const length = sizeOf(file);
    for (let position = 0; position < length; position += readBytes) {
      yield await readUpTo(file, position, Math.min(readBytes, length - position));
    }
  } finally {
    closeFile(file);
  }
}

interface Rest {
  readonly rest: ByteRange;
  readonly key: string;
  /** The salt of the file whose opening was read. */
  readonly salt: Buffer;
}

async function* readAgain(path: string, { rest, key, salt }: Rest): AsyncGenerator<Uint8Array> {
  const file = await openIfThere(path);
  if (file === undefined) throw new ObjectUnreadable(key, "it was deleted");
  try {
    if (!salt.equals(await readUpTo(file, 0, salt.length))) throw new ObjectUnreadable(key, "it was replaced");
    for (let position = rest.from; position < rest.to; position += readBytes) {
      yield await readUpTo(file, position, Math.min(readBytes, rest.to - position));
    }
  } finally {
    closeFile(file);
  }
}

/** Deletes objects of one folder, finished or not. */
async function deleteKeys(root: string, folder: string, keys: readonly string[]): Promise<void> {
  const names = new Set(keys.map((key) => basename(key)));
  const found = await ignoreMissing(readdir(folder));
  if (found === undefined) return requireRoot(root);
  const files = found.filter((name) => name.includes(fileMark) && names.has(objectName(name)));
  for (let first = 0; first < files.length; first += deletedAtOnce) {
    const some = files.slice(first, first + deletedAtOnce);
    await deleteFiles(
      some.map((name) => join(folder, name)),
      root,
    );
  }
}

/** Deletes files of one folder, and the folders that are empty afterwards. */
async function deleteFiles(paths: readonly string[], root: string): Promise<void> {
  await Promise.all(paths.map((path) => ignoreMissing(unlink(path))));
  let folder = dirname(paths[0] ?? root);
  while (folder !== root && (await removeIfEmpty(folder))) folder = dirname(folder);
  await ignoreMissing(syncFolder(folder));
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return true;
    if (code === "ENOTEMPTY" || code === "EEXIST") return false;
    throw error;
  }
}

// All keys of a folder begin with its name and a slash. Sorting files by name and folders by name and slash therefore
// returns the keys in order.
async function* listKeys(root: string, prefix: string, folder = root): AsyncGenerator<string> {
  const above = folder === root ? "" : `${relative(root, folder).replaceAll(sep, "/")}/`;
  const found = await ignoreMissing(readdir(folder, { withFileTypes: true }));
  if (found === undefined) await requireRoot(root);
  const keys = (found ?? [])
    .filter((entry) => !entry.name.startsWith("."))
    .map((entry) => above + (entry.isDirectory() ? `${entry.name}/` : objectName(entry.name)));
  for (const key of [...new Set(keys)].sort(inOrderOfCodes)) {
    if (key.endsWith("/")) {
      if (key.startsWith(prefix) || prefix.startsWith(key)) yield* listKeys(root, prefix, join(root, key));
    } else if (key.startsWith(prefix)) yield key;
  }
}

/** Returns the last part of the key, for a file that is finished or not. */
function objectName(fileName: string): string {
  return fileName.split(fileMark, 1)[0] ?? "";
}

function inOrderOfCodes(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function openIfThere(path: string): Promise<File | undefined> {
  return ignoreMissing(openFile(path, "r"));
}

async function ignoreMissing<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  // ENOTDIR: the path contains a file instead of a folder.
  return code === "ENOENT" || code === "ENOTDIR";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
