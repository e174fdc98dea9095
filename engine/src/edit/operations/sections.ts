// Implements insert_section_break, remove_section_break and set_page_setup.

import { readParagraph } from "../../document/text/paragraphs.ts";
import type { Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { type PageSetupChange, writePageSetup } from "../../language/page-setup.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { ancestor } from "../../revisions/markup.ts";
import { type OwnRevisions, recordIn } from "../apply/own-revisions.ts";
import {
  changeSection,
  insertBreak,
  removeBreak,
  sectionProperties,
  sectionsNow,
  workingBody,
} from "../apply/sections.ts";
import type { Workspace } from "../apply/workspace.ts";
import { locateParagraph, type NamedParagraph } from "../locate/paragraphs.ts";
import { type Known, locateSection, type NamedSection } from "../locate/parts.ts";
import { paragraphNameOf, type UploadedPlace } from "../locate/uploaded.ts";
import type { Touch } from "../plan/touch.ts";
import { allFound, type Lookup, type Problem } from "../refusal.ts";
import type { EditOf } from "../shape/edit-types.ts";
import type { Operation, Resolving } from "./operation.ts";
import { surroundingsAt } from "./paragraphs/paragraphs.ts";
import { leftOut, sortUndecided } from "./undecided.ts";

/** Returns the touches of a section. */
export function sectionTouches(named: NamedSection, effect: "uses" | "removes", field: string): Touch[] {
  return [{ kind: "thing", thing: named.kind === "uploaded" ? named.section : named.made, effect, field }];
}

/** Returns a problem if a section has an undecided change of its properties. The format has room for one. */
export function checkUndecidedSection({ uploaded }: Known, named: NamedSection, field: string): Problem[] {
  const body = uploaded.addresses.parts.find(({ locator }) => locator.kind === "body");
  if (named.kind === "made" || body === undefined) return [];
  if (recordIn(body.story.tree, named.section.section.node) === NONE) return [];
  const message = "This section has an undecided change of its settings. Accept or reject it first.";
  return [{ field, reason: "UNDECIDED_CHANGE", message }];
}

const TYPES: Readonly<Record<string, string>> = {
  next_page: "nextPage",
  continuous: "continuous",
  even_page: "evenPage",
  odd_page: "oddPage",
};

export const insertSectionBreak: Operation<"insert_section_break"> = ({ edit, field, known }) => {
  const own = `${field}.paragraphs`;
  const named = locateParagraph(known, edit.paragraphs, own);
  if ("problems" in named) return named;
  const paragraph = named.found;
  const { section } =
    paragraph.kind === "made" ? known.refs.surroundingsOf(paragraph) : surroundingsAt(paragraph.place);
  const problems = checkBreakPlace(known, paragraph, { section, field: own });
  if (problems.length > 0) return { problems };
  known.refs.splitSection(edit.ref, section);
  return {
    found: {
      touches:
        paragraph.kind === "uploaded"
          ? (["ends", "after"] as const).map((effect) => ({
              kind: "paragraph",
              place: paragraph.place,
              effect,
              field: own,
            }))
          : [],
      apply: (work) => {
        const node = paragraph.kind === "uploaded" ? paragraph.place.paragraph.node : work.paragraphOf(paragraph).node;
        const misplaced = misplacedNow(work, paragraph, { node, field: own });
        work.problems.push(...misplaced);
        if (misplaced.length > 0) return;
        insertBreak(work, { paragraph: node, type: TYPES[String(edit.section_type)]!, ref: edit.ref });
      },
    },
  };
};

/**
 * Returns the problems of a section break after a paragraph. It must be in the body outside tables, at a mark without
 * undecided changes.
 */
function checkBreakPlace(
  known: Known,
  paragraph: NamedParagraph,
  { section: number, field }: { readonly section: number; readonly field: string },
): Problem[] {
  const section = known.uploaded.addresses.sections[number - 1];
  const undecided = section === undefined ? [] : checkUndecidedSection(known, { kind: "uploaded", section }, field);
  if (paragraph.kind === "made") return undecided;
  const { part, paragraph: own } = paragraph.place;
  const paragraphs = [paragraphNameOf(paragraph.place)];
  if (part.locator.kind !== "body" || own.cell !== undefined) {
    const message = "A section break must be in the body, outside tables.";
    return [{ field, reason: "NOT_ALLOWED_HERE", message, paragraphs }];
  }
  return [...checkMark(part.story, own.node, { field, room: "insertion" }), ...undecided];
}

interface MarkCheck {
  readonly field: string;
  /** The change that another author may have made to the mark. */
  readonly room?: "insertion";
  /** The changes of the request, which are ignored. */
  readonly own?: OwnRevisions;
}

/**
 * Returns a problem if another author's change of the mark is undecided. If `room` is set, an undecided insertion is
 * allowed: a break may be added at an inserted mark, but not removed there.
 */
function checkMark(story: Story, paragraph: NodeId, { field, room, own }: MarkCheck): Problem[] {
  const { markRevisions } = readParagraph(story, paragraph);
  const others = markRevisions.filter(({ node }) => own?.isOwn(story.tree, node) !== true);
  if (others.every(({ kind }) => kind === room)) return [];
  const message = "The end of this paragraph has an undecided change. Accept or reject it first.";
  return [{ field, reason: "UNDEFINED_COMBINATION", message }];
}

/** Returns the problems of a break after a paragraph that the request made or moved. */
function misplacedNow(
  work: Workspace,
  paragraph: NamedParagraph,
  { node, field }: { readonly node: NodeId; readonly field: string },
): Problem[] {
  const body = workingBody(work);
  const { tree } = body;
  const isBody = paragraph.kind === "uploaded" || work.paragraphOf(paragraph).story.kind === "body";
  if (!isBody || ancestor(tree, node, W.tbl) !== NONE) {
    return [{ field, reason: "NOT_ALLOWED_HERE", message: "A section break must be in the body, outside tables." }];
  }
  // policy: a mark that the request takes away from here
  if (work.own.onMark(tree, node, [W.moveFrom, W.moveTo, W.del]) === NONE) {
    // The second half of a split paragraph has the uploaded mark.
    return paragraph.kind === "uploaded" ? [] : checkMark(body, node, { field, room: "insertion", own: work.own });
  }
  const message = "An earlier edit moves or removes the end of this paragraph.";
  return [{ field, reason: "UNDEFINED_COMBINATION", message }];
}

export const removeSectionBreak: Operation<"remove_section_break"> = ({ edit, field, known }) => {
  const own = `${field}.section`;
  const named = locateSection(known, edit.section, own);
  if ("problems" in named) return named;
  const problems = checkBreak(known, named.found, own);
  if (problems.length > 0) return { problems };
  return {
    found: {
      touches: sectionTouches(named.found, "removes", own),
      apply: (work) => {
        // The break that ends a section of the request is known only now.
        const refused = named.found.kind === "made" ? checkBreakNow(work, named.found, own) : [];
        work.problems.push(...refused);
        if (refused.length === 0) removeBreak(work, named.found);
      },
    },
  };
};

const LAST = "The last section has no break to remove: it ends with the document.";

/** Returns the problems of removing the break that ends an uploaded section. */
function checkBreak({ uploaded }: Known, named: NamedSection, field: string): Problem[] {
  if (named.kind === "made") return [];
  const { paragraph } = named.section.section;
  const body = uploaded.addresses.parts.find(({ locator }) => locator.kind === "body");
  if (paragraph !== NONE && body !== undefined) return checkMark(body.story, paragraph, { field });
  return [{ field, reason: "NOT_ALLOWED_HERE", message: LAST }];
}

function checkBreakNow(work: Workspace, named: NamedSection, field: string): Problem[] {
  const body = workingBody(work);
  const { tree } = body;
  const paragraph = ancestor(tree, sectionProperties(work, named), W.p);
  if (paragraph === NONE) return [{ field, reason: "NOT_ALLOWED_HERE", message: LAST }];
  return work.own.onMark(tree, paragraph, [W.ins]) !== NONE ? [] : checkMark(body, paragraph, { field });
}

export const setPageSetup: Operation<"set_page_setup"> = (resolving) => {
  const { edit, field, known } = resolving;
  const own = `${field}.section`;
  const named = namedSections(resolving);
  if ("problems" in named) return named;
  const sorted = sortUndecided(resolving, named.found, (section) => checkUndecidedSection(known, section, own));
  const { kept, left, problems } = sorted;
  if (problems.length > 0) return { problems };
  const change = edit.page_setup;
  return {
    found: {
      // The form `all` touches no single section: it names the sections that exist when the edit is applied.
      touches: edit.section === "all" ? [] : kept.flatMap((section) => sectionTouches(section, "uses", own)),
      places: kept.length,
      ...leftOut(
        sorted,
        left.map((section) => endOf(known, section)),
      ),
      apply: (work) => {
        const sections =
          edit.section === "all" ? settledSections(work) : kept.map((section) => sectionProperties(work, section));
        for (const section of new Set(sections)) changePages(work, section, change);
      },
    },
  };
};

/** Returns the existing sections, except those with another author's undecided change. */
function settledSections(work: Workspace): NodeId[] {
  const { tree } = workingBody(work);
  return sectionsNow(work).filter((section) => {
    const record = recordIn(tree, section);
    return record === NONE || work.own.isOwn(tree, record);
  });
}

/** Returns the paragraph that ends an uploaded section. */
function endOf({ uploaded }: Known, named: NamedSection): UploadedPlace | undefined {
  const body = uploaded.addresses.parts.find(({ locator }) => locator.kind === "body");
  return named.kind === "made" || body === undefined ? undefined : uploaded.placesOf(body)[named.section.end - 1];
}

function namedSections({ edit, field, known }: Resolving<EditOf<"set_page_setup">>): Lookup<readonly NamedSection[]> {
  const own = `${field}.section`;
  if (edit.section === "all") {
    const { sections } = known.uploaded.addresses;
    return { found: sections.map((section) => ({ kind: "uploaded", section })) };
  }
  if ("map" in edit.section) {
    return allFound(edit.section.map((given, index) => locateSection(known, given, `${own}[${index}]`)));
  }
  return allFound([locateSection(known, edit.section, own)]);
}

function changePages(work: Workspace, section: NodeId, change: PageSetupChange): void {
  const { tree } = workingBody(work);
  changeSection(work, section, (node) => {
    // A page needs a size to be turned. Word uses letter if no size is set.
    const size = tree.child(node, W.pgSz);
    const isSized = size !== NONE && tree.attribute(size, W.w) !== undefined;
    const isTurned = change.orientation !== undefined && change.orientation !== null;
    if (isTurned && !isSized) writePageSetup({ tree }, node, { paper: "letter" });
    writePageSetup({ tree }, node, change);
  });
}
