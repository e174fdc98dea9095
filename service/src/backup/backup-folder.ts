// A backup is a folder: the rows of every table as compressed JSON lines, the objects of the store as they lie there, and
// a description of both. The description is written last, and the folder gets its name then: a folder with that name is a
// whole backup.
//
//   backup.json         what it is, with the digest of every file of rows
//   rows/TABLE.gz       a line a row
//   objects.gz          a line an object: key, bytes, SHA-256
//   objects/            the objects, encrypted under the keys of their organizations

import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
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

/** An object as the backup has it. */
export interface CopiedObject {
  readonly key: string;
  readonly bytes: number;
  /** Of its encrypted bytes, in hexadecimal. */
  readonly sha256: string;
}

const privateFolder = 0o700;
const privateFile = 0o600;
const describedIn = "backup.json";
const listedIn = "objects.gz";

/** A backup that is being written, or read. */
export class BackupFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes the folder, under a name that says that it is not finished. Throws AccessRefused where there is one already. */
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

  /** The last step: the folder has its name when this returns. */
  async finish(description: Omit<BackupDescription, "format">, folder: string): Promise<void> {
    const path = join(this.#folder, describedIn);
    writeFileSync(path, `${JSON.stringify({ format, ...description }, null, 2)}\n`, { mode: privateFile });
    await bringToDisk(path);
    await bringToDisk(join(this.#folder, "rows"));
    await bringToDisk(this.#folder);
    await rename(this.#folder, folder);
    await bringToDisk(dirname(folder));
  }

  /** Throws AccessRefused for what is no whole backup. */
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

/** Writes lines into a new compressed file that is on its disk then. Gives their number and the digest of the file. */
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

/** Throws AccessRefused when the file is not what the backup wrote. */
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
