// Tests what a drawing shows: charts and sizes (FMT-42). `compare/aligned-markup.test.ts` compares documents.

import { expect, test } from "vitest";
import { nodeZlib } from "../../../../platform/node-zlib.ts";
import { CONTENT_TYPES, relationships, wordParts, zip } from "../../../../testing/packages.ts";
import { openDocument } from "../../../document/open-document.ts";
import { bodyOf } from "../../../document/text/stories.ts";
import { W, wordNames } from "../../../document/word-names.ts";
import { elementsNamed } from "../../../ooxml/xml/named-spans.ts";
import { readSources } from "../read-sources.ts";
import { drawingLook } from "./drawing-looks.ts";
import { SimilarSizes } from "./similar-sizes.ts";

const MAIN = "http://schemas.openxmlformats.org";
const TYPE = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";

/** Returns the look of a chart with a content. */
function chartLook(chart: string): string | undefined {
  const drawing = `<w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="rId1"/></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const names = `xmlns:w="${MAIN}/wordprocessingml/2006/main" xmlns:wp="${MAIN}/drawingml/2006/wordprocessingDrawing" xmlns:a="${MAIN}/drawingml/2006/main" xmlns:c="${MAIN}/drawingml/2006/chart" xmlns:r="${MAIN}/officeDocument/2006/relationships"`;
  const bytes = zip(
    wordParts({
      "[Content_Types].xml": CONTENT_TYPES.replace(
        "<Override",
        `<Override PartName="/word/chart.xml" ContentType="${TYPE}"/><Override`,
      ),
      "word/document.xml": `<w:document ${names}><w:body><w:p><w:r>${drawing}</w:r></w:p></w:body></w:document>`,
      "word/_rels/document.xml.rels": relationships(["rId1", "chart", "chart.xml"]),
      "word/chart.xml": `<c:chartSpace ${names}>${chart}</c:chartSpace>`,
    }),
  );
  const [source] = readSources([openDocument(bytes, { codec: nodeZlib, names: wordNames() })], 0, {
    formatting: "visible",
  });
  const body = bodyOf(source!.document)!;
  return drawingLook(source!, body, elementsNamed(body.tree, new Set([W.drawing]))[0]!);
}

const chart = (value: string, kind = "barChart", more = ""): string =>
  `<c:plotArea><c:${kind}>${more}<c:ser><c:tx><c:v>Sales</c:v></c:tx><c:val><c:pt idx="0"><c:v>${value}</c:v></c:pt></c:val></c:ser></c:${kind}></c:plotArea>`;

test("[FMT-42] a chart is the kinds of its plots and its values", () => {
  expect(chartLook(chart("8.8"))).toBe('drawing chart barChart "Sales" 8.8 0');
  expect(chartLook(chart("8.8000000000000007", "barChart", '<c:grouping val="standard"/>'))).toBe(
    chartLook(chart("8.8")),
  );
  expect(chartLook(chart("8.9"))).not.toBe(chartLook(chart("8.8")));
  expect(chartLook(chart("8.8", "lineChart"))).not.toBe(chartLook(chart("8.8")));
});

test("[FMT-42] sizes are one within 2 %", () => {
  const sizes = new SimilarSizes();
  const numbers = [100, 102, 98, 103, 104, 100].map((width) => sizes.numberOf("picture", { width, height: 100 }));
  expect(numbers).toEqual([0, 0, 0, 1, 1, 0]);
  expect(sizes.numberOf("picture", { width: 100, height: 103 })).toBe(2);
  expect(sizes.numberOf("other", { width: 103, height: 100 })).toBe(0);
});
