// Lists the results whose expected text is kept in the corpus, with the function that makes each.

import { join } from "node:path";
import { openDocument, reachableParts, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { ownCorpus, readCorpusFile } from "../corpus/find-corpus.ts";

/** A result that is compared with the text of `corpus/golden/<name>.txt`. */
export interface Golden {
  readonly name: string;
  readonly make: () => string;
}

export function goldenPath(name: string): string {
  return join(import.meta.dirname, "../../corpus/golden", `${name}.txt`);
}

export function allGoldens(): Golden[] {
  const corpus = ownCorpus();
  return corpus.files
    .filter(({ path }) => path.startsWith("docx/"))
    .map(({ path }) => ({
      name: `outline/${path.replace(/^docx\/|\.docx$/g, "").replaceAll("/", "-")}`,
      make: () => outline(readCorpusFile(corpus, path)),
    }));
}

/** Returns the dialect of a package, its reachable parts with their types and relationships, and the notices. */
function outline(bytes: Uint8Array): string {
  const { package: opened, main, notices } = openDocument(bytes, { codec: nodeZlib, names: wordNames() });
  const reach = reachableParts(opened);
  const lines = reach.parts.flatMap((part) => [
    `${part}${part === main ? " (main)" : ""}: ${opened.contentType(part) ?? "no type"}`,
    ...opened.relationships(part).map(({ id, kind, target }) => `  ${id} ${kind} -> ${target}`),
  ]);
  const noticed = [...notices, ...reach.notices].map(({ code, part }) => `notice ${code} ${part ?? ""}`);
  return `${[`dialect ${opened.dialect}`, ...lines, ...noticed].join("\n")}\n`;
}
