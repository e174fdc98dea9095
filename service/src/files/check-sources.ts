// Looks at the sources of a request before anything is created, so that a file which is no Word document is refused at
// once.
//
// Little of a file is read for it (source-outline.ts), so this needs no child process; only so many files are looked at
// at a time, so that however many arrive together, what is read of them stays small.

import { Failure } from "@versus/engine";
import type { ReceivedFile } from "../contract/forms.ts";
import { Turns } from "../jobs/turns.ts";
import { type ObjectStore, ObjectUnreadable, type OrganizationKey } from "../storage/object-store.ts";
import { isRefusedAtOnce, unreadable } from "./rules.ts";
import { checkDocument, type ReadBytes } from "./source-outline.ts";

export interface SourceChecks {
  readonly store: ObjectStore;
  /** How many files are looked at at a time. */
  readonly atOnce?: number;
}

/** The files by their fields. Throws DOCUMENT_UNREADABLE. */
export type CheckSources = (
  sources: Readonly<Record<string, ReceivedFile>>,
  organization: OrganizationKey,
) => Promise<void>;

const defaultAtOnce = 4;

export function sourceChecker({ store, atOnce = defaultAtOnce }: SourceChecks): CheckSources {
  const turns = new Turns(atOnce);
  const check = (file: ReceivedFile, organization: OrganizationKey): Promise<Failure | undefined> =>
    turns.take(async () => {
      try {
        await checkDocument(reader(store, file.objectKey, organization), file.size);
        return undefined;
      } catch (problem) {
        if (problem instanceof Failure) return problem;
        throw problem;
      }
    });
  return async (sources, organization) => {
    const fields = Object.entries(sources);
    const failures = await Promise.all(fields.map(([, file]) => check(file, organization)));
    const refused = fields.flatMap(([field], index) => {
      const failure = failures[index];
      return failure !== undefined && isRefusedAtOnce(failure) ? [{ field, code: failure.code }] : [];
    });
    if (refused.length > 0) throw unreadable(refused);
  };
}

function reader(store: ObjectStore, key: string, organization: OrganizationKey): ReadBytes {
  return async (from, to) => {
    const bytes = new Uint8Array(to - from);
    if (from === to) return bytes;
    const found = await store.get(key, { organization, range: { from, to } });
    if (found === undefined) throw new ObjectUnreadable(key, "it is not there");
    let filled = 0;
    for await (const piece of found.content) {
      bytes.set(piece, filled);
      filled += piece.length;
    }
    if (filled !== bytes.length) throw new ObjectUnreadable(key, "it is not whole");
    return bytes;
  };
}
