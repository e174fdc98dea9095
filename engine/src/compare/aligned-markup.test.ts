// Tests text that only the markup of another program changes (FMT-40 to FMT-42): in mode `visible` it is no change.
//
// Every pair is compared in both directions and in both modes.

import { describe, expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { compareWith } from "../../testing/comparisons.ts";
import { p, r, tbl } from "../../testing/documents.ts";
import { redlineText } from "../../testing/redline-text.ts";
import { openDocument, type WordDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import { acceptAll, rejectAll } from "../revisions/decide/decide.ts";
import { listRevisions } from "../revisions/list-revisions.ts";

/** Returns the lines of a redline that have a change of text. */
function changedLines(before: string, after: string, formatting: "visible" | "all"): string[] {
  const { document, notices } = compareWith(before, after, { formatting });
  expect(notices.map(({ code }) => code)).not.toContain("BLOCK_FALLBACK");
  if (listRevisions(document).length === 0) return [];
  return redlineText(document)
    .split("\n")
    .filter((line) => /[¶§][-+]|\[-|\{\+/.test(line));
}

const sectPr = (type = ""): string => `<w:sectPr>${type === "" ? "" : `<w:type w:val="${type}"/>`}</w:sectPr>`;
const ending = (properties = ""): string => `<w:pPr>${properties}${sectPr()}</w:pPr>`;
/** Two sections. The break is at the end of the text, or in an empty paragraph of its own. */
const attached = (text = "One", last = ""): string => `<w:p>${ending()}${r(text)}</w:p>${p("Two")}${sectPr(last)}`;
const own = (text = "One", last = "", properties = ""): string =>
  `${p(text)}<w:p>${ending(properties)}</w:p>${p("Two")}${sectPr(last)}`;

interface Pair {
  readonly name: string;
  readonly one: string;
  readonly other: string;
  /** The changed lines of `one` to `other`, and of `other` to `one`. */
  readonly visible: readonly [readonly string[], readonly string[]];
}

const SAME: Pair["visible"] = [[], []];

describe("[FMT-40] section breaks", () => {
  const pairs: readonly Pair[] = [
    { name: "next page", one: attached(), other: own(), visible: SAME },
    { name: "odd page", one: attached("One", "oddPage"), other: own("One", "oddPage"), visible: SAME },
    {
      name: "an empty run",
      one: attached(),
      other: own().replace("</w:pPr></w:p>", "</w:pPr><w:r/></w:p>"),
      visible: SAME,
    },
    {
      name: "look of the empty paragraph",
      one: attached(),
      other: own("One", "", '<w:spacing w:after="400"/><w:jc w:val="center"/>'),
      visible: SAME,
    },
    { name: "after a blank paragraph", one: p("A") + attached(""), other: p("A") + own(""), visible: SAME },
    {
      name: "edited text",
      one: attached("One day"),
      other: own("One week"),
      visible: [["One [-day-]{+week+}"], ["One [-week-]{+day+}§"]],
    },
    {
      name: "continuous",
      one: attached("One", "continuous"),
      other: own("One", "continuous"),
      visible: [
        ["One§¶-", "¶+", "§¶+"],
        ["One¶-", "§¶+", "§¶-"],
      ],
    },
    {
      name: "in a list",
      one: attached(),
      other: own("One", "", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
      visible: [
        ["One§¶-", "¶+", "§¶+"],
        ["One¶-", "§¶+", "§¶-"],
      ],
    },
    {
      name: "after a table and a blank paragraph",
      one: `${tbl([p("a")])}<w:p>${ending()}</w:p>${p("Two")}${sectPr()}`,
      other: `${tbl([p("a")])}${p("")}<w:p>${ending()}</w:p>${p("Two")}${sectPr()}`,
      visible: SAME,
    },
    {
      name: "one of two blank paragraphs is the other form",
      one: own(),
      other: `${p("One")}${p("")}${p("")}<w:p>${ending()}</w:p>${p("Two")}${sectPr()}`,
      visible: [["¶+"], ["¶-"]],
    },
    {
      name: "no break on the other side",
      one: p("One") + p("Two") + sectPr(),
      other: own(),
      visible: [["§¶+"], ["§¶-"]],
    },
  ];
  test.each(pairs)("$name", ({ one, other, visible }) => {
    expect(changedLines(one, other, "visible")).toEqual(visible[0]);
    expect(changedLines(other, one, "visible")).toEqual(visible[1]);
    expect(changedLines(one, other, "all")).not.toEqual([]);
    expect(changedLines(other, one, "all")).not.toEqual([]);
  });

  test("accepting and rejecting keep the form of the modified document", () => {
    const { bytes, notices } = compareWith(attached("One day"), own("One week"), { formatting: "visible" });
    expect(notices.find(({ code }) => code === "FORMATTING_CARRIED")?.count).toBe(1);
    const textAfter = (decide: (document: WordDocument) => void): string => {
      const document = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
      decide(document);
      return redlineText(document);
    };
    expect(textAfter(acceptAll)).toBe("One week\n§\nTwo");
    expect(textAfter(rejectAll)).toBe("One day\n§\nTwo");
  });

  test("documents with other numbers of sections pair breaks after the same text", () => {
    const more = `<w:p>${ending()}${r("New")}</w:p>`;
    expect(changedLines(attached(), more + own(), "visible")).toEqual(["{+New+}§¶+"]);
    expect(changedLines(attached(), more + own("Other"), "visible")).not.toEqual(["{+New+}§¶+"]);
  });
});
