// Fuzzes the engine's Tree against a plain model.
//
// After any sequence of changes the tree reads as the model does. The engine and libxml2 read the same from its written
// bytes. Unchanged content keeps its bytes.

import type { Random } from "../../runner/random.ts";
import type { Counts, Target } from "../target.ts";
import { checkDocument } from "./check-document.ts";
import { checkNestedChanges, type NestedKind, nestedKinds } from "./nested-changes.ts";
import { applyOperation, type Operation, operationKinds } from "./operations.ts";
import { fuzzNames } from "./vocabularies.ts";
import { WorkedDocument } from "./worked-document.ts";
import { documentText, type WrittenDocument, writeDocument } from "./write-documents.ts";

/** Documents with operations on them, or ten thousand nested changes of one kind. */
export interface TreeCase {
  readonly documents: readonly WrittenDocument[];
  readonly operations: readonly Operation[];
  readonly nested: NestedKind | undefined;
}

const lengthFeatures = ["a hundred operations or more", "checked in between"] as const;

export const treeTarget: Target<TreeCase> = {
  name: "tree",
  features: [...operationKinds, ...nestedKinds, ...lengthFeatures],
  exceptions: [],
  generate: generateTree,
  check: checkTree,
  shrinking: {
    length: ({ documents, operations }) =>
      operations.length + documents.reduce((sum, { blocks }) => sum + blocks.length, 0),
    without: leaveOut,
  },
  show: showTree,
};

function generateTree(random: Random, focus: string | undefined): TreeCase {
  const nested = nestedKinds.find((kind) => kind === focus);
  if (nested !== undefined) return { documents: [], operations: [], nested };
  const documents = random.list(random.between({ least: 1, most: 3 }), () => writeDocument(random));
  const isLong = focus === "a hundred operations or more" || random.chance(0.02);
  const count = random.between(isLong ? { least: 100, most: 400 } : { least: 1, most: 60 });
  const favourite = operationKinds.find((kind) => kind === focus) ?? random.pick(operationKinds);
  const operations = random.list(count, () => ({
    kind: random.chance(0.15) ? favourite : random.pick(operationKinds),
    seed: random.next(),
  }));
  return { documents, operations, nested };
}

/** Number of operations between two checks of everything. They find an error that a later operation would hide. */
const CHECK_EVERY = 25;

function checkTree({ documents, operations, nested }: TreeCase, counts: Counts): void {
  if (nested !== undefined) {
    counts.add(nested);
    checkNestedChanges(nested);
    return;
  }
  const names = fuzzNames();
  const workspace = {
    documents: documents.map((document) => new WorkedDocument(new TextEncoder().encode(documentText(document)), names)),
  };
  for (const [index, operation] of operations.entries()) {
    counts.add(operation.kind);
    applyOperation(workspace, operation);
    if (index % CHECK_EVERY !== CHECK_EVERY - 1) continue;
    for (const document of workspace.documents) checkDocument(document);
    counts.add("checked in between");
  }
  if (operations.length >= 100) counts.add("a hundred operations or more");
  for (const document of workspace.documents) checkDocument(document);
}

/** The sequence to shrink has the operations first, then the blocks of the documents in order. */
function leaveOut(from: TreeCase, first: number, end: number): TreeCase {
  let at = from.operations.length;
  const documents = from.documents.map((document) => {
    const start = at;
    at += document.blocks.length;
    return { ...document, blocks: document.blocks.filter((_, index) => start + index < first || start + index >= end) };
  });
  return { ...from, documents, operations: from.operations.filter((_, index) => index < first || index >= end) };
}

function showTree({ documents, operations, nested }: TreeCase): string {
  if (nested !== undefined) return nested;
  const done = operations.map(({ kind, seed }) => `${kind} (${seed})`);
  return [...documents.map(documentText), ...done].join("\n");
}
