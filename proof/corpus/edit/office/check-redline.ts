// Opens one redline with LibreOffice and docxodus and compares their results with those of the engine.
//
// Each program accepts all changes and rejects all changes.

import { acceptAll, listRevisions, rejectAll, type Verdict } from "@versus/engine/inside";
import type { OfficeSession, OfficeStories } from "../../../office/office-session.ts";
import { docxodusAccept, docxodusReject } from "../../../oracles/docxodus-decisions.ts";
import { documentText, textDifferences } from "../../decisions/document-text.ts";
import { openCorpusDocument, SAVE_LEVEL } from "../../read-document.ts";

export interface Opinion {
  readonly judge: "LibreOffice" | "docxodus";
  readonly verdict: Verdict;
  /** Empty if the program gives our text, or opens the redline if only that is checked. */
  readonly problem: string;
}

const VERDICTS: readonly Verdict[] = ["accept", "reject"];

/**
 * Returns the opinions of both programs on both verdicts. With `isRead: false`, LibreOffice must only open the redline.
 */
export async function askJudges(
  session: OfficeSession,
  redline: Uint8Array,
  { isRead }: { readonly isRead: boolean },
): Promise<Opinion[]> {
  const opinions: Opinion[] = [];
  for (const verdict of VERDICTS) {
    const ours = decided(redline, verdict);
    const office = isRead
      ? await officeProblem(session, redline, { verdict, ours })
      : await openProblem(session, redline);
    opinions.push({ judge: "LibreOffice", verdict, problem: office });
    opinions.push({ judge: "docxodus", verdict, problem: await docxodusProblem(redline, { verdict, ours }) });
  }
  return opinions;
}

/** Returns the redline with all changes decided by the engine. */
function decided(redline: Uint8Array, verdict: Verdict): Uint8Array {
  const document = openCorpusDocument(redline);
  (verdict === "accept" ? acceptAll : rejectAll)(document);
  return document.package.save(SAVE_LEVEL);
}

interface Question {
  readonly verdict: Verdict;
  readonly ours: Uint8Array;
}

/** LibreOffice saves both documents, so that its own changes while saving affect both. */
async function officeProblem(
  session: OfficeSession,
  redline: Uint8Array,
  { verdict, ours }: Question,
): Promise<string> {
  const [theirs, expected] = [
    await settledStories(session, redline, verdict),
    await settledStories(session, ours, verdict),
  ];
  if (typeof theirs === "string") return theirs;
  if (typeof expected === "string") return "";
  return storyDifference(expected, theirs);
}

async function settledStories(
  session: OfficeSession,
  bytes: Uint8Array,
  verdict: Verdict,
): Promise<OfficeStories | string> {
  const settled = await session.settle(bytes, verdict);
  if ("error" in settled) return `it does not decide it: ${settled.error}`;
  const stories = await session.readLabels(settled.ok);
  return "error" in stories ? `it does not open it: ${stories.error}` : stories.ok;
}

async function openProblem(session: OfficeSession, redline: Uint8Array): Promise<string> {
  const reply = await session.readLabels(redline);
  return "error" in reply ? `it does not open it: ${reply.error}` : "";
}

/** A character that LibreOffice adds to an empty cell of a deleted row, so that the deletion can be tracked. */
const JOINER = "\u200d";
const STORIES = ["body", "footnotes", "endnotes", "headers"] as const;

function storyDifference(expected: OfficeStories, found: OfficeStories): string {
  for (const story of STORIES) {
    const [wanted, theirs] = [expected[story], found[story]].map((list) =>
      list.map(([, text]) => text.replaceAll(JOINER, "")),
    ) as [string[], string[]];
    const length = Math.max(wanted.length, theirs.length);
    const at = Array.from({ length }, (_, index) => index).find((index) => wanted[index] !== theirs[index]);
    if (at !== undefined) return `${story} ${at} (${wanted.length} and ${theirs.length})`;
  }
  return "";
}

async function docxodusProblem(redline: Uint8Array, { verdict, ours }: Question): Promise<string> {
  const reply = await (verdict === "accept" ? docxodusAccept : docxodusReject)(redline);
  if ("error" in reply) return `it gives none: ${reply.error}`;
  const theirs = openCorpusDocument(reply.ok);
  if (listRevisions(theirs).length > 0) return "it leaves changes undecided";
  return textDifferences(documentText(openCorpusDocument(ours)), documentText(theirs)).join("; ");
}
