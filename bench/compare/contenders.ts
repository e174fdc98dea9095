// Who compares: Versus and its peers, each in a process of its own, all asked in the same way.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompareStage } from "@versus/engine/tasks";
import { KeptProcess, type Program, type Reply } from "@versus/proof/kept-process";
import { copyForOffice } from "@versus/proof/office-copy";
import type { EngineName } from "./engines.ts";

/** Files: what is compared, and where the redline goes. */
export interface Question {
  readonly before: string;
  readonly after: string;
  readonly to: string;
}

/** What one run took. */
export interface Run {
  /** Milliseconds of CPU time. */
  readonly cpu: number;
  /** The most megabytes that the process ever held. */
  readonly memory: number;
  /** Milliseconds of CPU time by stage, where the engine tells its stages. */
  readonly stages: Readonly<Partial<Record<CompareStage, number>>>;
  /** The steps of work that the engine counted, where it tells them. */
  readonly steps?: number;
}

export type Answer = Reply<Run>;

export const VERSUS = "Versus";
export const DOCXODUS = "docxodus 12.6.2";
/** Opening both and saving one: no engine. */
const FLOOR = "opening both, saving one";

/** Milliseconds that a run may take before it counts as hanging. */
const PATIENCE = 60_000;
/** The Python that LibreOffice's bindings are installed for: the system's own, whatever else is on the path. */
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

  /** The question with copies of the documents that this contender can open, in a folder. Throws when there are none. */
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

/** Lends Versus and the floor alone, started afresh. */
export async function withOurs<Result>(use: (versus: Contender, floor: Contender) => Promise<Result>): Promise<Result> {
  const contenders = [new Contender(VERSUS, inNode("versus")), new Contender(FLOOR, inNode("floor"))] as const;
  try {
    return await use(...contenders);
  } finally {
    for (const contender of contenders) contender.stop();
  }
}

/** Lends all contenders, started afresh, and ends them. */
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

/** Why LibreOffice cannot be measured here; undefined when it can. */
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
