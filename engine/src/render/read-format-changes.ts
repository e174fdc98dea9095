// Lists the changes of a redline that concern no text: where, and from what to what.
//
// `before` and `after` contain the keys that differ, under the names of edits and the content JSON (EDT-60). A property
// without such a name, such as a table's border, is reported by its kind alone.

import type { Story } from "../document/text/stories.ts";
import { childValue } from "../document/values.ts";
import { W } from "../document/word-names.ts";
import { readPageSetupJson } from "../language/page-setup.ts";
import { readParagraphFormat } from "../language/paragraph-format.ts";
import { readRunFormat } from "../language/run-format.ts";
import type { NameId } from "../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import type { IdOf } from "../revisions/block-ids.ts";
import type { Decision } from "../revisions/decisions.ts";
import { ancestor } from "../revisions/markup.ts";
import type { Revision } from "../revisions/revision.ts";
import type { ChangeNames } from "./changes/changes.ts";
import type { CodeChange } from "./changes/code-changes.ts";
import { changedText, firstParagraphOf, propertyNameOf } from "./changes/decision-words.ts";
import type { FormatChange } from "./redline.ts";
import { isFormat } from "./summary.ts";

export interface FormatSources {
  readonly idOf: IdOf;
  readonly names: ChangeNames;
  /** The stories whose trees contain the changes. */
  readonly stories: readonly Story[];
  /** The changes of links and fields. */
  readonly codes: ReadonlyMap<Decision, CodeChange>;
}

export function readFormatChanges(decisions: readonly Decision[], sources: FormatSources): FormatChange[] {
  const { idOf, names, stories, codes } = sources;
  const storyOf = new Map(stories.map((story) => [story.tree, story]));
  const blockAt = (tree: Tree, node: NodeId): string | undefined => {
    const story = storyOf.get(tree);
    const paragraph = tree.name(node) === W.p ? node : ancestor(tree, node, W.p);
    return story === undefined || paragraph === NONE ? undefined : idOf(story, paragraph);
  };
  return decisions.flatMap((decision): FormatChange[] => {
    const { revisions } = decision;
    const first = revisions[0]!;
    const code = codes.get(decision);
    if (code === undefined ? !isFormat(decision) : code.decisions[0] !== decision) return [];
    const block = firstParagraphOf(revisions, blockAt);
    const place = { ...names.ofProperties(code?.decisions ?? [decision]), ...(block === undefined ? {} : { block }) };
    if (code !== undefined) {
      const { text, property, before, after } = code;
      return [{ ...place, text, property, before, after }];
    }
    const text = changedText(revisions, storyOf);
    return [{ ...place, text, property: propertyNameOf(decision) ?? "table", ...differenceIn(first) }];
  });
}

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

/** Returns the keys that differ; an empty object if none of them has a name. */
function differenceIn({ tree, node }: Revision): Pick<FormatChange, "before" | "after"> {
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
