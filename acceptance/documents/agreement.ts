// Makes two versions of an agreement that differ in many ways that a redline shows.

import { paragraph, richDocument, run } from "./word.ts";

const STYLES = `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>`;
const NUMBERING = `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
const SETTINGS = '<w:documentProtection w:edit="readOnly" w:enforcement="1"/>';
const MOVED =
  "Neither party may assign this agreement to anybody without the written consent of the other party first.";

interface Version {
  readonly fee: string;
  readonly header: string;
  /** The position of the moved clause. */
  readonly assignment: "first" | "last";
  readonly rows: readonly (readonly string[])[];
  readonly split: boolean;
  /** Further markup. */
  readonly more?: string;
}

function agreement({ fee, header, assignment, rows, split, more = "" }: Version): Buffer {
  const clause = (place: Version["assignment"]) => (assignment === place ? paragraph(MOVED) : "");
  const body = [
    '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Terms</w:t></w:r></w:p>',
    clause("first"),
    numbered(`The fee is ${fee} a month.`),
    numbered("Notices are given in writing."),
    paragraph("Marks such as <b>, [c], *d*, _e_, `f` and g|h are words here."),
    `<w:p>${run("Left")}<w:r><w:tab/></w:r>${run("right")}<w:r><w:br/></w:r>${run("below")}<w:r><w:br w:type="page"/></w:r>${run("after the page.")}</w:p>`,
    `<w:p>${run("See the note")}<w:r><w:footnoteReference w:id="1"/></w:r>${run(".")}</w:p>`,
    split
      ? `${paragraph("The agreement ends after a year.")}${paragraph("It may be renewed by both.")}`
      : paragraph("The agreement ends after a year. It may be renewed by both."),
    table(rows),
    clause("last"),
    `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Signed in bold.</w:t></w:r></w:p>`,
    more,
    '<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="r-header1"/></w:sectPr></w:pPr></w:p>',
  ];
  return richDocument(body.join(""), {
    styles: STYLES,
    numbering: NUMBERING,
    settings: SETTINGS,
    footnotes: `<w:footnote w:id="1">${paragraph("The note itself.")}</w:footnote>`,
    header1: paragraph(header),
  });
}

function numbered(text: string): string {
  return `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`;
}

function table(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join("");
  return `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join("")}</w:tbl>`;
}

export const agreementBefore = agreement({
  fee: "30 euros",
  header: "Draft one",
  assignment: "first",
  rows: [
    ["Item", "Price"],
    ["Rent", "100"],
  ],
  split: false,
});

export const agreementAfter = agreement({
  fee: "45 euros",
  header: "Draft two",
  assignment: "last",
  rows: [
    ["Item", "Price"],
    ["Rent", "120"],
    ["Heating and water", "40"],
  ],
  split: true,
  // A change that its author had not settled: it counts as accepted.
  more: `<w:p><w:ins w:id="90" w:author="Somebody" w:date="2020-01-01T00:00:00Z">${run("Added earlier")}</w:ins><w:del w:id="91" w:author="Somebody" w:date="2020-01-01T00:00:00Z"><w:r><w:delText xml:space="preserve"> and struck earlier</w:delText></w:r></w:del>${run(".")}</w:p>`,
});
