// Measures how long reading the content of a document takes, compared with opening it.
//
// Opening is openDocument and the scan of every part of WordprocessingML that the package leads to: the parts that
// the content is read from. Content is contentJson, applied to a document opened that far; its JSON is not written. The
// checks ran both on the same document before, so the code is warm.
//
// Neither waits for anything, so the shortest of a few turns is CPU time, or more if the machine was busy. A longer
// turn is interrupted more often than a short one. So a ratio above the limit is measured again, with the clock of
// the thread's own CPU time. That clock ticks too coarsely for one turn, so it measures many turns in a row.

import { contentJson, trackedParts, type WordDocument } from "@versus/engine/inside";
import { openCorpusDocument } from "../read-document.ts";

export interface Times {
  /** Milliseconds. */
  readonly open: number;
  readonly content: number;
}

/** The content may take this many times the time for opening. */
export const MOST_TIMES = 3;

const TURNS = 3;
/**
 * Milliseconds that reading the content takes in one batch of turns, without opening. The smallest and largest number
 * of turns follow.
 */
const BATCH_TIME = 800;
const SMALLEST_BATCH = 8;
const LARGEST_BATCH = 150;

export function measureContent(bytes: Uint8Array): Times {
  const first = measureTurns(bytes);
  return first.content <= MOST_TIMES * first.open ? first : measureBatch(bytes, first.content);
}

function measureTurns(bytes: Uint8Array): Times {
  const times = { open: Number.POSITIVE_INFINITY, content: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < TURNS; turn += 1) {
    const start = performance.now();
    const document = openWhole(bytes);
    const opened = performance.now();
    contentJson(document);
    const read = performance.now();
    times.open = Math.min(times.open, opened - start);
    times.content = Math.min(times.content, read - opened);
  }
  return times;
}

/** Measures many turns in a row by CPU time. The clock's rounding errors of single turns cancel out. */
function measureBatch(bytes: Uint8Array, expected: number): Times {
  const size = Math.min(LARGEST_BATCH, Math.max(SMALLEST_BATCH, Math.ceil(BATCH_TIME / expected)));
  let [open, content] = [0, 0];
  for (let turn = 0; turn < size; turn += 1) {
    const start = threadTime();
    const document = openWhole(bytes);
    const opened = threadTime();
    contentJson(document);
    open += opened - start;
    content += threadTime() - opened;
  }
  return { open: open / size, content: content / size };
}

function openWhole(bytes: Uint8Array): WordDocument {
  const document = openCorpusDocument(bytes);
  trackedParts(document);
  return document;
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
