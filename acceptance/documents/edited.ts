// Makes an agreement on which every edit example of the description works, at the described addresses.

import { paragraph, richDocument, run } from "./word.ts";

const BY = 'w:author="Opposing Counsel" w:date="2026-01-02T03:04:05Z"';
const STYLES = `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>`;
const LEVELS = ["%1.", "(%2)", "%3"].map(
  (pattern, level) =>
    `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${pattern}"/><w:lvlJc w:val="left"/></w:lvl>`,
);
const NUMBERING = `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>${LEVELS.join("")}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
const NOTES = `<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>
<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>
${[1, 2].map((id) => `<w:footnote w:id="${id}"><w:p><w:r><w:footnoteRef/></w:r>${run(` Note ${id}.`)}</w:p></w:footnote>`).join("")}`;
const COMMENTS = `<w:comment w:id="0" w:author="Bea" w:date="2026-01-02T03:04:05Z" w:initials="B">${paragraph("Too long?")}</w:comment>`;

const LINK = [
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK "https://example.net/" </w:instrText></w:r>`,
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("the terms")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
].join("");
const numbered = (text: string): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`;
const noted = (text: string, id: number): string =>
  `<w:p>${run(text)}<w:r><w:footnoteReference w:id="${id}"/></w:r>${run(" and more.")}</w:p>`;
const inserted = (id: number): string => `<w:ins w:id="${id}" ${BY}>${run(`Added ${id}. `)}</w:ins>`;
const deleted = (id: number): string =>
  `<w:del w:id="${id}" ${BY}><w:r><w:delText xml:space="preserve">Struck ${id}. </w:delText></w:r></w:del>`;

function table(rows: readonly (readonly string[])[]): string {
  const grid = rows[0]!.map(() => '<w:gridCol w:w="2000"/>').join("");
  const cell = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`;
  const lines = rows.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("");
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${lines}</w:tbl>`;
}

/** A table with two columns, and one cell over both. */
const SPANNED = `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/><w:gridSpan w:val="2"/></w:tcPr>${paragraph("Both")}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${paragraph("One")}</w:tc><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${paragraph("Other")}</w:tc></w:tr></w:tbl>`;

/** Maps an index to a paragraph that an example uses. The others are plain. */
const PLACES: Readonly<Record<number, string>> = {
  0: `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run("Agreement")}</w:p>`,
  2: `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="r-header1"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:pPr>${run("Parties.")}</w:p>`,
  3: `<w:p>${run("See the website or ")}${LINK}${run(".")}</w:p>`,
  4: paragraph("The Seller shall deliver within thirty (30) days. [Draft]"),
  5: paragraph("Fees are due at once. Provided, however, that they may be waived."),
  6: paragraph("Each party uses its best efforts."),
  10: noted("A word", 1),
  11: noted("Another", 2),
  24: `<w:p><w:commentRangeStart w:id="0"/>${run("Commented.")}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
  26: `<w:p>${inserted(11)}${run("Kept. ")}${deleted(12)}${run("Kept too. ")}${inserted(13)}${run("And kept. ")}${deleted(14)}</w:p>`,
  // Tables with a paragraph between every two. Their cells count as paragraphs.
  31: table([1, 2, 3].map((row) => [`Item ${row}`, `Price ${row}`])),
  38: table([["Due", "Paid"]]),
  42: SPANNED,
};
const RENUMBERED = `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/><w:numberingChange w:id="15" ${BY} w:original="%1:1:0:."/></w:numPr></w:pPr>${run("Renumbered long ago.")}</w:p>`;

/** Number of paragraphs of each table. */
const COUNTS: Readonly<Record<number, number>> = { 31: 6, 38: 2, 42: 3 };
const LAST = 45;

interface Variant {
  /** Adds a third column to the first table, which changes the addresses after it. */
  readonly wide?: boolean;
  /** Adds an undecided numbering change by Word 2003. */
  readonly renumbered?: boolean;
}

export function editedAgreement({ wide = false, renumbered = false }: Variant = {}): Buffer {
  const blocks: string[] = [];
  for (let index = 0; index <= LAST; index += COUNTS[index] ?? 1) {
    const isNumbered = index >= 14 && index <= 18;
    const plain = isNumbered ? numbered(`Clause ${index}.`) : paragraph(`Paragraph ${index}.`);
    const wider = table([1, 2, 3].map((row) => [`Item ${row}`, `Price ${row}`, `Tax ${row}`]));
    if (renumbered && index === 41) blocks.push(RENUMBERED);
    else blocks.push(wide && index === 31 ? wider : (PLACES[index] ?? plain));
  }
  return richDocument(blocks.join(""), {
    styles: STYLES,
    numbering: NUMBERING,
    footnotes: NOTES,
    comments: COMMENTS,
    header1: paragraph("Header."),
  });
}
