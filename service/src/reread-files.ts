// Reads secret files again while the service runs, so that new secrets need no restart.
//
// A value that is unreadable or invalid leaves the previous one in force and is reported. Other settings are read once,
// because most of them cannot change in a running process.

import type { Setting } from "./setting.ts";

export interface Rereading {
  /** The settings whose values changed. */
  readonly changed: readonly string[];
  /** One sentence for each fault, without a value. The same fault is reported once. */
  readonly faults: readonly string[];
}

export type Reread = () => Rereading;

interface Read {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string;
  /** The values that were read first; updated in place. */
  readonly values: object;
}

export function rereader(
  settings: Readonly<Record<string, Setting<unknown>>>,
  { environment, readFile, values }: Read,
): Reread {
  const inFiles = Object.entries(settings).flatMap(([key, setting]) => {
    const path = environment[`${setting.name}_FILE`];
    return setting.isReread === true && path !== undefined && path !== "" ? [{ key, setting, path, seen: "" }] : [];
  });
  for (const file of inFiles) file.seen = readOptional(file.path, readFile) ?? "";
  const targets = values as Record<string, unknown>;
  return () => {
    const changed: string[] = [];
    const faults: string[] = [];
    for (const file of inFiles) {
      const { name, read } = file.setting;
      const text = readOptional(file.path, readFile);
      const isSeen = (text ?? "") === file.seen;
      file.seen = text ?? "";
      if (isSeen) continue;
      if (text === undefined) {
        faults.push(`Cannot read the file that ${name}_FILE names; the value before stays in force.`);
        continue;
      }
      try {
        targets[file.key] = read(text);
        changed.push(name);
      } catch (error) {
        const wrong = error instanceof Error ? error.message : "cannot be read";
        faults.push(`${name} ${wrong}; the value before stays in force.`);
      }
    }
    return { changed, faults };
  };
}

/** Maximum number of readings per second that addresses with an unknown signing key can cause. */
const asksPerSecond = 20;
const second = 1000;

/**
 * Limits `reread` to 20 calls per second, for calls that anybody can cause with an unknown signing key. The reading of
 * every ten seconds does not count: an address that another process signed just after it must find the new key.
 */
export function limitedRereading(reread: () => void, now: () => number = () => performance.now()): () => void {
  let left = asksPerSecond;
  let filledAt = now();
  return () => {
    const at = now();
    left = Math.min(asksPerSecond, left + ((at - filledAt) / second) * asksPerSecond);
    filledAt = at;
    if (left < 1) return;
    left -= 1;
    reread();
  };
}

/** Returns undefined for a file that cannot be read. */
function readOptional(path: string, readFile: (path: string) => string): string | undefined {
  try {
    return readFile(path).trim();
  } catch {
    return undefined;
  }
}
