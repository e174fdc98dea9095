// Asks LibreOffice and docxodus to decide merges, and compares their text with ours, both ways.
//
// Each program writes some texts in its own way, whatever is decided. So if the texts differ, the program also
// processes our decided document, which has nothing left to decide. The result of that is the expected text.

import { acceptAll, rejectAll } from "@versus/engine/inside";
import type { OfficeSession } from "../../office/office-session.ts";
import { docxodusAccept, docxodusReject } from "../../oracles/docxodus-decisions.ts";
import { ContentPackage } from "../../reading/content-package.ts";
import { childNamed, descendantsOf } from "../../reading/xml-tree.ts";
import { bodyTexts, readContent } from "../compare/read-content.ts";
import { listDifference } from "../compare/redline-checks.ts";
import { openCorpusDocument, SAVE_LEVEL } from "../read-document.ts";

type Verdict = "accept" | "reject";

export interface Opinion {
  readonly who: "LibreOffice" | "docxodus";
  readonly verdict: Verdict;
  readonly kind: "alike" | "differs" | "none";
  /** The way and the position of the difference, or why there is no answer. */
  readonly reason: string;
}

/** The known ways in which other programs give another text. */
const WAYS: readonly { readonly way: string; readonly isIt: (found: Found) => boolean }[] = [
  // LibreOffice does not support tracked insertions and deletions of cells: the cells stay, empty.
  { way: "columns", isIt: ({ names }) => names.has("w:cellIns") || names.has("w:cellDel") },
  // LibreOffice keeps a row that one copy deletes and another copy writes into, with the inserted text.
  { way: "rows", isIt: ({ hasRowWithBoth }) => hasRowWithBoth },
  { way: "empty paragraphs", isIt: ({ ours, theirs }) => withoutEmpty(ours) === withoutEmpty(theirs) },
  { way: "moves", isIt: ({ names }) => names.has("w:moveFrom") || names.has("w:moveTo") },
  { way: "other", isIt: () => true },
];

interface Found {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** Names of the elements in the main part of the merge. */
  readonly names: ReadonlySet<string>;
  /** True if a row of the main part is deleted and contains an insertion. */
  readonly hasRowWithBoth: boolean;
}

function withoutEmpty(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== "").join("\n");
}

/** Returns the document that a program wrote, or an error. */
type Decide = (
  document: Uint8Array,
  verdict: Verdict,
) => Promise<{ readonly ok: Uint8Array } | { readonly error: string }>;

export async function askOthers(merged: Uint8Array, office: OfficeSession | undefined): Promise<Opinion[]> {
  const asked: { who: Opinion["who"]; decide: Decide }[] = [
    {
      who: "docxodus",
      decide: (document, verdict) => (verdict === "accept" ? docxodusAccept : docxodusReject)(document),
    },
  ];
  if (office !== undefined) asked.push({ who: "LibreOffice", decide: (...question) => office.settle(...question) });
  const opinions: Opinion[] = [];
  for (const verdict of ["accept", "reject"] as const) {
    const ours = decided(merged, verdict);
    for (const { who, decide } of asked)
      opinions.push({ who, verdict, ...(await opinionOf(merged, ours, { decide, verdict })) });
  }
  return opinions;
}

function decided(merged: Uint8Array, verdict: Verdict): Uint8Array {
  const document = openCorpusDocument(merged);
  (verdict === "accept" ? acceptAll : rejectAll)(document);
  return document.package.save(SAVE_LEVEL);
}

interface Asked {
  readonly decide: Decide;
  readonly verdict: Verdict;
}

async function opinionOf(
  merged: Uint8Array,
  decidedByUs: Uint8Array,
  { decide, verdict }: Asked,
): Promise<Pick<Opinion, "kind" | "reason">> {
  const theirs = await decide(merged, verdict);
  if ("error" in theirs) return { kind: "none", reason: theirs.error };
  const found = textsOf(theirs.ok);
  if (listDifference(textsOf(decidedByUs), found) === undefined) return { kind: "alike", reason: "" };
  const again = await decide(decidedByUs, verdict);
  if ("error" in again) return { kind: "none", reason: `our own, decided: ${again.error}` };
  const ours = textsOf(again.ok);
  const difference = listDifference(ours, found);
  if (difference === undefined) return { kind: "alike", reason: "" };
  const { way } = WAYS.find(({ isIt }) => isIt({ ours, theirs: found, ...elementsOf(merged) }))!;
  return { kind: "differs", reason: `${way}: ${difference}` };
}

function elementsOf(merged: Uint8Array): Pick<Found, "names" | "hasRowWithBoth"> {
  const parts = new ContentPackage(merged);
  const elements = [...descendantsOf(parts.tree(parts.main))];
  const deleted = elements.filter((element) => {
    return element.name === "w:tr" && childNamed(childNamed(element, "w:trPr"), "w:del") !== undefined;
  });
  return {
    names: new Set(elements.map(({ name }) => name)),
    hasRowWithBoth: deleted.some((row) => [...descendantsOf(row)].some(({ name }) => name === "w:ins")),
  };
}

function textsOf(document: Uint8Array): string[] {
  return bodyTexts(readContent(document));
}
