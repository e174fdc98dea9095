// Answers calls that wait for a job: creating calls, and reads.
//
// A creating call answers as a read would: 200 if the job has ended, otherwise 202. The answer is not remembered for a
// repeated call. A repeated call waits and reads for itself.

import type { FastifyReply } from "fastify";
import { quote, refusalFor } from "../contract/api-error.ts";
import { tellEngine } from "../contract/engine-version.ts";
import type { ReceivedForm, TextRule } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";
import type { OwnerWatch } from "../storage/owner-watch.ts";

const yes = ["true", "1"];
const no = ["false", "0"];

/** The form field that asks for waiting. */
export const waitRule: TextRule = {
  description: `Waits up to ${limits.waitSeconds} seconds for the result and answers as a read does: 200 if it is ready or failed, otherwise 202. Default: false.`,
  least: 0,
  most: 1,
  mostBytes: 10,
  values: [...yes, ...no],
  undigested: true,
};

/** The answer to a read. */
export interface OwnerRead<Body> {
  readonly body: Body & { readonly status: string };
  /** The version of the engine that made the result. */
  readonly engineVersion: string | null;
  /** Seconds before the next read, while the status is `processing`. */
  readonly retrySeconds: number;
}

/** Sets the headers of a read. Returns the body. */
export function tellRead<Body>(reply: FastifyReply, { body, engineVersion, retrySeconds }: OwnerRead<Body>): Body {
  if (body.status === "processing") reply.header("retry-after", retrySeconds);
  tellEngine(reply, engineVersion);
  return body;
}

export interface Creation<Body> {
  readonly ownerId: string;
  readonly form: Pick<ReceivedForm, "texts">;
  readonly read: () => Promise<OwnerRead<Body>>;
}

/**
 * Returns the answer that the caller waits for, or undefined if the caller does not wait. Throws what the read throws.
 */
export async function awaitRead<Body>(
  reply: FastifyReply,
  { ownerId, form, read }: Creation<Body>,
  { watch }: { readonly watch: OwnerWatch },
): Promise<Body | undefined> {
  if (!yes.includes(form.texts("wait")[0] ?? "")) return undefined;
  const found = await untilEnded(ownerId, read, watch);
  reply.code(found.body.status === "processing" ? 202 : 200);
  return tellRead(reply, found);
}

/** The answer to a read, with the owner whose end its caller may wait for. */
export interface OwnedRead<Body> extends OwnerRead<Body> {
  readonly ownerId: string;
}

export interface WaitingRead<Body> {
  readonly read: () => Promise<OwnedRead<Body>>;
  /** The parameter `wait` as it was sent. */
  readonly wait: unknown;
}

/** Returns the answer of a read, which waits if its caller asks to. Throws VALIDATION_ERROR and what the read throws. */
export async function answerRead<Body>(
  reply: FastifyReply,
  { read, wait }: WaitingRead<Body>,
  { watch }: { readonly watch: OwnerWatch },
): Promise<Body> {
  // Access is checked by the first read, before the parameter.
  const first = await read();
  const isOpen = first.body.status === "processing";
  return tellRead(reply, readWait(wait) && isOpen ? await untilEnded(first.ownerId, read, watch) : first);
}

function untilEnded<Body>(ownerId: string, read: Creation<Body>["read"], watch: OwnerWatch): Promise<OwnerRead<Body>> {
  return watch.ask(ownerId, read, {
    isEnough: ({ body }) => body.status !== "processing",
    milliseconds: limits.waitSeconds * 1000,
    most: limits.waiters,
  });
}

/** Returns the value of the parameter; the last one counts if it is repeated. Throws VALIDATION_ERROR. */
function readWait(given: unknown): boolean {
  const value = [given].flat().at(-1) ?? "false";
  const word = String(value);
  if (yes.includes(word)) return true;
  if (no.includes(word)) return false;
  const message = `\`wait\` must be true, false, 1 or 0, not ${quote(word)}.`;
  throw refusalFor("VALIDATION_ERROR", [{ field: "wait", reason: "INVALID_VALUE", message, allowed: [...yes, ...no] }]);
}
