// Reads the settings of a run of `corpus compare` from flags, values and environment variables.

import type { RunArguments } from "../../runner/arguments.ts";
import { UsageError } from "../../runner/arguments.ts";
import { type ComparerName, comparerNamed, type FormattingMode, formattingModes } from "./comparer.ts";
import { type PairKind, pairKinds } from "./pairs.ts";

export interface CompareSettings {
  readonly comparer: ComparerName;
  readonly kinds: readonly PairKind[];
  /** Part of a name that pairs must contain. */
  readonly only: string | undefined;
  /** The folder in which redlines are saved. */
  readonly folder: string | undefined;
  readonly isVerbose: boolean;
  readonly isDigestOnly: boolean;
  readonly isReversed: boolean;
  readonly asksOffice: boolean;
  readonly formatting: FormattingMode;
  /**
   * True if formatting is judged, too: every direct property, or looks in mode `visible`. It does not judge the
   * formatting of docxodus.
   */
  readonly withFormatting: boolean;
}

export const compareFlags: Readonly<Record<string, string>> = {
  verbose: "the lines that differ, with their text",
  digest: "compare and print one digest of all redlines, judge nothing",
  reverse: "take the pairs in reverse order",
  "no-office": "do not ask LibreOffice to open the redlines",
  "no-formatting": "judge text and structure alone",
};

export const compareValues: Readonly<Record<string, string>> = {
  kinds: "pairs, probes, synthetic, generated: those named, with commas",
  only: "pairs with this in their names",
  save: "a folder to leave redlines in",
  engine: "versus or docxodus",
  formatting: "all (default), or visible, whose redlines are judged by what readers see",
  carrier: "before or after: the document whose content stands in the redline, the other's is brought in",
};

const compareVariables = {
  kinds: "VERSUS_KINDS",
  only: "VERSUS_ONLY",
  save: "VERSUS_SAVE",
  engine: "VERSUS_ENGINE",
  formatting: "VERSUS_FORMATTING",
  carrier: "VERSUS_CARRIER",
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws a UsageError for an unknown kind, and for an engine that does not exist with this carrier. */
export function readSettings({ flags, values }: RunArguments, environment: Environment): CompareSettings {
  const given = (name: keyof typeof compareVariables): string | undefined =>
    values.get(name) ?? (environment[compareVariables[name]] || undefined);
  const [engine, carrier] = [given("engine"), given("carrier")];
  const comparer = comparerNamed(engine, carrier);
  if (comparer === undefined) {
    throw new UsageError(`There is no engine ${engine ?? "versus"} with carrier ${carrier ?? "after"}`);
  }
  const formatting = readFormatting(given("formatting"));
  const isDigestOnly = flags.has("digest");
  return {
    comparer,
    kinds: readKinds(given("kinds")),
    only: given("only"),
    folder: given("save"),
    isVerbose: flags.has("verbose"),
    isDigestOnly,
    isReversed: flags.has("reverse"),
    asksOffice: !isDigestOnly && !flags.has("no-office"),
    formatting,
    withFormatting: comparer !== "docxodus" && !flags.has("no-formatting"),
  };
}

/** Throws a UsageError for an unknown mode. */
export function readFormatting(name = "all"): FormattingMode {
  const mode = formattingModes.find((one) => one === name);
  if (mode === undefined)
    throw new UsageError(`There is no formatting ${name}. It can be ${formattingModes.join(", ")}`);
  return mode;
}

function readKinds(list: string | undefined): readonly PairKind[] {
  if (list === undefined) return pairKinds;
  return list.split(",").map((name) => {
    const kind = pairKinds.find((one) => one === name.trim());
    if (kind === undefined) throw new UsageError(`There are no pairs of the kind ${name}`);
    return kind;
  });
}
