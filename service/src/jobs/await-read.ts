// A creating call whose caller waits: it is answered as a read would be, 200 when its job has ended, otherwise 202 after a
// while. Nothing of that is remembered for a repeated call, which waits and reads for itself.

import type { FastifyReply } from "fastify";
import { tellEngine } from "../contract/engine-version.ts";
import type { ReceivedForm, TextRule } from "../contract/forms.ts";
import { limits } from "../contract/limits.ts";
import type { OwnerWatch } from "../storage/owner-watch.ts";

const yes = ["true", "1"];

/** The field of a form that asks for it. */
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
  /** Of the engine that made the result. */
  readonly engineVersion: string | null;
  /** While it is processing: before the next read. */
  readonly retrySeconds: number;
}

/** The body, with the headers of a read. */
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

/** The answer that the caller waits for; undefined if the caller does not wait. Throws what the read throws. */
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
