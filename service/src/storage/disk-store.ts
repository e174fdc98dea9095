// Objects as files of one folder, for a single machine: development, tests, and small installations. Every file is
// encrypted with its organization's key (encrypted-file.ts).
//
// A file is written under a passing name in `.incoming`, brought to the disk and then renamed, so an object is there
// whole or not at all. What a killed process left in `.incoming` is removed by `check`, which the service calls
// regularly. A key's last part gets a `~` behind it as a file name, which no key can hold, so `a` and `a/b` may both be
// keys. Folders that empty are removed, and so may vanish under a `put` that is about to use them: it makes them again.

import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { type FileHeader, type FileIdentity, readEncrypted, readHeader, writeEncrypted } from "./encrypted-file.ts";
import { MeasuredContent } from "./measured-content.ts";
import {
  type ByteRange,
  ensureObjectKey,
  type FoundObject,
  type ObjectStore,
  ObjectUnreadable,
} from "./object-store.ts";

const fileMark = "~";
const incomingName = ".incoming";
const privateFolder = 0o700;
const privateFile = 0o600;
// An upload that has written nothing for this long has no process any more.
const abandonedMilliseconds = 60 * 60 * 1000;
// Folders vanish only in the moment between making one and renaming into it.
const mostPlacings = 20;
const deletedAtOnce = 16;

/** `root` is made when it is missing; everything in it is the store's. */
export function openDiskStore(root: string): ObjectStore {
  const incoming = join(root, incomingName);

  return {
    async put(key, content, { organization, mostBytes }) {
      ensureObjectKey(key);
      const measured = new MeasuredContent(content, mostBytes);
      await mkdir(incoming, { recursive: true, mode: privateFolder });
      const passing = join(incoming, randomBytes(16).toString("hex"));
      try {
        await writeFile(passing, measured, { organization, key });
        await place(passing, pathOf(root, key), root);
      } catch (error) {
        await rm(passing, { force: true });
        throw error;
      }
      return measured.result();
    },

    async get(key, { organization, range }) {
      ensureObjectKey(key);
      const path = pathOf(root, key);
      const identity = { organization, key };
      const file = await openIfThere(path);
      if (file === undefined) return undefined;
      try {
        const header = await readHeader(file, identity);
        return foundObject(path, header, { ...identity, range: range ?? { from: 0, to: header.size } });
      } finally {
        await file.close();
      }
    },

    async delete(keys) {
      for (const key of keys) ensureObjectKey(key);
      for (let first = 0; first < keys.length; first += deletedAtOnce) {
        const some = keys.slice(first, first + deletedAtOnce);
        await Promise.all(some.map((key) => deleteFile(pathOf(root, key), root)));
      }
    },

    list: (prefix) => listKeys(root, prefix),

    async check() {
      await mkdir(incoming, { recursive: true, mode: privateFolder });
      const probe = join(incoming, randomBytes(16).toString("hex"));
      const file = await open(probe, "wx", privateFile);
      await file.sync().finally(() => file.close());
      await unlink(probe);
      await removeAbandoned(incoming);
    },
  };
}

function pathOf(root: string, key: string): string {
  return join(root, ...key.split("/")) + fileMark;
}

async function writeFile(path: string, content: AsyncIterable<Uint8Array>, identity: FileIdentity): Promise<void> {
  const file = await open(path, "wx", privateFile);
  try {
    await writeEncrypted(file, content, { ...identity, random: randomBytes });
    await file.sync();
  } finally {
    await file.close();
  }
}

async function place(from: string, to: string, root: string): Promise<void> {
  const made = await renameInto(from, to);
  // A new folder is only as durable as its entry in the folder above.
  const highest = made === undefined ? dirname(to) : dirname(made);
  for (let folder = dirname(to); ; folder = dirname(folder)) {
    await ignoreMissing(syncFolder(folder));
    if (folder === highest || folder === root) return;
  }
}

/** Gives the highest folder that had to be made. */
async function renameInto(from: string, to: string): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      const made = await mkdir(dirname(to), { recursive: true, mode: privateFolder });
      await rename(from, to);
      return made;
    } catch (error) {
      if (!isMissing(error) || tries === mostPlacings) throw error;
    }
  }
}

function foundObject(
  path: string,
  header: FileHeader,
  reading: FileIdentity & { readonly range: ByteRange },
): FoundObject {
  async function* content(): AsyncGenerator<Uint8Array> {
    const file = await openIfThere(path);
    if (file === undefined) throw new ObjectUnreadable(reading.key, "it was deleted");
    try {
      const { salt } = await readHeader(file, reading);
      if (!Buffer.from(salt).equals(header.salt)) throw new ObjectUnreadable(reading.key, "it was replaced");
      yield* readEncrypted(file, header, reading);
    } finally {
      await file.close();
    }
  }
  return { size: header.size, content: content() };
}

async function deleteFile(path: string, root: string): Promise<void> {
  await ignoreMissing(unlink(path));
  let folder = dirname(path);
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

// A folder's keys all begin with its name and a slash, so sorting files by name and folders by name and slash gives
// the keys in order.
async function* listKeys(root: string, prefix: string, folder = root): AsyncGenerator<string> {
  const above = folder === root ? "" : `${relative(root, folder).replaceAll(sep, "/")}/`;
  const found = await ignoreMissing(readdir(folder, { withFileTypes: true }));
  const keys = (found ?? [])
    .filter((entry) => !entry.name.startsWith("."))
    .map((entry) => above + (entry.isDirectory() ? `${entry.name}/` : entry.name.slice(0, -fileMark.length)));
  for (const key of keys.sort(inOrderOfCodes)) {
    if (key.endsWith("/")) {
      if (key.startsWith(prefix) || prefix.startsWith(key)) yield* listKeys(root, prefix, join(root, key));
    } else if (key.startsWith(prefix)) yield key;
  }
}

function inOrderOfCodes(one: string, other: string): number {
  return one < other ? -1 : 1;
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await ignoreMissing(stat(path));
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedMilliseconds) await rm(path, { force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function openIfThere(path: string): Promise<FileHandle | undefined> {
  return ignoreMissing(open(path, "r"));
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
  // The second: a file lies where a folder would be.
  return code === "ENOENT" || code === "ENOTDIR";
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
