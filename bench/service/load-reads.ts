// Measures the reads per second of an address, over connections that stay open.
//
// Each connection has one request at a time. It uses plain sockets, because an HTTP client would use more of the
// machine than the measured service.

import { connect, type Socket } from "node:net";

export interface Reads {
  readonly url: string;
  /** Paths that are requested in turn. */
  readonly paths: readonly string[];
  readonly key: string;
}

const CONNECTIONS = 16;

/** Throws an error if a reply is not 200. */
export async function readsPerSecond(reads: Reads, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, (_, place) => readUntil(end, reads, place)));
  return counts.reduce((sum, count) => sum + count, 0) / (milliseconds / 1000);
}

/** Reads until `end`, beginning with the path at index `first`. */
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
