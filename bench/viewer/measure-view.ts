// Measures one load of the view in a fresh browser: readiness, longest task, jumps and memory, or the first clicks.

import { readFileSync } from "node:fs";
import { type EmbeddedView, embed, type openBrowser } from "@versus/proof/embedded-view";
import { wholePage, writePage } from "@versus/viewer";
import type { MadeRedline } from "./make-redline.ts";

export type OpenedBrowser = Awaited<ReturnType<typeof openBrowser>>;

export interface MeasuredView {
  readonly pages: number;
  /** Milliseconds from the moment when the frame gets the document to `vs:ready`. */
  readonly ready: number;
  /** Milliseconds of CPU of the frame's main thread: its longest task, and all tasks including jumps. */
  readonly task: number;
  readonly cpu: number;
  /** Milliseconds from the host's message to the frame that shows the change, for changes spread over the document. */
  readonly jumps: readonly number[];
  readonly megabytes: number;
}

const JUMPS = 40;
const FRAME = "versus-view";
const CATEGORIES = ["disabled-by-default-devtools.timeline", "blink.user_timing"];
const PATIENCE = 120_000;

/**
 * A script for the frame: it marks its process in the trace, and measures the time from each `vs:scrollTo` to the end
 * of the frame that shows it.
 */
const WATCH = `
  if (self !== top) performance.mark("${FRAME}");
  self.watched = { jumps: [], onJump() {} };
  addEventListener("message", ({ data }) => {
    if (data?.type !== "vs:scrollTo") return;
    const start = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        watched.jumps.push(performance.now() - start);
        watched.onJump();
      };
      port2.postMessage(null);
    });
  });`;

export async function measureView(browser: OpenedBrowser, redline: MadeRedline): Promise<MeasuredView> {
  await browser.startTracing(undefined, { categories: CATEGORIES });
  const write = (origin: string): string => writePage(redline.fragment, { ...wholePage, origin });
  const view = await embed(browser, write, { preload: WATCH, patience: PATIENCE });
  try {
    await view.until("vs:ready");
    const ready = await view.waited("vs:ready");
    const pages = (await view.frame.evaluate('document.querySelectorAll(".page").length')) as number;
    const jumps = await measureJumps(view, redline.anchors);
    const megabytes = await megabytesOf(browser);
    return { pages, ready, jumps, megabytes, ...readTrace(await browser.stopTracing()) };
  } finally {
    await view.close();
  }
}

export interface MeasuredClicks {
  /** Milliseconds from the click on a card, one second after the load, to the end of the frame that shows its change. */
  readonly card: number;
  /** Milliseconds from the click on Accept, when the pages are ready, to the end of the frame that shows the decision. */
  readonly decision: number;
  /** True if the pages were still laid out when the card was clicked. */
  readonly isEarly: boolean;
}

/** Milliseconds from the load to the first click. */
const FIRST_CLICK = 1000;

/**
 * A script for the frame. The click is due at a fixed time, and the wait counts from there: a busy page is late, as it
 * would be for a reader.
 */
const CLICK = `
  const shown = (test) => new Promise((resolve) => {
    const look = () => {
      if (!test()) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
  const isSeen = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  self.clicks = self === top ? undefined : new Promise((resolve) => addEventListener("load", () => {
    const due = performance.now() + ${FIRST_CLICK};
    setTimeout(async () => {
      const isEarly = !document.querySelector(".progress").hidden;
      [...document.querySelectorAll(".panel .card[role]")].at(-1).click();
      const end = await shown(() => [...document.querySelectorAll(".sel")].some(isSeen));
      resolve({ card: end - due, isEarly });
    }, ${FIRST_CLICK});
  }));
  self.decide = async () => {
    const start = performance.now();
    [...document.querySelectorAll(".panel button")].find((one) => one.textContent === "Accept").click();
    return await shown(() => document.querySelector(".panel .c-done") !== null) - start;
  };`;

export async function measureClicks(browser: OpenedBrowser, redline: MadeRedline): Promise<MeasuredClicks> {
  const write = (origin: string): string => writePage(redline.fragment, { ...wholePage, origin, decisions: true });
  const view = await embed(browser, write, { preload: CLICK, patience: PATIENCE });
  try {
    const { card, isEarly } = await view.frame.evaluate<{ card: number; isEarly: boolean }>("clicks");
    await view.until("vs:ready");
    return { card, isEarly, decision: await view.frame.evaluate<number>("decide()") };
  } finally {
    await view.close();
  }
}

async function measureJumps(view: EmbeddedView, anchors: readonly string[]): Promise<number[]> {
  // From both ends to the middle, so that every jump is far.
  const wanted = Array.from({ length: Math.min(JUMPS, anchors.length) }, (_, index) => {
    const share = index / Math.max(1, JUMPS - 1) / 2;
    return anchors[Math.round((index % 2 === 0 ? share : 1 - share) * (anchors.length - 1))]!;
  });
  for (const [index, anchorId] of wanted.entries()) {
    await view.send({ type: "vs:scrollTo", anchorId });
    await view.frame.evaluate(`new Promise((resolve) => {
      if (watched.jumps.length > ${index}) resolve();
      else watched.onJump = resolve;
    })`);
    const isSeen = await view.frame.evaluate(`(() => {
      const { top, bottom } = document.getElementById(${JSON.stringify(anchorId)}).getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    })()`);
    if (isSeen !== true) throw new Error(`A jump to ${anchorId} does not show it`);
  }
  return (await view.frame.evaluate("watched.jumps")) as number[];
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of CPU of the thread. */
  readonly tdur?: number;
}

/**
 * Returns the CPU time of the tasks of the frame's main thread. Their duration would depend on other work of the
 * machine.
 */
function readTrace(trace: Buffer): { task: number; cpu: number } {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const frame = traceEvents.find(({ name }) => name === FRAME);
  if (frame === undefined) throw new Error("The trace does not tell the frame of the view");
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === "RunTask" && pid === frame.pid && tid === frame.tid)
    .map(({ tdur = 0 }) => tdur / 1000);
  return { task: Math.max(...tasks), cpu: tasks.reduce((sum, task) => sum + task, 0) };
}

/** Returns the resident memory of the largest renderer, which is the one that shows the view. */
async function megabytesOf(browser: OpenedBrowser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(...renderers.map(({ id }) => residentKilobytes(id))) / 1024;
}

function residentKilobytes(process: number): number {
  return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${process}/status`, "utf8"))?.[1] ?? Number.NaN);
}
