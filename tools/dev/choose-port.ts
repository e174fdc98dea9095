// Chooses the port of `npm run dev`: the requested one, the usual one, or any free one.

import { once } from "node:events";
import { createServer } from "node:net";
import { freePorts } from "../servers/free-ports.ts";

const USUAL = 8080;

/** Returns a port. Throws an error with advice if the requested port is invalid or taken. */
export async function choosePort(wanted: string | undefined): Promise<number> {
  if (wanted === undefined) return (await isFree(USUAL)) ? USUAL : (await freePorts(1))[0]!;
  const port = Number(wanted);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`A port is a number from 1 to 65535, not ${wanted}: npm run dev -- --port 8080`);
  }
  if (await isFree(port)) return port;
  throw new Error(`Port ${port} is taken or not yours: give another, or none for one that is free.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
