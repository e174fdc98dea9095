// Implements insert_table_of_contents and refresh_fields.

import { fieldsOf } from "../../document/marks/fields.ts";
import { storiesOf } from "../../document/text/stories.ts";
import { textBoxStories } from "../../document/text/text-boxes.ts";
import { W } from "../../document/word-names.ts";
import { makeField, makeRun, type RunLook, textNodes } from "../../language/content-runs/run-nodes.ts";
import { NONE, type NodeId } from "../../ooxml/xml/tree.ts";
import { ancestor } from "../../revisions/markup.ts";
import { wrapContent } from "../../revisions/write/mark-content.ts";
import { destinationBlock, putBlocks } from "../apply/blocks/block-places.ts";
import { makeNewParagraph } from "../apply/blocks/new-paragraphs.ts";
import { markFields, updateOnOpen } from "../apply/update-fields.ts";
import type { Workspace } from "../apply/workspace.ts";
import { type Destination, locateDestination } from "../locate/destinations.ts";
import type { Uploaded } from "../locate/uploaded.ts";
import { type Problem, refuse } from "../refusal.ts";
import type { EditOf } from "../shape/edit-types.ts";
import type { Operation } from "./operation.ts";
import { checkBetweenTables, destinationTouches } from "./paragraphs/paragraphs.ts";

export const insertTableOfContents: Operation<"insert_table_of_contents"> = ({ edit, field, known }) => {
  const own = `${field}.destination`;
  const destination = locateDestination(known, edit.destination, own);
  if ("problems" in destination) return destination;
  if (!isOutside(destination.found)) return { problems: [notHere(own)] };
  const between = checkBetweenTables(destination.found, own);
  if (between.length > 0) return { problems: between };
  return {
    found: {
      touches: destinationTouches(destination.found, own),
      apply: (work) => {
        const { story, node } = destinationBlock(work, destination.found);
        // The position of something that the request makes is known only now.
        const { tree } = story;
        const isMisplaced = story.kind !== "body" || ancestor(tree, tree.parent(node), W.tbl) !== NONE;
        if (isMisplaced) work.problems.push(notHere(own));
        else putContents(work, destination.found, codeOf(edit));
      },
    },
  };
};

function isOutside(destination: Destination): boolean {
  if (destination.beside === "table") {
    const { table } = destination;
    return table.kind === "made" || (table.part.locator.kind === "body" && table.table.inside === undefined);
  }
  const { paragraph } = destination;
  if (paragraph.kind === "made") return true;
  const { part, paragraph: own } = paragraph.place;
  return part.locator.kind === "body" && own.cell === undefined;
}

function notHere(field: string): Problem {
  const message = "A table of contents must be in the body, outside tables.";
  return { field, reason: "NOT_ALLOWED_HERE", message };
}

/** Returns the code as Word writes it: levels, links, no page numbers in web view, outline levels of paragraphs. */
function codeOf({
  from_level: from = 1,
  to_level: to = 3,
  hyperlinks = true,
  page_numbers: pages = true,
}: EditOf<"insert_table_of_contents">): string {
  const switches = [`\\o "${from}-${to}"`, ...(hyperlinks ? ["\\h"] : []), ...(pages ? [] : ["\\n"]), "\\z", "\\u"];
  return `TOC ${switches.join(" ")}`;
}

/** The text that is shown until the field is computed. */
const RESULT = "Update the fields of this document to show the table of contents.";

function putContents(work: Workspace, destination: Destination, code: string): void {
  const { story } = destinationBlock(work, destination);
  const { tree } = story;
  const look: RunLook = { tree, properties: NONE, format: {} };
  const { begin, code: codeRun, separate, end } = makeField(look, code, { isStale: true });
  const runs: NodeId[] = [begin, codeRun, separate, makeRun(look, textNodes(tree, RESULT)), end];
  const paragraph = makeNewParagraph(work, { content: "" }, { story, model: undefined, field: "" });
  for (const run of runs) tree.append(paragraph, run);
  wrapContent(tree, runs, { change: "insertion", maker: work.own });
  putBlocks(work, destination, [paragraph]);
  updateOnOpen(work.document);
}

/** Fields that fetch or run something when they are computed. */
const REACHING = new Set(
  "INCLUDETEXT INCLUDEPICTURE INCLUDE DDE DDEAUTO IMPORT LINK MACROBUTTON DATABASE EMBED HTMLACTIVEX CONTROL ADDIN AUTOTEXT AUTOTEXTLIST GLOSSARY RD".split(
    " ",
  ),
);

export const refreshFields: Operation<"refresh_fields"> = ({ field, known }) => {
  if (reachesOut(known.uploaded)) {
    return refuse(
      `${field}.type`,
      "FIELD_NOT_ALLOWED",
      "refresh_fields is refused: the document has a field that fetches or runs content.",
    );
  }
  return {
    found: {
      touches: [],
      apply: ({ document }) => {
        const stories = storiesOf(document).filter(({ kind }) => kind !== "comment");
        for (const tree of new Set(stories.map((story) => story.tree))) markFields(tree);
        updateOnOpen(document);
      },
    },
  };
};

function reachesOut({ document }: Uploaded): boolean {
  const stories = storiesOf(document).flatMap((story) => [story, ...textBoxStories(story)]);
  return stories.some((story) => {
    const fields = (["accepted", "rejected"] as const).flatMap((view) => fieldsOf(story, view));
    return fields.some(({ code }) => REACHING.has(/^\s*([A-Za-z]+)/.exec(code)?.[1]?.toUpperCase() ?? ""));
  });
}
