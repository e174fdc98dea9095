// `versus mcp`: tools for agents that speak the Model Context Protocol, over standard input and output.

import manifest from "../../package.json" with { type: "json" };
import { readWords, refuseWords } from "../arguments/read-words.ts";
import { type Command, Misuse, type Surroundings } from "../command.ts";

const KEY = "VERSUS_KEY";

export const mcp: Command = {
  name: "mcp",
  summary: "give an agent tools for Word documents (Model Context Protocol)",
  usage: "versus mcp [--root FOLDER] [--server URL]",
  help: `Speaks the Model Context Protocol on standard input and output; an agent's program starts it. The tools compare, merge, read, edit,
decide and create Word documents of FOLDER and write their results there; nothing outside of it is read or written, and no
file is replaced unless the agent asks for it.

      --root FOLDER  the folder that the agent works in (default: the current one)
      --server URL   let the service at URL do the work, with the API key in ${KEY}; without it,
                     nothing leaves this machine
  -h, --help         print this help

An agent's settings: {"mcpServers":{"versus":{"command":"versus","args":["mcp","--root","/path/to/contracts"]}}}
`,
  run: runMcp,
};

const OPTIONS = { root: { type: "string" }, server: { type: "string" } } as const;

async function runMcp(words: readonly string[], { stdinLines, stdout, now, environment }: Surroundings): Promise<void> {
  const { values, positionals } = readWords(words, OPTIONS);
  refuseWords(positionals);
  // Loaded when they are needed: other commands start without them.
  const { localWork, openFolder, remoteWork, serveMcp } = await import("@versus/mcp");
  const { Versus } = await import("@versus/sdk");
  const here = localWork({ now });
  const { server } = values;
  const key = environment[KEY];
  if (server !== undefined && (key === undefined || key === "")) {
    throw new Misuse(`--server needs an API key in ${KEY}`);
  }
  const work = server === undefined ? here : remoteWork(new Versus({ baseUrl: server, key: key! }), here);
  const folder = openFolder(values.root ?? ".");
  await serveMcp({
    work,
    folder,
    version: manifest.version,
    lines: stdinLines(),
    write: (line) => stdout.write(`${line}\n`),
  });
}
