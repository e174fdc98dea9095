// A creating call with a JSON body: what it asks for is created once for its Idempotency-Key.

import { createHash } from "node:crypto";
import type { CreateFromBody } from "../contract/app.ts";
import type { Transaction } from "../storage/database.ts";
import { createOnce, readIdempotencyKey } from "./idempotency.ts";
import type { ServerParts } from "./server-parts.ts";

export function bodyCreator(parts: Pick<ServerParts, "database" | "clock">): CreateFromBody<Transaction> {
  return async (request, reply, create) => {
    const { organizationId } = request.caller.organization;
    const idempotencyKey = readIdempotencyKey(request.headers["idempotency-key"]);
    const path = request.url.split("?", 1)[0] ?? "";
    const digest = createHash("sha256").update(JSON.stringify(request.body)).digest();
    const call = idempotencyKey === undefined ? undefined : { organizationId, idempotencyKey, path, digest };
    const { status, body, replayed } = await createOnce(call, parts, create);
    reply.code(status);
    if (replayed) reply.header("idempotency-replayed", "true");
    return body;
  };
}
