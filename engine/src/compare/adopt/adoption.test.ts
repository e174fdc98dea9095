import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { open, type PartName, p, r, tbl } from "../../../testing/documents.ts";
import { abstractList, items, list, startAt } from "../../../testing/lists.ts";
import { text } from "../../../testing/packages.ts";
import { openDocument, type WordDocument } from "../../document/open-document.ts";
import { bodyOf } from "../../document/stories.ts";
import { wordNames } from "../../document/word-names.ts";
import type { Names } from "../../ooxml/xml/names.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import { lintDocument } from "../../revisions/lint/lint-document.ts";
import { Adoption } from "./adoption.ts";

/** A document: its body, the parts that hang on it, and what else is done to it. */
interface Made {
  readonly body?: string;
  readonly parts?: Partial<Record<PartName, string>>;
  readonly more?: (document: WordDocument) => void;
}

interface Adopted {
  readonly before: WordDocument;
  readonly result: WordDocument;
  readonly adoption: Adoption;
  /** The grafts, as they are written. */
  readonly xml: string;
  /** A part of the result, without its root element. */
  part(name: string): string;
}

/** Copies all blocks of before to the end of after's body, and sees that no rule of the linter is broken that was not before. */
function adoptAll(before: Made, after: Made, prefer?: Readonly<Record<string, string>>): Adopted {
  const names = wordNames();
  const sources = { before: make(before, names), result: make(after, names) };
  const adoption = new Adoption(sources);
  if (prefer !== undefined) adoption.preferLists(new Map(Object.entries(prefer)));
  const from = bodyOf(sources.before)!;
  const into = bodyOf(sources.result)!;
  const { tree } = into;
  const blocks = from.tree.children(from.root);
  const grafts = blocks.map((block) => tree.graft(from.tree, block));
  const marker = tree.element(tree.name(tree.root));
  tree.append(into.root, marker);
  for (const graft of grafts) {
    if (adoption.adopt(graft, { from: from.part, into: into.part, tree })) tree.append(into.root, graft);
  }
  tree.remove(marker);
  const inputs = [...lintDocument(sources.before), ...lintDocument(make(after, wordNames()))].map(({ rule }) => rule);
  expect(lintDocument(sources.result).filter(({ rule }) => !inputs.includes(rule))).toEqual([]);
  const reopened = reopen(sources.result, wordNames());
  expect(lintDocument(reopened).filter(({ rule }) => !inputs.includes(rule))).toEqual([]);
  const part = (name: string): string => contentOf(text(sources.result.package.bytes(name)));
  return { ...sources, adoption, xml: part("word/document.xml").split("<!--end-->")[1] ?? "", part };
}
