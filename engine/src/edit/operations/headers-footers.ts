// Implements add_header_footer: a section gets its own header or footer.
//
// The part and the reference to it are not tracked; the content is.

import { makePart } from "../../document/made-parts.ts";
import type { Story } from "../../document/text/stories.ts";
import { isOn } from "../../document/values.ts";
import { R, understood, W } from "../../document/word-names.ts";
import { writePageSetup } from "../../language/page-setup.ts";
import { readingOf } from "../../ooxml/parts/compatibility.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { removeEmptyProperties } from "../../revisions/markup.ts";
import { makeNewParagraph, type NewParagraph } from "../apply/blocks/new-paragraphs.ts";
import { clearPart, isNewSection } from "../apply/own-parts.ts";
import { changeSection, leaveUntracked, sectionProperties, workingBody } from "../apply/sections.ts";
import type { StandingBlock, Workspace } from "../apply/workspace.ts";
import { type Known, locateSection, type NamedSection } from "../locate/parts.ts";
import { partGroup } from "../locate/refs.ts";
import type { Problem } from "../refusal.ts";
import { contentProblems } from "../shape/content.ts";
import { RUN_PLACES } from "./content-checks.ts";
import type { Operation } from "./operation.ts";
import { newParagraphProblems, newParagraphTouches } from "./paragraphs/paragraphs.ts";
import { checkUndecidedSection, sectionTouches } from "./sections.ts";

type Kind = "header" | "footer";

interface PartKind {
  readonly kind: Kind;
  readonly type: "default" | "first";
}

export const addHeaderFooter: Operation<"add_header_footer"> = (resolving) => {
  const { edit, field, known } = resolving;
  const { kind, type = "default" } = edit.part;
  const wanted = { kind, type };
  const { content, new_paragraphs: news = [] } = edit;
  const isOne = content !== undefined;
  const itemField = `${field}.new_paragraphs`;
  const items = isOne ? [{ content }] : news;
  const fields = items.map((_, at) => (isOne ? field : `${itemField}[${at}]`));
  const named = locateSection(known, edit.section, `${field}.section`);
  const inContent = isOne
    ? contentProblems(content, `${field}.content`, RUN_PLACES[kind]!)
    : newParagraphProblems(resolving, items, { field: itemField, kind });
  if ("problems" in named) return { problems: [...named.problems, ...inContent] };
  const problems = [...checkSection(known, named.found, { wanted, field }), ...inContent];
  if (problems.length > 0) return { problems };
  return {
    found: {
      touches: [
        ...sectionTouches(named.found, "uses", `${field}.section`),
        ...newParagraphTouches(known, items, itemField),
      ],
      places: 1,
      changed: [],
      apply: (work) => {
        const news = items.map((item, at) => ({ item, field: fields[at]! }));
        const made = giveOwn(work, named.found, { wanted, items: news });
        if (made === "shared") work.problems.push(alreadyThere(wanted, field));
        else if (made === "undecided") work.problems.push(undecidedThere(wanted, field));
        else if (typeof edit.ref === "string") work.made.set(partGroup(edit.ref), made);
      },
    },
  };
};

function checkSection(
  known: Known,
  named: NamedSection,
  { wanted, field }: { readonly wanted: PartKind; readonly field: string },
): Problem[] {
  if (named.kind === "made") return [];
  const { shown, hasTitlePage } = named.section.section;
  const own = shown.some(({ kind, type, isLinked }) => kind === wanted.kind && type === wanted.type && !isLinked);
  const changes = wanted.type === "first" && !hasTitlePage;
  return [
    ...(own ? [alreadyThere(wanted, field)] : []),
    ...(changes ? checkUndecidedSection(known, named, `${field}.section`) : []),
  ];
}

function alreadyThere({ kind, type }: PartKind, field: string): Problem {
  const message = `The section already has its own ${type} ${kind}. Edit that one.`;
  return { field: `${field}.section`, reason: "ALREADY_EXISTS", message };
}

function undecidedThere({ kind, type }: PartKind, field: string): Problem {
  const message = `The section shows the ${type} ${kind} of an earlier section, which has undecided changes. Accept or reject them first.`;
  return { field: `${field}.section`, reason: "UNDEFINED_COMBINATION", message };
}

