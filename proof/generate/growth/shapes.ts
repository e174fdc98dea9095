// Makes pairs of documents with hostile shapes, which show costs that grow faster than the document.
//
// At scale 1 a document has 7 KB to 491 KB; at half the scale it has about half the size. The same scale always gives
// the same bytes.

import { drawIndex, type RandomNumbers, seededRandom, shuffle } from "../../runner/random.ts";
import { NAMESPACES, type Parts, writeShape } from "./write-shape.ts";

/** Returns the number of items at the current scale, given their number at scale 1. The minimum is 1. */
type Count = (atFullScale: number) => number;

/** The bodies of the two documents, and the parts that both have. */
interface Bodies {
  readonly before: string;
  readonly after: string;
  readonly parts?: Parts;
}

type Make = (count: Count, random: RandomNumbers) => Bodies;

export interface ShapePair {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

const list = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join("");
const p = (text: string, properties = ""): string =>
  `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const table = (rows: string): string => `<w:tbl><w:tblPr/><w:tblGrid/>${rows}</w:tbl>${p("z")}`;
const row = (at: number, cells: number, edited: number): string =>
  `<w:tr>${list(cells, (cell) => `<w:tc><w:tcPr/>${p(`${at}.${cell + (cell % 7 === 0 ? edited : 0)}`)}</w:tc>`)}</w:tr>`;
const hex = (random: RandomNumbers, digits: number): string => list(digits, () => drawIndex(random, 16).toString(16));

/** Returns the same document twice; in the second, every position that `every` divides has another number. */
function twice(make: (numberAt: (at: number) => number) => string, every: number): Pick<Bodies, "before" | "after"> {
  return { before: make((at) => at), after: make((at) => at + (at % every === 0 ? 1 : 0)) };
}

const shapes: Readonly<Record<string, Make>> = {
  "binary-paragraphs": (count, random) => {
    const body = (): string => list(count(60_000), () => p("ab"[drawIndex(random, 2)]!));
    return { before: body(), after: body() };
  },
  "binary-words": (count, random) => {
    const body = (): string => p(list(count(1_000_000), () => ["a ", "b "][drawIndex(random, 2)]!).trimEnd());
    return { before: body(), after: body() };
  },
  reversed: (count, random) => {
    const lines = Array.from({ length: count(25_000) }, (_, at) =>
      p(`Clause ${at} ${hex(random, 15)} shall apply to party ${hex(random, 10)} and remain so.`),
    );
    return { before: lines.join(""), after: lines.toReversed().join("") };
  },
  "similar-shuffled": (count, random) => {
    const base =
      "the supplier shall deliver goods to the customer within days of the order and invoice it accordingly under clause";
    const lines = Array.from({ length: count(20_000) }, () => base + list(4, () => ` ${drawIndex(random, 10)}`));
    const edited = lines.map((line) =>
      random() < 0.5 ? line.replace("goods", "wares") : `${line} x${drawIndex(random, 9)}`,
    );
    const body = (texts: readonly string[]): string => texts.map((text) => p(text)).join("");
    return { before: body(lines), after: body(shuffle(edited, random)) };
  },
  "one-long-word": (count, random) => {
    const body = (): string => p(list(count(2_000_000), () => "ab"[drawIndex(random, 2)]!));
    return { before: body(), after: body() };
  },
  "overlapping-bookmarks": (count) => {
    const marks = count(30_000);
    const body = (shift: number): string =>
      `<w:p>${list(marks, (at) => `<w:bookmarkStart w:id="${at}" w:name="b${at + shift}"/>`)}${list(marks, (at) => `<w:r><w:t>x${at} </w:t></w:r><w:bookmarkEnd w:id="${at}"/>`)}</w:p>`;
    return { before: body(0), after: body(1) };
  },
  "style-chain": (count) => {
    const links = count(8_000);
    const style = (at: number): string =>
      `<w:style w:type="paragraph" w:styleId="s${at}"><w:name w:val="s${at}"/>${at > 0 ? `<w:basedOn w:val="s${at - 1}"/>` : ""}</w:style>`;
    const styles = `<w:styles ${NAMESPACES}>${list(links, style)}</w:styles>`;
    const styled = (numberAt: (at: number) => number): string =>
      list(count(20_000), (at) =>
        p(`t${numberAt(at)}`, `<w:pPr><w:pStyle w:val="s${links - 1 - (at % links)}"/></w:pPr>`),
      );
    return { ...twice(styled, 3), parts: { styles } };
  },
  numbering: (count) => {
    const lists = count(4_000);
    const level = (at: number): string =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%${at + 1}."/></w:lvl>`;
    const numbering = `<w:numbering ${NAMESPACES}>${list(lists, (at) => `<w:abstractNum w:abstractNumId="${at}">${level(0)}${level(1)}${level(2)}</w:abstractNum>`)}${list(lists, (at) => `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${at}"/></w:num>`)}</w:numbering>`;
    const listed = (numberAt: (at: number) => number): string =>
      list(count(15_000), (at) =>
        p(
          `t${numberAt(at)}`,
          `<w:pPr><w:numPr><w:ilvl w:val="${at % 3}"/><w:numId w:val="${1 + ((at * 7) % lists)}"/></w:numPr></w:pPr>`,
        ),
      );
    return { ...twice(listed, 5), parts: { numbering } };
  },
  "overlapping-comments": (count) => {
    const made = count(3_200);
    const comments = `<w:comments ${NAMESPACES}>${list(made, (at) => `<w:comment w:id="${at}" w:author="a${at}" w:initials="a">${p(`c${at}`)}</w:comment>`)}</w:comments>`;
    const body = (numberAt: (at: number) => number): string =>
      `<w:p>${list(made, (at) => `<w:commentRangeStart w:id="${at}"/>`)}</w:p>${list(made, (at) => `<w:p><w:r><w:t>p${numberAt(at)}</w:t></w:r><w:commentRangeEnd w:id="${at}"/><w:r><w:commentReference w:id="${at}"/></w:r></w:p>`)}`;
    return { ...twice(body, 4), parts: { comments } };
  },
  "nested-tables": (count) => {
    const nest = (text: string): string => {
      let xml = p(text);
      for (let depth = 0; depth < 110; depth += 1) {
        xml = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="100"/></w:tblGrid><w:tr><w:tc><w:tcPr/>${xml}${p(`x${depth}`)}</w:tc></w:tr></w:tbl>`;
      }
      return xml + p("end");
    };
    return { before: nest("a").repeat(count(40)), after: nest("b").repeat(count(40)) };
  },
  "wide-table": (count) => {
    const body = (edited: number): string => table(list(60, (at) => row(at, count(400), edited)));
    return { before: body(0), after: body(1) };
  },
  "tall-table-shuffled": (count, random) => {
    const rows = Array.from({ length: count(8_000) }, (_, at) => row(at, 3, 0));
    return { before: table(rows.join("")), after: table(shuffle(rows, random).join("")) };
  },
  "tracked-authors": (count) => {
    const date = 'w:date="2020-01-01T00:00:00Z"';
    const body = (numberAt: (at: number) => number): string =>
      list(
        count(15_000),
        (at) =>
          `<w:p><w:ins w:id="${at}" w:author="au${at}" ${date}><w:r><w:t>n${numberAt(at)}</w:t></w:r></w:ins><w:del w:id="${at + 1_000_000}" w:author="ax${at}" ${date}><w:r><w:delText>d${at}</w:delText></w:r></w:del></w:p>`,
      );
    return twice(body, 3);
  },
  "nested-fields": (count) => {
    const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const body = (edited: number): string =>
      `<w:p>${`${field("begin")}<w:r><w:instrText> IF 1 </w:instrText></w:r>`.repeat(count(20_000))}<w:r><w:t>mid${edited}</w:t></w:r>${`${field("separate")}<w:r><w:t>v</w:t></w:r>${field("end")}`.repeat(count(20_000))}</w:p>`;
    return { before: body(0), after: body(1) };
  },
  sections: (count) => {
    const body = (numberAt: (at: number) => number): string =>
      list(
        count(15_000),
        (at) =>
          `<w:p><w:pPr><w:sectPr><w:pgSz w:w="${12_000 + (at % 9)}" w:h="15840"/></w:sectPr></w:pPr><w:r><w:t>s${numberAt(at)}</w:t></w:r></w:p>`,
      );
    return twice(body, 5);
  },
  footnotes: (count) => {
    const notes = count(10_000);
    const footnotes = `<w:footnotes ${NAMESPACES}>${list(notes, (at) => `<w:footnote w:id="${at + 1}">${p(`note ${at}`)}</w:footnote>`)}</w:footnotes>`;
    const body = (numberAt: (at: number) => number): string =>
      list(
        notes,
        (at) =>
          `<w:p><w:r><w:t>f${numberAt(at)}</w:t></w:r><w:r><w:footnoteReference w:id="${1 + ((at * 17) % notes)}"/></w:r></w:p>`,
      );
    return { ...twice(body, 4), parts: { footnotes } };
  },
  "alternating-runs": (count) => {
    const body = (shift: number): string =>
      `<w:p>${list(count(60_000), (at) => `<w:r><w:rPr><w:sz w:val="${20 + ((at + shift) % 7)}"/></w:rPr><w:t>w${at % 97} </w:t></w:r>`)}</w:p>`;
    return { before: body(0), after: body(1) };
  },
  "periodic-shift": (count) => {
    const period = Array.from({ length: count(20_000) }, () =>
      ["alpha beta", "gamma delta", "eps zeta"].map((text) => p(text)),
    );
    const before = period.flat();
    return { before: before.join(""), after: before.slice(1).join("") + p("alpha beta gamma") };
  },
};

export const shapeNames: readonly string[] = Object.keys(shapes);

export function makeShape(name: string, scale: number): ShapePair {
  const make = shapes[name];
  if (make === undefined) throw new Error(`There is no shape ${name}. Shapes: ${shapeNames.join(", ")}.`);
  const count: Count = (atFullScale) => Math.max(1, Math.floor(atFullScale * scale));
  const { before, after, parts = {} } = make(count, seededRandom(name));
  return { before: writeShape(before, parts), after: writeShape(after, parts) };
}
