// Runs Versus and its peers, each in a separate process, all with the same questions.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompareStage } from "@versus/engine/tasks";
import { KeptProcess, type Program, type Reply } from "@versus/proof/kept-process";
import { copyForOffice } from "@versus/proof/office-copy";
import type { EngineName } from "./engines.ts";

/** Paths of the two documents, and of the redline to be written. */
export interface Question {
  readonly before: string;
  readonly after: string;
  readonly to: string;
}

/** The cost of one run. */
export interface Run {
  /** Milliseconds of CPU time. */
  readonly cpu: number;
  /** Maximum megabytes of the process so far. */
  readonly memory: number;
  /** Milliseconds of CPU time by stage, if the engine reports its stages. */
  readonly stages: Readonly<Partial<Record<CompareStage, number>>>;
  /** The number of steps that the engine counted, if it reports them. */
  readonly steps?: number;
}

export type Answer = Reply<Run>;

export const VERSUS = "Versus";
export const DOCXODUS = "docxodus 12.6.2";
/** A minimum instead of an engine: opening both documents and saving one. */
const FLOOR = "opening both, saving one";

/** Milliseconds that a run may take before it counts as hung. */
const PATIENCE = 60_000;
/** The system's Python, for which LibreOffice's bindings are installed, whatever else is on the path. */
const PYTHON = "/usr/bin/python3";
const IS_THERE = "import shutil, sys, uno; sys.exit(shutil.which('soffice') is None)";

export class Contender {
  readonly name: string;
  readonly #process: KeptProcess;
  readonly #prepare: (docx: Uint8Array) => Uint8Array;

  constructor(name: string, program: Program, prepare: (docx: Uint8Array) => Uint8Array = (docx) => docx) {
    this.name = name;
    this.#process = new KeptProcess(program);
    this.#prepare = prepare;
  }

  /**
   * Writes copies of the documents that this contender can open into a folder. Returns the question with them; throws
   * an error if a document cannot be copied.
   */
  prepare({ before, after, to }: Question, folder: string): Question {
    const copy = (from: string, name: string): string => {
      writeFileSync(join(folder, name), this.#prepare(readFileSync(from)));
      return join(folder, name);
    };
    return { before: copy(before, "before.docx"), after: copy(after, "after.docx"), to };
  }

  run(question: Question): Promise<Answer> {
    return this.#process.ask<Run>(question, PATIENCE);
  }

  stop(): void {
    this.#process.stop();
  }
}

/** Starts Versus and the floor, calls `use`, and ends them. */
export async function withOurs<Result>(use: (versus: Contender, floor: Contender) => Promise<Result>): Promise<Result> {
  const contenders = [new Contender(VERSUS, inNode("versus")), new Contender(FLOOR, inNode("floor"))] as const;
  try {
    return await use(...contenders);
  } finally {
    for (const contender of contenders) contender.stop();
  }
}

/** Starts all contenders, calls `use`, and ends them. */
export async function withContenders<Result>(
  use: (contenders: readonly Contender[]) => Promise<Result>,
): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), "versus-bench-office-"));
  const contenders = [
    new Contender(VERSUS, inNode("versus")),
    new Contender(DOCXODUS, inNode("docxodus")),
    new Contender("WmlComparer (docxodus 5.0.1)", inNode("wml-comparer")),
    new Contender("@adeu/core 1.31.0", inNode("adeu")),
    ...(officeProblem() === undefined ? [new Contender("LibreOffice", officeIn(profile), copyForOffice)] : []),
  ];
  try {
    return await use(contenders);
  } finally {
    for (const contender of contenders) contender.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Returns the reason why LibreOffice cannot be measured here; undefined if it can. */
export function officeProblem(): string | undefined {
  if (process.platform !== "linux") return "its CPU time is read from /proc, which only Linux has";
  if (spawnSync(PYTHON, ["-c", IS_THERE]).status === 0) return undefined;
  return "it is not installed, or its bindings are not (libreoffice-writer-nogui, python3-uno)";
}

function inNode(engine: EngineName): Program {
  return { command: process.execPath, words: [join(import.meta.dirname, "engine-child.ts"), engine] };
}

function officeIn(profile: string): Program {
  return { command: PYTHON, words: [join(import.meta.dirname, "office-child.py"), profile] };
}
