// Opens a view in a sandboxed frame of a real host page, in Chromium, as integrators embed it.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";

export interface HostMessage {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface EmbeddedView {
  readonly page: Page;
  readonly frame: Frame;
  /** Returns the messages that the host page got from the frame so far. */
  readonly messages: () => Promise<HostMessage[]>;
  readonly send: (message: unknown) => Promise<void>;
  /** Waits for the first message of a type after the first `after` messages, and returns it. */
  readonly until: (type: string, after?: number) => Promise<HostMessage>;
  /** Returns the milliseconds from the moment when the frame got its document to its first message of a type. */
  readonly waited: (type: string) => Promise<number>;
  /** The hosts, with ports, that the page tried to reach, except the server of the host page. */
  readonly requests: readonly string[];
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens Debian's Chromium without its own requests about forms, which would count as requests of the page. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-features=AutofillServerCommunication"],
  });
}

export interface EmbedOptions {
  readonly size?: { readonly width: number; readonly height: number };
  /**
   * Indexes in the list of changes of the message `vs:changes`. As soon as the host gets it, before the pages exist, it
   * sends a `vs:scrollTo` for each of these changes.
   */
  readonly held?: readonly number[];
  /** A script that runs in every frame before the frame's own scripts. */
  readonly preload?: string;
  /** Milliseconds that `until` waits for a message. Default: 20,000. */
  readonly patience?: number;
}

/** Serves a host page that embeds the page that `pageFor` writes for its origin. */
export async function embed(
  browser: Browser,
  pageFor: (origin: string) => string,
  { size = { width: 1280, height: 900 }, held = [], preload = "", patience = 20_000 }: EmbedOptions = {},
): Promise<EmbeddedView> {
  const server = createServer((_, reply) => reply.setHeader("content-type", "text/html; charset=utf-8").end(HOST));
  await listen(server);
  const origin = addressOf(server);
  const requests: string[] = [];
  const proxy = await openProxy((host) => requests.push(host));
  const page = await browser.newPage({ viewport: size, proxy: { server: addressOf(proxy), bypass: "127.0.0.1" } });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.addInitScript(preload);
  await page.goto(origin);
  await page.evaluate(`embed(${JSON.stringify(pageFor(origin))}, ${JSON.stringify(held)})`);
  const frame = page.frames().find((one) => one !== page.mainFrame())!;
  // The frame first has an empty document. Waiting for an element survives the change of document.
  await frame.waitForSelector(".scroller");
  const messages = async (): Promise<HostMessage[]> => (await page.evaluate("got")) as HostMessage[];
  return {
    page,
    frame,
    messages,
    requests,
    errors,
    send: async (message) => {
      await page.evaluate(`frame.contentWindow.postMessage(${JSON.stringify(message)}, "*")`);
    },
    until: async (type, after = 0) => {
      const found = `got.slice(${after}).find((one) => one.type === ${JSON.stringify(type)})`;
      await page.waitForFunction(found, undefined, { timeout: patience });
      return (await page.evaluate(found)) as HostMessage;
    },
    waited: async (type) => (await page.evaluate(`times[${JSON.stringify(type)}]`)) as number,
    close: async () => {
      await page.close();
      server.close();
      proxy.close();
    },
  };
}

/**
 * Opens a proxy that refuses every request and reports its host.
 * Playwright's `route` misses requests that a sandboxed frame sends while it opens; a proxy sees them all.
 */
async function openProxy(onHost: (host: string) => void): Promise<Server> {
  const proxy = createServer((request, reply) => {
    onHost(request.headers.host ?? "");
    reply.writeHead(403).end();
  });
  proxy.on("connect", ({ url }, socket) => {
    onHost(url ?? "");
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await listen(proxy);
  return proxy;
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HOST = `<!doctype html><title>Host</title><style>html,body,iframe{margin:0;width:100%;height:100%;border:0;display:block}</style>
<script>
const got = []; const times = {}; let frame; let held = []; let begun = 0;
addEventListener("message", (event) => { 
  if (!frame || event.source !== frame.contentWindow) return;
  got.push(event.data);
  times[event.data.type] ??= performance.now() - begun;
  if (event.data.type !== "vs:changes") return;
  for (const index of held) frame.contentWindow.postMessage({ type: "vs:scrollTo", anchorId: event.data.changes[index].anchorId }, "*");
});
function embed(html, asked) {
  held = asked;
  frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.srcdoc = html;
  begun = performance.now();
  document.body.append(frame);
}
</script>`;

/** An expression that returns the labels of pages whose text is longer than their paper. */
export const OVERFLOWING = `[...document.querySelectorAll(".page")].filter((page) => {
  page.style.contentVisibility = "visible";
  const body = page.querySelector(".body").getBoundingClientRect();
  return [...page.querySelectorAll(".col")].some((column) => column.getBoundingClientRect().bottom > body.bottom + 2);
}).map((page) => page.getAttribute("aria-label"))`;
