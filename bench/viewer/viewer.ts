// Measures the embedded view, with docx-preview and pagedjs beside it (`npm run bench -- viewer`).
//
// It measures how soon the view is ready, how long it keeps the browser busy and how fast it jumps. In the longest
// redline it also measures the first click on a card, and a decision. Redlines of contracts of 5, 50 and 500 pages are
// shown in Chromium, in a sandboxed frame of a host page, each several times. The best load counts, because the machine
// may have other work. Tasks are measured by CPU time for the same reason. The web-font provider is refused, so waiting
// for fonts is not measured.

import { cpus, loadavg } from "node:os";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask } from "@versus/engine/tasks";
import { openBrowser } from "@versus/proof/embedded-view";
import { makePair } from "../compare/make-pair.ts";
import { decimal, table } from "../compare/tables.ts";
import { type Figure, measureInTurns } from "../measure.ts";
import { type MadeRedline, makeRedline } from "./make-redline.ts";
import { type MeasuredClicks, type MeasuredView, measureClicks, measureView } from "./measure-view.ts";
import { measureDocxPreview, measurePaged } from "./peers.ts";

/** Paragraphs that fill about this many pages, and the maximum seconds until the view is ready. */
const SIZES = [
  { pages: 5, paragraphs: 85, seconds: 1 },
  { pages: 50, paragraphs: 845, seconds: 1.5 },
  { pages: 500, paragraphs: 8450, seconds: 3.5 },
] as const;
const LOADS = 4;
const BARS = { task: 100, jump: 100, click: 300, megabytes: 300, size: 3, share: 0.25 } as const;

export async function benchViewer(progress: (text: string) => void): Promise<Figure[]> {
  console.log(`load average ${decimal(loadavg()[0]!)} on ${cpus().length} cores`);
  const figures: Figure[] = [];
  const rows: string[][] = [];
  let ours = { redline: undefined as MadeRedline | undefined, ready: Number.NaN };
  for (const { pages, paragraphs, seconds } of SIZES) {
    progress(`${pages} pages`);
    const redline = makeRedline(paragraphs);
    const measured = await bestOf(redline);
    rows.push(describe(`${pages} pages`, redline, measured));
    figures.push(...figuresOf(`${pages} pages`, seconds, redline, measured));
    ours = { redline, ready: measured.ready };
  }
  const headings = ["", "pages", "changes", "ready ms", "CPU ms", "longest task", "jump", "MB", "HTML KB"];
  console.log(`\n${table([headings, ...rows])}\n`);
  progress("first clicks, 500 pages");
  figures.push(...(await clickFigures("500 pages", ours.redline!)));
  figures.push(...(await besidePeers(ours.redline!, ours.ready, progress)), shareOfFragment(progress));
  return figures;
}

/**
 * Returns the best value of each measure over all loads. Each load has its own browser, so that memory of earlier loads
 * does not count.
 */
async function bestOf(redline: MadeRedline): Promise<MeasuredView> {
  const loads: MeasuredView[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const browser = await openBrowser();
    try {
      loads.push(await measureView(browser, redline));
    } finally {
      await browser.close();
    }
  }
  const least = (of: (view: MeasuredView) => number): number => Math.min(...loads.map(of));
  return {
    pages: loads[0]!.pages,
    ready: least(({ ready }) => ready),
    task: least(({ task }) => task),
    cpu: least(({ cpu }) => cpu),
    jumps: loads[0]!.jumps.map((_, index) => least(({ jumps }) => jumps[index]!)),
    megabytes: least(({ megabytes }) => megabytes),
  };
}

function describe(name: string, { size, changes }: MadeRedline, measured: MeasuredView): string[] {
  const { pages, ready, cpu, task, jumps, megabytes } = measured;
  const numbers = [pages, changes, ready, cpu, task, Math.max(...jumps), megabytes, size / 1024];
  return [name, ...numbers.map((number) => Math.round(number).toLocaleString("en"))];
}

function figuresOf(
  name: string,
  seconds: number,
  { size, markup }: MadeRedline,
  { ready, task, jumps, megabytes }: MeasuredView,
): Figure[] {
  return [
    { name: `${name}: seconds to vs:ready`, value: ready / 1000, bar: { atMost: seconds } },
    { name: `${name}: longest task, CPU ms`, value: task, bar: { atMost: BARS.task } },
    { name: `${name}: longest of ${jumps.length} jumps, ms`, value: Math.max(...jumps), bar: { atMost: BARS.jump } },
    { name: `${name}: MB of the renderer`, value: megabytes, bar: { atMost: BARS.megabytes } },
    { name: `${name}: HTML / document.xml`, value: size / markup, bar: { atMost: BARS.size } },
  ];
}

/** Returns the best of several loads, each in its own browser. */
async function clickFigures(name: string, redline: MadeRedline): Promise<Figure[]> {
  const loads: MeasuredClicks[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const browser = await openBrowser();
    try {
      loads.push(await measureClicks(browser, redline));
    } finally {
      await browser.close();
    }
  }
  console.log(`first click during the layout in ${loads.filter(({ isEarly }) => isEarly).length} of ${LOADS} loads`);
  return [
    {
      name: `${name}: first card click, ms`,
      value: Math.min(...loads.map(({ card }) => card)),
      bar: { atMost: BARS.click },
    },
    {
      name: `${name}: decision, ms`,
      value: Math.min(...loads.map(({ decision }) => decision)),
      bar: { atMost: BARS.click },
    },
  ];
}

async function besidePeers(
  redline: MadeRedline,
  ready: number,
  progress: (text: string) => void,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { name, measure } of [
    { name: "docx-preview", measure: measureDocxPreview },
    { name: "pagedjs", measure: measurePaged },
  ]) {
    progress(`${name}, 500 pages`);
    const browser = await openBrowser();
    try {
      const { milliseconds, pages } = await measure(browser, redline);
      console.log(`${name}: ${decimal(milliseconds / 1000)} s, ${pages} pages`);
      figures.push({ name: `500 pages: vs:ready / ${name}`, value: ready / milliseconds, bar: { atMost: 1 } });
    } finally {
      await browser.close();
    }
  }
  return figures;
}

const FORMATS = ["docx", "json", "md"] as const;

/** Measures the CPU time that the fragment adds to a comparison with all renderings, in the best of several turns. */
function shareOfFragment(progress: (text: string) => void): Figure {
  progress("the fragment's share of a comparison");
  const { before, after } = makePair(SIZES[1].paragraphs * 2);
  const names = { before: "before.docx", after: "after.docx" };
  const request = { before, after, names, author: "Bench", date: "2026-01-02T03:04:05Z", codec: nodeZlib } as const;
  const contenders = [
    { name: "without", run: () => void compareTask({ ...request, formats: FORMATS }) },
    { name: "with", run: () => void compareTask({ ...request, formats: [...FORMATS, "fragment"] }) },
  ];
  const best = measureInTurns(contenders, { turns: 12, runs: 1 });
  const [without, withIt] = [best.get("without")!, best.get("with")!];
  return {
    name: "CPU that the fragment adds to a comparison",
    value: withIt / without - 1,
    bar: { atMost: BARS.share },
  };
}
