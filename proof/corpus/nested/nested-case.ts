// Writes a random script and returns the text that it promises for accepting and for rejecting.

import { type NodeId, readView, storiesOf, W, type WordDocument, writeScript } from "@versus/engine/inside";
import { projectScript } from "../../fuzz/scripts/project-script.ts";
import { AUTHORS, randomScript } from "../../fuzz/scripts/random-script.ts";
import { openSources } from "../../fuzz/scripts/script-sources.ts";
import { type ScriptCase, scriptsTarget } from "../../fuzz/scripts/scripts-target.ts";
import { caseSeed, Random } from "../../runner/random.ts";
import { openCorpusDocument } from "../read-document.ts";

export type Decision = "accept" | "reject";

export interface NestedCase {
  readonly document: Uint8Array;
  /** The kinds of pieces in the script, including moves that contain edits. */
  readonly features: ReadonlySet<string>;
  readonly wanted: Readonly<Record<Decision, readonly string[]>>;
}

const LEVEL = 1;

export function nestedCase(seed: number, number: number): NestedCase {
  return writeCase(scriptsTarget.generate(new Random(caseSeed(seed, number)), undefined));
}

function writeCase(input: ScriptCase): NestedCase {
  const features = new Set<string>();
  const script = randomScript(openSources(input), new Random(input.seed), { features });
  const document = writeScript(script).document.package.save(LEVEL);
  const wanted = { accept: projectScript(script, new Set(AUTHORS)), reject: projectScript(script, new Set()) };
  return { document, features, wanted };
}

/** Returns the paragraphs that our own reader finds in a document after all changes are decided one way. */
export function textsAs(document: Uint8Array, decision: Decision): string[] {
  return textsIn(openCorpusDocument(document), decision === "accept" ? "accepted" : "rejected");
}

function textsIn(document: WordDocument, view: "accepted" | "rejected"): string[] {
  const body = storiesOf(document).find(({ kind }) => kind === "body")!;
  return readView(body, view).map(({ text }) => text);
}

/**
 * Returns a smaller document for which `still` is true. It removes every paragraph that it can, then every child of
 * a paragraph that it can.
 */
export async function shrunk(from: Uint8Array, still: (smaller: Uint8Array) => Promise<boolean>): Promise<Uint8Array> {
  let best = from;
  for (const list of [paragraphsIn, piecesIn]) {
    for (let at = list(openCorpusDocument(best)).length - 1; at >= 0; at -= 1) {
      const document = openCorpusDocument(best);
      document.package.tree(document.main).remove(list(document)[at]!);
      const smaller = document.package.save(LEVEL);
      if (await still(smaller)) best = smaller;
    }
  }
  return best;
}

function paragraphsIn({ package: parts, main }: WordDocument): NodeId[] {
  const tree = parts.tree(main);
  return tree.children(tree.child(tree.root, W.body));
}

function piecesIn(document: WordDocument): NodeId[] {
  const tree = document.package.tree(document.main);
  return paragraphsIn(document).flatMap((paragraph) =>
    tree.children(paragraph).filter((node) => tree.name(node) !== W.pPr),
  );
}

/** Returns the XML of a document's body. */
export function bodyOf(document: Uint8Array): string {
  const { package: parts, main } = openCorpusDocument(document);
  const tree = parts.tree(main);
  return new TextDecoder().decode(tree.spanBytes(tree.child(tree.root, W.body)));
}
