// Implements the Messages protocol of Anthropic.

import { z } from "zod";
import type { Protocol } from "./provider.ts";

/** The protocol requires a limit. An answer of 200 edits of ordinary length fits; all models since 2025 permit it. */
const mostTokens = 16_000;

const Reply = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
});

export const anthropicMessages: Protocol = {
  path: "/v1/messages",
  headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  body: (model, { system, turns }) => ({
    model,
    max_tokens: mostTokens,
    system,
    messages: turns.map(({ role, text }) => ({ role, content: text })),
  }),
  read: (reply) => {
    const { data } = Reply.safeParse(reply);
    if (data === undefined) return undefined;
    if (data.stop_reason === "max_tokens") return { kind: "cut" };
    if (data.stop_reason === "refusal") return { kind: "declined" };
    const texts = data.content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : []));
    return texts.length === 0 ? undefined : { kind: "text", text: texts.join("") };
  },
};
