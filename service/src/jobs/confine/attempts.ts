// Tries to get past the wall of a child. Runs in the child.

import { createSocket } from "node:dgram";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";

/** Something that a child must not reach. The caller makes sure that it can be reached without a wall. */
export type Target = { readonly name: string } & (
  | { readonly kind: "tcp"; readonly host: string; readonly port: number }
  /** The target must echo, because only an answer shows that a datagram arrived. */
  | { readonly kind: "udp"; readonly host: string; readonly port: number }
  | { readonly kind: "unix"; readonly path: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "folder"; readonly path: string }
  /** A file to create. */
  | { readonly kind: "write"; readonly path: string }
  | { readonly kind: "process"; readonly number: number }
);

/** A datagram or a connection between processes of one machine takes under a millisecond. */
const patienceMilliseconds = 300;

/** Returns the names of the reached targets. */
export async function reachedOf(targets: readonly Target[]): Promise<string[]> {
  const reached = await Promise.all(targets.map((target) => attempt(target).catch(() => false)));
  return targets.flatMap(({ name }, at) => (reached[at] === true ? [name] : []));
}

async function attempt(target: Target): Promise<boolean> {
  switch (target.kind) {
    case "tcp":
      return isConnected({ host: target.host, port: target.port });
    case "unix":
      return isConnected({ path: target.path });
    case "udp":
      return isAnswered(target);
    case "file":
      await readFile(target.path);
      return true;
    case "folder":
      await readdir(target.path);
      return true;
    case "write":
      await writeFile(target.path, "");
      return true;
    case "process":
      return process.kill(target.number, 0);
  }
}

function isConnected(where: { readonly host: string; readonly port: number } | { readonly path: string }) {
  return new Promise<boolean>((resolve) => {
    const socket = createConnection({ ...where, timeout: patienceMilliseconds });
    const settle = (isReached: boolean) => {
      socket.destroy();
      resolve(isReached);
    };
    socket.once("connect", () => settle(true));
    socket.once("timeout", () => settle(false));
    socket.once("error", () => settle(false));
  });
}

function isAnswered({ host, port }: { readonly host: string; readonly port: number }) {
  return new Promise<boolean>((resolve) => {
    const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
    const timer = setTimeout(() => settle(false), patienceMilliseconds);
    const settle = (isReached: boolean) => {
      clearTimeout(timer);
      socket.close();
      resolve(isReached);
    };
    socket.once("message", () => settle(true));
    socket.once("error", () => settle(false));
    socket.send("?", port, host);
  });
}
