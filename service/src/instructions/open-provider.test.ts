// Tests the HTTP calls of language model providers.

import { expect, onTestFinished, test } from "vitest";
import { openProvider } from "./open-provider.ts";
import { type Answer, type Prompt, ProviderFault } from "./provider.ts";
import { type Answering, sendJson, startLocalProvider } from "./testing/local-provider.ts";

const key = "sk-very-secret";
const prompt: Prompt = {
  system: "You edit.",
  turns: [
    { role: "user", text: "Do it." },
    { role: "assistant", text: "{}" },
    { role: "user", text: "Again." },
  ],
};

async function startWith(answer: Answering) {
  const server = await startLocalProvider(answer);
  onTestFinished(() => server.close());
  return server;
}

async function ask(answer: Answering, protocol: "openai" | "anthropic" = "openai", milliseconds = 5000) {
  const server = await startWith(answer);
  const provider = openProvider({ protocol, url: `${server.url}/v1`, model: "large", key });
  const outcome = await provider.ask(prompt, AbortSignal.timeout(milliseconds)).catch((problem: unknown) => problem);
  return { outcome, requests: server.requests };
}

async function faultOf(answer: Answering, milliseconds?: number): Promise<ProviderFault> {
  const { outcome } = await ask(answer, "openai", milliseconds);
  expect(outcome).toBeInstanceOf(ProviderFault);
  return outcome as ProviderFault;
}

const chat = (message: object, finish_reason = "stop") => ({ choices: [{ message, finish_reason }] });

test("chat completions are asked with the key as a bearer, the system text first, and JSON wanted", async () => {
  const { outcome, requests } = await ask((response) => sendJson(response, chat({ content: '{"steps":[]}' })));
  expect(outcome).toEqual({ kind: "text", text: '{"steps":[]}' });
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ path: "/v1/chat/completions", headers: { authorization: `Bearer ${key}` } });
  expect(requests[0]?.body).toEqual({
    model: "large",
    messages: [
      { role: "system", content: "You edit." },
      { role: "user", content: "Do it." },
      { role: "assistant", content: "{}" },
      { role: "user", content: "Again." },
    ],
    response_format: { type: "json_object" },
    stream: false,
  });
});

test("Messages are asked with the key in its own header, and the system text beside the conversation", async () => {
  const content = [
    { type: "thinking", thinking: "…" },
    { type: "text", text: '{"steps"' },
    { type: "text", text: ":[]}" },
  ];
  const { outcome, requests } = await ask(
    (response) => sendJson(response, { content, stop_reason: "end_turn" }),
    "anthropic",
  );
  expect(outcome).toEqual({ kind: "text", text: '{"steps":[]}' });
  expect(requests[0]).toMatchObject({
    path: "/v1/v1/messages",
    headers: { "x-api-key": key, "anthropic-version": "2023-06-01" },
    body: { model: "large", system: "You edit.", max_tokens: 16_000 },
  });
  expect(requests[0]?.body.messages).toHaveLength(3);
});

test.each<[string, "openai" | "anthropic", object, Answer]>([
  ["a chat answer that was cut", "openai", chat({ content: '{"st' }, "length"), { kind: "cut" }],
  ["a chat answer that was filtered", "openai", chat({ content: null }, "content_filter"), { kind: "declined" }],
  ["a chat answer that is a refusal", "openai", chat({ content: null, refusal: "No." }), { kind: "declined" }],
  ["a message that was cut", "anthropic", { content: [], stop_reason: "max_tokens" }, { kind: "cut" }],
  ["a message that is a refusal", "anthropic", { content: [], stop_reason: "refusal" }, { kind: "declined" }],
])("%s is known as such", async (_, protocol, reply, answer) => {
  expect((await ask((response) => sendJson(response, reply), protocol)).outcome).toEqual(answer);
});

test.each([
  [500, "busy"],
  [503, "busy"],
  [529, "busy"],
  [408, "busy"],
  [429, "busy"],
  [401, "misconfigured"],
  [403, "misconfigured"],
  [404, "misconfigured"],
  [400, "refused"],
  [413, "refused"],
  [422, "refused"],
])("status %i is a fault of the kind %s", async (status, kind) => {
  const fault = await faultOf((response) => sendJson(response, { error: { message: "told" } }, status));
  expect(fault).toMatchObject({ kind, status });
  expect(fault.message).not.toContain("told");
});

test("how long the provider wants to be left alone is known", async () => {
  const fault = await faultOf((response) => {
    response.writeHead(429, { "retry-after": "42" }).end();
  });
  expect(fault).toMatchObject({ kind: "busy", retrySeconds: 42 });
});

test("[INS-3] a redirection is not followed", async () => {
  const other = await startWith((response) => sendJson(response, chat({ content: "{}" })));
  const fault = await faultOf((response) => {
    response.writeHead(307, { location: `${other.url}/v1/chat/completions` }).end();
  });
  expect(fault).toMatchObject({ kind: "unreadable", status: 307 });
  expect(other.requests).toEqual([]);
});

test.each([
  ["HTML", "<html>down</html>"],
  ["JSON of another form", '{"ok":true}'],
  ["no choice", '{"choices":[]}'],
  ["nothing", ""],
])("an answer that is %s is unreadable", async (_, body) => {
  expect(await faultOf((response) => response.writeHead(200).end(body))).toMatchObject({ kind: "unreadable" });
});

test("[INS-3] an answer without end is read no further than its limit", async () => {
  let sent = 0;
  const fault = await faultOf((response) => {
    const more = () => {
      while (!response.destroyed && sent < 64 * 1024 * 1024) {
        sent += 65_536;
        if (!response.write("x".repeat(65_536))) {
          response.once("drain", more);
          return;
        }
      }
      response.end();
    };
    more();
  });
  expect(fault).toMatchObject({ kind: "unreadable" });
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test("[INS-3] a slow provider is given up, before it answers and in the middle of it", async () => {
  expect(await faultOf(() => {}, 100)).toMatchObject({ kind: "slow" });
  expect(await faultOf((response) => response.writeHead(200).write("{"), 100)).toMatchObject({ kind: "slow" });
});

test("[INS-4] nobody there, and a connection that breaks off, are told without address or key", async () => {
  const gone = await startLocalProvider(() => {});
  await gone.close();
  const provider = openProvider({ protocol: "openai", url: gone.url, model: "large", key });
  const fault = await provider.ask(prompt, AbortSignal.timeout(5000)).catch((problem: unknown) => problem);
  expect(fault).toMatchObject({ kind: "unreachable", status: undefined });
  expect(await faultOf((response) => response.destroy())).toMatchObject({ kind: "unreachable" });
  const told = `${(fault as Error).stack}${JSON.stringify(fault)}`;
  expect(told).not.toContain(key);
  expect(told).not.toContain(gone.url);
  expect((fault as Error).cause).toBeUndefined();
});
