// Implements add_hyperlink, set_hyperlink and remove_hyperlink.
//
// Links are written as fields. Their codes and the style of their text are tracked.

import type { StyleTable } from "../../document/formatting/styles.ts";
import { W } from "../../document/word-names.ts";
import type { Content } from "../../language/content-runs/content-run.ts";
import { NeededStyles } from "../../language/content-runs/needed-styles.ts";
import { makeField } from "../../language/content-runs/run-nodes.ts";
import { walkRuns } from "../../language/content-runs/walk-runs.ts";
import { writeRunFormat } from "../../language/run-format.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import { ancestor, deletionAround, descendants } from "../../revisions/markup.ts";
import { wrapContent } from "../../revisions/write/mark-content.ts";
import type { InsertPlace } from "../apply/text/cut-markup.ts";
import { changeProperties } from "../apply/text/format-runs.ts";
import { linkMade } from "../apply/text/made-text.ts";
import { changeAddress, dropLink, openLink } from "../apply/text/open-links.ts";
import { placeAt } from "../apply/text/text-points.ts";
import { plainLook } from "../apply/text/write-content.ts";
import { textRunsIn, type Workspace } from "../apply/workspace.ts";
import type { Link } from "../locate/links.ts";
import { locateParagraph, type NamedParagraph } from "../locate/paragraphs.ts";
import type { Known } from "../locate/parts.ts";
import type { MadeParagraph } from "../locate/refs.ts";
import type { TextRange } from "../locate/text/match-text.ts";
import { checkWholeResults } from "../locate/text/protected-text.ts";
import { selectText } from "../locate/text/select-text.ts";
import { paragraphNameOf, type Uploaded, type UploadedPlace } from "../locate/uploaded.ts";
import type { Touch } from "../plan/touch.ts";
import { type Lookup, type Problem, refuse } from "../refusal.ts";
import type { EditOf } from "../shape/edit-types.ts";
import { oneRange } from "./comments.ts";
import type { Operation, Planned, Resolving } from "./operation.ts";
import { checkUndecided, uploadedPlaces } from "./text.ts";

type LinkEdit = EditOf<"add_hyperlink" | "set_hyperlink" | "remove_hyperlink">;

/** The text that an edit names, or its whole paragraph (`isWhole`). `field` is the JSON path that names it. */
interface Named extends TextRange {
  readonly isWhole: boolean;
  readonly field: string;
}

function namedText(resolving: Resolving<LinkEdit>): Lookup<Named> {
  const { edit, field, known } = resolving;
  if (edit.text === undefined) {
    const own = `${field}.paragraphs`;
    const paragraph = locateParagraph(known, edit.paragraphs, own);
    if ("problems" in paragraph) return paragraph;
    const whole = wholeText(known, paragraph.found);
    if (whole !== undefined) return { found: { ...whole, isWhole: true, field: own } };
    return refuse(
      own,
      "NOT_ALLOWED_HERE",
      "A link in a new paragraph cannot be changed by the same request. Write it in the content of the paragraph.",
    );
  }
  const places = uploadedPlaces(resolving);
  if ("problems" in places) return places;
  const place = places.found[0]!;
  const own = `${field}.text`;
  const ranges = selectText(known.uploaded, [place], { selector: edit.text, field: own });
  if ("problems" in ranges) return ranges;
  const range = oneRange(ranges.found, own);
  return "problems" in range ? range : { found: { ...range.found, isWhole: false, field: own } };
}

/** Returns the text of an uploaded paragraph, or of a part that a split made; undefined for any other new paragraph. */
function wholeText({ uploaded, refs }: Known, paragraph: NamedParagraph): TextRange | undefined {
  if (paragraph.kind === "made") return refs.halves.rangeOf(paragraph.group);
  const { place } = paragraph;
  return { place, from: 0, to: uploaded.textOf(place).text.length };
}

