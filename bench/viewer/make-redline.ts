// Makes the redline of a made contract and its revision, with the fragment that the service stores.

import { openDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask } from "@versus/engine/tasks";
import { makePair } from "../compare/make-pair.ts";

export interface MadeRedline {
  readonly docx: Uint8Array;
  /** The stored fragment, as `writePage` takes it. */
  readonly fragment: string;
  /** Its style sheet and its templates, for engines that show HTML. */
  readonly css: string;
  readonly html: string;
  /** The anchors of its changes, in reading order. */
  readonly anchors: readonly string[];
  readonly changes: number;
  /** Bytes of the HTML, style sheet and data, without pictures. */
  readonly size: number;
  /** Bytes of the redline's document.xml. */
  readonly markup: number;
}

interface StoredFragment {
  readonly css: string;
  readonly html: string;
  readonly data: { readonly changes: readonly { readonly anchor: string }[] };
}

export function makeRedline(paragraphs: number): MadeRedline {
  const { before, after } = makePair(paragraphs);
  const { artifacts } = compareTask({
    ...{ before, after, names: { before: "before.docx", after: "after.docx" } },
    ...{ author: "Bench", date: "2026-01-02T03:04:05Z", codec: nodeZlib, formats: ["docx", "fragment"] },
  });
  const docx = artifacts.get("docx")!;
  const fragment = new TextDecoder().decode(artifacts.get("fragment"));
  const { css, html, data } = JSON.parse(fragment) as StoredFragment;
  const opened = openDocument(docx, { codec: nodeZlib, names: wordNames() });
  const anchors = data.changes.map(({ anchor }) => anchor);
  return {
    ...{ docx, fragment, css, html, anchors, changes: anchors.length },
    size: Buffer.byteLength(css) + Buffer.byteLength(html) + Buffer.byteLength(JSON.stringify(data)),
    markup: opened.package.bytes(opened.main).length,
  };
}
