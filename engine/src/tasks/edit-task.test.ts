import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx, p } from "../../testing/documents.ts";
import { abstractList, list, startAt } from "../../testing/lists.ts";
import { readStyles } from "../document/formatting/styles.ts";
import { numberingOf } from "../document/lists/numbering.ts";
import { openDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import { lintDocument } from "../revisions/lint/lint-document.ts";
import { listRevisions } from "../revisions/list-revisions.ts";
import { editTask } from "./edit-task.ts";

const signature = { author: "Eve", date: "2026-03-04T05:06:07Z", codec: nodeZlib };
const edits = [{ type: "replace", paragraphs: { index: 0 }, text: { match: "old" }, content: "new" }];

function open(bytes: Uint8Array) {
  return openDocument(bytes, { codec: nodeZlib, names: wordNames() });
}

test("[EDT-94] a task gives a redline by the request's author and date, and a clean copy; the same bytes every time", () => {
  const request = { ...signature, document: docx(p("old text")), edits };
  const outcome = editTask(request);
  if (outcome.kind !== "edited") throw new Error("refused");
  const revisions = listRevisions(open(outcome.redline)).map(({ kind, author, date }) => `${kind} ${author} ${date}`);
  expect(revisions).toEqual(["deletion Eve 2026-03-04T05:06:07Z", "insertion Eve 2026-03-04T05:06:07Z"]);
  expect(listRevisions(open(outcome.docx))).toEqual([]);
  expect(editTask(request)).toEqual({ ...outcome, summary: expect.any(Function) });
  expect(outcome.summary()).toMatchObject({ changes: 1, insertions: 1, deletions: 1, conflicts: 0 });
});

test("[EDT-94] a refused request gives refusals and no file", () => {
  const outcome = editTask({ ...signature, document: docx(p("text")), edits });
  expect(outcome).toMatchObject({ kind: "refused", refusals: [{ edit: 0, reason: "TEXT_NOT_FOUND" }] });
});

test("[EDT-95] of a template the styles are taken that the document lacks, and none of its lists that they do not show", () => {
  const outcome = editTask({
    ...signature,
    document: docx(p("old"), { styles: style("A", "ours", ' w:default="1"') }),
    styleTemplate: docx(p("template"), {
      styles: style("A", "theirs") + style("B", "new", ' w:default="1"'),
      numbering: abstractList(7, ["%1"]) + list(9, 7),
    }),
    edits,
  });
  if (outcome.kind !== "edited") throw new Error("refused");
  const result = open(outcome.docx);
  const styles = readStyles(result);
  expect([...styles.byId.values()].map(({ id, name }) => `${id} ${name}`)).toEqual(["A ours", "B new"]);
  expect(styles.defaults.get("paragraph")?.id).toBe("A");
  expect(result.package.has("word/numbering.xml")).toBe(false);
});

function style(id: string, name: string, more = "", content = ""): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"${more}><w:name w:val="${name}"/>${content}</w:style>`;
}

const numbered = (numId: number, level?: number): string =>
  `<w:pPr><w:numPr>${level === undefined ? "" : `<w:ilvl w:val="${level}"/>`}<w:numId w:val="${numId}"/></w:numPr></w:pPr>`;
const basedOn = (id: string): string => `<w:basedOn w:val="${id}"/>`;

interface Parts {
  readonly styles: string;
  readonly numbering: string;
}

/**
 * Copies the styles of a template. Returns, for each style in a list, the ids of the list and its definition with the
 * text of its level, and the XML of the lists.
 */
function shown({ document, template }: { document: Parts; template: Parts }) {
  const source = docx(p("old"), { ...document });
  const outcome = editTask({ ...signature, document: source, styleTemplate: docx(p(""), { ...template }), edits });
  if (outcome.kind !== "edited") throw new Error("refused");
  const result = open(outcome.docx);
  expect(lintDocument(result).map(({ rule }) => rule)).toEqual(lintDocument(open(source)).map(({ rule }) => rule));
  const places = [...numberingOf(result).stylePlaces].map(
    ([
      id,
      {
        list: { levels, numId, abstractNumId },
        level,
      },
    ]) => [id, `${numId} of ${abstractNumId}: ${levels.get(level)?.text}`],
  );
  return {
    places: Object.fromEntries(places),
    xml: new TextDecoder().decode(result.package.bytes("word/numbering.xml")),
  };
}

const ownList = { numbering: abstractList(7, ["ours"]) + list(9, 7) };

test("[EDT-95] a style of a template brings its list under fresh ids; lists of one definition stay so", () => {
  const { places, xml } = shown({
    document: { styles: style("A", "a", "", numbered(9)), ...ownList },
    template: {
      styles: style("B", "b", "", numbered(9)) + style("C", "c", "", numbered(3, 1)) + style("D", "d", "", numbered(8)),
      numbering: abstractList(7, ["theirs", "second style=A"]) + list(9, 7) + list(3, 7, startAt(0, 4)),
    },
  });
  expect(places).toEqual({ A: "9 of 7: ours", B: "10 of 8: theirs", C: "11 of 8: second" });
  expect(xml).toContain("startOverride");
  // The document's style is not attached to a level of the copied list.
  expect(xml).not.toContain("pStyle");
});

test("[EDT-95] a style of a template shows its list also where the style that it is based on is the document's own", () => {
  const { places } = shown({
    document: { styles: style("A", "a", "", numbered(9)) + style("N", "n"), ...ownList },
    template: {
      styles: [
        style("A", "a"),
        style("N", "n", "", numbered(2, 1)),
        style("B", "b", "", basedOn("A")),
        style("C", "c", "", basedOn("N")),
        style("D", "d", "", basedOn("C")),
      ].join(""),
      numbering: abstractList(1, ["one", "two"]) + list(2, 1),
    },
  });
  expect(places).toEqual({ A: "9 of 7: ours", C: "10 of 8: two", D: "10 of 8: two" });
});

test("[EDT-95] a numbering style comes with the definition that is its own, and lists that borrow from it share it", () => {
  const numberingStyle = `<w:style w:type="numbering" w:styleId="L"><w:name w:val="l"/>${numbered(1)}</w:style>`;
  const lists = (label: string): string =>
    abstractList(0, [label], '<w:styleLink w:val="L"/>') + abstractList(1, [], '<w:numStyleLink w:val="L"/>');
  const template = {
    styles: numberingStyle + style("B", "b", "", numbered(2)),
    numbering: lists("theirs") + list(1, 0) + list(2, 1),
  };
  const alone = shown({ document: { styles: style("A", "a"), ...ownList }, template });
  expect(alone.places).toEqual({ B: "11 of 8: theirs" });
  expect(alone.xml).toContain("styleLink");
  expect(alone.xml).not.toContain("numStyleLink");
  const known = shown({ document: { styles: numberingStyle, numbering: lists("ours") + list(1, 0) }, template });
  expect(known.places).toEqual({ B: "2 of 2: theirs" });
  expect(known.xml.match(/styleLink/g)).toHaveLength(1);
});

test("[EDT-95] a list that comes is none that the document names and lacks", () => {
  const { places } = shown({
    document: { styles: style("A", "a", "", numbered(4)), numbering: "" },
    template: { styles: style("B", "b", "", numbered(1)), numbering: abstractList(1, ["theirs"]) + list(1, 1) },
  });
  expect(places).toEqual({ B: "5 of 1: theirs" });
});
