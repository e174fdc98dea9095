// Tests how properties of styles, lists and paragraphs combine, and where a field shows.

import { describe, expect, test } from "vitest";
import { textLook } from "../../../testing/looks.ts";
import { differentFields, showsOn } from "./look.ts";

const SINGLE = 'w:val="single" w:sz="4" w:space="0" w:color="auto"';
const LIST =
  '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:lvlText w:val="%1."/><w:pPr><w:ind w:left="720"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>';
const paragraphIn = (properties: string, content = "<w:r><w:t>Text</w:t></w:r>"): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const numbered = (id: number): string => `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr>`;
const tabs = (at: number): string => `<w:tabs><w:tab w:val="left" w:pos="${at}"/></w:tabs>`;

describe("inheritance", () => {
  test("in a run for complex scripts, the fonts of other scripts show nothing", () => {
    const look = textLook("run", paragraphIn("", "<w:r><w:rPr><w:rtl/></w:rPr><w:t>Text</w:t></w:r>"), {});
    expect(
      ["font ascii", "font hAnsi", "font cs", "size", "size cs"].map((field) => showsOn(field, "Text", look)),
    ).toEqual([false, false, true, false, true]);
  });

  const inStyle = (properties: string): string =>
    `<w:style w:type="paragraph" w:styleId="S"><w:name w:val="S"/><w:pPr>${properties}</w:pPr></w:style>`;
  test.each([
    [
      "borders of a style and of the paragraph add up",
      `<w:pBdr><w:top ${SINGLE}/></w:pBdr>`,
      `<w:pBdr><w:bottom ${SINGLE}/></w:pBdr>`,
      `<w:pBdr><w:top ${SINGLE}/><w:bottom ${SINGLE}/></w:pBdr>`,
      "",
    ],
    [
      "lines without a rule do not take the rule of the style",
      '<w:spacing w:line="300" w:lineRule="exact"/>',
      '<w:spacing w:line="300"/>',
      '<w:spacing w:line="300" w:lineRule="auto"/>',
      "",
    ],
  ])("%s", (...[, byStyle, direct, alone, fields]) => {
    const styled = paragraphIn(`<w:pStyle w:val="S"/>${direct}`);
    const looks = [styled, paragraphIn(alone)].map((body) => textLook("paragraph", body, { styles: inStyle(byStyle) }));
    expect(differentFields(looks[0]!, looks[1]!).join()).toBe(fields);
  });

  test("[FMT-5] tab stops count if one of two paragraphs has a tab", () => {
    const [one, other] = [tabs(720), tabs(1440)];
    const content = "<w:r><w:tab/></w:r>";
    const [tabbed, plain, alike] = [paragraphIn(one, content), paragraphIn(other), paragraphIn(one)].map((body) =>
      textLook("paragraph", body, {}),
    );
    expect(differentFields(tabbed!, plain!)).toEqual(["tabs"]);
    expect(differentFields(tabbed!, alike!)).toEqual([]);
    expect(differentFields(plain!, alike!)).toEqual([]);
  });

  test("a list sets only what its level sets", () => {
    expect([...textLook("paragraph", paragraphIn(numbered(0)), { numbering: LIST }).direct]).not.toContain(
      "indent left",
    );
    expect([...textLook("paragraph", paragraphIn(numbered(1)), { numbering: LIST }).direct]).toContain("indent left");
  });
});
