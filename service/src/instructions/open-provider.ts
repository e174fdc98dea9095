// Calls the configured provider over HTTP.
//
// A call is one POST with limits for its time and for the size of the answer. Redirections are not followed. A fault
// contains nothing of what was sent or received.

import { anthropicMessages } from "./anthropic-messages.ts";
import { openaiChat } from "./openai-chat.ts";
import { type Answer, type Prompt, type Protocol, type Provider, ProviderFault } from "./provider.ts";

export const protocols = { openai: openaiChat, anthropic: anthropicMessages } as const satisfies Record<
  string,
  Protocol
>;

export interface ProviderSettings {
  readonly protocol: keyof typeof protocols;
  /** Without a trailing slash. */
  readonly url: string;
  readonly model: string;
  readonly key: string;
}

/** Several times the size of 200 KB of edits, written with the escapes of JSON inside JSON. */
const mostAnswerBytes = 2 * 1024 * 1024;

export function openProvider(settings: ProviderSettings): Provider {
  const protocol = protocols[settings.protocol];
  return {
    ask: async (prompt, signal) => {
      const reply = await post(prompt, settings, signal);
      if (!reply.ok) throw await faultOf(reply);
      const answer = readAnswer(protocol, await readBounded(reply, signal));
      if (answer === undefined) throw new ProviderFault("unreadable", { status: reply.status });
      return answer;
    },
  };
}

async function post(prompt: Prompt, { protocol: name, url, model, key }: ProviderSettings, signal: AbortSignal) {
  const protocol = protocols[name];
  try {
    return await fetch(`${url}${protocol.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...protocol.headers(key) },
      body: JSON.stringify(protocol.body(model, prompt)),
      redirect: "manual",
      signal,
    });
  } catch {
    throw brokenOff(signal);
  }
}

// The error of a broken call may contain its address and headers, so it is not passed on.
function brokenOff(signal: AbortSignal): ProviderFault {
  return new ProviderFault(isTimeout(signal.reason) ? "slow" : "unreachable");
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === "TimeoutError";
}

function readAnswer(protocol: Protocol, text: string): Answer | undefined {
  try {
    return protocol.read(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Reads the answer and counts its bytes after decompression, as they arrive. */
async function readBounded(reply: Response, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of reply.body ?? []) {
      size += chunk.length;
      // Leaving the loop ends the connection.
      if (size > mostAnswerBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw brokenOff(signal);
  }
  if (size > mostAnswerBytes) throw new ProviderFault("unreadable", { status: reply.status });
  return Buffer.concat(chunks).toString("utf8");
}

async function faultOf(reply: Response): Promise<ProviderFault> {
  await reply.body?.cancel().catch(() => {});
  const { status } = reply;
  const after = Number(reply.headers.get("retry-after") ?? Number.NaN);
  const retrySeconds = Number.isInteger(after) && after > 0 ? after : undefined;
  if (status === 400 || status === 413 || status === 422) return new ProviderFault("refused", { status });
  if (status === 408 || status === 429 || status >= 500) return new ProviderFault("busy", { status, retrySeconds });
  return new ProviderFault(status >= 400 ? "misconfigured" : "unreadable", { status });
}
