// Simulates the provider of a language model in both protocols.
//
// It gives recorded answers of models and faults of providers.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Settings } from "./programs.ts";

export type ProtocolName = "openai" | "anthropic";
export const protocolNames: readonly ProtocolName[] = ["openai", "anthropic"];

/** The answer of the model, or the behaviour of its provider instead of an answer. */
export type Said =
  | string
  /** A function that answers a question. */
  | ((question: Question) => string)
  /** The answer was cut, or the model declined. */
  | { readonly stop: "cut" | "declined" }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** A body that does not follow the protocol. */
  | { readonly body: string }
  /** The answer never ends: the provider sends nothing, or too much. */
  | { readonly endless: "silence" | "noise" };

export interface Question {
  readonly protocol: ProtocolName;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly system: string;
  /** The user's first message, which has the document, and the last one. */
  readonly first: string;
  readonly text: string;
  readonly turns: number;
}

export const modelKey = "sk-local-model-key";

export class LocalModel {
  readonly questions: Question[] = [];
  #answers: readonly Said[] = [];
  readonly #server = createServer(async (request, response) => {
    const protocol: ProtocolName = request.url === "/openai/chat/completions" ? "openai" : "anthropic";
    const body = (await json(request)) as AskedBody;
    const question = { protocol, headers: request.headers, ...readBody(body) };
    const said = this.#answers[this.questions.push(question) - 1];
    if (said === undefined) response.writeHead(500).end();
    else if (typeof said === "function") say(response, said(question), protocol);
    else say(response, typeof said === "string" ? filled(said, body) : said, protocol);
  });

  /** Sets the next answers, and forgets the questions so far. `{{token}}` becomes the token of the request. */
  play(...answers: readonly Said[]): void {
    this.questions.length = 0;
    this.#answers = answers;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
  }

  /** Returns the settings of an API that uses this provider. */
  settings(protocol: ProtocolName): Settings {
    const { port } = this.#server.address() as AddressInfo;
    return {
      VERSUS_INSTRUCTION_PROVIDER: protocol,
      VERSUS_INSTRUCTION_URL: `http://127.0.0.1:${port}/${protocol}`,
      VERSUS_INSTRUCTION_MODEL: "recorded",
      VERSUS_INSTRUCTION_KEY: modelKey,
      // The tests make more requests than an organization may.
      VERSUS_INSTRUCTIONS_AT_ONCE: "0",
      VERSUS_INSTRUCTIONS_PER_MINUTE: "0",
      VERSUS_INSTRUCTIONS_PER_DAY: "0",
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

interface AskedBody {
  readonly system?: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

function readBody({ system, messages }: AskedBody): Pick<Question, "system" | "first" | "text" | "turns"> {
  const turns = messages.filter(({ role }) => role !== "system");
  const [first] = messages;
  return {
    system: system ?? first?.content ?? "",
    first: turns[0]?.content ?? "",
    text: turns.at(-1)?.content ?? "",
    turns: turns.length,
  };
}

/** The first question contains the token of replacement_text. */
function filled(said: string, { messages }: AskedBody): string {
  const [token] = JSON.stringify(messages).match(/\{\{replacement-[0-9a-f]+\}\}/) ?? [];
  return token === undefined ? said : said.replaceAll("{{token}}", token);
}

function say(
  response: ServerResponse,
  said: Exclude<Said, (question: Question) => string>,
  protocol: ProtocolName,
): void {
  if (typeof said === "string") return void response.end(JSON.stringify(spoken(said, protocol)));
  if ("stop" in said) return void response.end(JSON.stringify(stopped(said.stop, protocol)));
  if ("status" in said)
    return void response.writeHead(said.status, said.headers).end('{"error":"said by the provider"}');
  if ("body" in said) return void response.end(said.body);
  if (said.endless === "silence") return void response.writeHead(200).write("{");
  const more = (): void => {
    while (!response.destroyed && response.write("x".repeat(65_536)));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

function spoken(text: string, protocol: ProtocolName): unknown {
  return protocol === "openai"
    ? { id: "1", choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }] }
    : { id: "1", type: "message", role: "assistant", content: [{ type: "text", text }], stop_reason: "end_turn" };
}

function stopped(stop: "cut" | "declined", protocol: ProtocolName): unknown {
  if (protocol === "anthropic") return { content: [], stop_reason: stop === "cut" ? "max_tokens" : "refusal" };
  const finish_reason = stop === "cut" ? "length" : "content_filter";
  return { choices: [{ index: 0, message: { role: "assistant", content: '{"ste' }, finish_reason }] };
}
