// Measures reading a document as Word shows it, and accepting its changes, beside opening it.

import {
  acceptAll,
  isToggledOn,
  Labeller,
  numberingOf,
  openArchive,
  openDocument,
  ParagraphReader,
  paragraphFormatting,
  paragraphsOf,
  propertyOf,
  readEntry,
  readerLimits,
  runFormatting,
  scanXml,
  storiesOf,
  W,
  type WordDocument,
  wordNames,
} from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { makeContract } from "../make-contract.ts";
import { type Figure, measureInTurns, type Turns } from "../measure.ts";

/** Pages, and the turns for a document of this size. */
const SIZES = [
  { pages: 100, turns: 12, runs: 3 },
  { pages: 1_000, turns: 5, runs: 1 },
] as const;
const DEFLATE_LEVEL = 6;
/** One run out of this many is inserted, and one deleted. */
const TRACK_EVERY = 25;

export async function benchDocument(progress: (text: string) => void): Promise<Figure[]> {
  const measured = SIZES.map(({ pages, ...turns }) => {
    progress(`${pages} pages`);
    return { pages, cpu: measureReading(pages, turns) };
  });
  const [small, large] = measured as unknown as [Measured, Measured];
  return [...measured.flatMap(figuresOf), ...["read", "accept"].map((name) => growthOf(name, small, large))];
}

interface Measured {
  readonly pages: number;
  readonly cpu: ReadonlyMap<string, number>;
}

function measureReading(pages: number, turns: Turns): Map<string, number> {
  const plain = makeContract(pages);
  const tracked = makeContract(pages, { trackEvery: TRACK_EVERY });
  const xml = mainXml(plain);
  const opened = open(plain);
  const prepared = Array.from({ length: turns.turns * turns.runs }, () => open(tracked));
  return measureInTurns(
    [
      {
        name: "scan",
        run: () => void scanXml(xml, { names: wordNames(), limits: readerLimits, part: "document.xml" }),
      },
      { name: "read", run: () => readAll(opened) },
      { name: "accept", run: () => acceptAll(prepared.pop()!) },
      { name: "open and save", run: () => openAndSave(tracked) },
    ],
    turns,
  );
}

function figuresOf({ pages, cpu }: Measured): Figure[] {
  const of = (name: string) => cpu.get(name)!;
  return [
    {
      name: `${pages} pages: text, labels and formatting of all / scan`,
      value: of("read") / of("scan"),
      bar: { atMost: 3 },
    },
    {
      name: `${pages} pages: accept all / open and save`,
      value: of("accept") / of("open and save"),
      bar: { atMost: 1 },
    },
  ];
}

function growthOf(name: string, small: Measured, large: Measured): Figure {
  const value = large.cpu.get(name)! / small.cpu.get(name)!;
  return { name: `${small.pages} to ${large.pages} pages: growth of ${name}`, value, bar: { atMost: 12 } };
}

function open(docx: Uint8Array): WordDocument {
  return openDocument(docx, { codec: nodeZlib, names: wordNames() });
}

/** Opens a document, adds one text node to the root, and saves: the main part is written and packed again. */
function openAndSave(docx: Uint8Array): void {
  const { package: opened, main } = open(docx);
  const tree = opened.tree(main);
  tree.append(tree.root, tree.textNode("\n"));
  opened.save(DEFLATE_LEVEL);
}

function readAll(document: WordDocument): void {
  const numbering = numberingOf(document);
  const labeller = new Labeller(numbering);
  for (const story of storiesOf(document)) {
    const reader = new ParagraphReader(story);
    for (const paragraph of paragraphsOf(story)) {
      const { inlines } = reader.read(paragraph);
      labeller.label(story, paragraph);
      propertyOf(paragraphFormatting(numbering, story, paragraph), W.jc);
      for (const { run } of inlines) {
        const formatting = runFormatting(numbering, story, run);
        isToggledOn(formatting, W.b);
        propertyOf(formatting, W.sz);
      }
    }
  }
}

function mainXml(docx: Uint8Array): Uint8Array {
  const entry = openArchive(docx, readerLimits).entries.find(({ name }) => name === "word/document.xml")!;
  return readEntry(entry, nodeZlib);
}