export const addHyperlink: Operation<"add_hyperlink"> = (resolving) => {
  const { edit, known } = resolving;
  const made = newParagraph(resolving);
  if (made !== undefined) return linkNew(resolving, made);
  const named = namedText(resolving);
  if ("problems" in named) return named;
  const range = named.found;
  const problems = checkAdding(known.uploaded, range);
  if (problems.length > 0) return { problems };
  return {
    found: {
      touches: touchesOf(range, { ...range, effect: "adds" }),
      apply: (work) => {
        work.problems.push(...linkText(work, range, edit.url));
      },
    },
  };
};

/** Returns the new paragraph that an edit names, unless it is a part of an uploaded one. */
function newParagraph({ edit, field, known }: Resolving<LinkEdit>): MadeParagraph | undefined {
  if (edit.text !== undefined) return undefined;
  const named = locateParagraph(known, edit.paragraphs, `${field}.paragraphs`);
  const isNew = "found" in named && named.found.kind === "made" && wholeText(known, named.found) === undefined;
  return isNew ? (named.found as MadeParagraph) : undefined;
}

function linkNew({ edit, field, known }: Resolving<EditOf<"add_hyperlink">>, made: MadeParagraph): Lookup<Planned> {
  const own = `${field}.paragraphs`;
  const contents = known.refs.contentsOf(made);
  if (!contents.some(showsText)) return refuse(own, "NOT_ALLOWED_HERE", "The paragraph has no text to link.");
  const runs = contents.flatMap((content) => [...walkRuns(content, "")]);
  if (runs.some(({ run }) => run.type === "hyperlink")) {
    return refuse(own, "ALREADY_LINKED", "This text is already linked. Use set_hyperlink to change the address.");
  }
  const url = edit.url;
  known.refs.addContent(made, [{ type: "hyperlink", url, content: "" }]);
  return { found: { touches: [], apply: (work) => linkMade(work, made, url) } };
}

function showsText(content: Content): boolean {
  if (typeof content === "string") return content !== "";
  return content.some((run) =>
    run.type === undefined ? run.text !== "" : run.type !== "footnote" && run.type !== "endnote",
  );
}

function checkAdding(uploaded: Uploaded, range: Named): Problem[] {
  const { place, from, to, field } = range;
  const problem = (reason: Problem["reason"], message: string): Problem[] => [
    { field, reason, message, paragraphs: [paragraphNameOf(place)] },
  ];
  if (from === to) return problem("NOT_ALLOWED_HERE", "The paragraph has no text to link.");
  if (uploaded.linksOf(place).some((link) => link.from < to && link.to > from)) {
    return problem("ALREADY_LINKED", "This text is already linked. Use set_hyperlink to change the address.");
  }
  if (isAcrossControls(uploaded, range)) {
    return problem(
      "PROTECTED_CONTENT",
      "The text begins and ends in different content controls. Select text inside one of them.",
    );
  }
  return [...checkWholeResults(uploaded, [range], field), ...checkUndecided(uploaded, range, field)];
}

function isAcrossControls(uploaded: Uploaded, { place, from, to }: TextRange): boolean {
  const { tree } = place.part.story;
  const shown = uploaded.textOf(place).pieces.filter((piece) => piece.from < to && piece.to > from);
  const [first, last] = [shown[0]!, shown.at(-1)!].map(({ run }) => ancestor(tree, run, W.sdt));
  return first !== last;
}

/** Returns the touches of the link itself, and of the text that named it. */
function touchesOf(
  { place, from, to, isWhole, field }: Named,
  link: { readonly from: number; readonly to: number; readonly effect: "adds" | "changes" },
): Touch[] {
  return [
    { kind: "link", place, from: link.from, to: link.to, effect: link.effect, field },
    isWhole
      ? { kind: "paragraph", place, effect: "uses", field }
      : { kind: "text", place, from, to, effect: "anchors", field },
  ];
}

