// Makes ten thousand changes in one paragraph, each on the result of the change before it.
//
// The tree must not overflow the stack, nor take time that grows with the square of the number of changes. It must
// still be read and written correctly.

import { NONE, type NodeId, readerLimits, scanXml, Tree, writeTree } from "@versus/engine/inside";
import { readTree } from "../engine-reading.ts";
import { readingDifference } from "../reading.ts";
import { demand } from "../target.ts";
import { rescan } from "./check-document.ts";
import { fuzzNames, WORD } from "./vocabularies.ts";

const CHANGES = 10_000;
const SOURCE = `<w:document xmlns:w="${WORD}"><w:p><w:r><w:t>text</w:t></w:r></w:p><w:p>kept</w:p></w:document>`;

/**
 * The input of a change: the tree, the node made last, a function that makes an element, and the number of the change.
 */
interface Step {
  readonly tree: Tree;
  readonly last: NodeId;
  readonly made: () => NodeId;
  readonly number: number;
}

/** Each kind returns the node that the next change acts on. */
const kinds = {
  "ten thousand wraps": ({ tree, last, made }) => {
    const wrapper = made();
    tree.wrap(last, wrapper);
    return wrapper;
  },
  "ten thousand wraps inward": ({ tree, last, made }) => {
    const wrapper = made();
    tree.wrap(tree.firstChild(last), wrapper);
    return wrapper;
  },
  "ten thousand children": ({ tree, last, made }) => {
    const child = made();
    tree.append(last, child);
    return child;
  },
  "ten thousand siblings": ({ tree, last, made }) => {
    const sibling = made();
    tree.insertBefore(tree.parent(last), sibling, tree.nextSibling(last));
    return sibling;
  },
  "ten thousand splits": ({ tree, last, made }) => {
    const second = tree.cloneEmpty(last);
    tree.insertBefore(tree.parent(last), second, tree.nextSibling(last));
    tree.append(second, made());
    return second;
  },
  "ten thousand copies of copies": ({ tree, last }) => {
    const copy = tree.graft(tree, last);
    tree.insertBefore(tree.parent(last), copy, tree.nextSibling(last));
    return copy;
  },
  "ten thousand attributes and texts": ({ tree, last, number }) => {
    tree.setAttribute(last, tree.names.of(number % 2 === 0 ? "" : "urn:a", "x"), String(number));
    const text = tree.firstChild(last);
    if (text === NONE) tree.append(last, tree.textNode("x"));
    else if (tree.isText(text)) tree.setText(text, String(number));
    return last;
  },
  "ten thousand moves": ({ tree, last, number }) => {
    const [first, second] = tree.children(tree.root);
    tree.remove(last);
    tree.insertBefore(number % 2 === 0 ? second! : first!, last, NONE);
    return last;
  },
} as const satisfies Readonly<Record<string, (step: Step) => NodeId>>;

export type NestedKind = keyof typeof kinds;
export const nestedKinds = Object.keys(kinds) as NestedKind[];

export function checkNestedChanges(kind: NestedKind): void {
  const source = new TextEncoder().encode(SOURCE);
  const tree = new Tree(scanXml(source, { names: fuzzNames(), limits: readerLimits, part: "part" }));
  const made = () => tree.element(tree.names.of(WORD, "r"));
  const step: (step: Step) => NodeId = kinds[kind];
  let last = tree.firstChild(tree.firstChild(tree.root));
  for (let number = 0; number < CHANGES; number += 1) last = step({ tree, last, made, number });
  const bytes = writeTree(tree);
  const again = rescan(bytes, CHANGES + 100);
  const difference = readingDifference(
    { by: "the changed tree", lines: readTree(tree) },
    { by: "what was written", lines: readTree(again) },
  );
  demand(difference === undefined, "ten thousand changes are written as they are read", () => difference ?? "");
  const text = new TextDecoder().decode(bytes);
  demand(text.includes("<w:p>kept</w:p>") || kind === "ten thousand moves", "the other paragraph keeps its bytes");
  const expected = EXPECTED[kind];
  const counted = text.split("<w:r").length - 1;
  demand(counted === expected, "ten thousand changes are all there", () => `${counted} of ${expected}`);
}

/** Expected number of runs in the end, including the run of the source. */
const EXPECTED: Readonly<Record<NestedKind, number>> = {
  "ten thousand wraps": CHANGES + 1,
  "ten thousand wraps inward": CHANGES + 1,
  "ten thousand children": CHANGES + 1,
  "ten thousand siblings": CHANGES + 1,
  "ten thousand splits": 2 * CHANGES + 1,
  "ten thousand copies of copies": CHANGES + 1,
  "ten thousand attributes and texts": 1,
  "ten thousand moves": 1,
};
