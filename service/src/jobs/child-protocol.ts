// What a child process of the sandbox is asked and what it answers. Both cross as structured clones over the channel
// that Node opens between parent and child, documents included: they touch no disk, so there is nothing to remove after
// a crash, and the child needs no right to files. Temporary files cost the same for 200 KB (about 1 ms there and back)
// and less for 20 MB (100 ms instead of 200 ms), where the comparison itself takes seconds.

import type { CompareFormat, CompareRequest, Failure, Notice } from "@versus/engine";

/** Two files to compare; what the engine's task takes, but for what the child brings itself. */
export interface CompareChildTask
  extends Pick<CompareRequest, "before" | "after" | "names" | "author" | "date" | "formats" | "options"> {
  readonly kind: "compare";
}

/** A file to open and no more, so that one which is no Word document is refused at once. */
export interface CheckChildTask {
  readonly kind: "check";
  readonly document: Uint8Array;
}

export type ChildTask = CompareChildTask | CheckChildTask;

export interface Compared {
  readonly kind: "compared";
  readonly artifacts: ReadonlyMap<CompareFormat, Uint8Array>;
  readonly notices: readonly Notice[];
  readonly words: { readonly before: number; readonly after: number };
}

export interface Checked {
  readonly kind: "checked";
  readonly notices: readonly Notice[];
}

/** A document that cannot be used, or a redline that may not be served, by a code of the engine's table. */
export interface Refused {
  readonly kind: "failed";
  readonly code: Failure["code"];
  readonly rule: string;
  /** Which of two documents. */
  readonly source?: "before" | "after";
  /** The part of the package it is about. The sender chose its name: not for messages. */
  readonly part?: string;
}

/** A fault of ours: the engine threw, or the process ended by itself. */
export interface Crashed {
  readonly kind: "crashed";
  /** The kind of error and where it was thrown; never its message, which may repeat text of a document. */
  readonly trace: string;
}

/** Over its limit of time or memory. */
export interface Killed {
  readonly kind: "killed";
  readonly reason: "time" | "memory";
}

/** What the child itself says; the rest is seen from outside. */
export type ChildAnswer = Compared | Checked | Refused | Crashed | Killed;

export type ChildResult<Task extends ChildTask = ChildTask> =
  | (Task extends CompareChildTask ? Compared : Checked)
  | Refused
  | Crashed
  | Killed;

/** The first thing a child says, when it can be given a task. */
export const childReady = "ready";