/** Puts a field around text and formats the text with the style of links. */
function linkText(work: Workspace, { place, from, to, isWhole, field: own }: Named, url: string): Problem[] {
  const text = work.textOf(place);
  const { tree } = text;
  const runs = text.runsOf(text.between({ from, to }));
  const look = { tree, properties: plainLook(tree, tree.child(runs[0]!, W.rPr)), format: {} };
  const field = makeField(look, `HYPERLINK "${url}"`);
  const put = (offset: number, side: "before" | "after", nodes: readonly NodeId[]): NodeId => {
    const beside = placeAt(work, text, { place, offset, side });
    // The whole paragraph includes text that earlier edits inserted at its ends.
    const { parent, before } = isWhole ? beyondNewText(work, tree, { beside, side }) : beside;
    for (const node of nodes) tree.insertBefore(parent, node, before);
    return wrapContent(tree, nodes, { change: "insertion", maker: work.own })[0]!;
  };
  const start = put(from, "after", [field.begin, field.code, field.separate]);
  const end = put(to, "before", [field.end]);
  text.linkStarts.set(from, start);
  text.linkEnds.set(to, end);
  text.linked.push({ from, to });
  // Content that is inserted there later comes after the link.
  for (const [point, last] of text.inserted) {
    if (isWhole && point.startsWith(`${to} `) && tree.nextSibling(last) === end) text.inserted.set(point, end);
  }
  const style = new NeededStyles(work.document).idOf("hyperlink");
  // Also the text that earlier edits inserted into the range.
  const { nodes, runs: added } = between(work, place, { from: field.separate, to: field.end });
  for (const run of new Set([...runs, ...added])) setStyle(work, tree, { run, style });
  if (!nodes.some((node) => isLinkCode(tree, node))) return [];
  const message = "Earlier edits insert a link into this text.";
  return [{ field: own, reason: "OVERLAP", message, paragraphs: [paragraphNameOf(place)] }];
}

function isLinkCode(tree: Tree, node: NodeId): boolean {
  if (tree.name(node) !== W.instrText) return false;
  return tree.children(node).some((text) => tree.text(text).trimStart().startsWith("HYPERLINK"));
}

/**
 * Returns the position beyond the text that the request inserted before or after a position, even if a field without a result
 * is between the two.
 */
function beyondNewText(
  work: Workspace,
  tree: Tree,
  { beside, side }: { readonly beside: InsertPlace; readonly side: "before" | "after" },
): InsertPlace {
  const { parent } = beside;
  let { before } = beside;
  const isText = (node: NodeId): boolean => descendants(tree, node).some((one) => tree.name(one) === W.t);
  const isNew = (node: NodeId): boolean => tree.name(node) === W.ins && work.own.isOwn(tree, node);
  const isOld = (node: NodeId): boolean => isText(node) && !isNew(node);
  if (side === "before") {
    for (let at = before; at !== NONE && !isOld(at); at = tree.nextSibling(at)) {
      if (isText(at)) before = tree.nextSibling(at);
    }
    return { parent, before };
  }
  let at = before === NONE ? NONE : tree.previousSibling(before);
  for (; at !== NONE && !isOld(at); at = tree.previousSibling(at)) if (isText(at)) before = at;
  return { parent, before };
}

/** Returns the nodes between two marks of a link, and their runs of text. */
function between(work: Workspace, { part }: UploadedPlace, { from, to }: { from: NodeId; to: NodeId }) {
  const story = work.storyOf(part);
  const { tree } = story;
  const paragraphs = [...new Set([from, to].map((mark) => ancestor(tree, mark, W.p)))];
  const all = paragraphs.flatMap((paragraph) => descendants(tree, paragraph));
  const nodes = all.slice(all.indexOf(from), all.indexOf(to));
  const inside = new Set(nodes);
  const runs = paragraphs.flatMap((paragraph) => textRunsIn(story, paragraph)).filter((run) => inside.has(run));
  return { nodes, runs };
}

/** Returns the runs in a link inside another link. They stay linked when the outer link is removed. */
function linkedIn(tree: Tree, nodes: readonly NodeId[]): ReadonlySet<NodeId> {
  const runs = new Set<NodeId>();
  const fields: boolean[] = [];
  for (const node of nodes) {
    const mark = tree.name(node) === W.fldChar ? tree.attribute(node, W.fldCharType) : undefined;
    if (mark === "begin") fields.push(false);
    else if (mark === "end") fields.pop();
    else if (isLinkCode(tree, node)) fields.splice(-1, 1, true);
    else if (fields.includes(true)) runs.add(node);
  }
  return runs;
}

