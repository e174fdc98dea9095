// Makes edits of formatting: bold, style, alignment, margins.

import {
  isToggledOn,
  NONE,
  type NodeId,
  paragraphFormatting,
  propertyOf,
  runFormatting,
  type Tree,
  W,
} from "@versus/engine/inside";
import { drawIndex } from "../../runner/random.ts";
import type { Draft, EditFinder, MadeEdit } from "../draft.ts";
import { childValue, elementsIn, makeValue, propertiesOf, setProperty, walk } from "../markup.ts";
import { firstRun, type Place } from "../places.ts";
import type { PropertyChange } from "../truth.ts";

/** Returns an edit of a paragraph that does not change its text. */
export function propertyEdit(place: Place, property: PropertyChange, marked?: { offset: number }): MadeEdit {
  const { reference: story, index: paragraph, text } = place;
  return {
    story,
    paragraph,
    before: [text],
    after: [text],
    offset: marked?.offset ?? 0,
    removed: "",
    inserted: "",
    property,
  };
}

const BEFORE_BOLD: ReadonlySet<string> = new Set(["rStyle", "rFonts"]);

export const toggleBold: EditFinder = (draft) => {
  const found = draft.pick(draft.body, (place) => {
    const pieces = place.segments.flatMap((segment) => segment.pieces);
    return draft.draw(pieces.filter(({ start, end }) => place.text.slice(start, end).trim() !== ""));
  });
  if (found === undefined) return undefined;
  const [place, { run, start }] = found;
  return () => {
    const { tree } = place.story;
    draft.touch(place);
    const wasBold = isToggledOn(runFormatting(draft.numbering, place.story, run), W.b);
    const bold = wasBold ? makeValue(tree, W.b, "0") : tree.element(W.b);
    setProperty(tree, propertiesOf(tree, run, W.rPr), bold, BEFORE_BOLD);
    return propertyEdit(place, { name: "bold", before: String(wasBold), after: String(!wasBold) }, { offset: start });
  };
};

export function hasText(place: Place): boolean {
  return firstRun(place) !== NONE && place.text.trim() !== "";
}

export const changeStyle: EditFinder = (draft) => {
  const { styles } = draft.numbering;
  const ids = [...styles.byId.values()].filter(({ kind, id }) => kind === "paragraph" && id !== "").map(({ id }) => id);
  const normal = styles.defaults.get("paragraph")?.id;
  const found = draft.pick(draft.body, (place) => {
    const current = childValue(place.story.tree, place.story.tree.child(place.node, W.pPr), W.pStyle);
    return hasText(place) ? draft.draw(ids.filter((id) => id !== (current ?? normal))) : undefined;
  });
  if (found === undefined) return undefined;
  const [place, after] = found;
  return () => {
    const { tree } = place.story;
    draft.touch(place);
    const before = childValue(tree, tree.child(place.node, W.pPr), W.pStyle);
    const properties = propertiesOf(tree, place.node, W.pPr);
    setProperty(tree, properties, makeValue(tree, W.pStyle, after), new Set());
    return propertyEdit(place, { name: "style", before, after });
  };
};

/** Properties that come before the indents of a paragraph (ISO 29500-1, 17.3.1.26). The alignment comes later. */
export const BEFORE_INDENT: readonly string[] = (
  "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs " +
  "suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd " +
  "snapToGrid spacing"
).split(" ");
export const BEFORE_ALIGNMENT: ReadonlySet<string> = new Set([
  ...BEFORE_INDENT,
  ...["ind", "contextualSpacing", "mirrorIndents", "suppressOverlap"],
]);

export const changeAlignment: EditFinder = (draft) => {
  const far = draft.document.package.dialect === "strict" ? "end" : "right";
  const found = draft.pick(draft.body, (place) => {
    // A value that a style already sets has no effect.
    const effective = propertyOf(paragraphFormatting(draft.numbering, place.story, place.node), W.jc);
    const current = effective === undefined ? undefined : effective.tree.attribute(effective.node, W.val);
    return hasText(place) ? draft.draw(["center", "both", far].filter((value) => value !== current)) : undefined;
  });
  if (found === undefined) return undefined;
  const [place, after] = found;
  return () => {
    const { tree } = place.story;
    draft.touch(place);
    const before = childValue(tree, tree.child(place.node, W.pPr), W.jc);
    const properties = propertiesOf(tree, place.node, W.pPr);
    setProperty(tree, properties, makeValue(tree, W.jc, after), BEFORE_ALIGNMENT);
    return propertyEdit(place, { name: "alignment", before, after });
  };
};

const SIDES = ["top", "right", "bottom", "left"] as const;
type Side = (typeof SIDES)[number];
/** Growth of a margin in twentieths of a point: 360 to 1440, a quarter of an inch to an inch. */
const GROWTH = { least: 360, steps: 16, step: 72 } as const;

interface Margin {
  /** The `w:pgMar`. */
  readonly node: NodeId;
  readonly side: Side;
  /** Index of the paragraph that ends the section; -1 for the last section. */
  readonly paragraph: number;
}

export const changeMargins: EditFinder = (draft) => {
  const margin = draft.draw(marginsOf(draft));
  const body = draft.stories.find(({ story }) => story.kind === "body");
  if (margin === undefined || body === undefined) return undefined;
  return () => {
    const { tree } = body.story;
    const { node, side, paragraph } = margin;
    draft.touchNode(node);
    const before = tree.attribute(node, W[side])!;
    const after = String(Number(before) + GROWTH.least + GROWTH.step * drawIndex(draft.random, GROWTH.steps));
    tree.setAttribute(node, W[side], after);
    const property = { name: `margin ${side}`, before, after };
    const texts = { before: [], after: [], offset: 0, removed: "", inserted: "" };
    return { story: body.reference, paragraph, ...texts, property };
  };
};

/** Returns the sections of the body, each with the index of the paragraph that ends it; -1 for the last. */
export function sectionsOf(draft: Draft): { section: NodeId; index: number }[] {
  const body = draft.stories.find(({ story }) => story.kind === "body");
  if (body === undefined) return [];
  const { tree, root } = body.story;
  const ends = body.places.flatMap(({ node, index }) => sectionsIn(tree, node).map((section) => ({ section, index })));
  const last = elementsIn(tree, root).filter((node) => tree.name(node) === W.sectPr);
  return [...ends, ...last.map((section) => ({ section, index: -1 }))];
}

/** Returns the margins of untouched sections that are plain numbers. */
function marginsOf(draft: Draft): Margin[] {
  const body = draft.stories.find(({ story }) => story.kind === "body");
  if (body === undefined) return [];
  const { tree } = body.story;
  return sectionsOf(draft).flatMap(({ section, index }) => {
    const node = tree.child(section, W.pgMar);
    if (node === NONE || !draft.isUntouched(node)) return [];
    const sides = SIDES.filter((side) => /^\d{1,4}$/.test(tree.attribute(node, W[side]) ?? ""));
    return sides.map((side) => ({ node, side, paragraph: index }));
  });
}

function sectionsIn(tree: Tree, paragraph: NodeId): NodeId[] {
  const properties = tree.child(paragraph, W.pPr);
  return properties === NONE ? [] : [...walk(tree, properties)].filter((node) => tree.name(node) === W.sectPr);
}
