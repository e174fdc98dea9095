// Looks at the sources of a request before anything is created, so that a file which is no Word document is refused at
// once.
//
// Little of a file is read for it (source-outline.ts), so this needs no child process. A few files are looked at at a time,
// fairly among organizations. A check ends when its client goes away and when its time is up, also while it waits for its turn.

import { Failure } from "@versus/engine/tasks";
import { unavailable } from "../contract/api-error.ts";
import { extensionOf } from "../contract/file-names.ts";
import type { ReceivedFile } from "../contract/forms.ts";
import { converterOf } from "../convert/source-converters.ts";
import { FairTurns } from "../jobs/fair-turns.ts";
import { type ObjectStore, ObjectUnreadable, type OrganizationKey } from "../storage/object-store.ts";
import { loopPieces, type RunPiece } from "./loop-pieces.ts";
import { isRefusedAtOnce, unreadable } from "./rules.ts";
import { checkConverted, checkDocument, type ReadBytes } from "./source-outline.ts";

export interface SourceChecks {
  readonly store: ObjectStore;
  /** How many files are looked at at a time. */
  readonly atOnce?: number;
  /** How long a check may take, its waiting included. */
  readonly milliseconds?: number;
}

export interface CheckedSources {
  /** The files by their fields. */
  readonly sources: Readonly<Record<string, ReceivedFile>>;
  readonly organization: OrganizationKey;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** Throws DOCUMENT_UNREADABLE; SERVICE_UNAVAILABLE when the store is too slow; the reason of `signal` when it is aborted. */
export type CheckSources = (checked: CheckedSources) => Promise<void>;

const defaultAtOnce = 4;
/** A check takes milliseconds; only a store that hardly answers makes it take seconds. */
const defaultMilliseconds = 20_000;

export function sourceChecker(options: SourceChecks): CheckSources {
  const { store, atOnce = defaultAtOnce, milliseconds = defaultMilliseconds } = options;
  const turns = new FairTurns(atOnce);
  const runPiece = loopPieces();
  return async ({ sources, organization, signal: clientGone }) => {
    const deadline = AbortSignal.timeout(milliseconds);
    const signal = AbortSignal.any([clientGone, deadline]);
    const check = (file: ReceivedFile): Promise<Failure | undefined> =>
      turns.take({ organizationId: organization.organizationId, signal }, () => {
        const read = reader(store, file.objectKey, { organization, signal });
        // The turn is over with the signal, whatever the store does: one that never answers holds no turn.
        return untilAborted(failureOf(checkSource(file, { read, runPiece })), signal);
      });
    const fields = Object.entries(sources);
    const checks = await Promise.allSettled(fields.map(([, file]) => check(file)));
    if (deadline.aborted && !clientGone.aborted) throw unavailable();
    const failures = checks.map((checked) => {
      if (checked.status === "rejected") throw checked.reason;
      return checked.value;
    });
    const refused = fields.flatMap(([field], index) => {
      const failure = failures[index];
      return failure !== undefined && isRefusedAtOnce(failure) ? [{ field, code: failure.code }] : [];
    });
    if (refused.length > 0) throw unreadable(refused);
  };
}

function checkSource(
  { fileName, size }: ReceivedFile,
  { read, runPiece }: { readonly read: ReadBytes; readonly runPiece: RunPiece },
): Promise<void> {
  const converter = converterOf(extensionOf(fileName));
  const file = { read, size, runPiece };
  return converter === undefined ? checkDocument(read, size, runPiece) : checkConverted(file, converter);
}

async function failureOf(check: Promise<void>): Promise<Failure | undefined> {
  try {
    await check;
    return undefined;
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
}

/** Throws the reason of the signal when that comes first; the work is left alone then. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

interface Reading {
  readonly organization: OrganizationKey;
  readonly signal: AbortSignal;
}

function reader(store: ObjectStore, key: string, { organization, signal }: Reading): ReadBytes {
  return async (from, to) => {
    const bytes = new Uint8Array(to - from);
    if (from === to) return bytes;
    signal.throwIfAborted();
    const found = await store.get(key, { organization, range: { from, to } });
    if (found === undefined) throw new ObjectUnreadable(key, "it is not there");
    let filled = 0;
    for await (const piece of found.content) {
      signal.throwIfAborted();
      bytes.set(piece, filled);
      filled += piece.length;
    }
    if (filled !== bytes.length) throw new ObjectUnreadable(key, "it is not whole");
    return bytes;
  };
}
