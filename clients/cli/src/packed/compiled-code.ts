// Loads the files of the packed program with code that an earlier run compiled.
//
// V8 compiles a function when it is first called. Node's own cache keeps what was compiled when a file was loaded. So
// every run would compile the functions that it calls again: two thousand for a comparison, a third of the time of a
// short one. This cache keeps what was compiled when a run ended. Commands call different functions, so each command
// has separate files.
//
// V8 refuses code of another version or with other flags and trusts all other code. So the file names its source and
// has a checksum.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

/** Documents need different functions, so the first runs of a command add theirs. Storing takes about 20 ms. */
const GROWING_RUNS = 4;

/**
 * Offsets in the header: the checksum of the source, that of the code, and the number of runs that extended the code.
 */
const HEADER = { source: 0, code: 4, runs: 8, size: 16 } as const;

interface LoadedFile {
  readonly name: string;
  readonly script: Script;
  readonly checksum: number;
  /** The number of runs that extended the loaded code; 0 if no code was stored or V8 rejected it. */
  readonly runs: number;
}

/**
 * The function around a packed file. `npm run pack` writes `importModule` for `import`, because imports inside a Script
 * are experimental in Node.
 */
type Loader = (
  ...given: [
    require: (id: string) => unknown,
    exports: object,
    filename: string,
    folder: string,
    importModule: (id: string) => Promise<unknown>,
  ]
) => void;

/** The files of one run. */
export class CompiledCode {
  readonly #folder: string | undefined;
  readonly #files: LoadedFile[] = [];
  readonly #exports = new Map<string, object>();

  /** `folder` is the user's cache. Each command has its own code there. */
  constructor(folder: string | undefined, command = "") {
    const own = /^[a-z-]{1,32}$/.test(command) ? command : "other";
    this.#folder = folder === undefined ? undefined : join(folder, `${process.version}-${process.arch}-${own}`);
  }

  /** Runs a CommonJS file and the files that it requires by a relative path. Returns its exports. */
  load(path: string): object {
    const known = this.#exports.get(path);
    if (known !== undefined) return known;
    const exports = {};
    this.#exports.set(path, exports);
    const folder = dirname(path);
    const beside = createRequire(path);
    const require = (id: string): unknown => (id.startsWith("./") ? this.load(join(folder, id)) : beside(id));
    this.#compile(path)(require, exports, path, folder, (id) => import(id));
    return exports;
  }

  /**
   * Stores the compiled code of each file that fewer than `GROWING_RUNS` runs have extended. A cache that cannot be
   * written is ignored.
   */
  keep(): void {
    const folder = this.#folder;
    if (folder === undefined) return;
    try {
      for (const file of this.#files) if (file.runs < GROWING_RUNS) keepFile(folder, file);
    } catch {
      // The next run compiles again.
    }
  }

  #compile(path: string): Loader {
    // Packed files are ASCII, and V8 reads such a source without conversion.
    const text = readFileSync(path, "latin1");
    const name = basename(path);
    const checksum = crc32(text);
    const kept = this.#folder === undefined ? undefined : readKept(join(this.#folder, name), checksum);
    const script = new Script(`(function(require,exports,__filename,__dirname,importModule){${text}\n})`, {
      filename: path,
      ...(kept === undefined ? {} : { cachedData: kept.code }),
    });
    const runs = kept === undefined || script.cachedDataRejected ? 0 : kept.runs;
    this.#files.push({ name, script, checksum, runs });
    return script.runInThisContext() as Loader;
  }
}

interface KeptCode {
  readonly code: Buffer;
  readonly runs: number;
}

/** Returns undefined if nothing is stored, or if it belongs to another source or is incomplete. */
function readKept(path: string, checksum: number): KeptCode | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return undefined;
  }
  if (bytes.length <= HEADER.size || bytes.readUInt32LE(HEADER.source) !== checksum) return undefined;
  const code = bytes.subarray(HEADER.size);
  if (bytes.readUInt32LE(HEADER.code) !== crc32(code)) return undefined;
  return { code, runs: bytes.readUInt32LE(HEADER.runs) };
}

function keepFile(folder: string, { name, script, checksum, runs }: LoadedFile): void {
  const code = script.createCachedData();
  const header = Buffer.alloc(HEADER.size);
  header.writeUInt32LE(checksum, HEADER.source);
  header.writeUInt32LE(crc32(code), HEADER.code);
  header.writeUInt32LE(runs + 1, HEADER.runs);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Another run may read the file at this moment: it sees the old or the new content.
  const temporary = join(folder, `${name}.${process.pid}.tmp`);
  writeFileSync(temporary, Buffer.concat([header, code]));
  renameSync(temporary, join(folder, name));
}
