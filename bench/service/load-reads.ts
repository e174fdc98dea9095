// How many reads a second an address answers, asked over connections that stay open, each with one request at a time.
// Plain sockets, because a client of HTTP would take more of the machine than what is measured.

import { connect, type Socket } from "node:net";

export interface Reads {
  readonly url: string;
  /** Asked in turn. */
  readonly paths: readonly string[];
  readonly key: string;
}

const CONNECTIONS = 16;

/** Throws when a reply is not 200. */
export async function readsPerSecond(reads: Reads, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, (_, place) => readUntil(end, reads, place)));
  return counts.reduce((sum, count) => sum + count, 0) / (milliseconds / 1000);
}

/** Begins with the path at `first`. */
function readUntil(end: number, { url, paths, key }: Reads, first: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const head = `HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${key}\r\n\r\n`;
  const requests = paths.map((path) => `GET ${path} ${head}`);
  return new Promise((resolve, reject) => {
    let got = "";
    let count = 0;
    const ask = () => socket.write(requests[(first + count) % requests.length] ?? "");
    const socket: Socket = connect(Number(port), hostname, ask);
    socket.setEncoding("latin1").on("error", reject);
    socket.on("data", (text: string) => {
      got += text;
      if (!isWhole(got)) return;
      if (!got.startsWith("HTTP/1.1 200")) reject(new Error(got.slice(0, 200)));
      count += 1;
      got = "";
      if (performance.now() < end) ask();
      else socket.end(() => resolve(count));
    });
  });
}

function isWhole(reply: string): boolean {
  const head = reply.indexOf("\r\n\r\n");
  const length = /content-length: (\d+)/i.exec(reply)?.[1];
  return head >= 0 && reply.length >= head + 4 + Number(length);
}
