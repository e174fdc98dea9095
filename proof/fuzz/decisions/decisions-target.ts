// Fuzzes deciding some tracked changes, each way, in generated documents and small ones of the corpus.

import type { Random } from "../../runner/random.ts";
import type { Counts, Target } from "../target.ts";
import { checkDecisions, EMPTY_PARAGRAPH, HALF_MOVE, PARAGRAPHS_APART } from "./check-decisions.ts";
import { elementSequence } from "./leave-out-elements.ts";
import { type TrackedDocument, trackedBytes, writeTracked } from "./tracked-document.ts";
import { blockFeatures, contentFeatures, propertyFeatures } from "./tracked-features.ts";
import { readTrackedFile, trackedFiles } from "./tracked-files.ts";
import type { Plan } from "./verdicts.ts";

/** A document, with the decisions to make in it. A document of the corpus is given by its path. */
export interface DecisionsCase {
  readonly document: TrackedDocument | string;
  readonly plan: Plan;
  readonly isValidated: boolean;
}

const outcomeFeatures = ["accepted", "rejected", "left undecided", "all decided", "validated"] as const;
const FROM_CORPUS = "document of the corpus";

export const decisionsTarget: Target<DecisionsCase> = {
  name: "decisions",
  features: [
    ...contentFeatures,
    ...blockFeatures,
    ...propertyFeatures,
    ...outcomeFeatures,
    ...(trackedFiles.length > 0 ? [FROM_CORPUS] : []),
  ],
  exceptions: [EMPTY_PARAGRAPH, PARAGRAPHS_APART, HALF_MOVE],
  generate: generateCase,
  check: checkCase,
  shrinking: { length: lengthOf, without: leaveOut },
  show: showCase,
};

/** Share of the cases that are validated. Validating costs a hundred times as much as the rest. */
const SHARE_VALIDATED = 0.04;
const SHARE_FROM_CORPUS = 0.1;

function generateCase(random: Random, focus: string | undefined): DecisionsCase {
  const isFromCorpus = trackedFiles.length > 0 && (focus === FROM_CORPUS || random.chance(SHARE_FROM_CORPUS));
  const share = focus === "all decided" || random.chance(0.1) ? 1 : random.pick([0.2, 0.5, 0.8]);
  return {
    plan: { seed: random.next(), share },
    isValidated: focus === "validated" || random.chance(SHARE_VALIDATED),
    document: isFromCorpus ? random.pick(trackedFiles) : writeTracked(random, focus),
  };
}

function checkCase({ document, plan, isValidated }: DecisionsCase, counts: Counts): void {
  const isGenerated = typeof document !== "string";
  for (const feature of isGenerated ? document.features : [FROM_CORPUS]) counts.add(feature);
  const met = checkDecisions({ bytes: bytesOf(document), plan, isValidated, isGenerated });
  if (met.accepted > 0) counts.add("accepted");
  if (met.rejected > 0) counts.add("rejected");
  counts.add(met.undecided > 0 ? "left undecided" : "all decided");
  if (isValidated) counts.add("validated");
  for (const exception of met.exceptions) counts.add(exception);
}

function bytesOf(document: TrackedDocument | string): Uint8Array {
  return typeof document === "string" ? readTrackedFile(document) : trackedBytes(document);
}

/** Returns the number of elements of the body that can be removed. A document of the corpus is not shrunk. */
function lengthOf({ document }: DecisionsCase): number {
  return typeof document === "string" ? 0 : elementSequence.length(document.body);
}

function leaveOut(from: DecisionsCase, first: number, end: number): DecisionsCase {
  if (typeof from.document === "string") return from;
  const body = elementSequence.without(from.document.body, first, end);
  return { ...from, document: { ...from.document, body } };
}

function showCase({ document, plan, isValidated }: DecisionsCase): string {
  const told = `verdicts of seed ${plan.seed}, share ${plan.share}${isValidated ? ", validated" : ""}`;
  if (typeof document === "string") return `${document}\n${told}`;
  const { body, section, header = "", notes } = document;
  return [body, section, header, ...notes, told].filter((line) => line !== "").join("\n");
}
