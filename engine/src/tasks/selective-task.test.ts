import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx } from "../../testing/documents.ts";
import { abstractList, list } from "../../testing/lists.ts";
import type { RangeRequest } from "../compare/selective/range.ts";
import { openDocument } from "../document/open-document.ts";
import { wordNames } from "../document/word-names.ts";
import { contentJson } from "../render/content/read-content.ts";
import { type SelectiveOutcome, type SelectiveRefusal, selectiveTask } from "./selective-task.ts";

function p(text: string, properties = "", id = ""): string {
  const given = id === "" ? "" : ` w14:paraId="${id}"`;
  return `<w:p${given}><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

function side(body: string, range: RangeRequest, numbering = "") {
  return { document: docx(body, numbering === "" ? {} : { numbering }), range };
}

function compare(before: ReturnType<typeof side>, after: ReturnType<typeof side>): SelectiveOutcome {
  const outcome = selectiveTask({ before, after, codec: nodeZlib });
  if (outcome.kind !== "compared") throw new Error(JSON.stringify(outcome));
  return outcome;
}

function refusal(before: ReturnType<typeof side>, after = before): SelectiveRefusal | undefined {
  const outcome = selectiveTask({ before, after, codec: nodeZlib });
  return outcome.kind === "compared" ? undefined : outcome;
}

const whole = (last: number): RangeRequest => ({ from: 0, through: last });

test("identical paragraphs are anchors, alike ones are compared word by word, the rest went or came", () => {
  const before = side(p("Same clause.") + p("The Buyer shall pay within thirty days.") + p("Gone entirely"), whole(2));
  const after = side(p("Same clause.") + p("The Buyer shall pay within sixty days.") + p("Quite another"), whole(2));
  const { paragraphs, summary, counts } = compare(before, after);
  expect(paragraphs.map(({ status, content }) => [status, content])).toEqual([
    ["unchanged", [{ text: "Same clause." }]],
    [
      "modified",
      [
        { text: "The Buyer shall pay within " },
        { type: "deletion", text: "thirty" },
        { type: "insertion", text: "sixty" },
        { text: " days." },
      ],
    ],
    ["deleted", [{ type: "deletion", text: "Gone entirely" }]],
    ["inserted", [{ type: "insertion", text: "Quite another" }]],
  ]);
  expect(summary).toEqual({ unchanged: 1, modified: 1, inserted: 1, deleted: 1 });
  expect(counts).toEqual({ before: 3, after: 3 });
});

test("a side is named by places or by ids, and one id is absent where a paragraph has no partner", () => {
  const body = p("One", "", "00000001") + p("Two", "", "00000002") + p("Three", "", "00000003");
  const { paragraphs } = compare(
    side(body, { from: 1, through: 2 }),
    side(body, { from: "00000002", through: "00000002" }),
  );
  expect(paragraphs).toEqual([
    { status: "unchanged", original_id: "00000002", modified_id: "00000002", content: [{ text: "Two" }] },
    { status: "deleted", original_id: "00000003", content: [{ type: "deletion", text: "Three" }] },
  ]);
});

test("a bullet of a symbol font is told as the content tells it", () => {
  const numbering = abstractList(0, ["\uf0b7"]).replaceAll('"decimal"', '"bullet"') + list(1, 0);
  const item = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const [before, after] = ["The term of it", "The terms of it"].map((text) => side(p(text, item), whole(0), numbering));
  const paragraphs = compare(before!, after!).paragraphs;
  expect(paragraphs).toMatchObject([{ original_number: "•", modified_number: "•" }]);
});

test("a paragraph whose number alone differs is unchanged, and both numbers are told", () => {
  const numbering = abstractList(0, ["%1."]) + list(1, 0);
  const item = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const before = side(p("Term", item), whole(0), numbering);
  const after = side(p("New first", item) + p("Term", item), { from: 1, through: 1 }, numbering);
  const { paragraphs, markdown } = compare(before, after);
  expect(paragraphs).toMatchObject([{ status: "unchanged", original_number: "1.", modified_number: "2." }]);
  expect(markdown).toMatch(
    /^<p original-unid="\w{8}" modified-unid="\w{8}" original-label="1." modified-label="2."\/>2. Term\n$/,
  );
});

test("tracked changes are read accepted, and paragraphs in tables are part of a range", () => {
  const tracked =
    '<w:p><w:del w:id="1"><w:r><w:delText>old</w:delText></w:r></w:del><w:ins w:id="2"><w:r><w:t>new</w:t></w:r></w:ins></w:p>';
  const table = `<w:tbl><w:tr><w:tc>${p("in a cell")}</w:tc></w:tr></w:tbl>`;
  const { paragraphs } = compare(side(tracked + table, whole(1)), side(p("new") + p("in a cell"), whole(1)));
  expect(paragraphs.map(({ status }) => status)).toEqual(["unchanged", "unchanged"]);
});

test("the Markdown marks changes by tags, and escapes what is text", () => {
  const { markdown } = compare(
    side(p("a &lt;b&gt; [c] red end"), whole(0)),
    side(p("a &lt;b&gt; [c] blue end"), whole(0)),
  );
  expect(markdown.replace(/<p[^>]*>/, "")).toBe("a \\<b> \\[c\\] <del>red</del><ins>blue</ins> end\n");
});

test.each<[string, RangeRequest, string]>([
  ["a place that is not in the file", { from: 0, through: 3 }, "MISSING"],
  ["an id that is not in the file", { from: "0000000A", through: "0000000A" }, "MISSING"],
  ["a first after the last", { from: 2, through: 1 }, "REVERSED"],
])("%s is refused", (_, range, problem) => {
  const body = p("a") + p("b") + p("c");
  expect(refusal(side(body, range))).toEqual({ kind: "range", side: "before", problem });
  expect(refusal(side(body, whole(2)), side(body, range))).toEqual({ kind: "range", side: "after", problem });
});

test("ends in two parts are refused", () => {
  const body = `${p("a", "", "00000001")}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader1"/></w:sectPr>`;
  const document = docx(body, { header1: p("h", "", "00000002") });
  const range = { from: "00000001", through: "00000002" };
  expect(refusal({ document, range })).toMatchObject({ problem: "TWO_PARTS" });
  expect(refusal({ document, range: { from: "00000002", through: "00000002" } })).toBeUndefined();
});

