// Writes documents near the limits: one with large images and an exact size, and a pair of them.

import { createCipheriv } from "node:crypto";
import { writeFileSync } from "node:fs";
import { type OutputEntry, openArchive, readEntry, readerLimits, writeArchive } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { makeContract } from "../make-contract.ts";

const PAGES = 10;
const IMAGES = 10;
const LEVEL = 6;

/** Writes a .docx of exactly this many bytes, nearly all of them images; its text contains `word`. */
export function writeImageDocument(path: string, bytes: number, word: string): void {
  const bare = imageDocument(word, 0).length;
  // The size of packed images is found by packing them.
  let content = bytes - bare;
  for (let tries = 0; tries < 8; tries += 1) {
    const document = imageDocument(word, content);
    if (document.length === bytes) {
      writeFileSync(path, document);
      return;
    }
    content += bytes - document.length;
  }
  throw new Error(`No document of ${bytes} bytes was found`);
}

function imageDocument(word: string, content: number): Uint8Array {
  const entries: OutputEntry[] = openArchive(makeContract(PAGES), readerLimits).entries.map((entry) => ({
    kind: "made",
    name: entry.name,
    bytes: changed(entry.name, readEntry(entry, nodeZlib), word),
  }));
  for (let image = 0; image < IMAGES; image += 1) {
    const size = Math.floor(content / IMAGES) + (image === 0 ? content % IMAGES : 0);
    entries.push({ kind: "made", name: `word/media/image${image}.png`, bytes: noise(size, image) });
  }
  return writeArchive(entries, nodeZlib, LEVEL);
}

function changed(name: string, bytes: Uint8Array, word: string): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const png = '<Default Extension="png" ContentType="image/png"/>';
  if (name === "[Content_Types].xml") return new TextEncoder().encode(text.replace("<Override", `${png}<Override`));
  if (name === "word/_rels/document.xml.rels") return new TextEncoder().encode(withImages(text));
  return name === "word/document.xml" ? new TextEncoder().encode(text.replace("Agreement", word)) : bytes;
}

function withImages(relationships: string): string {
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image";
  const images = Array.from(
    { length: IMAGES },
    (_, image) => `<Relationship Id="rIdImage${image}" Type="${type}" Target="media/image${image}.png"/>`,
  );
  return relationships.replace("</Relationships>", `${images.join("")}</Relationships>`);
}

/** Returns incompressible bytes, always the same for the same seed. */
function noise(size: number, seed: number): Uint8Array {
  const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16, seed + 1), Buffer.alloc(16));
  return cipher.update(Buffer.alloc(size));
}
