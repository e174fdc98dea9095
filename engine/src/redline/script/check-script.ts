// Checks that a script follows rules RDL-1 to RDL-4 (docs/design/redline.md).
//
// Only tests and the fuzzer call it; the writer assumes a valid script.

import type { Item } from "../content/items.ts";
import type { Source } from "../content/source.ts";
import { isSamePlace, type TokenPlace } from "../content/tokens.ts";
import type {
  BlockStep,
  ContainerScript,
  FlowStep,
  MarkedTable,
  Marks,
  ParagraphStep,
  Script,
  TableStep,
} from "./script.ts";

/** Returns one message for each violation of a rule. Each message begins with the rule id. */
export function checkScript({ carrier, body, sections }: Script): string[] {
  const parts = sections.steps.flatMap(({ shown }) => shown.flatMap(({ part }) => part?.content ?? []));
  const containers = [body, ...parts.filter((content) => typeof content === "object" && "steps" in content)];
  return containers.flatMap((container) => checkContainer(container as ContainerScript, carrier));
}

function checkContainer({ container, steps }: ContainerScript, carrier: Source): string[] {
  const standing = steps.flatMap(itemsOf).filter(({ source }) => source === carrier);
  const isWhole =
    standing.length === container.items.length && standing.every((item, at) => item === container.items[at]);
  return [
    ...(isWhole ? [] : ["RDL-1: a block of the carrier is missing, repeated or out of order"]),
    ...steps.flatMap((step, at) => checkEnd(step, steps[at + 1])),
    ...steps.flatMap((step) => checkBlock(step, carrier)),
  ];
}

function itemsOf(step: BlockStep): Item[] {
  if (step.kind !== "flow") return [step.item];
  return step.steps.map((one) => (one.kind === "table" ? one.item : one.end.item));
}

/** A deletion of a mark joins its paragraph with the next one, so the last mark of a container must stay. */
function checkEnd(step: BlockStep, next: BlockStep | undefined): string[] {
  if (next !== undefined && next.kind !== "table") return [];
  const changed = lastChanged(step);
  const isFree = changed?.kind !== "paragraph" || changed.endsSection;
  return isFree ? [] : ["RDL-3: the last mark before an end is inserted, deleted or moved"];
}

/** Returns the last block of a step if it is inserted, deleted or moved with its mark. */
function lastChanged(step: BlockStep): Item | undefined {
  if (step.kind === "whole") return step.item;
  const last = step.kind === "flow" ? step.steps.at(-1) : undefined;
  return last?.kind === "paragraph" && !isKept(last.end.marks) ? last.end.item : undefined;
}

function isKept({ move, text }: Marks): boolean {
  return move === undefined && text === undefined;
}

function checkBlock(step: BlockStep, carrier: Source): string[] {
  if (step.kind === "table") return checkTable(step, carrier);
  if (step.kind === "whole") return [];
  const nested = step.nested.flatMap(({ content }) => checkContainer(content, carrier));
  return step.kind === "flow" ? [...checkTokens(step, carrier), ...checkOrder(step), ...nested] : nested;
}

function checkTable({ rows }: TableStep, carrier: Source): string[] {
  const contents = rows.flatMap(({ cells }) => cells.flatMap(({ content }) => content ?? []));
  return contents.flatMap((content) => checkContainer(content, carrier));
}

const START: TokenPlace = { unit: 0, offset: 0 };

/** Checks that a flow contains all text of its carrier paragraphs once and in order. */
function checkTokens({ steps }: FlowStep, carrier: Source): string[] {
  const problems: string[] = [];
  let at: TokenPlace = START;
  for (const step of steps.filter((one): one is ParagraphStep => one.kind === "paragraph")) {
    for (const piece of step.pieces) {
      if (piece.kind !== "piece" || piece.item.source !== carrier) continue;
      if (!isSamePlace(piece.from, at))
        problems.push("RDL-2: text of the carrier is missing, repeated or out of order");
      at = piece.to;
    }
    if (step.end.item.source !== carrier) continue;
    if (!isSamePlace(at, step.end.item.end))
      problems.push("RDL-2: the end of a paragraph precedes the end of its text");
    at = START;
  }
  return problems;
}

/** Checks that deleted content precedes inserted content within one change site. */
function checkOrder({ steps }: FlowStep): string[] {
  let hasCome = false;
  const problems: string[] = [];
  for (const step of steps) {
    for (const marks of marksIn(step)) {
      if (isKept(marks)) hasCome = false;
      else if (isComing(marks)) hasCome = true;
      else if (hasCome) problems.push("RDL-4: deleted content follows inserted content");
    }
    // The paragraph mark ends the change site, because the rule applies within one paragraph.
    if (step.kind === "paragraph") hasCome = false;
  }
  return problems;
}

function marksIn(step: ParagraphStep | MarkedTable): Marks[] {
  if (step.kind === "table") return [{ text: step.mark }];
  return step.pieces.flatMap((piece) => (piece.kind === "border" || piece.kind === "anchor" ? [] : [piece.marks]));
}

/**
 * True for inserted content. A piece with a move mark counts by that mark, so text that moved away counts as deleted.
 */
function isComing({ move, text }: Marks): boolean {
  return move === undefined ? text?.change === "insertion" : move.change === "movedTo";
}
