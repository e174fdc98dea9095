// Tests comparing one range of paragraphs with another.

import assert from "node:assert/strict";
import type { Call, Reply } from "../calls/request.ts";
import { refused, type Service } from "../calls/service.ts";
import { creations, end, files, make, makeEnded } from "../calls/subjects.ts";
import { broken, paragraph, richDocument, wordDocument } from "../documents/word.ts";
import { isErased } from "../running/erased.ts";
import { once, type Stage, theme } from "../running/theme.ts";

const NUMBERING = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
const item = (text: string) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const tracked = `<w:p><w:r><w:t xml:space="preserve">Paid in </w:t></w:r><w:del w:id="1" w:author="A"><w:r><w:delText>pounds</w:delText></w:r></w:del><w:ins w:id="2" w:author="A"><w:r><w:t>euros</w:t></w:r></w:ins></w:p>`;
const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:tcPr/>${paragraph("In a cell")}</w:tc></w:tr></w:tbl>`;

/** Index 0 Recitals, 1 numbered 1., 2 tracked, 3 in a table, 4 the end. */
const EARLIER = richDocument(
  [paragraph("Recitals"), item("The fee is due in thirty days."), tracked, table, paragraph("End < &")].join(""),
  { numbering: NUMBERING },
);
/** Index 0 Recitals, 1 and 2 numbered 1. and 2., 3 without tracked changes, 4 in a table. */
const LATER = richDocument(
  [
    paragraph("Recitals"),
    item("New first."),
    item("The fee is due in sixty days."),
    paragraph("Paid in euros"),
    table,
  ].join(""),
  { numbering: NUMBERING },
);

export const selective = theme("selective", writeResultTests, writeFileTests, writeRefusalTests);

function byIndex(fileId: string, start: number, end: number) {
  return { file_id: fileId, start_paragraph_index: start, end_paragraph_index: end };
}

function compare(service: Service, body: unknown, { headers, ...call }: Call = {}): Promise<Reply> {
  return service.post("/v1/compare/selective", {
    ...call,
    headers: { "content-type": "application/json", ...headers },
    body: Buffer.from(JSON.stringify(body)),
  });
}

async function compared(service: Service, body: unknown, call: Call = {}) {
  const reply = await compare(service, body, call);
  assert.equal(reply.status, 200, reply.body.toString());
  return reply.json;
}

function upload(service: Service, content: Buffer, fileName: string, call: Call = {}): Promise<string> {
  return make(service, files, { ...call, form: [{ field: "document", fileName, content }] });
}

async function uploadBoth(service: Service, call: Call = {}) {
  const earlier = await upload(service, EARLIER, "earlier.docx", call);
  return { earlier, later: await upload(service, LATER, "later.docx", call) };
}

function writeResultTests({ service, test }: Stage): void {
  const uploads = once(() => uploadBoth(service));
  const whole = once(async () => {
    const { earlier, later } = await uploads();
    return compared(service, { original: byIndex(earlier, 0, 4), modified: byIndex(later, 0, 4) });
  });

  test("the answer is the comparison, its Markdown and its PDF, at once", resultRules, async () => {
    const { earlier, later } = await uploads();
    const { comparison, markdown, file } = await whole();
    assert.equal(comparison.schema_version, 1);
    assert.deepEqual(comparison.original, { file_id: earlier, file_name: "earlier.docx", paragraph_count: 5 });
    assert.deepEqual(comparison.modified, { file_id: later, file_name: "later.docx", paragraph_count: 5 });
    assert.deepEqual(comparison.summary, { unchanged: 3, modified: 1, inserted: 1, deleted: 1 });
    assert.match(markdown, /The fee is due in <del>thirty<\/del><ins>sixty<\/ins> days[.]/);
    assert.match(markdown, /<del>End \\< \\&<\/del>/);
    assert.equal(markdown.match(/^<p (?:original|modified)-unid="/gm)?.length, comparison.paragraphs.length);
    assert.deepEqual([file.status, file.kind, file.downloads.length], ["ready", "selective", 1]);
  });

  test("each paragraph has its state, its ids and its numbers; either text can be read back", entryRules, async () => {
    const { comparison } = await whole();
    const told = comparison.paragraphs.map((entry: Record<string, unknown>) => entry.status);
    assert.deepEqual(told, ["unchanged", "inserted", "modified", "unchanged", "unchanged", "deleted"]);
    const [first, inserted, fee, , , deleted] = comparison.paragraphs;
    assert.ok(first.original_id && first.modified_id);
    assert.equal("original_id" in inserted || "modified_id" in deleted, false);
    assert.deepEqual([fee.original_number, fee.modified_number], ["1.", "2."]);
    const without = (kind: string) =>
      comparison.paragraphs
        .filter((entry: Record<string, unknown>) => entry.status !== (kind === "insertion" ? "inserted" : "deleted"))
        .map(({ content }: { content: { type?: string; text: string }[] }) =>
          content.flatMap(({ type, text }) => (type === kind ? [] : [text])).join(""),
        );
    const fees = ["The fee is due in thirty days.", "The fee is due in sixty days."];
    assert.deepEqual(without("insertion"), ["Recitals", fees[0], "Paid in euros", "In a cell", "End < &"]);
    assert.deepEqual(without("deletion"), ["Recitals", "New first.", fees[1], "Paid in euros", "In a cell"]);
  });

  test(
    "one side may use ids, ranges are inclusive, and both may be of one file",
    ["selective.ids", "selective.inclusive"],
    async () => {
      const { earlier, later } = await uploads();
      const { json } = await service.get(`/v1/files/${later}/content?format=json`);
      const [, first, fee] = json.document.blocks;
      const ids = { file_id: later, start_paragraph_id: first.id, end_paragraph_id: fee.id };
      const { comparison } = await compared(service, { original: byIndex(earlier, 1, 1), modified: ids });
      assert.deepEqual([comparison.original.paragraph_count, comparison.modified.paragraph_count], [1, 2]);
      const alone = await compared(service, { original: byIndex(later, 1, 1), modified: byIndex(later, 1, 1) });
      assert.equal(alone.comparison.paragraphs[0].status, "unchanged");
    },
  );

  test("a paragraph that differs by its list number alone is unchanged", ["21.selective-number"], async () => {
    const list = (...texts: readonly string[]) => richDocument(texts.map(item).join(""), { numbering: NUMBERING });
    const one = await upload(service, list("Same text."), "a.docx");
    const other = await upload(service, list("Before it.", "Same text."), "b.docx");
    const { comparison } = await compared(service, { original: byIndex(one, 0, 0), modified: byIndex(other, 1, 1) });
    const [{ status, original_number, modified_number }] = comparison.paragraphs;
    assert.deepEqual([status, original_number, modified_number], ["unchanged", "1.", "2."]);
  });
}

const resultRules = [
  "selective.fields",
  "selective.result",
  "selective.markdown",
  "selective.sides",
  "versioning.selective",
  "8.selective",
] as const;
const entryRules = ["selective.entry", "selective.segments", "selective.accepted", "selective.tables"] as const;

function writeFileTests({ service, world, zeroDay, test }: Stage): void {
  test("the PDF is a file: a fresh address, no content to read, edit or compare", fileRules, async () => {
    const { earlier, later } = await uploadBoth(service);
    const { file } = await compared(service, { original: byIndex(earlier, 0, 1), modified: byIndex(later, 0, 1) });
    assert.equal(file.downloads[0].file_name, "earlier-vs-later.pdf");
    const { json } = await service.get(`/v1/files/${file.file_id}`);
    const pdf = await service.fetch(json.downloads[0].url);
    assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    assert.deepEqual(await service.fetch(file.downloads[0].url), pdf);
    refused(await service.get(`/v1/files/${file.file_id}/content`), 400, "INVALID_REQUEST");
    const again = { original: byIndex(file.file_id, 0, 0), modified: byIndex(later, 0, 0) };
    refused(await compare(service, again), 400, "INVALID_REQUEST");
    const { json: made } = (await makeEnded(service, creations)).reply;
    const created = { original: byIndex(made.file_id, 0, 0), modified: byIndex(later, 0, 0) };
    refused(await compare(service, created), 400, "INVALID_REQUEST");
  });

  test("it counts as one document with the words of both texts", ["selective.usage", "4.selective"], async () => {
    // A selective comparison is never refused for the allowance.
    const { key } = await world.makeOrganization(["--document-limit", "1"]);
    const usage = async () => (await service.get("/v1/usage", { key })).json;
    const fileId = await upload(service, wordDocument("One two three."), "words.docx", { key });
    await end(service, files, { id: fileId, key });
    const first = await usage();
    await compared(service, { original: byIndex(fileId, 0, 0), modified: byIndex(fileId, 0, 0) }, { key });
    const second = await usage();
    assert.deepEqual([second.documents - first.documents, second.words - first.words], [1, 6]);
  });

  test(
    "under zero-day retention it goes when it is acknowledged, and nothing of the answer is left",
    ["selective.zero-day"],
    async () => {
      const { key } = zeroDay;
      const { earlier, later } = await uploadBoth(service, { key });
      const body = { original: byIndex(earlier, 0, 1), modified: byIndex(later, 0, 1) };
      const { file } = await compared(service, body, { key });
      const acknowledged = await service.post(`/v1/files/${file.file_id}/acknowledge`, { key });
      assert.equal(acknowledged.status, 202);
      refused(await service.get(file.downloads[0].url), 410, "CONTENT_DELETED");
      await isErased(world, file.file_id, files);
    },
  );

  test("a repeated call with its key is answered from the first", ["6.idempotency-json"], async () => {
    const { earlier, later } = await uploadBoth(service);
    const headers = { "idempotency-key": `selective-${earlier}` };
    const body = { original: byIndex(earlier, 0, 1), modified: byIndex(later, 0, 1) };
    const first = await compared(service, body, { headers });
    const second = await compare(service, body, { headers });
    assert.equal(second.headers["idempotency-replayed"], "true");
    assert.equal(second.json.file.file_id, first.file.file_id);
    assert.deepEqual(second.json.comparison, first.comparison);
    const other = { ...body, original: byIndex(earlier, 0, 0) };
    refused(await compare(service, other, { headers }), 409, "IDEMPOTENCY_CONFLICT");
  });
}

const fileRules = ["selective.pdf", "selective.no-content", "6.names.selective"] as const;

function writeRefusalTests({ service, second, zeroDay, test }: Stage): void {
  const uploads = once(() => uploadBoth(service));
  const refusing = async (range: unknown, status: number, code: string) => {
    const { later } = await uploads();
    refused(await compare(service, { original: range, modified: byIndex(later, 0, 0) }), status, code);
  };

  test(
    "a range named both ways, neither, by half or backwards is 400",
    ["errors.selective.INVALID_REQUEST"],
    async () => {
      const { earlier } = await uploads();
      const id = { start_paragraph_id: "A", end_paragraph_id: "A" };
      await refusing({ ...byIndex(earlier, 0, 1), ...id }, 400, "INVALID_REQUEST");
      await refusing({ file_id: earlier }, 400, "INVALID_REQUEST");
      await refusing({ file_id: earlier, start_paragraph_index: 0 }, 400, "INVALID_REQUEST");
      await refusing(byIndex(earlier, 1, 0), 400, "INVALID_REQUEST");
      await refusing({ ...byIndex(earlier, 0, 1), more: 1 }, 400, "INVALID_REQUEST");
      await refusing(byIndex("x", 0, 1), 400, "INVALID_REQUEST");
    },
  );

  test("a paragraph that is not in its file is 400", ["errors.selective.PARAGRAPH_NOT_FOUND"], async () => {
    const { earlier } = await uploads();
    await refusing(byIndex(earlier, 0, 5), 400, "PARAGRAPH_NOT_FOUND");
    const unknown = { file_id: earlier, start_paragraph_id: "7FFFFFFF", end_paragraph_id: "7FFFFFFF" };
    await refusing(unknown, 400, "PARAGRAPH_NOT_FOUND");
  });

  test("more than 40,000 pairs or 300,000 characters is 400, at the edge it is not", tooLargeRules, async () => {
    const many = (letter: string) => wordDocument(...Array.from({ length: 201 }, (_, at) => `${letter}${at}`));
    const one = await upload(service, many("a"), "a.docx");
    const other = await upload(service, many("b"), "b.docx");
    await compared(service, { original: byIndex(one, 0, 199), modified: byIndex(other, 0, 199) });
    const pairs = { original: byIndex(one, 0, 199), modified: byIndex(other, 0, 200) };
    refused(await compare(service, pairs), 400, "RANGE_TOO_LARGE");
    const long = await upload(service, wordDocument("x".repeat(150_000), "y"), "long.docx");
    await compared(service, { original: byIndex(long, 0, 0), modified: byIndex(long, 0, 0) });
    const characters = { original: byIndex(long, 0, 1), modified: byIndex(long, 0, 0) };
    refused(await compare(service, characters), 400, "RANGE_TOO_LARGE");
  });

  test("an unknown file, another's, one that failed, one that is deleted", stateRules, async () => {
    await refusing(byIndex(files.never, 0, 0), 404, "DOCUMENT_NOT_FOUND");
    const { earlier } = await uploads();
    const body = { original: byIndex(earlier, 0, 0), modified: byIndex(earlier, 0, 0) };
    refused(await compare(service, body, { key: second.key }), 404, "DOCUMENT_NOT_FOUND");
    const failed = await upload(service, broken.mainPart(), "broken.docx");
    await refusing(byIndex(failed, 0, 0), 409, "CONFLICT");
    const { key } = zeroDay;
    const { id } = await makeEnded(service, files, { key });
    await service.post(`/v1/files/${id}/acknowledge`, { key });
    const deleted = { original: byIndex(id, 0, 0), modified: byIndex(id, 0, 0) };
    refused(await compare(service, deleted, { key }), 410, "CONTENT_DELETED");
  });
}

const tooLargeRules = ["errors.selective.RANGE_TOO_LARGE", "limits.selective"] as const;
const stateRules = [
  "errors.selective.DOCUMENT_NOT_FOUND",
  "errors.selective.CONFLICT",
  "errors.selective.CONTENT_DELETED",
] as const;