test("a paragraph is named by the id that the content has for it, where it was moved from too", () => {
  const moved = (kind: string, id: number, text: string) =>
    `<w:p w14:paraId="0000000${id}"><w:pPr><w:rPr><w:${kind} w:id="${id}" w:author="A"/></w:rPr></w:pPr><w:${kind} w:id="${id}0" w:author="A"><w:r><w:t>${text}</w:t></w:r></w:${kind}></w:p>`;
  const range = (kind: string, name: string, content: string) =>
    `<w:${kind}RangeStart w:id="9${name.length}" w:name="m" w:author="A"/>${content}<w:${kind}RangeEnd w:id="9${name.length}"/>`;
  const body = `${range("moveFrom", "a", moved("moveFrom", 1, "Clause"))}${p("Stays", "", "00000003")}${range("moveTo", "bb", moved("moveTo", 2, "Clause"))}${p("End")}`;
  const document = docx(body);
  const { blocks } = contentJson(openDocument(document, { codec: nodeZlib, names: wordNames() }));
  expect(blocks.map(({ id }) => id).slice(0, 3)).toEqual(["00000002-from", "00000003", "00000002"]);
  for (const { id } of blocks) {
    const sides = { document, range: { from: id, through: id } };
    expect(compare(sides, sides).paragraphs).toMatchObject([{ original_id: id, modified_id: id }]);
  }
});

test("numerals run on from note to note, as they do on the page", () => {
  const numbering = abstractList(0, ["%1."]) + list(1, 0);
  const item = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
  const reference = (id: number) => `<w:p><w:r><w:footnoteReference w:id="${id}"/></w:r></w:p>`;
  const note = (id: number) => `<w:footnote w:id="${id}">${p(`Note ${id}`, item, `0000000${id}`)}</w:footnote>`;
  const document = docx(reference(1) + reference(2), { numbering, footnotes: note(1) + note(2) });
  const sides = { document, range: { from: "00000002", through: "00000002" } };
  expect(compare(sides, sides).paragraphs).toMatchObject([{ original_number: "2.", modified_number: "2." }]);
});
