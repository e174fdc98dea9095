// Tests LibreOffice in each mode of the sandbox: conversions, confinement and limits.

import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { afterEach, describe, expect, test } from "vitest";
import { openTargets } from "../../jobs/confine/open-targets.ts";
import { documentOf, documentWithBody } from "../../jobs/testing/documents.ts";
import { processesWith } from "../../jobs/testing/running-processes.ts";
import { Office, type OfficeOptions } from "./office.ts";
import { findOffice } from "./office-command.ts";
import { OfficeProcess } from "./office-process.ts";

const corpus = join(import.meta.dirname, "../../../../corpus/doc");
const agreement = readFileSync(join(corpus, "agreement.doc"));
const installation = findOffice("soffice")!;
const never = { signal: new AbortController().signal };
const limits = { memoryMegabytes: 1024, seconds: 40 };

const opened: Office[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((office) => office.close()));
});

function open(options: Partial<OfficeOptions> = {}): Office {
  const office = new Office({
    installation,
    mode: "bubblewrap",
    ...limits,
    processes: 1,
    recycleAfter: 100,
    ...options,
  });
  opened.push(office);
  return office;
}

function textOf(bytes: Uint8Array): string {
  const { package: parts, main } = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
  return new TextDecoder().decode(parts.bytes(main));
}

describe.each(["bubblewrap", "seccomp", "off"] as const)("in the mode %s", (mode) => {
  test("[CNV-1] a .doc becomes a .docx with its text, its table and its tracked changes", async () => {
    const converted = await open({ mode }).convert({ bytes: agreement, from: "doc", to: "docx" }, never);
    if (converted.kind !== "converted") throw new Error(converted.kind);
    const xml = textOf(converted.bytes);
    expect(xml).toContain("The fee is 10 euros.");
    expect(xml).toMatch(/<w:ins [^>]*w:author="A Person"[^>]*>.*?after two years/s);
    expect(xml).toContain("<w:tbl>");
  });

  test("[CNV-14] the macros of a .doc do not reach the .docx", async () => {
    const bytes = readFileSync(join(corpus, "macros.doc"));
    expect(bytes.includes("Sub AutoOpen()")).toBe(true);
    const converted = await open({ mode }).convert({ bytes, from: "doc", to: "docx" }, never);
    if (converted.kind !== "converted") throw new Error(converted.kind);
    const { package: parts, main } = openDocument(converted.bytes, { codec: nodeZlib, names: wordNames() });
    expect(parts.partNames.filter((name) => /vba/i.test(name))).toEqual([]);
    expect(parts.relationships(main).filter(({ type }) => /vba/i.test(type))).toEqual([]);
    expect(new TextDecoder().decode(parts.bytes("[Content_Types].xml"))).not.toMatch(/vba|macro/i);
    expect(textOf(converted.bytes)).toContain("The fee is 10 euros.");
  });

  test("[CNV-1] a .docx becomes a PDF, with bookmarks as destinations when asked for", async () => {
    const office = open({ mode });
    const bookmarked =
      '<w:p><w:bookmarkStart w:id="0" w:name="change1"/><w:r><w:t>Text</w:t></w:r><w:bookmarkEnd w:id="0"/></w:p>';
    const convert = (bookmarksAsDestinations: boolean) =>
      office.convert(
        { bytes: documentWithBody(bookmarked), from: "docx", to: "pdf", pdf: { bookmarksAsDestinations } },
        never,
      );
    const [plain, marked] = [await convert(false), await convert(true)];
    if (plain.kind !== "converted" || marked.kind !== "converted") throw new Error("not converted");
    expect(Buffer.from(plain.bytes.subarray(0, 5)).toString()).toBe("%PDF-");
    expect(Buffer.from(plain.bytes).includes("/change1")).toBe(false);
    expect(Buffer.from(marked.bytes).includes("/change1")).toBe(true);
  });
});

describe.each(["bubblewrap", "seccomp"] as const)("[CNV-4] behind the wall of the mode %s", (mode) => {
  test("LibreOffice reaches no address, no file and no process", async () => {
    const targets = await openTargets();
    const office = await OfficeProcess.start({ installation, mode }, limits);
    try {
      expect(await office.probe(targets.targets)).toEqual([]);
    } finally {
      await office.end();
      await targets.close();
    }
  });

  test("images that a document links to are neither fetched nor read", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const folder = mkdtempSync(join(tmpdir(), "versus-linked-"));
    writeFileSync(join(folder, "secret.svg"), secretPicture);
    try {
      const { port } = server.address() as AddressInfo;
      const addresses = [`http://127.0.0.1:${port}/a.png`, `file://${folder}/secret.svg`];
      const converted = await open({ mode }).convert(
        { bytes: documentWithImages(addresses), from: "docx", to: "pdf" },
        never,
      );
      if (converted.kind !== "converted") throw new Error(converted.kind);
      expect(asked).toEqual([]);
      expect(converted.bytes.length).toBeLessThan(secretPicture.length);
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });
});

