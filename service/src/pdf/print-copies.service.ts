// Tests print copies with the real LibreOffice: what the pages of the PDF show.

import { spawnSync } from "node:child_process";
import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { printTask } from "@versus/engine/tasks";
import { afterAll, expect, test } from "vitest";
import { Office } from "../convert/office/office.ts";
import { findOffice } from "../convert/office/office-command.ts";
import { documentWithBody } from "../jobs/testing/documents.ts";

const office = new Office({
  installation: findOffice("soffice")!,
  mode: "bubblewrap",
  ...{ memoryMegabytes: 1024, seconds: 60, processes: 1, recycleAfter: 100 },
});
afterAll(() => office.close());

/** Returns the text of each page of the printed document, with single spaces. */
async function pagesOf(document: Uint8Array): Promise<string[]> {
  const { docx } = printTask({ bytes: document, codec: nodeZlib });
  const converted = await office.convert(
    { bytes: docx, from: "docx", to: "pdf" },
    { signal: AbortSignal.timeout(60_000) },
  );
  if (converted.kind !== "converted") throw new Error(converted.kind);
  const { stdout } = spawnSync("pdftotext", ["-layout", "-", "-"], { input: converted.bytes, encoding: "utf8" });
  return stdout
    .split("\f")
    .slice(0, -1)
    .map((page) => page.replaceAll(/\s+/g, " ").trim());
}

const run = (text: string, properties = ""): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const mark = (type: string, properties = ""): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (text: string): string => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
const field = (name: string, shown: string, properties = ""): string =>
  `${mark("begin", properties)}${code(` ${name} `)}${mark("separate", properties)}${run(shown, properties)}${mark("end", properties)}`;
const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';

test("[PRN-20] a table of contents shows its page numbers", async () => {
  const entry = (title: string, page: number): string =>
    `<w:p>${run(title)}<w:r><w:tab/></w:r>${field("PAGEREF _Toc1 \\h", String(page), "<w:webHidden/>")}</w:p>`;
  const [page] = await pagesOf(documentWithBody(`${entry("1. Scope", 71)}${entry("2. Term", 83)}`));
  expect(page).toBe("1. Scope 71 2. Term 83");
});

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** A part of the document, by the content of its root. */
interface TestPart {
  readonly kind: "footer" | "numbering";
  readonly root: string;
  readonly content: string;
}

/** Returns a document with another part. `bodyOf` receives the id of its relationship. */
function documentWithPart({ kind, root, content }: TestPart, bodyOf: (id: string) => string): Uint8Array {
  const { package: opened, main } = openDocument(documentWithBody(""), { codec: nodeZlib, names: wordNames() });
  const encoded = (xml: string): Uint8Array => new TextEncoder().encode(xml);
  const type = `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`;
  for (const { id, kind: known } of opened.relationships(main)) if (known === kind) opened.unrelate(main, id);
  const part = opened.add(`word/${kind}*.xml`, type, encoded(`<w:${root} ${NAMESPACES}>${content}</w:${root}>`));
  const body = bodyOf(opened.relate(main, kind, part));
  opened.replaceBytes(main, encoded(`<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`));
  return opened.save(6);
}

test("[PRN-21] a page number in a text box of a footer is that of each page", async () => {
  const text = `<w:p>${run("Page ")}${field("PAGE", "9")}${run(" of ")}${field("NUMPAGES", "9")}</w:p>`;
  const style = "position:absolute;width:200pt;height:30pt";
  const box = `<v:rect xmlns:v="urn:schemas-microsoft-com:vml" style="${style}"><v:textbox><w:txbxContent>${text}</w:txbxContent></v:textbox></v:rect>`;
  const footer = { kind: "footer", root: "ftr", content: `<w:p><w:r><w:pict>${box}</w:pict></w:r></w:p>` } as const;
  const document = documentWithPart(footer, (id) => {
    const section = `<w:sectPr><w:footerReference w:type="default" r:id="${id}"/></w:sectPr>`;
    return `<w:p>${run("one")}</w:p>${pageBreak}<w:p>${run("two")}</w:p>${section}`;
  });
  expect(await pagesOf(document)).toEqual(["one Page 1 of 2", "two Page 2 of 2"]);
});

test("[PRN-22] a renumbered paragraph has its old and its new number, a shifted one its new number", async () => {
  const level = (index: number, text: string): string =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const content = `<w:abstractNum w:abstractNumId="0">${level(0, "%1.")}${level(1, "(%2)")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
  const list = (at: number): string => `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="1"/></w:numPr>`;
  const item = (text: string, properties = list(0)): string => `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`;
  const change = `<w:pPrChange w:id="1" w:author="A"><w:pPr>${list(0)}</w:pPr></w:pPrChange>`;
  const deleted = `<w:p><w:pPr>${list(0)}<w:rPr><w:del w:id="2" w:author="A"/></w:rPr></w:pPr><w:del w:id="3" w:author="A"><w:r><w:delText>four</w:delText></w:r></w:del></w:p>`;
  const numbering = { kind: "numbering", root: "numbering", content } as const;
  const body = `${item("one")}${item("two", `${list(1)}${change}`)}${item("three")}${deleted}`;
  expect(await pagesOf(documentWithPart(numbering, () => body))).toEqual(["1. one 2. (1) two 2. three 4. four"]);
});
