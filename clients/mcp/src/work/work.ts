// Defines the work on documents that tools need.
//
// Either the engine on this machine or the service does it. The results have the same form; defaults such as the author
// differ.

import { noticeLines, type RedlineJson, type WireOptions } from "@versus/engine/tasks";

/** A file of the agent's folder. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A redline: the Word document, and its changes to read. */
export interface RedlineMade {
  readonly docx: Uint8Array;
  readonly markdown: string;
  /** As in the JSON rendering. */
  readonly summary: Readonly<Record<string, number>>;
  readonly conflicts: readonly object[];
  readonly checks: readonly object[];
  /** One line each. */
  readonly notices: readonly string[];
}

export interface CompareAsked extends Partial<WireOptions> {
  readonly original: NamedBytes;
  readonly modified: NamedBytes;
  readonly author?: string;
}

export interface MergeAsked {
  readonly original: NamedBytes;
  readonly revisions: readonly NamedBytes[];
  readonly authors?: readonly string[];
  readonly formatting?: WireOptions["formatting"];
}

export interface ReadAsked {
  readonly document: NamedBytes;
  readonly format: "md" | "staged" | "json";
  readonly from?: number;
  readonly through?: number;
  readonly search?: string;
}

export interface EditAsked {
  readonly document: NamedBytes;
  readonly edits: readonly unknown[];
  readonly author?: string;
}

export interface EditMade {
  readonly docx: Uint8Array;
  readonly redline: Uint8Array;
  /** The effect of each edit. */
  readonly results: readonly object[];
}

export interface DecideAsked {
  readonly document: NamedBytes;
  /** `accept`, `reject`, `rest` and `conflicts`. */
  readonly decisions: object;
}

export interface CreateAsked {
  readonly name: string;
  readonly paragraphs: readonly unknown[];
  readonly template?: NamedBytes;
}

export interface Backend {
  compare(asked: CompareAsked): Promise<RedlineMade>;
  merge(asked: MergeAsked): Promise<RedlineMade>;
  read(asked: ReadAsked): Promise<string>;
  edit(asked: EditAsked): Promise<EditMade>;
  decide(asked: DecideAsked): Promise<Uint8Array>;
  create(asked: CreateAsked): Promise<Uint8Array>;
  /**
   * Returns the types of edits with examples: all of them, or `type` alone. The service always returns all, with their
   * fields.
   */
  editReference(type?: string): Promise<string>;
}

/** An error that an agent can correct. The message says what is wrong, where, and what is allowed. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
}

/** Returns a redline with the summary, conflicts, checks and lines of notices of its JSON rendering. */
export function redlineOf(docx: Uint8Array, markdown: Uint8Array, json: Uint8Array): RedlineMade {
  const text = new TextDecoder();
  const {
    summary,
    conflicts = [],
    checks = [],
    notices = [],
  } = JSON.parse(text.decode(json)) as {
    readonly summary: Readonly<Record<string, number>>;
    readonly conflicts?: readonly object[];
    readonly checks?: readonly object[];
    readonly notices?: RedlineJson["notices"];
  };
  return { docx, markdown: text.decode(markdown), summary, conflicts, checks, notices: noticeLines(notices) };
}
