// Finds the packages of the image in package-lock.json: those that a set of our folders need to run.
//
// They are looked up as Node does, from the folder that needs them upwards. Builds for other platforms than the image's
// are left out, as npm leaves them out.

/** One entry of a lock file. */
export interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  /** For a link: the folder. */
  readonly resolved?: string;
  readonly link?: boolean;
  /** The platforms on which it can be installed. Default: all. */
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** SHA-512 of its archive in hexadecimal; undefined for our own packages. */
  readonly sha512: string | undefined;
  /** The keys of the packages that it needs. */
  readonly needs: readonly string[];
}

/**
 * Returns the packages by `name@version`, ordered by that key. Throws an error if a needed package is not in the lock
 * file.
 */
export function lockedPackages(lock: Lock, folders: readonly string[]): Map<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  const visit = (path: string): string => {
    const { name, version, entry } = read(lock, path);
    const key = `${name}@${version}`;
    if (found.has(key)) return key;
    const needs: string[] = [];
    const { license: licence = "", integrity } = entry;
    found.set(key, { name, version, licence, sha512: sha512Of(integrity), needs });
    const optional = new Set(Object.keys(entry.optionalDependencies ?? {}));
    for (const needed of [...Object.keys(entry.dependencies ?? {}), ...optional].sort()) {
      const at = lookUp(lock, path, needed);
      if (at !== undefined && !isForImage(lock.packages[at])) continue;
      if (at !== undefined) needs.push(visit(at));
      else if (!optional.has(needed)) throw new Error(`package-lock.json lacks ${needed}, which ${key} needs`);
    }
    return key;
  };
  for (const folder of folders) visit(folder);
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The platform of Debian's image for most machines. */
const platform = { os: "linux", cpu: "x64", libc: "glibc" } as const;

function isForImage(entry: LockEntry | undefined): boolean {
  const names = ["os", "cpu", "libc"] as const;
  return names.every((name) => entry?.[name]?.includes(platform[name]) ?? true);
}

function read(
  lock: Lock,
  path: string,
): { readonly name: string; readonly version: string; readonly entry: LockEntry } {
  const entry = lock.packages[path];
  if (entry?.version === undefined) throw new Error(`package-lock.json has no version of ${path}`);
  // Entries below node_modules have their name only in the path.
  const name = entry.name ?? path.split("node_modules/").at(-1) ?? path;
  return { name, version: entry.version, entry };
}

/** Returns the path of the package that `from` gets by this name. */
function lookUp(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = lock.packages[path];
    if (entry !== undefined) return entry.link === true ? entry.resolved : path;
    if (folder === "") return undefined;
  }
}

function parentOf(folder: string): string {
  const end = folder.lastIndexOf("/");
  return end < 0 ? "" : folder.slice(0, end);
}

function sha512Of(integrity: string | undefined): string | undefined {
  const [, encoded] = /sha512-([A-Za-z0-9+/=]+)/.exec(integrity ?? "") ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString("hex");
}
