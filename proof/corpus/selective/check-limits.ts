// Checks the limits of a selective comparison at their edges, on documents made for this purpose.
//
// A range exactly at a limit is compared; a range with one more paragraph or character is refused.

import { nodeZlib } from "@versus/engine/node-zlib";
import { rangeLimits, selectiveTask } from "@versus/engine/tasks";
import { zip } from "../make-own-documents.ts";
import { plainDocument } from "../own-documents.ts";

interface Edge {
  readonly what: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly excess: keyof typeof rangeLimits | undefined;
}

export function checkLimits(): { checked: number; problems: string[] } {
  const edges = [...pairEdges(), ...characterEdges()];
  return { checked: edges.length, problems: edges.flatMap(checkEdge) };
}

/** Returns paragraphs that differ from each other and from those of another side. */
function unlike(count: number, side: string): string[] {
  return Array.from({ length: count }, (_, at) => `${side}${at}`);
}

function pairEdges(): Edge[] {
  const side = Math.sqrt(rangeLimits.pairs);
  const [before, after] = [unlike(side, "a"), unlike(side, "b")];
  const more = unlike(side + 1, "b");
  return [
    { what: "as many pairs as are allowed", before, after, excess: undefined },
    { what: "one paragraph more", before, after: more, excess: "pairs" },
    {
      what: "as many pairs, in two gaps around an identical paragraph",
      before: [...before.slice(0, side / 2), "same", ...before.slice(side / 2)],
      after: [...unlike(side, "b"), "same", ...unlike(side, "c")],
      excess: undefined,
    },
    {
      what: "one paragraph more in one of the gaps",
      before: [...before.slice(0, side / 2), "same", ...before.slice(side / 2)],
      after: [...unlike(side, "b"), "same", ...unlike(side + 1, "c")],
      excess: "pairs",
    },
  ];
}

function characterEdges(): Edge[] {
  const half = "a".repeat(rangeLimits.characters / 2);
  return [
    { what: "as many characters as are allowed", before: [half], after: [half], excess: undefined },
    { what: "one character more", before: [half], after: [`${half}b`], excess: "characters" },
  ];
}

function checkEdge({ what, before, after, excess }: Edge): string[] {
  const side = (texts: readonly string[]) => ({
    document: zip(plainDocument(texts)),
    range: { from: 0, through: texts.length - 1 },
  });
  const outcome = selectiveTask({ before: side(before), after: side(after), codec: nodeZlib });
  const found = outcome.kind === "excess" ? outcome.limit : undefined;
  const isRight = found === excess && (excess !== undefined || outcome.kind === "compared");
  return isRight ? [] : [`${what}: ${found ?? outcome.kind}, not ${excess ?? "compared"}`];
}
