// Tests the data and the Markdown of a redline of two versions that differ in many ways.

import assert from "node:assert/strict";
import { usualOriginal } from "../calls/service.ts";
import { agreementAfter, agreementBefore } from "../documents/agreement.ts";
import { richDocument, wordDocument } from "../documents/word.ts";
import { readZipText } from "../documents/zip.ts";
import { once, type Stage, theme } from "../running/theme.ts";

interface Change {
  readonly type: string;
  readonly id: string | number;
  readonly move_id?: number;
  readonly author: string;
  readonly revision: string;
  readonly date: string;
}

interface Segment extends Partial<Change> {
  readonly text: string;
  readonly object?: string;
}

interface Block {
  readonly type: "paragraph" | "heading" | "table";
  readonly id: string;
  readonly level?: number;
  readonly number?: string;
  readonly content?: readonly Segment[];
  readonly mark?: Change;
  readonly rows?: readonly Row[];
}

interface Row {
  readonly id: string;
  readonly change?: Change;
  readonly cells: readonly { readonly id: string; readonly blocks: readonly Block[] }[];
}

interface Redline {
  readonly summary: Readonly<Record<string, number>>;
  readonly documents: readonly { readonly role: string; readonly name: string }[];
  readonly blocks: readonly Block[];
  readonly headers: readonly { readonly blocks: readonly Block[] }[];
  readonly footers: readonly unknown[];
}

interface Renderings {
  readonly json: Redline;
  readonly markdown: string;
  readonly word: string;
}

async function compareAgreements({ service }: Pick<Stage, "service">): Promise<Renderings> {
  const documents = { original: agreementBefore, modified: agreementAfter, author: "Counsel" };
  const { downloads } = await service.ready(documents, "json,md,docx");
  const [json, markdown, docx] = await Promise.all(downloads.map(({ url }) => service.fetch(url)));
  return {
    json: JSON.parse(String(json)),
    markdown: String(markdown),
    word: readZipText(docx!, "word/document.xml"),
  };
}

export const redline = theme("redline", (stage) => {
  const renderings = once(() => compareAgreements(stage));
  writeDataTests(stage, renderings);
  writeListTests(stage);
  writeTextTests(stage, renderings);
  writeMarkdownTests(stage, renderings);
});

type Get = () => Promise<Renderings>;

function writeDataTests({ test }: Stage, renderings: Get): void {
  test("a heading has its level, a numbered paragraph its numeral", ["json.blocks", "json.numbers"], async () => {
    const { blocks } = (await renderings()).json;
    assert.deepEqual([blocks[0]?.type, blocks[0]?.level], ["heading", 1]);
    const numbered = blocks.filter(({ number }) => number !== undefined);
    assert.deepEqual(
      numbered.map(({ type, number, level }) => [type, number, level]),
      [
        ["paragraph", "1.", 1],
        ["paragraph", "2.", 1],
      ],
    );
    for (const { content, rows } of blocks) assert.ok(Array.isArray(content ?? rows));
  });

  test("a paragraph that moved is told twice, with one number", ["json.moves", "json.segments"], async () => {
    const moved = segmentsOf((await renderings()).json.blocks).filter(({ type }) => type?.startsWith("moved"));
    assert.deepEqual(
      moved.map(({ type }) => type),
      ["moved_from", "moved_to"],
    );
    assert.ok(Number.isInteger(moved[0]?.move_id));
    assert.equal(moved[0]?.move_id, moved[1]?.move_id);
    assert.equal(moved[0]?.text, moved[1]?.text);
  });

  test("a row that is new says so itself", ["json.tables", "7.ids"], async () => {
    const table = (await renderings()).json.blocks.find(({ type }) => type === "table");
    assert.equal(table?.id, "t1");
    assert.deepEqual(
      table?.rows?.map(({ id, change, cells }) => [id, change?.type, cells.map((cell) => cell.id).join(" ")]),
      [
        ["t1r1", undefined, "t1r1c1 t1r1c2"],
        ["t1r2", undefined, "t1r2c1 t1r2c2"],
        ["t1r3", "insertion", "t1r3c1 t1r3c2"],
      ],
    );
  });

  test("a paragraph that was split has a mark", ["7.marks"], async () => {
    const split = (await renderings()).json.blocks.find(({ content = [] }) =>
      content[0]?.text.startsWith("The agreement"),
    );
    assert.equal(split?.mark?.type, "insertion");
  });

  test("every id is safe in an address, and none stands twice", ["7.ids"], async () => {
    const ids = allBlocks((await renderings()).json.blocks).map(({ id }) => id);
    for (const id of ids) assert.match(id, /^[A-Za-z0-9_-]{1,128}$/);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.filter((id) => id.endsWith("-from")).length, 1);
  });

  test("the summary counts, and the documents are named", ["7.top", "21.revision"], async () => {
    const { summary, documents, blocks } = (await renderings()).json;
    const counts = ["insertions", "deletions", "moves", "formats", "conflicts"];
    for (const count of counts) assert.equal(typeof summary[count as keyof typeof summary], "number", count);
    assert.equal(summary.moves, 1);
    assert.ok(summary.insertions! > 0 && summary.deletions! > 0);
    assert.deepEqual(documents, [
      { role: "original", name: usualOriginal },
      { role: "modified", name: "revised.docx" },
    ]);
    for (const { type, revision, author } of segmentsOf(blocks)) {
      if (type !== undefined) assert.deepEqual([revision, author], ["revised.docx", "Counsel"]);
    }
  });
}

