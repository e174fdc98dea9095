// Runs a receiver of webhooks for tests: a real https server with its own certificate on this machine.
//
// A test sets the answer of each path.

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressGuard } from "../address-guard.ts";
import { type ReceiverParts, trusting } from "../receiver.ts";

export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

export type Answer = (response: ServerResponse, call: ReceivedCall) => unknown;

export type TestReceiver = Awaited<ReturnType<typeof startTestReceiver>>;

/** Call it in `beforeAll`, and `close` in `afterAll`. */
export async function startTestReceiver() {
  const folder = mkdtempSync(join(tmpdir(), "versus-receiver-"));
  const { key, certificate } = makeCertificate(folder);
  const answers = new Map<string, Answer>();
  const calls: ReceivedCall[] = [];
  const server = createServer({ key, cert: certificate }, async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const path = request.url ?? "";
    const call = { path, headers: request.headers, body: Buffer.concat(pieces).toString(), at: performance.now() };
    calls.push(call);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(204).end();
    else await answer(response, call);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    calls,
    certificate,
    certificateFile: join(folder, "certificate.pem"),
    /** Returns an address with a name that the certificate contains. */
    url: (path: string) => `https://receiver.test:${port}${path}`,
    answer: (path: string, answer: Answer) => answers.set(path, answer),
    callsTo: (path: string) => calls.filter((call) => call.path === path),
    close: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns a receiver in which every name resolves to this machine, which is allowed. */
export function localReceivers({ certificate }: Pick<TestReceiver, "certificate">): ReceiverParts {
  return {
    isAllowed: addressGuard(["127.0.0.1"]),
    resolve: async () => ["127.0.0.1"],
    certificates: trusting(certificate),
  };
}

function makeCertificate(folder: string): { readonly key: string; readonly certificate: string } {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const names = "subjectAltName=DNS:receiver.test,DNS:localhost,IP:127.0.0.1";
  const subject = ["-subj", "/CN=receiver.test", "-addext", names, "-days", "1"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync("openssl", ["req", "-x509", ...curve, "-keyout", key, "-out", certificate, ...subject], {
    stdio: "ignore",
  });
  return { key: readFileSync(key, "utf8"), certificate: readFileSync(certificate, "utf8") };
}
