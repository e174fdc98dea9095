// Writes paragraphs, each in a named style, as the body of a new document.

import { readStyles, type StyleTable } from "../document/formatting/styles.ts";
import type { WordDocument } from "../document/open-document.ts";
import { bodyOf } from "../document/text/stories.ts";
import { nameCheck } from "../language/content-runs/check-names.ts";
import type { RunProblem } from "../language/content-runs/check-runs.ts";
import { makeParagraph } from "../language/content-runs/run-nodes.ts";
import { type Referral, settleReferences } from "../language/content-runs/settle-references.ts";
import { RunWriter } from "../language/content-runs/write-runs.ts";
import { missingStyle } from "../language/missing-style.ts";
import { NONE } from "../ooxml/xml/tree.ts";
import { type CreatedParagraph, pathOf, positionOf } from "./paragraphs.ts";

/** A problem of one paragraph of the list. */
export interface CreationProblem extends RunProblem {
  /** The index of the paragraph, from 0. */
  readonly paragraph: number;
  /** The style that it names. */
  readonly style_id: string;
}

/**
 * Writes paragraphs whose form was checked into a document without text. Returns the problems. If the document lacks a
 * style or property that they name, nothing is written. A problem of a cross-reference is found after the paragraphs
 * are written, so the caller discards the document.
 */
export function writeParagraphs(
  document: WordDocument,
  paragraphs: readonly CreatedParagraph[],
  { date }: { readonly date: string },
): CreationProblem[] {
  const missing = missingNames(document, paragraphs);
  const problems = missing.length > 0 ? missing : write(document, paragraphs, date);
  return problems.map((problem) => {
    const paragraph = positionOf(problem.field);
    return { ...problem, paragraph, style_id: paragraphs[paragraph]!.style_id };
  });
}

/** Returns a problem for each style and property that paragraphs name and the document lacks. */
function missingNames(document: WordDocument, paragraphs: readonly CreatedParagraph[]): RunProblem[] {
  const styles = readStyles(document);
  const checkNames = nameCheck(document);
  return paragraphs.flatMap(({ style_id, runs = [] }, index) => [
    ...checkStyle(styles, style_id, `${pathOf(index)}.style_id`),
    ...checkNames(runs, `${pathOf(index)}.runs`),
  ]);
}

function checkStyle(styles: StyleTable, id: string, field: string): RunProblem[] {
  if (styles.byId.get(id)?.kind === "paragraph") return [];
  return [{ field, ...missingStyle(styles, "paragraph", id) }];
}

function write(document: WordDocument, paragraphs: readonly CreatedParagraph[], date: string): RunProblem[] {
  const story = bodyOf(document)!;
  const { tree, root } = story;
  const writer = new RunWriter(document, { date });
  const end = tree.firstChild(root);
  const written = paragraphs.map(({ style_id, text, runs }, index) => {
    const target = { tree, properties: NONE, field: `${pathOf(index)}.runs` };
    const { nodes, references } = writer.write(runs ?? text ?? "", target);
    const node = makeParagraph(tree, style_id, nodes);
    tree.insertBefore(root, node, end);
    return { node, references };
  });
  const referrals = written.flatMap(({ references }, index) =>
    references.map((reference): Referral => {
      const target = reference.run.to.index as number;
      const paragraph = written[target]!.node;
      return { reference, story, paragraph, joined: [paragraph], isAbove: target <= index };
    }),
  );
  let bookmarks = 0;
  return settleReferences(document, referrals, { nextId: () => String(bookmarks++) });
}
