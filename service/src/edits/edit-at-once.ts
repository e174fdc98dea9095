// Edits a ready file in a child process while its caller waits.
//
// Refusals are reported at once. The result of the edits is stored with the edit, so the work is not repeated. A job
// carries the edits out instead if this takes too long or has no result.

import { hashPassword } from "@versus/engine/node-password";
import { checkEdits, takePassword, type Undecided } from "@versus/engine/tasks";
import type { Caller } from "../contract/app.ts";
import type { ReceivedFile } from "../contract/forms.ts";
import type { RandomBytes } from "../contract/ids.ts";
import type { FoundFile } from "../files/find-file.ts";
import { type DocumentParts, orDeleted, readDocument } from "../files/read-document.ts";
import type { Edited, EditRefused } from "../jobs/child-protocol.ts";
import { type FairTurns, TurnTooLate } from "../jobs/fair-turns.ts";
import { directFor, type Sandbox } from "../jobs/sandbox.ts";
import { readVerified } from "../storage/read-verified.ts";
import type { StoredRequest } from "./kept-request.ts";

export interface AtOnceParts extends DocumentParts {
  readonly random: RandomBytes;
  /** Runs the tasks that a caller waits for. */
  readonly directSandbox: () => Sandbox;
  readonly turns: FairTurns;
  readonly onCrash: (editId: string, trace: string) => void;
}

export interface AtOnceCall {
  readonly editId: string;
  readonly caller: Caller;
  readonly author: string;
  readonly date: string;
  readonly undecided: Undecided | undefined;
  readonly template: ReceivedFile | undefined;
  /** Aborted if the caller disconnects. */
  readonly signal: AbortSignal;
}

interface DirectEdit {
  /** Must be ready. */
  readonly source: FoundFile;
  /** As sent; the form of each edit is checked here too. */
  readonly edits: readonly unknown[];
}

/** Accepted edits: the request to store and, if it exists already, the result. */
export interface AcceptedEdits {
  readonly kind: "accepted";
  readonly request: StoredRequest;
  /** Undefined if a job carries the edits out. */
  readonly result: Edited | undefined;
}

/**
 * A placeholder password for edits whose form is refused. The task only finds further problems, so nothing is
 * protected.
 */
const nobodys = { hash: "", salt: "", spinCount: 0 };
/** Time limit of the edit, including its wait for a slot; an edit that takes longer is left to a job. */
const mostMilliseconds = 10_000;
/** Time limit of the wait for a slot; an edit that waits longer is left to a job. */
const turnMilliseconds = 2000;

/** Edits the file, or returns the refusals. Throws CONTENT_DELETED if the file was deleted meanwhile. */
export async function editAtOnce(
  call: AtOnceCall,
  { source, edits }: DirectEdit,
  parts: AtOnceParts,
): Promise<AcceptedEdits | EditRefused> {
  const isWellFormed = checkEdits(edits).length === 0;
  const request = isWellFormed
    ? await keptRequest(edits, call, parts)
    : { edits, ...undecidedOf(call), passwordHash: nobodys };
  const late = AbortSignal.timeout(mostMilliseconds);
  const signal = AbortSignal.any([call.signal, late]);
  const { organizationId } = call.caller.organization;
  const turn = { organizationId, signal, milliseconds: turnMilliseconds };
  try {
    const result = await parts.turns.take(turn, () => edit(call, { source, request, signal }, parts));
    return result?.kind === "unedited" ? result : { kind: "accepted", request, result };
  } catch (problem) {
    if (problem !== late.reason && !(problem instanceof TurnTooLate)) throw problem;
    return leftToJob(request, edits);
  }
}

/** Leaves the edits to a job; edits with a wrong form are refused at once. */
function leftToJob(request: StoredRequest, edits: readonly unknown[]): AcceptedEdits | EditRefused {
  const refusals = checkEdits(edits);
  return refusals.length > 0 ? { kind: "unedited", refusals } : { kind: "accepted", request, result: undefined };
}

/** Returns well-formed edits in the form that may be stored: the password is replaced by its hash. */
export async function keptRequest(
  given: readonly unknown[],
  call: Pick<AtOnceCall, "undecided">,
  { random }: Pick<AtOnceParts, "random">,
): Promise<StoredRequest> {
  const { edits, password } = takePassword(given);
  const request = { edits, ...undecidedOf(call) };
  return password === undefined ? request : { ...request, passwordHash: await hashPassword(password, random) };
}

function undecidedOf({ undecided }: Pick<AtOnceCall, "undecided">): Pick<StoredRequest, "undecided"> {
  return undecided === undefined ? {} : { undecided };
}

interface Editing {
  readonly source: FoundFile;
  readonly request: StoredRequest;
  readonly signal: AbortSignal;
}

async function edit(
  { editId, caller: { organization }, author, date, template }: AtOnceCall,
  { source, request, signal }: Editing,
  parts: AtOnceParts,
): Promise<Edited | EditRefused | undefined> {
  signal.throwIfAborted();
  const [document, styleTemplate] = await Promise.all([
    readDocument(source, organization, parts),
    template && orDeleted(readVerified(parts.store, { object_key: template.objectKey, ...template }, organization)),
  ]);
  const task = { kind: "edit" as const, document, ...request, author, date };
  const answer = await parts
    .directSandbox()
    .run(styleTemplate === undefined ? task : { ...task, styleTemplate }, signal, directFor(organization));
  if (answer.kind === "crashed") parts.onCrash(editId, answer.trace);
  return answer.kind === "unedited" || answer.kind === "edited" ? answer : undefined;
}
