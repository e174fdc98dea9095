// Our labels of one document beside those of two other programs.
//
// A paragraph counts where all three readings have it, one of them labels it, and it is no bullet by our reading (of
// bullets LibreOffice tells nothing). Where the two programs agree, they are right and we agree or do not; where they
// differ, it is told whom we agree with.

import type { Label } from "@versus/engine/inside";
import type { Reply } from "../../office/kept-process.ts";
import { alignParagraphs, comparableText } from "./align-paragraphs.ts";
import type { LabelledParagraph, OracleAnswers } from "./ask-oracles.ts";
import type { OurParagraph } from "./our-labels.ts";

export type Verdict = "equal" | "wrong" | "with office" | "with docxodus" | "alone";

export interface JudgedParagraph {
  readonly verdict: Verdict;
  /** Where it stands among our paragraphs. */
  readonly index: number;
  readonly ours: string;
  readonly office: string;
  readonly docxodus: string;
  readonly label: Label | undefined;
}

export interface Comparison {
  readonly judged: readonly JudgedParagraph[];
  /** Labelled by us, and found in one of the other readings at most. */
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

/** Their label of each of our paragraphs; undefined where they do not have the paragraph. */
function labelsBeside(texts: readonly string[], reply: Reply<readonly LabelledParagraph[]>): (string | undefined)[] {
  if ("error" in reply) return texts.map(() => undefined);
  const theirs = reply.ok.map(([, text]) => comparableText(text.replace(/…$/, "")));
  return alignParagraphs(texts, theirs).map((at) => (at < 0 ? undefined : comparableLabel(reply.ok[at]![0])));
}

/** A label as far as it is seen: programs put spaces and marks of direction around it. */
function comparableLabel(label: string): string {
  return label
    .replace(/[\u200B-\u200F\u202A-\u202E]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
