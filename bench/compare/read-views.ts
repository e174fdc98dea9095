// Reads the texts of a document with its tracked changes accepted and rejected.
//
// One reader judges if an engine got a pair right. It shares only the unzipping with any engine. It reads the texts of
// the body with equations and text boxes in their position. It adds the notes in the order of their references, and the
// headers and footers that sections name. It skips paragraphs without text, and the results of fields, which programs
// compute again. A paragraph with a deleted mark is joined to the next one.

import { openArchive, readEntry, readerLimits } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { SaxesParser, type SaxesTagNS } from "saxes";

const WORD: ReadonlySet<string> = new Set([
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  "http://purl.oclc.org/ooxml/wordprocessingml/main",
]);

const MATH: ReadonlySet<string> = new Set([
  "http://schemas.openxmlformats.org/officeDocument/2006/math",
  "http://purl.oclc.org/ooxml/officeDocument/math",
]);

export interface Views {
  /** The texts of paragraphs, in order. */
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

type Side = keyof Views;
type Mark = "both" | Side | "none";

/** Maps a mark to the view that shows its content: inserted content is shown when accepted. */
const MARKS: ReadonlyMap<string, Mark> = new Map([
  ["ins", "accepted"],
  ["moveTo", "accepted"],
  ["cellIns", "accepted"],
  ["del", "rejected"],
  ["moveFrom", "rejected"],
  ["cellDel", "rejected"],
]);

interface Open {
  readonly name: string;
  mark: Mark;
  readonly isIgnored: boolean;
}

/** Throws an error if a part cannot be read. */
export function readViews(docx: Uint8Array): Views {
  const parts = readParts(docx);
  const main = parts.get("word/document.xml") ?? "";
  const body = readStory(main);
  const relationships = relationshipsIn(parts.get("word/_rels/document.xml.rels") ?? "");
  const headers = body.headers.flatMap((id) => relationships.get(id) ?? []);
  const shown = [...new Set(headers)].map((part) => readStory(parts.get(`word/${part}`) ?? ""));
  const notes = ["footnote", "endnote"].flatMap((kind) => {
    const byId = readNotes(parts.get(`word/${kind}s.xml`) ?? "", kind);
    return body.notes.filter((note) => note.kind === kind).map(({ id, mark }) => ({ mark, note: byId.get(id) }));
  });
  const view = (side: Side): string[] => [
    ...body.texts[side],
    ...notes.flatMap(({ mark, note }) => (mark === "both" || mark === side ? (note?.texts[side] ?? []) : [])),
    // The reader ignores which section shows which copy.
    ...[...new Set(shown.flatMap(({ texts }) => texts[side]))].sort(),
  ];
  return { accepted: view("accepted"), rejected: view("rejected") };
}

function readParts(docx: Uint8Array): Map<string, string> {
  const decoder = new TextDecoder();
  const { entries } = openArchive(docx, readerLimits);
  const read = entries.filter(({ name }) => /^word\/(?:[^/]+\.xml|_rels\/document\.xml\.rels)$/.test(name));
  return new Map(read.map((entry) => [entry.name, decoder.decode(readEntry(entry, nodeZlib))]));
}

function relationshipsIn(xml: string): Map<string, string> {
  const found = [...xml.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)].map(([tag]) => tag);
  const value = (tag: string, name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  return new Map(found.map((tag) => [value(tag, "Id"), value(tag, "Target").replace(/^\/?(?:word\/)?/, "")]));
}

function readNotes(xml: string, kind: string): Map<string, Story> {
  const pattern = new RegExp(`<w:${kind}\\s[^>]*?w:id="(-?\\d+)"[^>]*>.*?</w:${kind}>`, "gs");
  const root = /<w:\w+\s[^>]*>/.exec(xml)?.[0] ?? "";
  const declared = [...root.matchAll(/xmlns:\w+="[^"]*"/g)].map(([declaration]) => declaration).join(" ");
  return new Map(
    [...xml.matchAll(pattern)].map(([note, id]) => [id!, readStory(`<w:note ${declared}>${note}</w:note>`)]),
  );
}

interface Story {
  readonly texts: Readonly<Record<Side, string[]>>;
  readonly notes: { readonly kind: string; readonly id: string; readonly mark: Mark }[];
  /** Ids of the relationships of its headers and footers. */
  readonly headers: string[];
}

function readStory(xml: string): Story {
  const reader = new StoryReader();
  if (xml !== "") reader.read(xml);
  return reader;
}

class StoryReader implements Story {
  readonly texts = { accepted: [] as string[], rejected: [] as string[] };
  readonly notes: Story["notes"] = [];
  readonly headers: string[] = [];
  readonly #open: Open[] = [];
  readonly #text = { accepted: "", rejected: "" };
  /** The marks of open paragraphs: a text box is a paragraph inside a paragraph. */
  readonly #paragraphs: Mark[] = [];
  #fields = 0;

  read(xml: string): void {
    const parser = new SaxesParser({ xmlns: true });
    parser.on("opentag", (tag) => this.#begin(tag));
    parser.on("closetag", () => this.#end());
    parser.on("text", (text) => this.#addText(text));
    parser.write(xml).close();
    this.#flush("accepted");
    this.#flush("rejected");
  }

  #begin({ uri, local, attributes }: SaxesTagNS): void {
    const parent = this.#open.at(-1);
    const isWord = WORD.has(uri) || MATH.has(uri);
    const mark = this.#markOf(isWord ? local : "", parent);
    const isIgnored = local === "Fallback" || parent?.isIgnored === true || local === "fldSimple";
    this.#open.push({ name: isWord ? local : "", mark, isIgnored });
    if (!isWord || isIgnored) return;
    const value = (name: string): string => Object.values(attributes).find((each) => each.local === name)?.value ?? "";
    if (local === "p") this.#paragraphs.push(mark);
    if (local === "fldChar") this.#fields += { begin: 1, end: -1 }[value("fldCharType")] ?? 0;
    if (/^(?:foot|end)noteReference$/.test(local)) {
      this.notes.push({ kind: local.slice(0, -9), id: value("id"), mark });
    }
    if (/^(?:header|footer)Reference$/.test(local)) this.headers.push(value("id"));
  }

  /**
   * Returns the mark of an element. A mark in the properties of a row, a cell or a paragraph end applies to its owner.
   */
  #markOf(local: string, parent: Open | undefined): Mark {
    const around = parent?.mark ?? "both";
    const own = MARKS.get(local);
    if (own === undefined) return around;
    const owner = this.#open.at(-2);
    if (parent?.name === "trPr" || parent?.name === "tcPr") owner!.mark = joint(owner!.mark, own);
    else if (parent?.name === "rPr" && owner?.name === "pPr")
      this.#paragraphs.push(joint(this.#paragraphs.pop()!, own));
    return joint(around, own);
  }

  #end(): void {
    const { name, isIgnored } = this.#open.pop()!;
    if (isIgnored) return;
    if (name === "p") {
      const mark = this.#paragraphs.pop()!;
      for (const side of ["accepted", "rejected"] as const) if (mark === "both" || mark === side) this.#flush(side);
    }
    if (name === "tc" || name === "txbxContent") {
      this.#flush("accepted");
      this.#flush("rejected");
    }
  }

  #addText(text: string): void {
    const inside = this.#open.at(-1);
    if (inside === undefined || inside.isIgnored || this.#fields > 0) return;
    if (inside.name !== "t" && inside.name !== "delText") return;
    if (inside.mark !== "rejected" && inside.mark !== "none") this.#text.accepted += text;
    if (inside.mark !== "accepted" && inside.mark !== "none") this.#text.rejected += text;
  }

  #flush(side: Side): void {
    if (this.#text[side].trim() !== "") this.texts[side].push(this.#text[side]);
    this.#text[side] = "";
  }
}

/** Returns the views that show content under both marks. */
function joint(one: Mark, other: Mark): Mark {
  if (one === "both" || one === other) return other;
  return other === "both" ? one : "none";
}
