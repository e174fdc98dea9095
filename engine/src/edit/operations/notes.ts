// Implements delete_note: the reference and the text of a note become tracked deletions.
//
// Accepting them removes the note.

import { W } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import { dropNotes, removeContent } from "../apply/blocks/remove-blocks.ts";
import { dropRuns, emptyRun } from "../apply/text/remove-text.ts";
import type { Workspace } from "../apply/workspace.ts";
import { locateNote, type NamedNote } from "../locate/parts.ts";
import { partGroup } from "../locate/refs.ts";
import type { TextPiece } from "../locate/text/read-text.ts";
import type { Uploaded, UploadedPlace } from "../locate/uploaded.ts";
import { type Lookup, refuse } from "../refusal.ts";
import type { Operation } from "./operation.ts";

type UploadedNote = Extract<NamedNote, { readonly kind: "uploaded" }>["note"];

export const deleteNote: Operation<"delete_note"> = ({ edit, field, known }) => {
  const own = `${field}.note`;
  const named = locateNote(known, edit.note, own);
  if ("problems" in named) return named;
  if (named.found.kind === "made") {
    const { made } = named.found;
    const touches = [{ kind: "thing", thing: made, effect: "removes", field: own }] as const;
    return { found: { touches, apply: (work) => removeMade(work, made.name) } };
  }
  const { uploaded } = known;
  const { note } = named.found;
  const references = referencesOf(uploaded, note, own);
  if ("problems" in references) return references;
  const inside = placesIn(uploaded, note);
  return {
    found: {
      touches: [
        { kind: "thing", thing: note, effect: "removes", field: own },
        ...references.found.map(({ place }) => ({ kind: "paragraph", place, effect: "uses", field: own }) as const),
        ...inside.map((one) => ({ kind: "paragraph", place: one, effect: "removes", field: own }) as const),
      ],
      places: references.found.length,
      apply: (work) => removeNote(work, references.found, inside),
    },
  };
};

/** The position of a reference to a note: the reference, and the author's own mark after it. */
interface ReferencePlace {
  readonly place: UploadedPlace;
  readonly pieces: readonly TextPiece[];
}

/** Some files refer to one note several times. The note is deleted when no reference is left. */
function referencesOf(
  uploaded: Uploaded,
  { reference, others }: UploadedNote,
  field: string,
): Lookup<readonly ReferencePlace[]> {
  const places: ReferencePlace[] = [];
  for (const one of [reference, ...others]) {
    const place = referenceOf(uploaded, one, field);
    if ("problems" in place) return place;
    places.push(place.found);
  }
  return { found: places };
}

function referenceOf(uploaded: Uploaded, reference: UploadedNote["reference"], field: string): Lookup<ReferencePlace> {
  const body = uploaded.addresses.parts.find(({ locator }) => locator.kind === "body");
  const place = uploaded.placesOf(body!).find(({ paragraph }) => paragraph.node === reference.paragraph);
  const { tree } = body!.story;
  const all = place === undefined ? [] : uploaded.textOf(place).pieces;
  const at = all.findIndex(({ node }) => node === reference.node);
  if (place === undefined || at < 0) {
    const message =
      "This note cannot be deleted: its reference is in a text box, or a tracked change already deletes it.";
    return refuse(field, "NOT_ALLOWED_HERE", message);
  }
  const hasOwnMark = tree.attribute(reference.node, W.customMarkFollows) !== undefined;
  const behind = all.slice(at + 1);
  const end = behind.findIndex(({ run }) => run !== all[at]!.run);
  const mark = hasOwnMark ? behind.slice(0, end < 0 ? behind.length : end) : [];
  return { found: { place, pieces: [all[at]!, ...mark] } };
}

function placesIn(uploaded: Uploaded, { kind, number }: UploadedNote): readonly UploadedPlace[] {
  const part = uploaded.addresses.parts.find(
    ({ locator }) => locator.kind === kind && "number" in locator && locator.number === number,
  );
  return part === undefined ? [] : uploaded.placesOf(part);
}

function removeNote(work: Workspace, references: readonly ReferencePlace[], inside: readonly UploadedPlace[]): void {
  for (const { part, paragraph } of inside) removeContent(work, work.storyOf(part), paragraph.node);
  for (const { place, pieces } of references) {
    const text = work.textOf(place);
    dropRuns(work, text.tree, text.runsOf(pieces));
  }
}

/** Removes a note that the request itself made, without a trace. */
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
