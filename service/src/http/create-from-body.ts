// A creating call with a JSON body: what it asks for is created once for its Idempotency-Key.

import { createHash } from "node:crypto";
import type { CreateFromBody } from "../contract/app.ts";
import type { Transaction } from "../storage/database.ts";
import { answerOnce, createOnce, type KeyParts, keyedCallOf } from "./idempotency.ts";

export function bodyCreator(parts: KeyParts): CreateFromBody<Transaction> {
  return async (request, reply, create) => {
    const digest = createHash("sha256").update(JSON.stringify(request.body)).digest();
    return answerOnce(reply, await createOnce(keyedCallOf(request)(digest), parts, create));
  };
}
