// Replaces a picture: one reference leads to other bytes, in a new part.

import { createHash } from "node:crypto";
import { NONE, type NodeId, W } from "@versus/engine/inside";
import type { Draft, EditFinder } from "../draft.ts";
import { localName, relationshipName, walk } from "../markup.ts";
import type { Place } from "../places.ts";
import { dropUnused } from "../relationships.ts";
import { makePng } from "./make-png.ts";

interface Picture {
  /** The `a:blip`. */
  readonly node: NodeId;
  readonly part: string;
}

export const swapImage: EditFinder = (draft) => {
  const found = draft.pick(draft.body, (place) => draft.draw(picturesIn(draft, place)));
  if (found === undefined) return undefined;
  const [place, { node, part }] = found;
  return () => {
    const { package: opened } = draft.document;
    const { tree, part: source } = place.story;
    const embed = relationshipName(tree.names, "embed");
    const bytes = makePng(draft.random);
    const property = { name: "image", before: hashOf(opened.bytes(part)), after: hashOf(bytes) };
    const old = tree.attribute(node, embed)!;
    draft.touch(place);
    const added = opened.add(`${source.slice(0, source.lastIndexOf("/") + 1)}media/revised*.png`, "image/png", bytes);
    tree.setAttribute(node, embed, opened.relate(source, "image", added));
    dropUnused(opened, source, old);
    const { reference: story, index: paragraph, text } = place;
    return { story, paragraph, before: [text], after: [text], offset: 0, removed: "", inserted: "", property };
  };
};

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Returns the pictures of a paragraph that are the only one in their drawing and have only one form. */
function picturesIn({ document: { package: opened } }: Draft, place: Place): Picture[] {
  const { tree, part } = place.story;
  const related = new Map(opened.relationships(part).map((each) => [each.id, each.part]));
  return place.inlines.flatMap(({ kind, node, run }) => {
    const isPlain = tree.parent(node) === run && tree.parent(run) === place.node;
    if (kind !== "image" || !isPlain || tree.name(node) !== W.drawing) return [];
    const below = [...walk(tree, node)];
    const [blip = NONE, ...others] = below.filter((each) => localName(tree, each) === "blip");
    const isShared = others.length > 0 || below.some((each) => SHARING.has(localName(tree, each)));
    const id = blip === NONE ? undefined : tree.attribute(blip, relationshipName(tree.names, "embed"));
    const target = related.get(id ?? "");
    return isShared || target === undefined || !opened.has(target) ? [] : [{ node: blip, part: target }];
  });
}

/** Elements that exclude the picture of a drawing that contains them: a text box, or another form of the picture. */
const SHARING: ReadonlySet<string> = new Set(["txbxContent", "svgBlip", "imgLayer", "AlternateContent"]);
