// Answers a creating call that waits, as a read would: 200 if the job has ended, otherwise 202.
//
// The answer is not remembered for a repeated call. A repeated call waits and reads for itself.

import type { FastifyReply } from "fastify";
import { tellEngine } from "../contract/engine-version.ts";
import type { ReceivedForm, TextRule } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";
import type { OwnerWatch } from "../storage/owner-watch.ts";

const yes = ["true", "1"];

/** The form field that asks for waiting. */
export const waitRule: TextRule = {
  description: `Waits up to ${limits.waitSeconds} seconds for the result and answers as a read does: 200 if it is ready or failed, otherwise 202. Default: false.`,
  least: 0,
  most: 1,
  mostBytes: 10,
  values: [...yes, "false", "0"],
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
  const found = await watch.ask(ownerId, read, {
    isEnough: ({ body }) => body.status !== "processing",
    milliseconds: limits.waitSeconds * 1000,
    most: limits.waiters,
  });
  reply.code(found.body.status === "processing" ? 202 : 200);
  return tellRead(reply, found);
}
