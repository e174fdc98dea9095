// Compares our labels of one document with those of two other programs.
//
// A paragraph counts if all three readings have it, at least one of them labels it, and our reading does not show a
// bullet (LibreOffice does not report bullets). If the two programs agree, their label is right, and ours is equal or
// wrong. If they differ, the verdict names the program that we agree with, or is `alone` if we agree with neither.

import type { Label } from "@versus/engine/inside";
import type { Reply } from "../../office/kept-process.ts";
import { alignParagraphs, comparableText } from "./align-paragraphs.ts";
import type { LabelledParagraph, OracleAnswers } from "./ask-oracles.ts";
import type { OurParagraph } from "./our-labels.ts";

export type Verdict = "equal" | "wrong" | "with office" | "with docxodus" | "alone";

export interface JudgedParagraph {
  readonly verdict: Verdict;
  /** Index among our paragraphs. */
  readonly index: number;
  readonly ours: string;
  readonly office: string;
  readonly docxodus: string;
  readonly label: Label | undefined;
}

export interface Comparison {
  readonly judged: readonly JudgedParagraph[];
  /** Number of paragraphs that we label and that at least one of the other readings lacks. */
  readonly unmatched: number;
}

export function compareLabels(ours: readonly OurParagraph[], { office, docxodus }: OracleAnswers): Comparison {
  const texts = ours.map(({ text }) => comparableText(text));
  const labelOf = { office: labelsBeside(texts, office), docxodus: labelsBeside(texts, docxodus) };
  const judged: JudgedParagraph[] = [];
  let unmatched = 0;
  for (const [index, { label }] of ours.entries()) {
    const [byOffice, byDocxodus] = [labelOf.office[index], labelOf.docxodus[index]];
    if (label?.isBullet) continue;
    if (byOffice === undefined || byDocxodus === undefined) unmatched += label === undefined ? 0 : 1;
    else if (label !== undefined || byOffice !== "" || byDocxodus !== "") {
      judged.push(
        judge({ index, label, ours: comparableLabel(label?.text ?? ""), office: byOffice, docxodus: byDocxodus }),
      );
    }
  }
  return { judged, unmatched };
}

function judge(paragraph: Omit<JudgedParagraph, "verdict">): JudgedParagraph {
  return { verdict: verdictOf(paragraph), ...paragraph };
}

function verdictOf({ ours, office, docxodus }: Omit<JudgedParagraph, "verdict">): Verdict {
  if (office === docxodus) return ours === office ? "equal" : "wrong";
  if (ours === office) return "with office";
  return ours === docxodus ? "with docxodus" : "alone";
}

/** Returns their label of each of our paragraphs; undefined if they lack the paragraph. */
function labelsBeside(texts: readonly string[], reply: Reply<readonly LabelledParagraph[]>): (string | undefined)[] {
  if ("error" in reply) return texts.map(() => undefined);
  const theirs = reply.ok.map(([, text]) => comparableText(text.replace(/…$/, "")));
  return alignParagraphs(texts, theirs).map((at) => (at < 0 ? undefined : comparableLabel(reply.ok[at]![0])));
}

/** Returns the visible part of a label: programs add spaces and direction marks around it. */
function comparableLabel(label: string): string {
  return label
    .replace(/[\u200B-\u200F\u202A-\u202E]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
