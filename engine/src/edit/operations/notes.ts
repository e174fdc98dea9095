// delete_note: the reference and the text of a note become tracked deletions; when they are accepted the note goes.

import { W } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import { dropNotes, removeContent } from "../apply/remove-blocks.ts";
import { dropRuns, emptyRun } from "../apply/remove-text.ts";
import type { Workspace } from "../apply/workspace.ts";
import { locateNote, type NamedNote } from "../locate/parts.ts";
import type { Piece } from "../locate/read-text.ts";
import { partGroup } from "../locate/refs.ts";
import type { Place, Uploaded } from "../locate/uploaded.ts";
import { type Found, refuse } from "../refusal.ts";
import type { Operation } from "./operation.ts";

type UploadedNote = Extract<NamedNote, { readonly kind: "uploaded" }>["note"];

export const deleteNote: Operation = ({ edit, field, known }) => {
  const own = `${field}.note`;
  const named = locateNote(known, edit.note as Parameters<typeof locateNote>[1], own);
  if ("problems" in named) return named;
  if (named.found.kind === "made") {
    const { made } = named.found;
    const touches = [{ kind: "thing", thing: made, effect: "removes", field: own }] as const;
    return { found: { touches, apply: (work) => removeMade(work, made.name) } };
  }
  const { uploaded } = known;
  const { note } = named.found;
  const reference = referenceOf(uploaded, note, own);
  if ("problems" in reference) return reference;
  const { place } = reference.found;
  const inside = placesIn(uploaded, note);
  return {
    found: {
      touches: [
        { kind: "thing", thing: note, effect: "removes", field: own },
        { kind: "paragraph", place, effect: "uses", field: own },
        ...inside.map((one) => ({ kind: "paragraph", place: one, effect: "removes", field: own }) as const),
      ],
      apply: (work) => removeNote(work, reference.found, inside),
    },
  };
};

/** Where a note is referred to: the reference, and a mark of the author's own behind it. */
interface ReferencePlace {
  readonly place: Place;
  readonly pieces: readonly Piece[];
}

function referenceOf(uploaded: Uploaded, { reference }: UploadedNote, field: string): Found<ReferencePlace> {
  const body = uploaded.addresses.parts.find(({ locator }) => locator.kind === "body");
  const place = uploaded.placesOf(body!).find(({ paragraph }) => paragraph.node === reference.paragraph);
  const { tree } = body!.story;
  const all = place === undefined ? [] : uploaded.textOf(place).pieces;
  const at = all.findIndex(({ node }) => node === reference.node);
  if (place === undefined || at < 0) {
    const message = "The reference of this note stands in a text box, or an undecided change deletes it.";
    return refuse(field, "NOT_ALLOWED_HERE", message);
  }
  const hasOwnMark = tree.attribute(reference.node, W.customMarkFollows) !== undefined;
  const behind = all.slice(at + 1);
  const end = behind.findIndex(({ run }) => run !== all[at]!.run);
  const mark = hasOwnMark ? behind.slice(0, end < 0 ? behind.length : end) : [];
  return { found: { place, pieces: [all[at]!, ...mark] } };
}

function placesIn(uploaded: Uploaded, { kind, number }: UploadedNote): readonly Place[] {
  const part = uploaded.addresses.parts.find(
    ({ locator }) => locator.kind === kind && "number" in locator && locator.number === number,
  );
  return part === undefined ? [] : uploaded.placesOf(part);
}

function removeNote(work: Workspace, { place, pieces }: ReferencePlace, inside: readonly Place[]): void {
  const text = work.textOf(place);
  const { tree } = text;
  const runs = text.runsOf(pieces);
  for (const { part, paragraph } of inside) removeContent(work, work.storyOf(part), paragraph.node);
  dropRuns(work, tree, runs);
}

/** A note that the request itself made: nothing of it is left. */
function removeMade(work: Workspace, name: string): void {
  const story = work.made.get(partGroup(name))?.[0]?.story;
  if (story === undefined) return;
  const id = story.tree.attribute(story.root, W.id);
  const reference = story.kind === "footnote" ? W.footnoteReference : W.endnoteReference;
  const tree = work.document.package.tree(work.document.main);
  const found = elementsNamed(tree, new Set([reference])).find((node) => tree.attribute(node, W.id) === id);
  if (found === undefined) return;
  const run = tree.parent(found);
  dropNotes(work, tree, run);
  emptyRun(work, tree, run);
}
