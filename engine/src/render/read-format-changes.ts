// Lists the changes of a redline that concern no text: where, and from what to what.
//
// A property without a name in edits and the content JSON, such as a table's border, is reported by its kind alone.

import type { Story } from "../document/text/stories.ts";
import { W } from "../document/word-names.ts";
import { NONE, type NodeId, type Tree } from "../ooxml/xml/tree.ts";
import type { IdOf } from "../revisions/block-ids.ts";
import type { Decision } from "../revisions/decisions.ts";
import { ancestor } from "../revisions/markup.ts";
import type { ChangeNames } from "./changes/changes.ts";
import type { CodeChange } from "./changes/code-changes.ts";
import { changedText, firstParagraphOf, propertyNameOf } from "./changes/decision-words.ts";
import { differenceIn } from "./changes/format-difference.ts";
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
