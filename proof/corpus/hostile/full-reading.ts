// Reads one file completely as a Word document and reports the outcome and the cost.
//
// A program of its own. It does everything that a task would do: it opens the file, parses what relationships lead
// to, collects the notices of passed-through parts, changes a word and saves. The last line of its output is the
// outcome as JSON. The cost is that of the whole process, including the start of Node.

import { existsSync, readFileSync } from "node:fs";
import { Failure } from "@versus/engine/tasks";
import { seededRandom } from "../../runner/random.ts";
import { changeWord } from "../change-word.ts";
import { readDocument, SAVE_LEVEL } from "../read-document.ts";

export interface FullReading {
  readonly outcome: "opened" | "rejected" | "crashed";
  /** The code of the Failure, or empty. */
  readonly code: string;
  readonly reason: string;
  readonly cpuMilliseconds: number;
  readonly megabytes: number;
}

type Outcome = Pick<FullReading, "outcome" | "code" | "reason">;

const KILOBYTES_A_MEGABYTE = 1024;

function readFully(file: string, seed: number): Outcome {
  try {
    const { document } = readDocument(readFileSync(file));
    document.package.passedThroughNotices();
    changeWord(document, seededRandom(seed));
    document.package.save(SAVE_LEVEL);
    return { outcome: "opened", code: "", reason: "" };
  } catch (problem) {
    if (problem instanceof Failure) return { outcome: "rejected", code: problem.code, reason: problem.message };
    return { outcome: "crashed", code: "", reason: problem instanceof Error ? problem.name : String(problem) };
  }
}

function measure(outcome: Outcome): FullReading {
  const { user, system } = process.cpuUsage();
  const megabytes = Math.ceil(peakKilobytes() / KILOBYTES_A_MEGABYTE);
  return { ...outcome, cpuMilliseconds: Math.ceil((user + system) / 1000), megabytes };
}

if (import.meta.main) {
  const [file = "", seed = "1"] = process.argv.slice(2);
  console.log(JSON.stringify(measure(readFully(file, Number(seed)))));
}

/**
 * Returns the peak memory of this process in kilobytes. It prefers the kernel's figure for this program (`VmHWM`),
 * because the usual figure also includes the memory of the process that started this one.
 */
function peakKilobytes(): number {
  const status = "/proc/self/status";
  const told = existsSync(status) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, "utf8"))?.[1] : undefined;
  return told === undefined ? process.resourceUsage().maxRSS : Number(told);
}
