// Runs `versus mcp`: gives agents tools over the Model Context Protocol, on standard streams.

import manifest from "../../package.json" with { type: "json" };
import { readWords, refuseWords } from "../arguments/read-words.ts";
import type { Command, Surroundings } from "../command.ts";
import { openServer, SERVER_OPTIONS } from "../remote/open-server.ts";

const OPTIONS = { root: { type: "string" }, ...SERVER_OPTIONS } as const;

export const mcp: Command = {
  name: "mcp",
  summary: "give an agent tools for Word documents (Model Context Protocol)",
  usage: "versus mcp [--root FOLDER] [--server URL]",
  help: `Speaks the Model Context Protocol on standard input and output; an agent's program starts it. The tools compare, merge, read, edit,
decide and create Word documents of FOLDER and write their results there. Nothing outside of FOLDER is read or written. A
file is replaced only if the agent asks for it.

      --root FOLDER  the folder that the agent works in (default: the current one)
      --server URL   let the service at URL do the work, with the API key in VERSUS_API_KEY; without it,
                     nothing leaves this machine
      --key-file FILE
                     read the API key from FILE instead
  -h, --help         print this help

An agent's settings: {"mcpServers":{"versus":{"command":"versus","args":["mcp","--root","/path/to/contracts"]}}}
`,
  options: OPTIONS,
  run: runMcp,
};

async function runMcp(words: readonly string[], surroundings: Surroundings): Promise<void> {
  const { stdinLines, stdout, now } = surroundings;
  const { values, positionals } = readWords(words, OPTIONS);
  refuseWords(positionals);
  const versus = await openServer(values, surroundings);
  // Loaded on demand, so other commands start without these modules.
  const { localWork, openFolder, remoteWork, serveMcp } = await import("@versus/mcp");
  const here = localWork({ now });
  const work = versus === undefined ? here : remoteWork(versus, here);
  const folder = openFolder(values.root ?? ".");
  await serveMcp({
    work,
    folder,
    version: manifest.version,
    lines: stdinLines(),
    write: (line) => stdout.write(`${line}\n`),
  });
}
