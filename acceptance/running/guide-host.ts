// Runs the host page of the embedding guide: its server and its page, as the guide prints them.
//
// So the tests of the view use the code that readers of the guide copy.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser, Frame, Page } from "playwright-core";
import type { Service } from "../calls/service.ts";
import { codeBlockOf } from "./code-blocks.ts";
import { openLoggingProxy } from "./logging-proxy.ts";
import { freePort } from "./programs.ts";

export interface GuideHost {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the host with a key of the service. */
export async function startGuideHost(service: Service, key: string): Promise<GuideHost> {
  const { body } = await service.get("/docs/embedding.md", { key: undefined });
  const block = (language: string): string => codeBlockOf(String(body), language);
  const folder = mkdtempSync(join(tmpdir(), "versus-host-"));
  writeFileSync(join(folder, "server.mjs"), block("js"));
  writeFileSync(join(folder, "page.html"), block("html"));
  const port = await freePort();
  const env = { PATH: process.env.PATH, URL: service.url, KEY: key, PORT: String(port) };
  const child = spawn(process.execPath, ["server.mjs"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).once("line", () => resolve());
    child.once("exit", (code) => reject(new Error(`the server of the guide ended with ${code}`)));
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    origin: `http://localhost:${port}`,
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface ViewMessage {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a message holds is what the tests find out.
  readonly [field: string]: any;
}

/** The page of the guide with a view in its frame. */
export interface HostedView {
  readonly page: Page;
  /** The frame of the view. A reload of the page makes another. */
  readonly frame: Frame;
  /**
   * Every request of the page and of its frame, such as `GET http://localhost:3000/`, except the page's icon, for which
   * the browser asks.
   */
  readonly requests: readonly string[];
  readonly errors: readonly string[];
  /** Returns the messages of the view so far. */
  messages(): Promise<ViewMessage[]>;
  send(message: unknown): Promise<void>;
  /** Returns the first message of a type after the first `after` messages. */
  until(type: string, after?: number): Promise<ViewMessage>;
  close(): Promise<void>;
}

export interface Hosting {
  /** The comparison or merge that the page requests from its server, given after the `#` of the address. */
  readonly id?: string;
  /** A view that is put into the frame instead. */
  readonly html?: string;
  /** Indexes in vs:changes of the changes that are requested before the pages exist. */
  readonly held?: readonly number[];
}

const SIZE = { width: 1280, height: 900 };

/** Opens the page behind a proxy that lists every request, and refuses those to other origins. */
export async function openHost(
  browser: Browser,
  origin: string,
  { id = "", html, held = [] }: Hosting,
): Promise<HostedView> {
  const proxy = await openLoggingProxy(origin);
  const page = await browser.newPage({ viewport: SIZE, proxy: proxy.options });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.addInitScript(listening(held));
  await page.goto(`${origin}/#${id}`);
  if (html !== undefined) await page.evaluate(`document.getElementById("redline").srcdoc = ${JSON.stringify(html)}`);
  const frame = (): Frame => {
    const found = page.frames().find((one) => one !== page.mainFrame());
    assert.ok(found);
    return found;
  };
  await frame().waitForSelector(".scroller");
  return {
    page,
    get frame() {
      return frame();
    },
    get requests() {
      return proxy.requests.filter((request) => request !== `GET ${origin}/favicon.ico`);
    },
    errors,
    messages: () => page.evaluate<ViewMessage[]>("got"),
    send: (message) => page.evaluate(`tell(${JSON.stringify(message)})`),
    until: async (type, after = 0) => {
      const found = `got.slice(${after}).find((one) => one.type === ${JSON.stringify(type)})`;
      await page.waitForFunction(found, undefined, { timeout: 30_000 });
      return page.evaluate<ViewMessage>(found);
    },
    close: async () => {
      await page.close();
      proxy.close();
    },
  };
}

/** Returns a script that listens beside the page's own listener; in the page alone, not in its frame. */
function listening(held: readonly number[]): string {
  return `if (window === top) {
    window.got = [];
    const frame = () => document.getElementById("redline").contentWindow;
    window.tell = (message) => frame().postMessage(message, "*");
    addEventListener("message", ({ source, data }) => {
      if (source !== frame()) return;
      got.push(data);
      if (data.type !== "vs:changes") return;
      for (const index of ${JSON.stringify(held)}) tell({ type: "vs:scrollTo", anchorId: data.changes[index].anchorId });
    });
  }`;
}
