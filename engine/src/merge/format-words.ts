// Describes the formatting that copies want, in the words of the content JSON and of edits.

import { childValue } from "../document/values.ts";
import { W } from "../document/word-names.ts";
import { formatValueWords } from "../language/format-words.ts";
import { readPageSetupJson } from "../language/page-setup.ts";
import { readParagraphFormat } from "../language/paragraph-format.ts";
import { readRunFormat } from "../language/run-format.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import type { FormatKind } from "../redline/formatting/formats.ts";
import type { PropertiesRef } from "../redline/script/script.ts";

type Values = Readonly<Record<string, unknown>>;

const READERS: Partial<Record<FormatKind, (tree: Tree, node: NodeId) => Values>> = {
  run: (tree, node) => ({ style: childValue(tree, node, W.rStyle), ...readRunFormat({ tree }, node) }),
  paragraph: (tree, node) => ({ style: childValue(tree, node, W.pStyle), ...readParagraphFormat({ tree }, node) }),
  section: (tree, node) => ({ ...readPageSetupJson({ tree }, node) }),
};

/** Returns, for each side, the properties in which the sides differ, in as few words as possible. */
export function formatWords(sides: readonly PropertiesRef[], kind: FormatKind): string[] {
  const read = READERS[kind];
  const all = sides.map(({ tree, node }): Values => (read === undefined || node === NONE ? {} : read(tree, node)));
  const keys = [...new Set(all.flatMap((values) => Object.keys(values)))];
  const differing = keys.filter((key) => new Set(all.map((values) => JSON.stringify(values[key]))).size > 1);
  return all.map((values, at) => {
    const said = differing.flatMap((key) => (values[key] === undefined ? [] : [formatValueWords(key, values[key])]));
    if (said.length > 0) return said.join(", ");
    return differing.length > 0 ? "none of this" : `formatting of its own (${at + 1})`;
  });
}
