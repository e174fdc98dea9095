// Measures the PDF of a redline beside LibreOffice alone (`npm run bench -- convert`).
//
// It also measures two LibreOffices beside one, and 500 conversions in one process. The bare conversion is a kept
// LibreOffice without the sandbox that gets the redline unchanged. Ours is the whole way: a child makes the print copy,
// LibreOffice prints it in the sandbox, a child settles the PDF. Both take turns; the best turn of each counts. CPU is
// that of this process and of all that it started.

import { type Conversion, findOffice, Office, type OfficeInstallation, Sandbox } from "@versus/service/convert";
import { makeContract } from "../make-contract.ts";
import type { Figure } from "../measure.ts";
import { descendantsOf } from "../service/processes.ts";

/** Pages of a redline, and the number of documents per turn, because the kernel counts in hundredths of a second. */
const REDLINES = [
  { pages: 1, documents: 20, turns: 5 },
  { pages: 20, documents: 1, turns: 15 },
] as const;
const TURNS = 5;
const TRACK_EVERY = 10;
const CONVERSIONS = 500;
/** As in the settings: a LibreOffice that keeps more than half of its limit is replaced. */
const OFFICE = { memoryMegabytes: 1024, seconds: 120 } as const;
const RECYCLED_MEGABYTES = OFFICE.memoryMegabytes / 2;
const BARS = { beside: 1.2, processes: 1.15 } as const;
const ABOUT = {
  documents: [],
  createdAt: new Date("2026-01-01T00:00:00Z"),
};

/** `words` may name parts: beside, processes, growth. */
export async function benchConvert(progress: (text: string) => void, words: readonly string[] = []): Promise<Figure[]> {
  const isWanted = (part: string): boolean => words.length === 0 || words.includes(part);
  const installation = findOffice("soffice");
  if (installation === undefined) throw new Error("LibreOffice is not installed (libreoffice-writer-nogui)");
  const figures: Figure[] = [];
  for (const redline of isWanted("beside") ? REDLINES : []) {
    progress(`PDF of ${redline.pages} pages`);
    figures.push(await measureBeside(installation, redline));
  }
  if (isWanted("processes")) {
    progress("two processes beside one");
    figures.push(await measureProcesses(installation));
  }
  if (isWanted("growth")) {
    progress(`${CONVERSIONS} conversions`);
    figures.push(await measureGrowth(installation));
  }
  return figures;
}

function openOffice(
  installation: OfficeInstallation,
  over: { mode?: "off"; processes?: number; recycleAfter?: number },
) {
  return new Office({ installation, mode: "bubblewrap", processes: 1, recycleAfter: 1000, ...OFFICE, ...over });
}

const { signal } = new AbortController();

async function printed(office: Office, bytes: Uint8Array): Promise<Uint8Array> {
  const conversion: Conversion = { bytes, from: "docx", to: "pdf" };
  const converted = await office.convert(conversion, { signal });
  if (converted.kind !== "converted") throw new Error(`the conversion ended as ${converted.kind}`);
  return converted.bytes;
}

async function measureBeside(
  installation: OfficeInstallation,
  { pages, documents, turns }: (typeof REDLINES)[number],
): Promise<Figure> {
  const redline = makeContract(pages, { trackEvery: TRACK_EVERY });
  const [bare, ours] = [openOffice(installation, { mode: "off" }), openOffice(installation, {})];
  const limits = { memoryMegabytes: 1024, seconds: 120 };
  const sandbox = new Sandbox({ children: 1, mode: "bubblewrap", recycleAfter: 1000, ...limits });
  try {
    const whole = async (): Promise<void> => {
      const copy = await sandbox.run({ kind: "print", document: redline }, signal);
      if (copy.kind !== "printed") throw new Error(`the print copy ended as ${copy.kind}`);
      const pdf = await printed(ours, copy.docx);
      const { sentinels } = copy;
      await sandbox.run({ kind: "bind", pdf, sentinels, about: ABOUT, legend: undefined, format: "pdf" }, signal);
    };
    const contenders = { bare: () => printed(bare, redline), whole };
    const best = { bare: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
    for (let turn = 0; turn < turns; turn += 1) {
      for (const name of ["bare", "whole"] as const) {
        if (turn === 0) await contenders[name]();
        best[name] = Math.min(best[name], await cpuOf(documents, contenders[name]));
      }
    }
    console.log(`${pages} pages: bare ${best.bare.toFixed(0)} ms, ours ${best.whole.toFixed(0)} ms a document`);
    return {
      name: `PDF of ${pages} pages: ours / bare, CPU`,
      value: best.whole / best.bare,
      bar: { atMost: BARS.beside },
    };
  } finally {
    await Promise.all([bare.close(), ours.close(), sandbox.close()]);
  }
}

/** Returns the mean milliseconds of CPU of several runs. */
async function cpuOf(runs: number, run: () => Promise<unknown>): Promise<number> {
  const start = cpuNow();
  for (let count = 0; count < runs; count += 1) await run();
  return (cpuNow() - start) / runs;
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return descendantsOf(process.pid).reduce((sum, { cpu }) => sum + cpu, (user + system) / 1000);
}

async function measureProcesses(installation: OfficeInstallation): Promise<Figure> {
  const redline = makeContract(20, { trackEvery: TRACK_EVERY });
  const one = openOffice(installation, { processes: 1 });
  const two = openOffice(installation, { processes: 2 });
  try {
    const best = { one: Number.POSITIVE_INFINITY, two: Number.POSITIVE_INFINITY };
    const alone = () => printed(one, redline);
    const beside = () => Promise.all([printed(two, redline), printed(two, redline)]);
    for (let turn = 0; turn < TURNS; turn += 1) {
      await alone();
      best.one = Math.min(best.one, await cpuOf(6, alone));
      await beside();
      best.two = Math.min(best.two, (await cpuOf(3, beside)) / 2);
    }
    console.log(`one process ${best.one.toFixed(0)} ms, two ${best.two.toFixed(0)} ms a document`);
    return {
      name: "two processes / one, CPU of a document",
      value: best.two / best.one,
      bar: { atMost: BARS.processes },
    };
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
}

/**
 * Measures growth. No process is replaced by count, so growth is visible; a process replaced for its size shows as
 * missing.
 */
async function measureGrowth(installation: OfficeInstallation): Promise<Figure> {
  const redlines = [1, 2, 3].map((pages) => makeContract(pages, { trackEvery: TRACK_EVERY }));
  const office = openOffice(installation, {});
  try {
    const seen: number[] = [];
    for (let count = 0; count < CONVERSIONS; count += 1) {
      await printed(office, redlines[count % redlines.length]!);
      if (count % 50 === 49) seen.push(officeMegabytes());
    }
    console.log(`megabytes after each 50 conversions: ${seen.map((value) => value.toFixed(0)).join(", ")}`);
    return {
      name: `${CONVERSIONS} conversions: most megabytes kept`,
      value: Math.max(...seen),
      bar: { atMost: RECYCLED_MEGABYTES },
    };
  } finally {
    await office.close();
  }
}

function officeMegabytes(): number {
  const all = descendantsOf(process.pid).filter(({ command }) => command.includes("soffice.bin"));
  return all.reduce((sum, { resident }) => sum + resident, 0);
}
