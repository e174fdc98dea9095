// Opens TCP, UDP and Unix sockets, and names files and a process, for a child to try to reach.

import { randomBytes } from "node:crypto";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Target } from "./attempts.ts";

export interface OpenTargets {
  readonly targets: readonly Target[];
  close(): Promise<void>;
}

/** Opens the targets. On a machine without IPv6, the IPv6 targets are left out. */
export async function openTargets(): Promise<OpenTargets> {
  const folder = await mkdtemp(join(tmpdir(), "versus-targets-"));
  const path = join(folder, "socket");
  const abstract = `\0versus-${randomBytes(8).toString("hex")}`;
  const opened = await Promise.all([
    listening({ host: "127.0.0.1", port: 0 }),
    listening({ host: "::1", port: 0 }),
    listening({ path }),
    listening({ path: abstract }),
    echoing("127.0.0.1"),
    echoing("::1"),
  ]);
  const [tcp, tcp6, unix, hidden, udp, udp6] = opened.map((socket) => socket?.address() as AddressInfo | undefined);
  const port = (address: AddressInfo | undefined): number => address?.port ?? 0;
  const targets: (Target & { readonly isOpen: boolean })[] = [
    { name: "TCP", kind: "tcp", host: "127.0.0.1", port: port(tcp), isOpen: tcp !== undefined },
    { name: "TCP over IPv6", kind: "tcp", host: "::1", port: port(tcp6), isOpen: tcp6 !== undefined },
    { name: "UDP", kind: "udp", host: "127.0.0.1", port: port(udp), isOpen: udp !== undefined },
    { name: "UDP over IPv6", kind: "udp", host: "::1", port: port(udp6), isOpen: udp6 !== undefined },
    { name: "Unix sockets", kind: "unix", path, isOpen: unix !== undefined },
    { name: "abstract Unix sockets", kind: "unix", path: abstract, isOpen: hidden !== undefined },
    { name: "/etc/passwd", kind: "file", path: "/etc/passwd", isOpen: true },
    { name: "the service's environment", kind: "file", path: `/proc/${process.pid}/environ`, isOpen: true },
    { name: "the service's process", kind: "process", number: process.pid, isOpen: true },
    { name: "temporary files", kind: "write", path: join(folder, "written"), isOpen: true },
  ];
  return {
    targets: targets.filter(({ isOpen }) => isOpen).map(({ isOpen: _, ...target }) => target),
    close: async () => {
      await Promise.all(opened.map(closed));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening(where: { readonly host: string; readonly port: number } | { readonly path: string }) {
  const server = createServer((socket) => socket.on("error", () => {}).end());
  server.listen(where);
  return once(server, "listening").then(
    () => server,
    () => undefined,
  );
}

async function echoing(host: string): Promise<Socket | undefined> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  socket.on("message", (message, from) => socket.send(message, from.port, from.address));
  socket.bind(0, host);
  return once(socket, "listening").then(
    () => socket,
    () => undefined,
  );
}

function closed(socket: Server | Socket | undefined): Promise<void> {
  return new Promise((resolve) => (socket === undefined ? resolve() : socket.close(() => resolve())));
}
