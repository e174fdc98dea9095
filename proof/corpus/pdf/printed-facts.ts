// Checks what a PDF says beside its changes: page numbers of contents, former numbers of clauses, figures of the legend.

import type { RedlineJson } from "@versus/engine/tasks";
import { foldText } from "./fold-text.ts";
import type { DrawnText } from "./read-printed.ts";

/** Returns a pattern that matches a text. */
function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

type PrintedPages = readonly (readonly DrawnText[])[];

/** Counts of facts that the PDF shows, and one line for each that it does not. */
export interface Facts {
  readonly right: number;
  readonly wrong: readonly string[];
}

export function foldedPages(pages: PrintedPages): string {
  return foldText(pages.map((page) => page.map(({ text }) => text).join("")).join(""));
}

/** Characters of an entry that must precede its page number. */
const COMPARED = 24;
/** A leader is a line of dots or dashes. */
const LEADER = "[.·…_-]*";

/** Each entry of a table of contents must have its page number after its text and its leader (PRN-20). */
export function checkContents(entries: readonly string[], all: string): Facts {
  const wrong = entries.flatMap((entry, at) => {
    const [, head = "", page = ""] = /^(.*?)([0-9ivxlc]+)$/su.exec(foldText(entry)) ?? [];
    const wanted = new RegExp(`${escaped(head.slice(-COMPARED))}${LEADER}${page}`, "u");
    return page === "" || wanted.test(all) ? [] : [`${at}`];
  });
  return { right: entries.length - wrong.length, wrong };
}

/** Each renumbered clause must have its former number directly before its new number (PRN-22). */
export function checkFormerNumbers({ units }: Pick<RedlineJson, "units">, all: string): Facts {
  const pairs = units
    .filter(({ kind }) => kind === "renumber")
    .flatMap(({ before, after }) => {
      const [old, now] = [before.split(" to "), after.split(" to ")];
      return [[old[0]!, now[0]!] as const, [old.at(-1)!, now.at(-1)!] as const];
    });
  const wrong = pairs
    .filter(([old, now]) => !all.includes(foldText(old) + foldText(now)))
    .map(([old, now]) => `${old} ${now}`);
  return { right: pairs.length - wrong.length, wrong };
}

/** The words of the legend for each count of the JSON. */
const FIGURES: readonly (readonly [words: string, field: keyof RedlineJson["summary"]])[] = [
  ["Changes", "changes"],
  ["Insertions", "insertions"],
  ["Deletions", "deletions"],
  ["Moves", "moves"],
  ["Changes of formatting", "formats"],
  ["Conflicts", "conflicts"],
  ["Styles that look different", "styles"],
];
/** The counts that a legend leaves out if they are 0. */
const LEFT_OUT: ReadonlySet<string> = new Set(["conflicts", "styles"]);

/** The figures of the legend must be those of the JSON (PRN-24). Each has a line of its own. */
export function checkLegend({ summary }: Pick<RedlineJson, "summary">, pages: PrintedPages): Facts {
  const lines = pages.flatMap((page) => page.map(({ text }) => text.trim()));
  const wrong = FIGURES.filter(([words, field]) => {
    const count = summary[field] ?? 0;
    if (count === 0 && LEFT_OUT.has(field)) return lines.some((line) => line.startsWith(`${words}:`));
    return !lines.includes(`${words}: ${count}`);
  });
  return { right: FIGURES.length - wrong.length, wrong: wrong.map(([words]) => words) };
}
