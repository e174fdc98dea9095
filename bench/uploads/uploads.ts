// Measures large files (`bench uploads`).
//
// It measures the memory of the process that answers requests during twenty uploads of 100 MB. A file over the limit is
// refused without a trace. Large documents are compared to the end within the memory of a worker.

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { contractOf } from "../compare/pairs.ts";
import type { Figure } from "../measure.ts";
import { descendantsOf, partOf } from "../service/processes.ts";
import { type RunningService, startService, untilReady } from "../service/running-service.ts";
import { writeImageDocument } from "./make-large.ts";
import { type Files, postFiles } from "./post-files.ts";

const MEGABYTE = 1024 * 1024;
const UPLOADS = 20;
/** Number of paragraphs of XML, with about 1,250 bytes each. */
const XML_PARAGRAPHS = 50_000;
const WATCH_MILLISECONDS = 50;

interface Surroundings {
  readonly service: RunningService;
  readonly folder: string;
  readonly progress: (text: string) => void;
}

export async function benchUploads(progress: (text: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "versus-bench-"));
  const service = await startService();
  try {
    const surroundings = { service, folder, progress };
    return [
      ...(await refuseTooLarge(surroundings)),
      ...(await compareLarge(surroundings, "95 MB of images", imagePair(folder))),
      ...(await compareLarge(surroundings, "60 MB of XML", contractOf(XML_PARAGRAPHS, folder))),
      ...(await uploadAtOnce(surroundings)),
    ];
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function refuseTooLarge({ service, folder, progress }: Surroundings): Promise<Figure[]> {
  const path = join(folder, "too-large.docx");
  writeImageDocument(path, 101 * MEGABYTE, "Contract");
  const { status } = await postFiles(service, { before: path, after: path });
  await sleep(1000);
  const stored = filesBelow(service.storeFolder);
  progress(`101 MB: ${status}, ${stored} files stored`);
  return [
    { name: "101 MB: answered with 413", value: status === 413 ? 1 : 0, bar: { atLeast: 1 } },
    { name: "101 MB: files stored", value: stored, bar: { atMost: 0 } },
  ];
}

function imagePair(folder: string): Files {
  const files = { before: join(folder, "images.docx"), after: join(folder, "images-revised.docx") };
  writeImageDocument(files.before, 95 * MEGABYTE, "Contract");
  writeImageDocument(files.after, 95 * MEGABYTE, "Covenant");
  return files;
}

async function compareLarge({ service, progress }: Surroundings, name: string, files: Files): Promise<Figure[]> {
  const watch = watchWorkers(service.processId);
  const { status, body } = await postFiles(service, files);
  let isReady = false;
  if (status === 202) {
    const { comparison_id: id } = JSON.parse(body) as { readonly comparison_id: string };
    const ended = untilReady(service, id, 500).then(() => true);
    isReady = await ended.catch((problem: unknown) => {
      progress(`${name}: ${String(problem)}`);
      return false;
    });
  } else progress(`${name}: answered ${status} ${body.slice(0, 200)}`);
  const { whole, largest } = watch.stop();
  progress(`${name}: worker with its child ${whole.toFixed(0)} MB, its largest process ${largest.toFixed(0)} MB`);
  return [
    { name: `${name}: compared to the end`, value: isReady ? 1 : 0, bar: { atLeast: 1 } },
    { name: `${name}: MB of a worker with its child`, value: whole, bar: { atMost: 1536 } },
  ];
}

async function uploadAtOnce({ service, folder, progress }: Surroundings): Promise<Figure[]> {
  const files = { before: join(folder, "limit.docx"), after: join(folder, "small.docx") };
  writeImageDocument(files.before, 100 * MEGABYTE, "Contract");
  writeImageDocument(files.after, MEGABYTE, "Covenant");
  const start = performance.now();
  const replies = await Promise.all(Array.from({ length: UPLOADS }, () => postFiles(service, files)));
  const accepted = replies.filter(({ status }) => status === 202).length;
  const seconds = (performance.now() - start) / 1000;
  const api = descendantsOf(service.processId).find((process_) => partOf(process_) === "api");
  progress(`${accepted} of ${UPLOADS} accepted in ${seconds.toFixed(1)} s`);
  return [
    { name: `${UPLOADS} uploads of 100 MB at once: accepted`, value: accepted, bar: { atLeast: UPLOADS } },
    { name: "most MB of the API, all of the above included", value: api?.peak ?? Number.NaN, bar: { atMost: 400 } },
  ];
}

/** Samples the memory of the workers until it is stopped. Returns the maximum. */
function watchWorkers(ancestor: number): { stop(): { readonly whole: number; readonly largest: number } } {
  const most = { whole: 0, largest: 0 };
  const timer = setInterval(() => {
    for (const worker of descendantsOf(ancestor).filter((process_) => partOf(process_) === "worker")) {
      const tree = [worker, ...descendantsOf(worker.id)].map(({ resident }) => resident);
      most.whole = Math.max(
        most.whole,
        tree.reduce((sum, resident) => sum + resident, 0),
      );
      most.largest = Math.max(most.largest, ...tree);
    }
  }, WATCH_MILLISECONDS);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

function filesBelow(folder: string): number {
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile()).length;
}
