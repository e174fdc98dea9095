import { expect, test } from "vitest";
import { open, type PartName, p, tbl } from "../../../testing/documents.ts";
import { type AddressedPart, addressesOf, findPart, type PartLocator } from "./addresses.ts";

type Parts = Partial<Record<PartName, string>>;

const ends = (content = ""): string => `<w:p><w:pPr><w:sectPr>${content}</w:sectPr></w:pPr></w:p>`;
const shows = (part: PartName, type = "default"): string =>
  `<w:${part.replace(/\d/, "")}Reference w:type="${type}" r:id="rId${part}"/>`;
const note = (kind: string, id: number): string => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;

function locatorText({ locator }: Pick<AddressedPart, "locator">): string {
  if (locator.kind === "body") return "body";
  return "number" in locator
    ? `${locator.kind} ${locator.number}`
    : `${locator.kind}/${locator.type} ${locator.section}`;
}

function parts(body: string, others: Parts = {}): string[] {
  return addressesOf(open(body, others)).parts.map((part) =>
    [locatorText(part), ...part.sections.map((number) => `§${number}`)].join(" "),
  );
}

const PARTS: Parts = {
  header1: p("h1"),
  header2: p("h2"),
  header3: p("h3"),
  footer1: p("f1"),
  footnotes: `<w:footnote w:id="7">${p("n7")}</w:footnote><w:footnote w:id="8">${p("n8")}</w:footnote>`,
  endnotes: `<w:endnote w:id="7">${p("e7")}</w:endnote>`,
};

test("[EDT-31] the body, headers and footers by section, footnotes, endnotes", () => {
  const body = [
    ends(shows("footer1") + shows("header2", "first") + shows("header1")),
    p(note("endnote", 7), note("footnote", 8), note("footnote", 7)),
    `<w:sectPr>${shows("header3")}</w:sectPr>`,
  ].join("");
  expect(parts(body, PARTS)).toEqual([
    "body",
    "header/default 1 §1",
    "header/first 1 §1 §2",
    "footer/default 1 §1 §2",
    "header/default 2 §2",
    "footnote 1",
    "footnote 2",
    "endnote 1",
  ]);
});

test("a part that no section shows and a note that nothing refers to have no address", () => {
  expect(parts(p("a"), PARTS)).toEqual(["body"]);
});

test("one part in two roles is named by the first", () => {
  const body = `<w:sectPr>${shows("header1")}${shows("header1", "first")}</w:sectPr>`;
  expect(parts(body, PARTS)).toEqual(["body", "header/default 1 §1"]);
});

test("[EDT-4] a locator that names any section showing a part leads to it", () => {
  const body = ends(shows("header1")) + ends() + p(note("footnote", 7));
  const addresses = addressesOf(open(body, PARTS));
  const find = (locator: PartLocator): string | undefined => {
    const part = findPart(addresses, locator);
    return part && locatorText(part);
  };
  expect(find({ kind: "header", type: "default", section: 3 })).toBe("header/default 1");
  expect(find({ kind: "footnote", number: 1 })).toBe("footnote 1");
  expect(find({ kind: "body" })).toBe("body");
  expect(find({ kind: "header", type: "even", section: 1 })).toBeUndefined();
  expect(find({ kind: "header", type: "default", section: 9 })).toBeUndefined();
  expect(find({ kind: "endnote", number: 1 })).toBeUndefined();
});

/** Returns each paragraph as its index, section, and table, row, column. */
function paragraphs(body: string): string {
  const [{ paragraphs: found }] = addressesOf(open(body)).parts as [AddressedPart];
  return found
    .map(({ index, section, cell }) =>
      [index, `§${section}`, ...(cell ? [cell.table, cell.row, cell.column] : [])].join(","),
    )
    .join(" ");
}

test("[EDT-9] paragraphs from 0 with those of cells; tables, rows and columns from 1, outer before nested", () => {
  const nested = tbl([p("a"), tbl([p("b")]) + p("c")]) + p("d") + tbl([p("e")], [p("f")]);
  expect(paragraphs(nested)).toBe("0,§1,1,1,1 1,§1,2,1,1 2,§1,1,1,2 3,§1 4,§1,3,1,1 5,§1,3,2,1");
});

test("columns are grid columns", () => {
  const wide = '<w:tc><w:tcPr><w:gridSpan w:val="3"/></w:tcPr><w:p/></w:tc>';
  expect(paragraphs(`<w:tbl><w:tr>${wide}<w:tc><w:p/></w:tc></w:tr></w:tbl>`)).toBe("0,§1,1,1,1 1,§1,1,1,4");
});

test("sections and tables know their paragraphs", () => {
  const addresses = addressesOf(open(p("a") + ends() + tbl([p("b") + tbl([p("c")]) + p("d")]) + ends() + p("e")));
  expect(addresses.sections.map(({ number, first, end }) => [number, first, end])).toEqual([
    [1, 0, 2],
    [2, 2, 6],
    [3, 6, 7],
  ]);
  const tables = addresses.parts[0]!.tables;
  expect(tables.map(({ number, inside, first, end }) => [number, inside, first, end])).toEqual([
    [1, undefined, 2, 5],
    [2, 1, 3, 4],
  ]);
});

test("comment threads count from 1; a document without a body has nothing but its comments", () => {
  const comments = `<w:comment w:id="1">${p("c")}</w:comment>`;
  expect(addressesOf(open(p("a"), { comments })).comments.map(({ number }) => number)).toEqual([1]);
  const document = open(p("a"), { comments });
  const tree = document.package.tree(document.main);
  tree.remove(tree.children(tree.root)[0]!);
  expect(addressesOf(document)).toMatchObject({ parts: [], sections: [], notes: [], comments: [{ number: 1 }] });
});
