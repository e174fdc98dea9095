// Implements the chat completions of OpenAI, a protocol that many other programs support too.
//
// Only fields that all of them accept are sent. There is no limit of tokens and no temperature, because depending on
// the model they have different names or are refused.

import { z } from "zod";
import type { Protocol } from "./provider.ts";

const Reply = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

export const openaiChat: Protocol = {
  path: "/chat/completions",
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  body: (model, { system, turns }) => ({
    model,
    messages: [{ role: "system", content: system }, ...turns.map(({ role, text }) => ({ role, content: text }))],
    response_format: { type: "json_object" },
    stream: false,
  }),
  read: (reply) => {
    const choice = Reply.safeParse(reply).data?.choices[0];
    if (choice === undefined) return undefined;
    const { content, refusal } = choice.message;
    if (choice.finish_reason === "length") return { kind: "cut" };
    if (choice.finish_reason === "content_filter" || (refusal ?? "") !== "") return { kind: "declined" };
    return typeof content === "string" ? { kind: "text", text: content } : undefined;
  },
};
