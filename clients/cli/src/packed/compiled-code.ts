// Loads the files of the packed program with code that an earlier run compiled.
//
// V8 compiles a function when it is first called. Node's own cache keeps what was compiled when a file was loaded, so every
// run would compile again the functions that it calls: two thousand for a comparison, a third of the time of a short one. This
// one keeps what was compiled when a run ended. Commands call other functions, so each has files of its own.
//
// V8 refuses code of another version or with other flags. It believes the rest, so the file says for which source it is, and
// has a checksum.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

/** Documents differ in the functions that they need: the first runs of a command add theirs. Keeping costs some 20 ms. */
const GROWING_RUNS = 4;

/** Of the source, of the code, and by how many runs it grew. */
const HEADER = { source: 0, code: 4, runs: 8, size: 16 } as const;

interface LoadedFile {
  readonly name: string;
  readonly script: Script;
  readonly checksum: number;
  /** By how many runs the code that it was loaded with grew; 0 without any. */
  readonly runs: number;
}

/** `npm run pack` writes `importModule` for `import`: a script that imports by itself is an experiment of Node. */
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

  /** `folder` is the user's cache; code is kept for each command by itself. */
  constructor(folder: string | undefined, command = "") {
    const own = /^[a-z-]{1,32}$/.test(command) ? command : "other";
    this.#folder = folder === undefined ? undefined : join(folder, `${process.version}-${process.arch}-${own}`);
  }

  /** Runs a file in the format of CommonJS, and those that it requires by a relative path. Gives its exports. */
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

  /** Writes down what was compiled, unless the cache has it. A cache that cannot be written is left alone. */
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
    // Packed files are ASCII: V8 takes such a source as it is.
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

/** Undefined where nothing is kept, or for another source, or not all of it. */
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
  // Another run may read the file now: it sees the old one or the new one.
  const temporary = join(folder, `${name}.${process.pid}.tmp`);
  writeFileSync(temporary, Buffer.concat([header, code]));
  renameSync(temporary, join(folder, name));
}
