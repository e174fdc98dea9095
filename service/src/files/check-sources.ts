// Checks the sources of a request before anything is created.
//
// A file is refused at once if it is not a Word document, or not a file of the type that its extension names. The check
// reads little of a file (source-outline.ts), so it needs no child process. Only a few files are checked at a time,
// fairly among organizations. A check ends when its client disconnects or its time is up, also while it waits for its
// slot.

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
  /** Number of files that are checked at a time. Default: 4. */
  readonly atOnce?: number;
  /** Time limit of a check, including its wait for a slot. Default: 20 s. */
  readonly milliseconds?: number;
}

export interface CheckedSources {
  /** Maps a form field to its file. */
  readonly sources: Readonly<Record<string, ReceivedFile>>;
  readonly organization: OrganizationKey;
  /** Aborted if the client disconnects. */
  readonly signal: AbortSignal;
}

/** Throws DOCUMENT_UNREADABLE, SERVICE_UNAVAILABLE if the time is up, and the reason of `signal` if it is aborted. */
export type CheckSources = (checked: CheckedSources) => Promise<void>;

const defaultAtOnce = 4;
/** A check usually takes milliseconds; it takes seconds only if the store hardly responds. */
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
        // The signal releases the slot, so that a store which never responds occupies no slot.
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

/**
 * Returns the result of the work, or throws the reason of the signal if that is aborted first. The work is not stopped.
 */
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

interface CheckContext {
  readonly organization: OrganizationKey;
  readonly signal: AbortSignal;
}

function reader(store: ObjectStore, key: string, { organization, signal }: CheckContext): ReadBytes {
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
