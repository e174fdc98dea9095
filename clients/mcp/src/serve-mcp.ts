// Serves the Model Context Protocol over lines of JSON on the program's input and output.
//
// An agent's program starts this one. It implements the part of the protocol that tools need: initialize, ping,
// tools/list and tools/call.

import { checkGiven, schemaOf, type ToolParts, tools } from "./tools.ts";
import { ToolRefusal } from "./work/work.ts";

/** Newest first. A client that requests another version is offered the newest. */
const protocolVersions = ["2025-06-18", "2025-03-26", "2024-11-05"];
const instructions =
  "Word documents of one folder: read (staged) gives addresses, edit names them, compare and merge write redlines with tracked changes, decide settles them.";

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface McpOptions extends ToolParts {
  /** The lines that the client sends. */
  readonly lines: AsyncIterable<string>;
  readonly write: (line: string) => void;
  readonly version: string;
}

/** Serves until the client ends. Calls are answered one after the other. */
export async function serveMcp({ lines, write, version, ...parts }: McpOptions): Promise<void> {
  for await (const line of lines) {
    if (line.trim() === "") continue;
    const message = parsed(line);
    if (message === undefined) {
      write(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "The line is not JSON." } }));
      continue;
    }
    // Notifications get no answer.
    if (message.id === undefined || message.method === undefined) continue;
    write(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...(await answerOf(message, version, parts)) }));
  }
}

function parsed(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === "object" && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

async function answerOf({ method, params = {} }: Message, version: string, parts: ToolParts): Promise<object> {
  if (method === "ping") return { result: {} };
  if (method === "initialize") {
    const asked = String(params.protocolVersion);
    const protocolVersion = protocolVersions.includes(asked) ? asked : protocolVersions[0];
    return {
      result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "versus", version }, instructions },
    };
  }
  if (method === "tools/list") {
    const list = Object.entries(tools).map(([name, tool]) => {
      return { name, description: tool.description, inputSchema: schemaOf(tool) };
    });
    return { result: { tools: list } };
  }
  if (method === "tools/call") return callTool(params, parts);
  return { error: { code: -32601, message: `There is no method ${method}.` } };
}

/** Calls a tool. Refusals are results, because an agent reads those and can correct its call. */
async function callTool({ name, arguments: given = {} }: Readonly<Record<string, unknown>>, parts: ToolParts) {
  const tool = typeof name === "string" && Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool === undefined) {
    return {
      error: { code: -32602, message: `There is no tool ${name}. The tools are ${Object.keys(tools).join(", ")}.` },
    };
  }
  try {
    checkGiven(tool, given as Readonly<Record<string, unknown>>);
    return { result: { content: [{ type: "text", text: await tool.run(given as never, parts) }] } };
  } catch (problem) {
    if (problem instanceof ToolRefusal) {
      return { result: { isError: true, content: [{ type: "text", text: problem.message }] } };
    }
    return { error: { code: -32603, message: "The tool has a fault of its own." } };
  }
}
