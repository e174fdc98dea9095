// Handles a creating call with a form: stores its files, and deletes them if nothing was created.

import type { EventEmitter } from "node:events";
import { ApiError } from "../contract/api-error.ts";
import type { CreateFromForm, FormCreation } from "../contract/app.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { answerWithin } from "../storage/part-away.ts";
import { type AuditParts, auditing } from "./audit-requests.ts";
import {
  answerOnce,
  type CreateOutcome,
  createOnce,
  type KeyedCall,
  type KeyParts,
  keyedCallOf,
} from "./idempotency.ts";
import type { ServerParts } from "./server-parts.ts";
import { receiveForm, type StoredForm } from "./uploads.ts";
import { UploadsInFlight } from "./uploads-in-flight.ts";

type FormParts = Pick<ServerParts, "config" | "store"> & KeyParts & AuditParts;

export function formCreator(parts: FormParts): CreateFromForm<Transaction> {
  const inFlight = new UploadsInFlight(parts.config.uploadLimits);
  return async (request, reply, creation) => {
    const { form: rules } = request.routeOptions.config;
    if (rules === undefined) throw new Error("the route has no form in its config");
    const { organization } = request.caller;
    const callWith = keyedCallOf(request);
    const { form, outcome } = await inFlight.count(organization.organizationId, () =>
      whileConnected(request.raw.socket, async (signal) => {
        const place = { store: parts.store, organization, signal, flow: parts.config.uploadLimits, ...creation };
        const received = await receiveForm(request, rules, place);
        const call = callWith(received.digest);
        return { form: received, outcome: await createKeeping(parts, received, { call, creation, request }) };
      }),
    );
    const body = answerOnce(reply, outcome);
    return creation.answer === undefined ? body : creation.answer(body, form);
  };
}

/** Runs the work. Its signal is aborted when the connection closes. */
async function whileConnected<Result>(
  socket: EventEmitter,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const close = (): void =>
    controller.abort(new ApiError("INVALID_REQUEST", "The client closed the connection before the body had arrived."));
  socket.once("close", close);
  try {
    return await work(controller.signal);
  } finally {
    socket.removeListener("close", close);
  }
}

interface Keeping {
  readonly call: KeyedCall | undefined;
  readonly creation: FormCreation<Transaction>;
  readonly request: Parameters<CreateFromForm<Transaction>>[0];
}

async function createKeeping(
  parts: FormParts,
  form: StoredForm,
  { call, creation, request }: Keeping,
): Promise<CreateOutcome> {
  try {
    const outcome = await createOnce(call, parts, (remember) =>
      creation.create(form, auditing(remember, request, parts)),
    );
    if (outcome.replayed) await parts.store.delete(form.objectKeys);
    return outcome;
  } catch (error) {
    // The transaction may have been committed although no answer arrived. In that case its files stay.
    if (error instanceof ApiError || !(await mayBeOwned(parts.database, form))) {
      await parts.store.delete(form.objectKeys);
    }
    throw error;
  }
}

/** Maximum wait for the answer of the database. The caller waits as long for the reply. */
const answerMilliseconds = 3000;

/**
 * True if a row names the files. Also true if the database does not answer: the files then stay, and the sweep of
 * orphans finds them.
 */
async function mayBeOwned(database: Database, { objectKeys }: StoredForm): Promise<boolean> {
  try {
    const rows = await answerWithin(
      answerMilliseconds,
      "the database",
      database.selectFrom("objects").where("object_key", "in", objectKeys).select("object_key").execute(),
    );
    return rows.length > 0;
  } catch {
    return true;
  }
}