function writeListTests({ service, test }: Stage): void {
  test("the data tells what the summary counts", ["7.lists"], async () => {
    const note = (text: string) => `<w:footnote w:id="2"><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:footnote>`;
    const noted = (look: string) =>
      `<w:p><w:r>${look}<w:t>The fee.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`;
    const { downloads } = await service.ready(
      {
        original: richDocument(noted(""), { footnotes: note("Net.") }),
        modified: richDocument(noted("<w:rPr><w:b/></w:rPr>"), { footnotes: note("Gross.") }),
      },
      "json",
    );
    const json = JSON.parse(String(await service.fetch(downloads[0]?.url)));
    assert.deepEqual([json.summary.insertions, json.summary.deletions, json.summary.formats], [1, 1, 1]);
    assert.deepEqual(
      json.notes.map(({ kind, number, label }: Record<string, unknown>) => [kind, number, label]),
      [["footnote", 1, "1"]],
    );
    const [format] = json.format_changes;
    assert.deepEqual([format.text, format.before, format.after], ["The fee.", { bold: null }, { bold: true }]);
    assert.equal(format.block, json.blocks[0].id);
    assert.deepEqual([json.text_boxes, json.comments, json.notices], [[], [], []]);
  });
}

function writeTextTests({ service, test }: Stage, renderings: Get): void {
  test("without insertions it reads as the base, without deletions as the revision", ["json.rebuild"], async () => {
    const { blocks } = (await renderings()).json;
    const [base, revised] = [readAs(blocks, "base"), readAs(blocks, "revised")];
    const moved = "Neither party may assign";
    assert.match(base, new RegExp(`^Terms\\n${moved}.*\\nThe fee is 30 euros`, "s"));
    assert.match(
      base,
      /\nThe agreement ends after a year\. It may be renewed by both\.\nItem\nPrice\nRent\n100\nSigned/,
    );
    assert.match(revised, /^Terms\nThe fee is 45 euros/);
    assert.match(
      revised,
      /\nThe agreement ends after a year\.\nIt may be renewed by both\.\nItem\nPrice\nRent\n120\nHeating/,
    );
    assert.match(revised, new RegExp(`\\n40\\n${moved}`));
  });

  test("tabs and breaks are characters, a note's reference is an object without text", ["7.texts"], async () => {
    const segments = segmentsOf((await renderings()).json.blocks);
    assert.ok(segments.some(({ text }) => text === "Left\tright\nbelow\fafter the page."));
    assert.ok(segments.some(({ text, object }) => text === "" && object === "footnote"));
  });

  test("bold and the text of notes are not carried", ["json.left-out"], async () => {
    const data = JSON.stringify((await renderings()).json);
    assert.ok(!data.includes("The note itself"));
    assert.ok(!data.includes("bold:") && !data.includes('"b"'));
  });

  test("headers stand beside the body", ["7.headers"], async () => {
    const { headers, footers } = (await renderings()).json;
    assert.equal(readAs(headers[0]?.blocks ?? [], "revised"), "Draft two");
    assert.equal(readAs(headers[0]?.blocks ?? [], "base"), "Draft one");
    assert.deepEqual(footers, []);
  });

  test("changes that a source holds are read as accepted", ["21.accepted", "6.protected"], async () => {
    const { json, word } = await renderings();
    assert.match(readAs(json.blocks, "revised"), /\nAdded earlier\.(?:\n|$)/);
    assert.ok(!word.includes("struck earlier") && !word.includes("Somebody"));
  });

  test("every change is dated when the comparison was made", ["6.dates"], async () => {
    const start = Math.floor(Date.now() / 1000) * 1000;
    const { downloads } = await service.ready({}, "json");
    const { blocks } = JSON.parse(String(await service.fetch(downloads[0]?.url))) as Redline;
    const dates = new Set(segmentsOf(blocks).flatMap(({ date }) => date ?? []));
    assert.equal(dates.size, 1);
    const [date = ""] = dates;
    assert.ok(Date.parse(date) >= start && Date.parse(date) <= Date.now(), date);
  });
}

