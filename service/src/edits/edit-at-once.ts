// Edits a file that is ready while its caller waits, in a child process: what is refused is told at once, and what comes of
// the edits is kept with their record, so that nothing is done twice. Where that takes too long, or comes to nothing, a job
// finds out.

import { hashPassword } from "@versus/engine/node-password";
import { checkEdits, takePassword, type Undecided } from "@versus/engine/tasks";
import type { Caller } from "../contract/app.ts";
import type { ReceivedFile } from "../contract/forms.ts";
import type { RandomBytes } from "../contract/ids.ts";
import type { FoundFile } from "../files/find-file.ts";
import { type DocumentParts, orDeleted, readDocument } from "../files/read-document.ts";
import type { Edited, EditRefused } from "../jobs/child-protocol.ts";
import { type FairTurns, TurnTooLate } from "../jobs/fair-turns.ts";
import type { Sandbox } from "../jobs/sandbox.ts";
import { readVerified } from "../storage/read-verified.ts";
import type { StoredRequest } from "./kept-request.ts";

export interface AtOnceParts extends DocumentParts {
  readonly random: RandomBytes;
  /** For work that a caller waits for. */
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
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

interface Asked {
  /** Ready. */
  readonly source: FoundFile;
  /** As they were sent: their form is checked too. */
  readonly edits: readonly unknown[];
}

/** What there is to keep of edits that are accepted. */
export interface AcceptedEdits {
  readonly kind: "accepted";
  readonly request: StoredRequest;
  /** Undefined: a job carries them out. */
  readonly result: Edited | undefined;
}

/** Of edits that are refused for their form, with whatever else is wrong: what they would protect is not made. */
const nobodys = { hash: "", salt: "", spinCount: 0 };
/** A document that takes longer than this is left to the job. */
const mostMilliseconds = 10_000;
/** One that does not come to its turn within this is left to the job. */
const turnMilliseconds = 2000;

/** Throws CONTENT_DELETED when the file went meanwhile. */
export async function editAtOnce(
  call: AtOnceCall,
  { source, edits }: Asked,
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

/** Leaves edits to a job, but refuses edits of a wrong form at once. */
function leftToJob(request: StoredRequest, edits: readonly unknown[]): AcceptedEdits | EditRefused {
  const refusals = checkEdits(edits);
  return refusals.length > 0 ? { kind: "unedited", refusals } : { kind: "accepted", request, result: undefined };
}

/** Edits of the right form, as they may be kept: without a password. */
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
    .run(styleTemplate === undefined ? task : { ...task, styleTemplate }, signal);
  if (answer.kind === "crashed") parts.onCrash(editId, answer.trace);
  return answer.kind === "unedited" || answer.kind === "edited" ? answer : undefined;
}
