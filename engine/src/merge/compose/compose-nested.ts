// Composes the stories of a container's text: notes at references, text boxes in drawings (MRG-31).
//
// If one revised copy deletes the reference and another edits the note, the two compete for the reference. The note of
// the revised copy that keeps it is added with it.

import type { Nested } from "../../compare/plan/plan.ts";
import { noteKindOf } from "../../document/marks/notes.ts";
import { W } from "../../document/word-names.ts";
import type { Container, ParagraphItem } from "../../redline/content/items.ts";
import type { NestedScript } from "../../redline/script/script.ts";
import { isNodeInside } from "../../revisions/markup.ts";
import { addTo, type ContainerPatch, type ParagraphPatch, patchOf, type TextEdit } from "../patches.ts";
import type { Merging } from "../revision.ts";
import { isTouched } from "./touched.ts";

interface Hanging {
  readonly index: number;
  readonly all: { readonly number: number; readonly nested: Nested }[];
}

interface ComposedNested {
  /** Maps a paragraph of the base to the scripts of its stories. */
  readonly nested: ReadonlyMap<number, readonly NestedScript[]>;
  /**
   * The patches. A reference that one revised copy deletes is replaced in the patches of the copies that edited its
   * note.
   */
  readonly patches: readonly ContainerPatch[];
}

export function composeNested(base: Container, patches: readonly ContainerPatch[], merging: Merging): ComposedNested {
  if (patches.every(({ nested }) => nested.length === 0)) return { nested: new Map(), patches };
  const found = new Map<string, Hanging>();
  for (const { number, nested } of patches) {
    for (const { index, nested: one } of nested) {
      const { part } = one.plan.before.story;
      const key = `${part} ${one.plan.before.node}`;
      const known = found.get(key) ?? { index, all: [] };
      known.all.push({ number, nested: one });
      found.set(key, known);
    }
  }
  const scripts = new Map<number, NestedScript[]>();
  let settled = patches;
  for (const { index, all } of found.values()) {
    const place = anchorToken(base, index, all[0]!.nested);
    const removing = place === undefined ? [] : settled.filter((patch) => removes(patch, place));
    if (removing.length > 0) {
      const editing = all.filter(({ number, nested }) => isTouched(number, nested.plan, merging));
      settled = settled.map((patch) => {
        const edits = editing.some(({ number }) => number === patch.number) && !removing.includes(patch);
        return edits ? withReference(patch, place!) : patch;
      });
      continue;
    }
    const [{ nested }] = all as [Hanging["all"][number]];
    const inner = all.map(({ number, nested: { plan } }) => patchOf(number, plan));
    const script = { kind: nested.kind, content: merging.compose(nested.plan.before, inner) };
    addTo(scripts, place?.index ?? index, script);
  }
  return { nested: scripts, patches: settled };
}

/** A token of a paragraph of the base. */
interface TokenPlace {
  readonly index: number;
  readonly token: number;
}

/** Returns the token that a story belongs to, searched from a block onwards. */
function anchorToken({ items }: Container, from: number, { kind, plan: { before } }: Nested): TokenPlace | undefined {
  for (let index = from; index < items.length; index += 1) {
    const item = items[index]!;
    if (item.kind === "table") continue;
    const unit = item.units.findIndex(({ kind: what, node }) => {
      if (what !== "object") return false;
      const { tree } = item.story;
      if (kind === "box") return tree === before.story.tree && isNodeInside(tree, before.node, node);
      const isNote = noteKindOf(tree.name(node)) === before.story.kind;
      return isNote && tree.attribute(node, W.id) === before.story.tree.attribute(before.story.root, W.id);
    });
    if (unit >= 0) return { index, token: tokenAt(item, unit) };
  }
  return undefined;
}

function tokenAt({ tokens: { units, keys } }: ParagraphItem, unit: number): number {
  let token = 0;
  while (token + 1 < keys.length && units[token + 1]! <= unit) token += 1;
  return token;
}

function removes({ blocks }: ContainerPatch, { index, token }: TokenPlace): boolean {
  const block = blocks[index] as ParagraphPatch;
  return block.move === undefined && block.edits.some(({ from, to }) => from <= token && token < to);
}

/** Returns the patch with the reference replaced by itself, so that its note is added with it. */
function withReference(patch: ContainerPatch, { index, token }: TokenPlace): ContainerPatch {
  const block = patch.blocks[index] as ParagraphPatch;
  const kept = block.kept.find(({ from, to }) => from <= token && token < to);
  if (kept === undefined) return patch;
  const at = kept.at + token - kept.from;
  const edit: TextEdit = {
    from: token,
    to: token + 1,
    slices: [{ kind: "tokens", item: kept.item, from: at, to: at + 1 }],
  };
  const edits = [...block.edits, edit].sort((one, other) => one.from - other.from || one.to - other.to);
  const rest = block.kept.flatMap((one) => {
    if (one !== kept) return [one];
    return [
      { ...one, to: token },
      { ...one, from: token + 1, at: at + 1 },
    ].filter(({ from, to }) => from < to);
  });
  const blocks = patch.blocks.map((one, other) =>
    other === index ? { ...block, edits, kept: rest, isSame: false } : one,
  );
  return { ...patch, blocks };
}