/** A picture so large that a PDF with it is larger than a PDF without it. */
const secretPicture = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${Array.from(
  { length: 3000 },
  (_, at) =>
    `<circle cx="${(at * 7) % 300}" cy="${(at * 13) % 300}" r="${1 + (at % 9)}" fill="#${(at * 5557 + 1048576).toString(16)}"/>`,
).join("")}</svg>`;

function documentWithImages(addresses: readonly string[]): Uint8Array {
  const { package: parts, main } = openDocument(documentOf(""), { codec: nodeZlib, names: wordNames() });
  const drawings = addresses.map((address) => linkedImage(parts.relateExternal(main, "image", address)));
  const xml = new TextDecoder().decode(parts.bytes(main)).replace("<w:body>", `<w:body>${drawings.join("")}`);
  parts.replaceBytes(main, new TextEncoder().encode(xml));
  return parts.save(6);
}

function linkedImage(relationshipId: string): string {
  const drawing = "http://schemas.openxmlformats.org/drawingml/2006";
  const link = `<a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:link="${relationshipId}"/>`;
  const size = '<a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="2000000"/></a:xfrm>';
  const picture = [
    `<pic:pic xmlns:pic="${drawing}/picture"><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>`,
    `<pic:blipFill>${link}<a:stretch><a:fillRect/></a:stretch></pic:blipFill>`,
    `<pic:spPr>${size}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>`,
  ].join("");
  const graphic = `<a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture">${picture}</a:graphicData></a:graphic>`;
  const inline = `<wp:inline xmlns:wp="${drawing}/wordprocessingDrawing"><wp:extent cx="2000000" cy="2000000"/><wp:docPr id="1" name="p"/>${graphic}</wp:inline>`;
  return `<w:p><w:r><w:drawing>${inline}</w:drawing></w:r></w:p>`;
}

describe("a document that LibreOffice cannot convert", () => {
  test.each([
    ["random bytes", Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919) % 256)],
    ["plain text", new TextEncoder().encode("Just text.\n".repeat(50))],
    ["a truncated file", agreement.subarray(0, 3000)],
    ["a file with a password", readFileSync(join(corpus, "protected.doc"))],
  ])("[CNV-5] %s named .doc is unreadable, and the next one converts", async (_, bytes) => {
    const office = open();
    expect(await office.convert({ bytes, from: "doc", to: "docx" }, never)).toEqual({ kind: "unreadable" });
    expect(await office.convert({ bytes: agreement, from: "doc", to: "docx" }, never)).toMatchObject({
      kind: "converted",
    });
  });

  test.each(["bubblewrap", "seccomp"] as const)(
    "[CNV-6] in the mode %s one that takes too long is ended with every process of it, and the next one converts",
    async (mode) => {
      const office = open({ mode, seconds: 3 });
      const before = offices();
      const late = await office.convert({ bytes: endless(), from: "docx", to: "pdf" }, never);
      expect(late).toEqual({ kind: "failed", upstream: "CONVERTER_TIMEOUT" });
      await expect.poll(() => offices().filter((pid) => !before.includes(pid))).toEqual([]);
      expect(await office.convert({ bytes: documentOf("Text"), from: "docx", to: "pdf" }, never)).toMatchObject({
        kind: "converted",
      });
    },
  );

  test("[CNV-6] one that takes too much memory is ended", async () => {
    const office = open({ memoryMegabytes: 100 });
    const converted = await office.convert({ bytes: endless(), from: "docx", to: "pdf" }, never);
    expect(converted).toEqual({ kind: "failed", upstream: "CONVERTER_FAILED" });
  });

  test("one whose caller goes away is ended", async () => {
    const office = open();
    const controller = new AbortController();
    const running = office.convert({ bytes: endless(), from: "docx", to: "pdf" }, controller);
    setTimeout(() => controller.abort(new Error("gone")), 1500);
    await expect(running).rejects.toThrow("gone");
  });
});

test("[CNV-2] a process is replaced after its documents, and none stays when the office closes", async () => {
  const before = offices();
  const office = open({ recycleAfter: 2 });
  const seen = new Set<number>();
  for (let at = 0; at < 4; at++) {
    await office.convert({ bytes: agreement, from: "doc", to: "docx" }, never);
    for (const pid of offices()) if (!before.includes(pid)) seen.add(pid);
  }
  expect(seen.size).toBeGreaterThanOrEqual(2);
  await office.close();
  await expect.poll(() => offices().filter((pid) => !before.includes(pid))).toEqual([]);
});

test("documents wait for a free process and are all converted", async () => {
  const office = open({ processes: 2 });
  const all = Array.from({ length: 6 }, () => office.convert({ bytes: agreement, from: "doc", to: "docx" }, never));
  expect((await Promise.all(all)).map(({ kind }) => kind)).toEqual(Array(6).fill("converted"));
});

test("[CNV-2] a large document converts, in a process of its own", async () => {
  const paragraphs = Array.from({ length: 6000 }, (_, at) => `${at} ${"The supplier delivers the goods. ".repeat(12)}`);
  const converted = await open().convert({ bytes: documentOf(...paragraphs), from: "docx", to: "pdf" }, never);
  expect(converted.kind).toBe("converted");
});

test("LibreOffice that is not there is told", () => {
  expect(findOffice("versus-no-such-program")).toBeUndefined();
  expect(findOffice("/usr/bin/env")).toBeUndefined();
});

/** Returns a document of deeply nested tables that LibreOffice never finishes. */
function endless(): Uint8Array {
  const depth = 400;
  const open = '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="9000"/></w:tblGrid><w:tr><w:tc>';
  const close = "<w:p/></w:tc></w:tr></w:tbl>";
  const filler = Array.from(
    { length: 30_000 },
    (_, at) => `<w:p><w:r><w:t>${at} word word word</w:t></w:r></w:p>`,
  ).join("");
  return documentWithBody(`${open.repeat(depth)}${close.repeat(depth)}${filler}<w:p/>`);
}

/** Returns the process ids of every running LibreOffice. */
function offices(): number[] {
  return processesWith(join(installation.folder, "soffice.bin"));
}
