// Measures opening, changing and saving a document, beside other parsers and the bare steps.

import {
  Names,
  NONE,
  type NodeId,
  openArchive,
  openDocument,
  readEntry,
  readerLimits,
  scanXml,
  Tree,
  W,
  type WordDocument,
  wordNames,
  writeTree,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { makeContract } from "../make-contract.ts";
import { type Figure, measureInTurns, type Turns } from "../measure.ts";
import { measureMemory } from "./memory.ts";
import { parseWithLibxml2, parseWithSaxes } from "./peers.ts";

/** Pages, and the turns for a document of this size. */
const SIZES = [
  { pages: 10, turns: 25, runs: 20 },
  { pages: 100, turns: 10, runs: 2 },
  { pages: 1_000, turns: 9, runs: 1 },
] as const;
const DEFLATE_LEVEL = 6;
/** One text out of this many is changed: 2 %. */
const CHANGE_EVERY = 50;

export async function benchOpen(progress: (text: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  const roundTrips: { pages: number; cpu: number }[] = [];
  for (const { pages, ...turns } of SIZES) {
    progress(`${pages} pages`);
    const measured = measureOpen(makeContract(pages), turns);
    figures.push(...figuresOf(pages, measured));
    roundTrips.push({ pages, cpu: measured.get("open, change, save")! });
  }
  progress("memory");
  return [...figures, ...growthFigures(roundTrips), ...(await measureMemory(1_000))];
}

function growthFigures(roundTrips: readonly { pages: number; cpu: number }[]): Figure[] {
  return roundTrips.slice(1).map(({ pages, cpu }, index) => {
    const smaller = roundTrips[index]!;
    const name = `${smaller.pages} to ${pages} pages: growth of open, change 2 %, save`;
    return { name, value: cpu / smaller.cpu, bar: { atMost: 12 } };
  });
}

function measureOpen(docx: Uint8Array, turns: Turns): Map<string, number> {
  const xml = mainXml(docx);
  const changed = changedMain(docx);
  const names = new Names();
  const scan = () => scanXml(xml, { names, limits: readerLimits, part: "word/document.xml" });
  const span = scanXml(xml, { names: wordNames(), limits: readerLimits, part: "word/document.xml" });
  const ours = measureInTurns(
    [
      { name: "scan", run: scan },
      { name: "libxml2-wasm", run: () => parseWithLibxml2(xml) },
      { name: "open all paragraphs", run: () => openParagraphs(new Tree(span)) },
      { name: "open, change, save", run: () => void openChanged(docx).package.save(DEFLATE_LEVEL) },
      { name: "bare inflate", run: () => void mainXml(docx) },
      { name: "bare copy", run: () => void changed.slice() },
      { name: "bare deflate", run: () => void [nodeZlib.deflate(changed, DEFLATE_LEVEL), nodeZlib.crc32(changed)] },
    ],
    turns,
  );
  // Measured separately, because the others would pay for collecting the trees that saxes leaves.
  const saxes = measureInTurns([{ name: "saxes", run: () => void parseWithSaxes(xml) }], turns);
  return new Map([...ours, ...saxes]);
}

function figuresOf(pages: number, cpu: ReadonlyMap<string, number>): Figure[] {
  const of = (name: string) => cpu.get(name)!;
  const bare = of("bare inflate") + of("scan") + of("bare copy") + of("bare deflate");
  return [
    { name: `${pages} pages: libxml2-wasm / scan`, value: of("libxml2-wasm") / of("scan"), bar: { atLeast: 2 } },
    { name: `${pages} pages: saxes building a tree / scan`, value: of("saxes") / of("scan"), bar: { atLeast: 10 } },
    {
      name: `${pages} pages: open, change 2 %, save / bare steps`,
      value: of("open, change, save") / bare,
      bar: { atMost: 1.3 },
    },
    {
      name: `${pages} pages: open all paragraphs / scan`,
      value: of("open all paragraphs") / of("scan"),
      bar: { atMost: 1 },
    },
  ];
}

function mainXml(docx: Uint8Array): Uint8Array {
  const entry = openArchive(docx, readerLimits).entries.find(({ name }) => name === "word/document.xml")!;
  return readEntry(entry, nodeZlib);
}

function changedMain(docx: Uint8Array): Uint8Array {
  const { package: opened, main } = openChanged(docx);
  return writeTree(opened.tree(main));
}

function openChanged(docx: Uint8Array): WordDocument {
  const document = openDocument(docx, { codec: nodeZlib, names: wordNames() });
  changeTexts(document.package.tree(document.main));
  return document;
}

export function changeTexts(tree: Tree): void {
  let seen = 0;
  for (const text of textsOf(tree)) {
    seen += 1;
    if (seen % CHANGE_EVERY === 0) tree.setText(text, `${tree.text(text)}as amended `);
  }
}

function* textsOf(tree: Tree): Generator<NodeId> {
  for (const paragraph of paragraphsOf(tree)) {
    for (let run = tree.firstChild(paragraph); run !== NONE; run = tree.nextSibling(run)) {
      const text = tree.name(run) === W.r ? tree.child(run, W.t) : NONE;
      if (text !== NONE) yield tree.firstChild(text);
    }
  }
}

function paragraphsOf(tree: Tree): NodeId[] {
  return tree.children(tree.child(tree.root, W.body)).filter((child) => tree.name(child) === W.p);
}

/** Opens every paragraph like an edit, by adding an element. */
function openParagraphs(tree: Tree): void {
  for (const paragraph of paragraphsOf(tree)) tree.append(paragraph, tree.element(W.r));
}
