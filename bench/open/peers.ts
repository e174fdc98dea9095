// Parses with the parsers that ours is compared with, each building the whole tree.

import { XmlDocument } from "libxml2-wasm";
import { SaxesParser } from "saxes";

export function parseWithLibxml2(xml: Uint8Array): void {
  XmlDocument.fromBuffer(xml).dispose();
}

interface Node {
  readonly name: string;
  readonly uri: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (Node | string)[];
}

const decoder = new TextDecoder();

export function parseWithSaxes(xml: Uint8Array): Node {
  const root: Node = { name: "", uri: "", attributes: new Map(), children: [] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on("opentag", ({ local, uri, attributes }) => {
    const values = Object.values(attributes).map(
      (attribute) => [`${attribute.uri} ${attribute.local}`, attribute.value] as const,
    );
    const node: Node = { name: local, uri, attributes: new Map(values), children: [] };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("text", (text) => void open.at(-1)!.children.push(text));
  parser.write(decoder.decode(xml)).close();
  return root;
}
