// Merges with our engine, or with docxodus for comparison.
//
// The result is judged by its bytes alone.

import { nodeZlib } from "@versus/engine/node-zlib";
import { Failure, mergeTask } from "@versus/engine/tasks";
import { docxodusConsolidate } from "../../oracles/docxodus-decisions.ts";
import type { Refusal } from "../compare/comparer.ts";

export interface Copy {
  readonly bytes: Uint8Array;
  readonly name: string;
}

export interface Merged {
  readonly docx: Uint8Array;
  /** The codes of the notices. */
  readonly notices: readonly string[];
  /** The other renderings, if the merger returns them. */
  readonly json?: Uint8Array;
  readonly markdown?: Uint8Array;
}

/** The judge of formatting compares every direct property, so `all` is the default. */
type Merger = (base: Uint8Array, copies: readonly Copy[], formatting?: "visible" | "all") => Promise<Merged | Refusal>;

export const mergerNames = ["versus", "docxodus"] as const;
export type MergerName = (typeof mergerNames)[number];

export const mergers: Readonly<Record<MergerName, Merger>> = {
  versus: mergeWithVersus,
  docxodus: mergeWithDocxodus,
};

/** The date of all changes, constant so that the bytes are always the same. */
const DATE = "2026-01-02T03:04:05Z";
const FORMATS = ["docx", "json", "md"] as const;

/** Returns the copies with the same names in every run. */
export function namedCopies(copies: readonly Uint8Array[]): Copy[] {
  return copies.map((bytes, index) => ({ bytes, name: `copy-${index + 1}.docx` }));
}

/** Returns the author of a copy's changes. */
export function authorOf({ name }: Copy): string {
  return name.replace(".docx", "").replace("copy-", "Reviewer ");
}

async function mergeWithVersus(
  base: Uint8Array,
  copies: readonly Copy[],
  formatting: "visible" | "all" = "all",
): Promise<Merged | Refusal> {
  const revisions = copies.map((copy) => ({ ...copy, author: authorOf(copy) }));
  const settings = { date: DATE, codec: nodeZlib, formats: FORMATS, formatting };
  try {
    const { artifacts, notices } = mergeTask({ base: { bytes: base, name: "base.docx" }, revisions, ...settings });
    const [docx, json, markdown] = FORMATS.map((format) => artifacts.get(format)!);
    return { docx: docx!, json: json!, markdown: markdown!, notices: notices.map(({ code }) => code) };
  } catch (problem) {
    if (problem instanceof Failure) return { refusal: problem.code };
    throw problem;
  }
}

async function mergeWithDocxodus(base: Uint8Array, copies: readonly Copy[]): Promise<Merged | Refusal> {
  const reply = await docxodusConsolidate(
    base,
    copies.map((copy) => ({ ...copy, author: authorOf(copy) })),
  );
  return "error" in reply ? { refusal: reply.error } : { docx: reply.ok, notices: [] };
}
