// How long reading the content of a document takes, beside opening it.
//
// Opening is openDocument and the scan of every part of WordprocessingML that the package leads to: those are the parts
// that the content is read from. Content is contentOf, from a document opened that far; its JSON is not written. Both
// were run before on the same document, so the code is warm. Neither waits for anything, so the shortest of a few turns
// is CPU time, or more where the machine had something else to do, and a longer turn is interrupted more often than a
// short one. A ratio that looks too high is therefore measured again, by the clock of the thread's own CPU time, which
// ticks too coarsely for one turn: over many in a row.

import { contentOf, trackedParts, type WordDocument } from "@versus/engine/inside";
import { openCorpusDocument } from "../read-document.ts";

export interface Times {
  /** In milliseconds. */
  readonly open: number;
  readonly content: number;
}

/** The content may take this many times the opening. */
export const MOST_TIMES = 3;

const TURNS = 3;
/** How long a batch of readings should take, in milliseconds, and how many it holds. */
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
    contentOf(document);
    const read = performance.now();
    times.open = Math.min(times.open, opened - start);
    times.content = Math.min(times.content, read - opened);
  }
  return times;
}

/** Many turns in a row, by CPU time: what the clock gives to a wrong turn of one it takes from another. */
function measureBatch(bytes: Uint8Array, expected: number): Times {
  const size = Math.min(LARGEST_BATCH, Math.max(SMALLEST_BATCH, Math.ceil(BATCH_TIME / expected)));
  let [open, content] = [0, 0];
  for (let turn = 0; turn < size; turn += 1) {
    const start = threadTime();
    const document = openWhole(bytes);
    const opened = threadTime();
    contentOf(document);
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
