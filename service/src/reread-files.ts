// Secrets that lie in files are read again while the service runs, so that an operator replaces them without a restart.
//
// A value that cannot be read, or is not fit, leaves the one before in force and is told. Settings that are no secrets are
// read once: most of them cannot change under a running process.

import type { Setting } from "./setting.ts";

export interface Rereading {
  /** The settings whose values are others now. */
  readonly changed: readonly string[];
  /** One sentence for each fault, without a value. The same fault is told once. */
  readonly faults: readonly string[];
}

export type Reread = () => Rereading;

interface Read {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readFile: (path: string) => string;
  /** The values as they were read first; changed in place. */
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
  for (const file of inFiles) file.seen = textOf(file.path, readFile) ?? "";
  const targets = values as Record<string, unknown>;
  return () => {
    const changed: string[] = [];
    const faults: string[] = [];
    for (const file of inFiles) {
      const { name, read } = file.setting;
      const text = textOf(file.path, readFile);
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

/** Undefined for a file that cannot be read. */
function textOf(path: string, readFile: (path: string) => string): string | undefined {
  try {
    return readFile(path).trim();
  } catch {
    return undefined;
  }
}