function writeMarkdownTests({ service, test }: Stage, renderings: Get): void {
  test("headings, numerals and tables show as they are, each paragraph with its id", ["8.structure"], async () => {
    const { markdown, json } = await renderings();
    assert.match(markdown, /^# <p unid="[^"]+"\/>Terms$/m);
    assert.match(markdown, /^<p unid="[^"]+"[^>]*\/>2\. Notices are given in writing\.$/m);
    assert.match(markdown, /^\| <p unid="[^"]+"\/>Item \| <p unid="[^"]+"\/>Price \|\n\| --- \| --- \|$/m);
    for (const { id, type } of allBlocks(json.blocks)) {
      if (type !== "table") assert.ok(markdown.includes(`unid="${id}"`), id);
    }
  });

  test("changes are tags with an id, and the first line says who made them", ["8.markup"], async () => {
    const { markdown } = await renderings();
    assert.match(
      markdown,
      /^<redline author="Counsel" revision="revised\.docx" date="[^"]+Z" changes="\d+"[^>]*\/>\n\n/,
    );
    assert.match(markdown, /<del id="[^"]+">30<\/del><ins id="[^"]+">45<\/ins>/);
    assert.match(markdown, /<moved-from move-id="1" id="[^"]+">Neither/);
    assert.match(markdown, /<moved-to move-id="1" id="[^"]+">Neither/);
  });

  test("a new paragraph mark and a new row are empty tags", ["8.marks"], async () => {
    const { markdown } = await renderings();
    assert.match(markdown, /after a year\..*<ins id="[^"]+"\/>$/m);
    assert.match(markdown, /^\| <ins id="[^"]+"\/>.*Heating/m);
  });

  test("what looks like markup in a document is escaped", ["8.escapes"], async () => {
    const { markdown } = await renderings();
    assert.ok(markdown.includes("\\<b>, \\[c\\], \\*d\\*, \\_e\\_, \\`f\\` and g\\|h"), markdown);
    const { downloads } = await service.ready(
      {
        original: wordDocument("# one", "</ins>&amp;"),
        modified: wordDocument("# two", "</ins>&amp;"),
        author: '"><script>',
        modifiedName: "a.docx",
      },
      "md",
    );
    const text = String(await service.fetch(downloads[0]?.url));
    const tags = [...text.matchAll(/<(\/?[a-z-]+)/g)].map(([, tag]) => tag);
    assert.deepEqual([...new Set(tags)].sort(), ["/del", "/ins", "del", "ins", "p", "redline"]);
    assert.doesNotMatch(text, /^# /m);
  });
}

function allBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [
    block,
    ...(block.rows ?? []).flatMap(({ cells }) => cells.flatMap((cell) => allBlocks(cell.blocks))),
  ]);
}

function segmentsOf(blocks: readonly Block[]): Segment[] {
  return allBlocks(blocks).flatMap(({ content = [] }) => content);
}

/** Returns the text of one version, one line per paragraph, rebuilt as the reference describes. */
function readAs(blocks: readonly Block[], version: "base" | "revised"): string {
  const left = version === "base" ? ["insertion", "moved_to"] : ["deletion", "moved_from"];
  const isLeft = (change: { readonly type?: string } | undefined) => left.includes(change?.type ?? "");
  const lines: string[] = [];
  let open = "";
  for (const { content = [], mark, rows = [] } of blocks) {
    for (const { change, cells } of rows) {
      if (!isLeft(change)) for (const cell of cells) lines.push(readAs(cell.blocks, version));
    }
    open += content.map((segment) => (isLeft(segment) ? "" : segment.text)).join("");
    if (rows.length > 0 || isLeft(mark)) continue;
    lines.push(open);
    open = "";
  }
  return lines.join("\n");
}
