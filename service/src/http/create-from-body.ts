// Creates once per Idempotency-Key what a call with a JSON body asks for.

import { createHash } from "node:crypto";
import type { CreateFromBody } from "../contract/app.ts";
import type { Transaction } from "../storage/database.ts";
import { type AuditParts, auditing } from "./audit-requests.ts";
import { answerOnce, createOnce, type KeyParts, keyedCallOf } from "./idempotency.ts";

export function bodyCreator(parts: KeyParts & AuditParts): CreateFromBody<Transaction> {
  return async (request, reply, create) => {
    const digest = createHash("sha256").update(JSON.stringify(request.body)).digest();
    const audited = (remember: Parameters<typeof create>[0]) => create(auditing(remember, request, parts));
    return answerOnce(reply, await createOnce(keyedCallOf(request)(digest), parts, audited));
  };
}
