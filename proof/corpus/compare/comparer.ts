// Makes redlines with our engine, or with docxodus for comparison.

import { nodeZlib } from "@versus/engine/node-zlib";
import { type CompareFormat, compareTask, Failure } from "@versus/engine/tasks";
import { docxodusCompare } from "../../oracles/docxodus-decisions.ts";

export interface Redline {
  readonly docx: Uint8Array;
  /** The codes of the notices. */
  readonly notices: readonly string[];
  /** The other renderings, if the comparer returns them. */
  readonly json?: Uint8Array;
  readonly markdown?: Uint8Array;
}

/** The code with which the comparer refuses a pair. */
export interface Refusal {
  readonly refusal: string;
}

/** How our engine compares formatting: by what a reader sees, or every direct property. */
export const formattingModes = ["visible", "all"] as const;
export type FormattingMode = (typeof formattingModes)[number];

/** docxodus compares formatting in its own way. Without a mode, our engine uses its default. */
export type Comparer = (
  before: Uint8Array,
  after: Uint8Array,
  formatting?: FormattingMode,
) => Promise<Redline | Refusal>;

const comparerNames = ["versus", "versus-on-before", "docxodus"] as const;
export type ComparerName = (typeof comparerNames)[number];

/**
 * Returns the comparer with this name (default: ours) and this carrier, the document that its redlines are a copy of.
 * Undefined if it does not exist.
 */
export function comparerNamed(name = "versus", carrier = "after"): ComparerName | undefined {
  const asked = carrier === "after" ? name : carrier === "before" ? `${name}-on-before` : undefined;
  return comparerNames.find((one) => one === asked);
}

export const comparers: Readonly<Record<ComparerName, Comparer>> = {
  versus: (before, after, formatting) => compareWithVersus(before, after, { carries: "after", formatting }),
  "versus-on-before": (before, after, formatting) =>
    compareWithVersus(before, after, { carries: "before", formatting }),
  docxodus: compareWithDocxodus,
};

/** The author and date of all changes, constant so that the bytes are always the same. */
const CHANGED = { author: "Versus", date: "2026-01-02T03:04:05Z" } as const;

/** The engine ignores renderings that it does not support. */
const FORMATS = ["docx", "json", "md"] as readonly string[] as readonly CompareFormat[];

async function compareWithVersus(
  before: Uint8Array,
  after: Uint8Array,
  { carries, formatting }: { readonly carries: "before" | "after"; readonly formatting: FormattingMode | undefined },
): Promise<Redline | Refusal> {
  try {
    const names = { before: "before.docx", after: "after.docx" };
    const asked = { before, after, names, ...CHANGED, codec: nodeZlib, formats: FORMATS, carries };
    const options = formatting === undefined ? {} : { options: { formatting } };
    const { artifacts, notices } = compareTask({ ...asked, ...options });
    const [docx, json, markdown] = FORMATS.map((format) => artifacts.get(format));
    return {
      docx: docx!,
      notices: notices.map(({ code }) => code),
      ...(json === undefined ? {} : { json }),
      ...(markdown === undefined ? {} : { markdown }),
    };
  } catch (problem) {
    if (problem instanceof Failure) return { refusal: problem.code };
    throw problem;
  }
}

async function compareWithDocxodus(before: Uint8Array, after: Uint8Array): Promise<Redline | Refusal> {
  const reply = await docxodusCompare(before, after);
  return "error" in reply ? { refusal: reply.error } : { docx: reply.ok, notices: [] };
}
