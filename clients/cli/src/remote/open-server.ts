// Opens the service that --server names, with its key.
//
// A key is never an argument, because other users of the machine can see arguments.

import { readFileSync } from "node:fs";
import type { Versus } from "@versus/sdk";
import { Misuse, Refusal, type Surroundings } from "../command.ts";
import { printable } from "../report/printable.ts";

/** The options of every command that can use a service. */
export const SERVER_OPTIONS = { server: { type: "string" }, "key-file": { type: "string" } } as const;

/**
 * The environment variables of the key, in the order in which they are read. The second is the name of older versions.
 */
const KEY_NAMES = ["VERSUS_API_KEY", "VERSUS_KEY"] as const;

export interface ServerValues {
  readonly server?: string | undefined;
  readonly "key-file"?: string | undefined;
}

/** Returns the service; undefined if none is named. Throws a Misuse, or a Refusal for a file without a key. */
export async function openServer(
  { server, "key-file": keyFile }: ServerValues,
  { environment }: Pick<Surroundings, "environment">,
): Promise<Versus | undefined> {
  if (server === undefined && keyFile !== undefined) throw new Misuse("--key-file needs --server.");
  if (server === undefined) return undefined;
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) {
    throw new Misuse("--server must be an address such as https://api.example.com.");
  }
  const key = keyFile === undefined ? KEY_NAMES.map((name) => environment[name]).find(Boolean) : readKey(keyFile);
  if (key === undefined) throw new Misuse(`--server needs an API key: in ${KEY_NAMES[0]}, or in a file: --key-file.`);
  // Loaded on demand, so work on this machine starts without it.
  const sdk = await import("@versus/sdk");
  return new sdk.Versus({ baseUrl: server.replace(/\/+$/, ""), key });
}

function readKey(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch {
    throw new Refusal(`${printable(path)}: The key file cannot be read. Check its name and who may read it.`);
  }
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Refusal(`${printable(path)}: The key file must contain one API key.`);
  return text;
}

/** Throws a Misuse if one of these options is given together with --server, because the service sets it itself. */
export function refuseWithServer<Values extends ServerValues>(
  values: Values,
  ...options: readonly (keyof Values)[]
): void {
  const given = options.find((option) => values.server !== undefined && values[option] !== undefined);
  if (given === undefined) return;
  throw new Misuse(`--${String(given)} cannot be used with --server: the service sets it. Leave it out.`);
}
