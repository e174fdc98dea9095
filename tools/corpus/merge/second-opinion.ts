// Merges decided by others: whether LibreOffice and docxodus come to the text that our engine comes to, both ways.
//
// Each writes some texts in its own way, whatever is decided: then our decided document is handed to it, which has nothing left to
// decide, and what it makes of that is what it should come to.

import { acceptAll, rejectAll } from "@versus/engine";
import type { OfficeSession } from "../../office/office-session.ts";
import { docxodusAccept, docxodusReject } from "../../oracles/docxodus-decisions.ts";
import { bodyTexts, readContent } from "../compare/read-content.ts";
import { listDifference } from "../compare/redline-checks.ts";
import { openCorpusDocument, SAVE_LEVEL } from "../read-document.ts";

type Verdict = "accept" | "reject";

export interface Opinion {
  readonly who: "LibreOffice" | "docxodus";
  readonly verdict: Verdict;
  readonly kind: "alike" | "differs" | "none";
  /** Where it differs, or why there is no answer. */
  readonly reason: string;
}

/** What somebody makes of a document, or why not. */
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
  ours: Uint8Array,
  { decide, verdict }: Asked,
): Promise<Pick<Opinion, "kind" | "reason">> {
  const theirs = await decide(merged, verdict);
  if ("error" in theirs) return { kind: "none", reason: theirs.error };
  const found = textsOf(theirs.ok);
  if (listDifference(textsOf(ours), found) === undefined) return { kind: "alike", reason: "" };
  const again = await decide(ours, verdict);
  if ("error" in again) return { kind: "none", reason: `our own, decided: ${again.error}` };
  const difference = listDifference(textsOf(again.ok), found);
  return difference === undefined ? { kind: "alike", reason: "" } : { kind: "differs", reason: difference };
}

function textsOf(document: Uint8Array): string[] {
  return bodyTexts(readContent(document));
}