const REFERENCES: Readonly<Record<Kind, NameId>> = { header: W.headerReference, footer: W.footerReference };

/**
 * Adds paragraphs to a section in a part of its own. Returns them, or the reason why the section cannot get a part besides
 * the one that it shows.
 */
function giveOwn(
  work: Workspace,
  named: NamedSection,
  { wanted, items }: { readonly wanted: PartKind; readonly items: readonly FieldItem[] },
): StandingBlock[] | "shared" | "undecided" {
  const section = sectionProperties(work, named);
  const reference = referenceIn(work, section, wanted);
  if (reference === NONE || (named.kind === "made" && isNewSection(work, section))) {
    if (reference !== NONE) workingBody(work).tree.remove(reference);
    const made = writePart(work, wanted.kind, items);
    refer(work, section, { wanted, part: made.part });
    return made.paragraphs;
  }
  // A part that a new section shows together with another section is not its own. A part that the request gave it is its own.
  const isGiven = work.untracked.get(work.document.main)?.has(reference) ?? false;
  const story = named.kind === "made" && !isGiven ? clearPart(work, reference, wanted.kind) : "shared";
  return typeof story === "string" ? story : appendParagraphs(work, story, items);
}

/** Returns the reference of the section itself to a header or footer of this kind and type, or NONE. */
function referenceIn(work: Workspace, section: NodeId, { kind, type }: PartKind): NodeId {
  const { tree } = workingBody(work);
  const isWanted = (child: NodeId): boolean =>
    tree.name(child) === REFERENCES[kind] && (tree.attribute(child, W.type) ?? "default") === type;
  return tree.children(section).find(isWanted) ?? NONE;
}

interface FieldItem {
  readonly item: NewParagraph;
  readonly field: string;
}

/** Makes a part with its paragraphs. Its last mark is not tracked, because a part has at least one paragraph. */
function writePart(work: Workspace, kind: Kind, items: readonly FieldItem[]) {
  const part = makePart(work.document, kind, "");
  const tree = work.document.package.tree(part);
  const story: Story = { kind, part, tree, reading: readingOf(tree, understood), root: tree.root };
  const paragraphs = appendParagraphs(work, story, items);
  const mark = tree.child(tree.child(paragraphs.at(-1)!.node, W.pPr), W.rPr);
  tree.remove(tree.child(mark, W.ins));
  removeEmptyProperties(tree, mark);
  return { part, paragraphs };
}

function appendParagraphs(work: Workspace, story: Story, items: readonly FieldItem[]): StandingBlock[] {
  const { tree, kind } = story;
  const usual = usualStyle(work, kind);
  const nodes = items.map(({ item, field }) => {
    const styled =
      item.style_id === undefined && item.like === undefined && usual !== undefined
        ? { ...item, style_id: usual }
        : item;
    return makeNewParagraph(work, styled, { story, model: undefined, field });
  });
  for (const node of nodes) tree.append(story.root, node);
  return nodes.map((node) => ({ story, node }));
}

/** Returns Word's style for headers or footers, if the document has it. */
function usualStyle({ uploaded }: Workspace, kind: string): string | undefined {
  const styles = [...uploaded.styles.byId.values()];
  return styles.find((style) => style.kind === "paragraph" && style.name.toLowerCase() === kind)?.id;
}

function refer(
  work: Workspace,
  section: NodeId,
  { wanted, part }: { readonly wanted: PartKind; readonly part: string },
): void {
  const { document } = work;
  const { tree } = workingBody(work);
  const id = document.package.relate(document.main, wanted.kind, part);
  const reference = tree.element(REFERENCES[wanted.kind], [
    [W.type, wanted.type],
    [R.id, id],
  ]);
  const names = Object.values(REFERENCES);
  const next = tree.children(section).find((child) => tree.isElement(child) && !names.includes(tree.name(child)));
  tree.insertBefore(section, reference, next ?? NONE);
  leaveUntracked(work, document.main, reference);
  if (wanted.type !== "first" || isOn(tree, section, W.titlePg)) return;
  changeSection(work, section, (node) => writePageSetup({ tree }, node, { different_first_page: true }));
}
