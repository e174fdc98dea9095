import { expect, test } from "vitest";
import { open, type PartName, p, tbl } from "../../testing/documents.ts";
import { type Section, sectionsOf } from "./sections.ts";
import { bodyOf } from "./text/stories.ts";

const section = (content = ""): string => `<w:sectPr>${content}</w:sectPr>`;
const ends = (content = ""): string => `<w:p><w:pPr>${section(content)}</w:pPr></w:p>`;
const shows = (part: string, type = "default"): string =>
  `<w:${part.replace(/\d/, "")}Reference w:type="${type}" r:id="RID${part}"/>`;

function sections(body: string, ...parts: readonly PartName[]): Section[] {
  const document = open(body, Object.fromEntries(parts.map((part) => [part, p(part)])));
  return sectionsOf(document, bodyOf(document)!);
}

test.each([
  ["a body without any has one", p("a"), 1],
  ["an empty one too", "", 1],
  ["the last stands at the end of the body", p("a") + section(), 1],
  ["others end with a paragraph", p("a") + ends() + p("b") + ends() + p("c") + section(), 3],
  ["the body may end with the last of those", p("a") + ends(), 1],
  ["text after it is in a section of its own", ends() + p("a"), 2],
  ["none ends inside a table", tbl([ends()]) + section(), 1],
])("%s", (_, body, expected) => {
  expect(sections(body)).toHaveLength(expected);
});

/** Returns the headers and footers that each section shows. Brackets mark a linked part. */
function shown(body: string, ...parts: readonly PartName[]): string[] {
  return sections(body, ...parts).map((read) =>
    read.shown
      .map(({ part, type, isLinked }) => {
        const name = `${part.replace(/^word\/|\.xml$/g, "")}/${type}`;
        return isLinked ? `(${name})` : name;
      })
      .join(" "),
  );
}

test("a section shows its own parts, and those of the section before where it has none", () => {
  const body =
    ends(shows("header1") + shows("footer1") + shows("header2", "first")) + ends() + section(shows("header3"));
  expect(shown(body, "header1", "header2", "header3", "footer1")).toEqual([
    "header1/default header2/first footer1/default",
    "(header1/default) (header2/first) (footer1/default)",
    "header3/default (header2/first) (footer1/default)",
  ]);
});

test("a reference to no part links, a second of one type is passed over, an unknown type is the default", () => {
  const body = ends(shows("header1") + shows("header2")) + section(shows("header9") + shows("footer1", "odd"));
  expect(shown(body, "header1", "header2", "footer1")).toEqual([
    "header1/default",
    "(header1/default) footer1/default",
  ]);
});

test("type and page setup are as written; measures in twentieths of a point", () => {
  const [read] = sections(
    section(
      '<w:type w:val="continuous"/><w:pgSz w:w="12240" w:h="11in" w:orient="landscape"/><w:pgMar w:top="72pt" w:left="-5"/><w:pgNumType w:start="3" w:fmt="lowerRoman"/><w:titlePg/>',
    ),
  );
  expect(read).toMatchObject({
    type: "continuous",
    hasTitlePage: true,
    pageSetup: { width: 12240, height: 15840, orientation: "landscape", numberStart: 3, numberFormat: "lowerRoman" },
  });
  expect(read!.pageSetup.margins).toMatchObject({ top: 1440, left: -5, right: undefined });
});

test("nonsense reads as nothing", () => {
  const [read] = sections(section('<w:type w:val="x"/><w:pgSz w:w="wide"/><w:titlePg w:val="0"/>'));
  expect(read).toMatchObject({ type: "nextPage", hasTitlePage: false });
  expect(read!.pageSetup).toMatchObject({ width: undefined, orientation: "portrait" });
});