function setStyle(
  work: Workspace,
  tree: Tree,
  { run, style }: { readonly run: NodeId; readonly style: string | null },
): void {
  const change = (properties: NodeId): void => writeRunFormat({ tree }, properties, { character_style: style });
  changeProperties(work, { tree, owner: run, name: W.rPr, change });
}

/** Returns the one link that an edit means. */
function namedLink(resolving: Resolving<LinkEdit>): Lookup<{ readonly named: Named; readonly link: Link }> {
  const range = namedText(resolving);
  if ("problems" in range) return range;
  const named = range.found;
  const { place, from, to, isWhole, field } = named;
  const all = resolving.known.uploaded.linksOf(place);
  const links = isWhole ? all : all.filter((link) => link.from < to && link.to > from);
  const [link] = links;
  const name = { paragraphs: [paragraphNameOf(place)] };
  if (link === undefined) return refuse(field, "NOT_LINKED", "There is no link here. Use add_hyperlink.", name);
  if (links.length > 1) {
    return refuse(
      field,
      "NOT_LINKED",
      `There are ${links.length} links here. Select text of one of them with \`text\`.`,
      name,
    );
  }
  const isOpenable = link.kind === "element" ? link.code !== undefined : link.span.beginsHere && link.span.endsHere;
  if (isOpenable) return { found: { named, link } };
  const message = "This link spans paragraphs, or has settings that cannot be tracked, so it cannot be changed.";
  return refuse(field, "PROTECTED_CONTENT", message, name);
}

export const setHyperlink: Operation<"set_hyperlink"> = (resolving) => {
  const found = namedLink(resolving);
  if ("problems" in found) return found;
  const { named, link } = found.found;
  return {
    found: {
      touches: [
        ...touchesOf(named, { ...link, effect: "changes" }),
        { kind: "thing", thing: link, effect: "uses", field: named.field },
      ],
      apply: (work) => changeAddress(work, openLink(work, named.place, link), resolving.edit.url),
    },
  };
};

export const removeHyperlink: Operation<"remove_hyperlink"> = (resolving) => {
  const found = namedLink(resolving);
  if ("problems" in found) return found;
  const { named, link } = found.found;
  const { place, field } = named;
  const problems = checkUndecided(resolving.known.uploaded, { place, from: link.from, to: link.to }, field);
  if (problems.length > 0) return { problems };
  return {
    found: {
      touches: [
        ...touchesOf(named, { ...link, effect: "changes" }),
        { kind: "thing", thing: link, effect: "removes", field },
      ],
      apply: (work) => {
        const opened = openLink(work, place, link);
        const text = work.textOf(place);
        const { nodes, runs } = between(work, place, { from: opened.separate, to: opened.end });
        const linked = linkedIn(text.tree, nodes);
        const all = new Set([...text.runsOf(text.between(link)), ...runs]);
        unstyle(
          work,
          text.tree,
          [...all].filter((run) => !linked.has(run)),
        );
        dropLink(work, opened);
      },
    },
  };
};

/** Removes the style of links from text. Its other formatting stays. */
function unstyle(work: Workspace, tree: Tree, runs: readonly NodeId[]): void {
  for (const run of runs) {
    const properties = tree.child(run, W.rPr);
    const style = tree.child(properties, W.rStyle);
    const isDeleted = deletionAround(tree, run) !== NONE;
    if (style === NONE || isDeleted || !isLinkStyle(work.uploaded.styles, tree.attribute(style, W.val))) continue;
    setStyle(work, tree, { run, style: null });
  }
}

const LINK_STYLES: ReadonlySet<string> = new Set(["hyperlink", "followedhyperlink"]);

function isLinkStyle({ byId }: StyleTable, id: string | undefined): boolean {
  return LINK_STYLES.has(byId.get(id ?? "")?.name.toLowerCase() ?? "");
}
