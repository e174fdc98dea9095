// Reads what a property change records: the values before and after it.
//
// `before` and `after` contain the keys that differ, under the names of edits and the content JSON (EDT-60). A property
// without such a name, such as a table's border, has neither.

import { childValue } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { readPageSetupJson } from "../../language/page-setup.ts";
import { readParagraphFormat } from "../../language/paragraph-format.ts";
import { readRunFormat } from "../../language/run-format.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { Revision } from "../../revisions/revision.ts";

type Values = Readonly<Record<string, unknown>>;

interface KeptProperties {
  /** The element with the old properties, inside the one that records the change. */
  readonly old: NameId;
  readonly read: (tree: Tree, properties: NodeId) => Values;
}

/** Maps the element that records a change to its old element and reader. */
// policy: the changes whose old look the API gives
const READABLE: ReadonlyMap<NameId, KeptProperties> = new Map<NameId, KeptProperties>([
  [
    W.rPrChange,
    { old: W.rPr, read: (tree, node) => ({ ...styleIn(tree, node, W.rStyle), ...readRunFormat({ tree }, node) }) },
  ],
  [
    W.pPrChange,
    {
      old: W.pPr,
      read: (tree, node) => ({ ...styleIn(tree, node, W.pStyle), ...readParagraphFormat({ tree }, node) }),
    },
  ],
  [W.sectPrChange, { old: W.sectPr, read: (tree, node) => ({ ...readPageSetupJson({ tree }, node) }) }],
]);

function styleIn(tree: Tree, properties: NodeId, name: NameId): Values {
  const style = childValue(tree, properties, name);
  return style === undefined ? {} : { style_id: style };
}

/** The keys that differ, with null for what is not set. Both are undefined if no key that differs has a name. */
export interface FormatDifference {
  readonly before?: Values;
  readonly after?: Values;
}

/** Returns the difference that the element of a property change records. */
export function differenceIn({ tree, node }: Revision): FormatDifference {
  const readable = READABLE.get(tree.name(node));
  if (readable === undefined) return {};
  const old = tree.child(node, readable.old);
  const before = old === NONE ? {} : readable.read(tree, old);
  const after = readable.read(tree, tree.parent(node));
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  if (differing.length === 0) return {};
  const pick = (values: Values): Values => Object.fromEntries(differing.map((key) => [key, values[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}
