// Tests the results, bookmarks and refusals of cross-references (CRT-9, CRT-10).

import { expect, test } from "vitest";
import { open } from "../../../testing/documents.ts";
import { write } from "../../../testing/xml.ts";
import { paragraphsOf } from "../../document/text/blocks.ts";
import { ParagraphReader } from "../../document/text/inlines.ts";
import { bodyOf } from "../../document/text/stories.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import type { ContentRun, ReferenceShown } from "./content-run.ts";
import { type Referral, settleReferences } from "./settle-references.ts";
import { RunWriter } from "./write-runs.ts";

const NUMBERING =
  '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="*"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>';
const numbered = (text: string, level = 0): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const plain = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Appends references to paragraphs and settles them. Each is [paragraph, target, what is shown]. */
function settle(body: string, wanted: readonly (readonly [number, number, ReferenceShown])[]) {
  const document = open(body, { numbering: NUMBERING });
  const story = bodyOf(document)!;
  const { tree } = story;
  const paragraphs = paragraphsOf(story);
  const writer = new RunWriter(document, { date: "2026-03-04T05:06:07Z" });
  const referrals = wanted.flatMap(([at, target, show]): Referral[] => {
    const runs: ContentRun[] = [{ text: " > " }, { type: "cross_reference", to: { index: target }, show }];
    const written = writer.write(runs, { tree, properties: NONE, field: `p[${at}]` });
    for (const node of written.nodes) tree.append(paragraphs[at]!, node);
    return written.references.map((reference) => ({
      reference,
      story,
      paragraph: paragraphs[target]!,
      joined: [paragraphs[target]!],
      isAbove: target <= at,
    }));
  });
  let id = 40;
  const problems = settleReferences(document, referrals, { nextId: () => String(++id) });
  const reader = new ParagraphReader(story);
  return {
    problems: problems.map(({ field, reason }) => `${field} ${reason}`),
    texts: paragraphs.map((paragraph) => reader.read(paragraph).text),
    xml: write(tree),
  };
}

test("[CRT-9] a reference shows text, number, page, or where the paragraph stands", () => {
  const { texts, xml, problems } = settle(plain("a") + numbered("b") + numbered("c") + plain("d"), [
    [0, 2, "text"],
    [0, 2, "number"],
    [0, 2, "page"],
    [0, 2, "above_below"],
    [3, 2, "above_below"],
  ]);
  expect(problems).toEqual([]);
  expect(texts).toEqual(["a > c > 2 > 1 > below", "b", "c", "d > above"]);
  const codes = [...xml.matchAll(/<w:instrText[^>]*>([^<]*)</g)].map(([, code]) => code!.trim());
  expect(codes).toEqual([
    "REF _Ref100000000 \\h",
    "REF _Ref100000000 \\n \\h",
    "PAGEREF _Ref100000000 \\h",
    "REF _Ref100000000 \\p \\h",
    "REF _Ref100000000 \\p \\h",
  ]);
  expect(xml).toContain(
    '</w:pPr><w:bookmarkStart w:id="41" w:name="_Ref100000000"/><w:r><w:t>c</w:t></w:r><w:bookmarkEnd w:id="41"/></w:p>',
  );
});

test("[CRT-9] a hidden bookmark around the whole paragraph is used again; any other is not", () => {
  const mark = (id: number, name: string, content: string): string =>
    `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${content}<w:bookmarkEnd w:id="${id}"/>`;
  const whole = `<w:p>${mark(1, "_Ref7", "<w:r><w:t>a</w:t></w:r>")}</w:p>`;
  const part = `<w:p><w:r><w:t>b</w:t></w:r>${mark(2, "_Ref100000003", "<w:r><w:t>c</w:t></w:r>")}</w:p>`;
  const { xml } = settle(whole + part + plain("d"), [
    [2, 0, "text"],
    [2, 1, "text"],
  ]);
  expect(xml).toContain(" REF _Ref7 \\h ");
  expect(xml).toContain(" REF _Ref100000002 \\h ");
});

test("[CRT-9] text that holds references is shown as it then is", () => {
  const { texts } = settle(plain("a") + plain("b") + numbered("c"), [
    [0, 1, "text"],
    [1, 2, "text"],
    [1, 2, "number"],
  ]);
  expect(texts).toEqual(["a > b > c > 1", "b > c > 1", "c"]);
});

test("[CRT-10] no number, no text, a circle: each is refused where it stands, and nothing is written", () => {
  const { problems, xml } = settle(plain("a") + plain("") + numbered("b", 1), [
    [2, 0, "number"],
    [2, 2, "number"],
    [2, 1, "text"],
    [0, 0, "text"],
  ]);
  expect(problems).toEqual([
    "p[2][1].show INVALID_VALUE",
    "p[2][1].show INVALID_VALUE",
    "p[2][1].show INVALID_VALUE",
    "p[0][1].show INVALID_VALUE",
  ]);
  expect(xml).not.toContain("bookmarkStart");
});

test("[CRT-10] references that double the text again and again end in a refusal", () => {
  const count = 60;
  const doubled = Array.from({ length: count - 1 }, (_, index) => [
    [index, index + 1, "text"] as const,
    [index, index + 1, "text"] as const,
  ]).flat();
  const { problems } = settle(Array.from({ length: count }, () => plain("text")).join(""), doubled);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems[0]).toMatch(/show INVALID_VALUE$/);
});
