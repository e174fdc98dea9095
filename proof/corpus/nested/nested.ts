// Implements `corpus nested`: other programs decide documents in which changes contain changes.
//
// The command writes random scripts with nested changes. Docxodus and LibreOffice accept and reject all changes, and
// the text must be what the script says. A document that a program decides differently is made as small as possible.
// docs/design/redline.md lists the known cases.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reply } from "../../office/kept-process.ts";
import { OfficeSession, officeProblem } from "../../office/office-session.ts";
import { docxodusAccept, docxodusReject, stopDocxodus } from "../../oracles/docxodus-decisions.ts";
import { startProgress } from "../../runner/progress.ts";
import type { Report } from "../../runner/report.ts";
import { formatTable } from "../../runner/table.ts";
import type { Command, CorpusRun } from "../command.ts";
import { bodyOf, type Decision, nestedCase, shrunk, textsAs } from "./nested-case.ts";

export const nested: Command = {
  name: "nested",
  purpose: "changes inside changes, decided alike by docxodus and LibreOffice",
  flags: { "no-office": "do not ask LibreOffice" },
  values: { save: "a folder for the smallest documents that somebody decides otherwise" },
  keeps: false,
  run: runNested,
};

const QUICK_SAMPLE = 60;
const DECISIONS = ["accept", "reject"] as const;

/** A program that accepts or rejects all changes of a document. */
interface Decider {
  readonly name: string;
  /** Least share of decisions that must match the script. */
  readonly least: number;
  readonly decide: (document: Uint8Array, decision: Decision) => Promise<Reply<Uint8Array>>;
}

/** The result of one program for one decision on one case. */
interface Outcome {
  readonly decider: string;
  readonly decision: Decision;
  readonly kind: "plain" | "moves";
  readonly verdict: "same" | "differs" | "none";
}

async function runNested(run: CorpusRun): Promise<Report> {
  const { options } = run;
  const count = options.selection?.kind === "sample" ? options.selection.size : QUICK_SAMPLE;
  const problem = options.flags.has("no-office") ? "not asked" : officeProblem();
  const office = problem === undefined ? new OfficeSession() : undefined;
  const deciders = [docxodus, ...(office === undefined ? [] : [libreOffice(office)])];
  try {
    const told: string[] = problem === undefined ? [] : [`LibreOffice is left out: ${problem}`];
    const outcomes = await askAll(run, { count, deciders, tell: (line) => void told.push(line) });
    return reportNested(outcomes, { deciders, told, seed: options.seed });
  } finally {
    office?.close();
    stopDocxodus();
  }
}

const docxodus: Decider = {
  name: "docxodus",
  least: 1,
  decide: (document, decision) => (decision === "accept" ? docxodusAccept(document) : docxodusReject(document)),
};

/** Below 1, because LibreOffice joins some paragraphs differently: docs/design/redline.md. */
const LEAST_OFFICE = 0.97;

function libreOffice(session: OfficeSession): Decider {
  return {
    name: "LibreOffice",
    least: LEAST_OFFICE,
    decide: (document, decision) => session.settle(document, decision),
  };
}

interface Asking {
  readonly count: number;
  readonly deciders: readonly Decider[];
  readonly tell: (line: string) => void;
}

async function askAll({ options }: CorpusRun, { count, deciders, tell }: Asking): Promise<Outcome[]> {
  const progress = startProgress("nested", count);
  const outcomes: Outcome[] = [];
  for (let number = 0; number < count; number += 1) {
    const made = nestedCase(options.seed, number);
    const kind = made.features.has("del in moveFrom") ? "moves" : "plain";
    for (const decider of deciders) {
      for (const decision of DECISIONS) {
        const asked = { decider, decision, number };
        const verdict = verdictOf(made.wanted[decision], await decidedTexts(made.document, asked));
        outcomes.push({ decider: decider.name, decision, kind, verdict });
        if (verdict !== "same")
          tell(await leastInWords(made.document, { ...asked, folder: options.values.get("save") }));
      }
    }
    progress.advance();
  }
  progress.finish();
  return outcomes;
}

/** One decision that a program makes on one case. */
interface Asked {
  readonly decider: Decider;
  readonly decision: Decision;
  readonly number: number;
}

async function decidedTexts(document: Uint8Array, { decider, decision }: Asked): Promise<string[] | undefined> {
  const reply = await decider.decide(document, decision);
  return "ok" in reply ? textsAs(reply.ok, "accept") : undefined;
}

function verdictOf(wanted: readonly string[], found: readonly string[] | undefined): Outcome["verdict"] {
  if (found === undefined) return "none";
  return found.join("\n") === wanted.join("\n") ? "same" : "differs";
}

/**
 * Describes the smallest document that the program decides differently from our reading, with both results. Saves the
 * document if a folder is given.
 */
async function leastInWords(
  document: Uint8Array,
  asked: Asked & { readonly folder: string | undefined },
): Promise<string> {
  const { decider, decision, number, folder } = asked;
  const least = await shrunk(document, async (smaller) => {
    return verdictOf(textsAs(smaller, decision), await decidedTexts(smaller, asked)) === "differs";
  });
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${decider.name}-${decision}-${number}.docx`), least);
  }
  return [
    `${decider.name} decides otherwise: case ${number}, ${decision}`,
    `  wanted ${JSON.stringify(textsAs(least, decision))}`,
    `  found  ${JSON.stringify(await decidedTexts(least, asked))}`,
    `  in     ${bodyOf(least)}`,
  ].join("\n");
}

function reportNested(
  outcomes: readonly Outcome[],
  {
    deciders,
    told,
    seed,
  }: { readonly deciders: readonly Decider[]; readonly told: readonly string[]; readonly seed: number },
): Report {
  const rows = [...Map.groupBy(outcomes, ({ decider, decision, kind }) => `${decider} ${decision} ${kind}`)];
  const countOf = (own: readonly Outcome[], verdict: Outcome["verdict"]): number =>
    own.filter((outcome) => outcome.verdict === verdict).length;
  const cells = rows.map(([name, own]) => [name, own.length, ...VERDICTS.map((verdict) => countOf(own, verdict))]);
  const shares = deciders.map(({ name, least }) => {
    const own = outcomes.filter(({ decider }) => decider === name);
    return { name, least, share: countOf(own, "same") / own.length };
  });
  const passed = countOf(outcomes, "same");
  return {
    text: [...told, formatTable(["decided by", "asked", ...VERDICTS], cells)],
    tally: { passed, failed: outcomes.length - passed },
    figures: { seed, shares: Object.fromEntries(shares.map(({ name, share }) => [name, share])) },
    bar: {
      wanted: `decided as the script says: ${shares.map(({ name, least }) => `${name} at least ${least}`).join(", ")}`,
      isMet: outcomes.length > 0 && shares.every(({ share, least }) => share >= least),
    },
  };
}

const VERDICTS = ["same", "differs", "none"] as const;
