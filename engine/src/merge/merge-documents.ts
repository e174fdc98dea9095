// Stand-in: shows the changes of the first revision alone. The merge engine replaces this file.

import { compareDocuments } from "../compare/compare-documents.ts";
import { defaultOptions } from "../compare/options.ts";
import type { WordDocument } from "../document/open-document.ts";
import type { Notice } from "../failures/failure.ts";

export interface RevisedCopy {
  readonly document: WordDocument;
  readonly name: string;
  readonly author: string;
}

export interface Merge {
  readonly document: WordDocument;
  readonly notices: readonly Notice[];
  readonly steps: number;
}

export function mergeDocuments(
  base: WordDocument,
  revisions: readonly RevisedCopy[],
  asked: { readonly date: string; readonly onCheck?: () => void },
): Merge {
  const [first] = revisions;
  return compareDocuments(base, first!.document, {
    author: first!.author,
    date: asked.date,
    options: defaultOptions,
    carries: "before",
    onCheck: () => asked.onCheck?.(),
  });
}
