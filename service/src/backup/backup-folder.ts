// Reads and writes the folder of a backup.
//
// The folder contains the rows of every table as compressed JSON lines, the encrypted objects of the store, and a
// description of both. The description is written last, and only then the folder gets its name. A folder with that name
// is therefore a complete backup.
//
// - `backup.json`: the description, with the digest of every file of rows.
// - `rows/TABLE.gz`: one line for each row.
// - `objects.gz`: one line for each object: key, bytes, SHA-256.
// - `objects/`: the objects, encrypted under the keys of their organizations.

import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { AccessRefused } from "../access/rules.ts";
import { makeDiskRoot, openDiskStore } from "../storage/disk-store.ts";
import type { CopyableStore } from "../storage/object-store.ts";

const format = 1;

const Description = z.object({
  format: z.literal(format),
  backup_id: z.uuid(),
  version: z.string(),
  installation_id: z.uuid(),
  generation: z.int(),
  restores: z.int(),
  journal_id: z.uuid(),
  migrations: z.array(z.string()),
  started_at: z.coerce.date(),
  finished_at: z.coerce.date(),
  tables: z.record(z.string(), z.object({ rows: z.int(), sha256: z.string() })),
  objects: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
});
export type BackupDescription = z.infer<typeof Description>;

/** An object in the backup. */
export interface CopiedObject {
  readonly key: string;
  readonly bytes: number;
  /** The digest of its encrypted bytes, in hexadecimal. */
  readonly sha256: string;
}

const privateFolder = 0o700;
const privateFile = 0o600;
const describedIn = "backup.json";
const listedIn = "objects.gz";

/** A backup that is being written or read. */
export class BackupFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes the folder, with a name that marks it as unfinished. Throws AccessRefused if one of the two names exists. */
  static async begin(folder: string): Promise<BackupFolder> {
    const unfinished = `${folder}.unfinished`;
    for (const path of [folder, unfinished]) {
      if (existsSync(path)) throw new AccessRefused(`${path} exists already. Name a new folder, or remove it first.`);
    }
    mkdirSync(join(unfinished, "rows"), { recursive: true, mode: privateFolder });
    await makeDiskRoot(join(unfinished, "objects"));
    return new BackupFolder(unfinished);
  }

  get objects(): CopyableStore {
    return openDiskStore(join(this.#folder, "objects"));
  }

  rowsFile(table: string): string {
    return join(this.#folder, "rows", `${table}.gz`);
  }

  get listFile(): string {
    return join(this.#folder, listedIn);
  }

  /** Removes a backup that cannot be finished. */
  async discard(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Writes the description and renames the folder, as the last step. */
  async finish(description: Omit<BackupDescription, "format">, folder: string): Promise<void> {
    const path = join(this.#folder, describedIn);
    writeFileSync(path, `${JSON.stringify({ format, ...description }, null, 2)}\n`, { mode: privateFile });
    await bringToDisk(path);
    await bringToDisk(join(this.#folder, "rows"));
    await bringToDisk(this.#folder);
    await rename(this.#folder, folder);
    await bringToDisk(dirname(folder));
  }

  /** Throws AccessRefused if the folder is not a complete backup. */
  readDescription(): BackupDescription {
    const path = join(this.#folder, describedIn);
    if (!existsSync(path)) {
      throw new AccessRefused(
        `${this.#folder} is not a finished backup: it has no ${describedIn}. Name the folder that \`versus backup\` wrote.`,
      );
    }
    const read = Description.safeParse(JSON.parse(readFileSync(path, "utf8")));
    if (read.success) return read.data;
    throw new AccessRefused(`${path} is not of a form that this version reads. Use the version that made the backup.`);
  }
}

/** Writes lines into a new compressed file and syncs it. Returns their number and the digest of the file. */
export async function writeLines(path: string, lines: AsyncIterable<string>) {
  let count = 0;
  async function* counted() {
    for await (const line of lines) {
      count += 1;
      yield `${line}\n`;
    }
  }
  await pipeline(Readable.from(counted()), createGzip(), createWriteStream(path, { flags: "wx", mode: privateFile }));
  await bringToDisk(path);
  return { count, sha256: await digestOf(path) };
}

export async function* readLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path).pipe(createGunzip());
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield line;
}

/** Throws AccessRefused if the file differs from the one that the backup wrote. */
export async function requireDigest(path: string, sha256: string): Promise<void> {
  if (existsSync(path) && (await digestOf(path)) === sha256) return;
  throw new AccessRefused(`The backup is damaged: ${path} is missing or was changed. Use another backup.`);
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const piece of createReadStream(path)) digest.update(piece);
  return digest.digest("hex");
}

async function bringToDisk(path: string): Promise<void> {
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
}
