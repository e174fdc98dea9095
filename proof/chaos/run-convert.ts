// Sends good documents through two LibreOffice processes, among documents that hang or are broken.
//
// `npm run chaos -- convert [--rounds N]`: some documents hang, some are not documents, and some link to pictures over
// HTTP and in files. Every good document is converted, every bad one ends as docs/design/convert.md describes, and no
// picture is requested.

import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { findOffice, Office } from "@versus/service/convert";
import { Findings } from "./findings.ts";

const CORPUS = join(import.meta.dirname, "../../corpus");
/** Seconds until a document that hangs is ended. */
const SECONDS = 6;
const SIGNAL = new AbortController().signal;

export const convertUsage = "convert [--rounds N]";

type Conversion = Parameters<Office["convert"]>[0];
type Converted = Awaited<ReturnType<Office["convert"]>>;

/** A document, and the required end of its conversion. */
interface Sent {
  readonly name: string;
  readonly conversion: Conversion;
  readonly isRight: (converted: Converted) => boolean;
}

export async function runConvert(words: readonly string[]): Promise<Findings | undefined> {
  const { values } = parseArgs({ args: [...words], options: { rounds: { type: "string", default: "5" } } });
  const rounds = Number(values.rounds);
  if (!(rounds > 0)) return undefined;
  const installation = findOffice("soffice");
  if (installation === undefined) throw new Error("LibreOffice is not installed (libreoffice-writer-nogui)");
  const limits = { memoryMegabytes: 1024, seconds: SECONDS, processes: 2, recycleAfter: 100 };
  const office = new Office({ installation, mode: "bubblewrap", ...limits });
  const trap = await setTrap();
  try {
    const findings = new Findings();
    for (let round = 0; round < rounds; round += 1) await runRound(office, findings, sentIn(trap));
    findings.check("no picture is asked for", trap.asked.length === 0, () => trap.asked.join(", "));
    return findings;
  } finally {
    await office.close();
    trap.close();
  }
}

/** Sends all documents at once, so that the good ones wait for the bad ones. */
async function runRound(office: Office, findings: Findings, sent: readonly Sent[]): Promise<void> {
  await Promise.all(
    sent.map(async ({ name, conversion, isRight }) => {
      const converted = await office.convert(conversion, { signal: SIGNAL });
      findings.check(name, isRight(converted), () => JSON.stringify({ ...converted, bytes: undefined }));
    }),
  );
}

function sentIn({ addresses }: Trap): Sent[] {
  const agreement = readFileSync(join(CORPUS, "doc/agreement.doc"));
  const good = (name: string, conversion: Conversion): Sent => ({ name, conversion, isRight: isConverted });
  const unreadable = (name: string, bytes: Uint8Array): Sent => ({
    name,
    conversion: { bytes, from: "doc", to: "docx" },
    isRight: ({ kind }) => kind === "unreadable",
  });
  const bare = openPlain((body) => body);
  return [
    { name: "one that hangs is ended", conversion: toPdf(nestedTables()), isRight: isLate },
    good("a .doc among bad ones converts", { bytes: agreement, from: "doc", to: "docx" }),
    unreadable(
      "random bytes are unreadable",
      Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919) % 256),
    ),
    good("a .docx among bad ones prints", toPdf(bare)),
    unreadable("a truncated .doc is unreadable", agreement.subarray(0, 3000)),
    {
      name: "one with linked pictures prints without them",
      conversion: toPdf(withPictures(addresses)),
      isRight: (converted) => converted.kind === "converted" && converted.bytes.length < SECRET.length,
    },
    good("a .docx after bad ones prints", toPdf(bare)),
  ];
}

const toPdf = (bytes: Uint8Array): Conversion => ({ bytes, from: "docx", to: "pdf" });
const isConverted = ({ kind }: Converted): boolean => kind === "converted";
const isLate = (converted: Converted): boolean =>
  converted.kind === "failed" && converted.upstream === "CONVERTER_TIMEOUT";

/** Returns a document of the corpus with another body. */
function openPlain(
  change: (body: string) => string,
  relate: (relations: (address: string) => string) => void = () => {},
): Uint8Array {
  const bytes = readFileSync(join(CORPUS, "docx/plain/paragraphs.docx"));
  const { package: parts, main } = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
  relate((address) => parts.relateExternal(main, "image", address));
  const xml = new TextDecoder().decode(parts.bytes(main));
  parts.replaceBytes(main, new TextEncoder().encode(change(xml)));
  return parts.save(6);
}

const NESTED = 400;
const BEHIND = 30_000;

/** Returns a document that LibreOffice lays out for far longer than the limit. */
function nestedTables(): Uint8Array {
  const open = '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="9000"/></w:tblGrid><w:tr><w:tc>'.repeat(NESTED);
  const close = "<w:p/></w:tc></w:tr></w:tbl>".repeat(NESTED);
  const behind = "<w:p><w:r><w:t>word word word</w:t></w:r></w:p>".repeat(BEHIND);
  return openPlain((xml) => xml.replace(/<w:body>/, `<w:body>${open}${close}${behind}`));
}

function withPictures(addresses: readonly string[]): Uint8Array {
  const ids: string[] = [];
  return openPlain(
    (xml) => xml.replace(/<w:body>/, `<w:body>${ids.map(picture).join("")}`),
    (relation) => ids.push(...addresses.map(relation)),
  );
}

function picture(relationshipId: string): string {
  const drawing = "http://schemas.openxmlformats.org/drawingml/2006";
  const link = `<a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:link="${relationshipId}"/>`;
  const size = '<a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="2000000"/></a:xfrm>';
  const shown = `<pic:pic xmlns:pic="${drawing}/picture"><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>${link}<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr>${size}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>`;
  const graphic = `<a:graphic xmlns:a="${drawing}/main"><a:graphicData uri="${drawing}/picture">${shown}</a:graphicData></a:graphic>`;
  return `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${drawing}/wordprocessingDrawing"><wp:extent cx="2000000" cy="2000000"/><wp:docPr id="1" name="p"/>${graphic}</wp:inline></w:drawing></w:r></w:p>`;
}

interface Trap {
  /** Addresses of a picture over HTTP and of one in a file. */
  readonly addresses: readonly string[];
  readonly asked: readonly string[];
  readonly close: () => void;
}

async function setTrap(): Promise<Trap> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const folder = mkdtempSync(join(tmpdir(), "versus-linked-"));
  writeFileSync(join(folder, "secret.svg"), SECRET);
  const { port } = server.address() as AddressInfo;
  return {
    addresses: [`http://127.0.0.1:${port}/a.png`, `file://${folder}/secret.svg`],
    asked,
    close: () => {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A picture so large that a PDF with it is larger than one without it. */
const SECRET = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${Array.from(
  { length: 3000 },
  (_, at) =>
    `<circle cx="${(at * 7) % 300}" cy="${(at * 13) % 300}" r="${1 + (at % 9)}" fill="#${(at * 5557 + 1048576).toString(16)}"/>`,
).join("")}</svg>`;
