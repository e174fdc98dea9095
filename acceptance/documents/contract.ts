// Makes a contract with styles, a list, a note, a comment, tracked changes, a table and a header.

import { paragraph, richDocument, run } from "./word.ts";

const STYLES = `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>`;
const NUMBERING = `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
const NOTES = `<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>
<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>
<w:footnote w:id="1"><w:p><w:r><w:footnoteRef/></w:r>${run(" A note.")}</w:p></w:footnote>`;
const COMMENTS = `<w:comment w:id="0" w:author="Bea" w:date="2026-03-04T05:06:07Z" w:initials="B">${paragraph("Too high?")}</w:comment>`;
const BY = 'w:author="Ann" w:date="2026-03-04T05:06:07Z"';

const body = [
  `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run("Terms")}</w:p>`,
  `<w:p><w:commentRangeStart w:id="0"/>${run("The fee is ")}<w:del w:id="11" ${BY}><w:r><w:delText>10</w:delText></w:r></w:del><w:ins w:id="12" ${BY}>${run("20")}</w:ins>${run(" a month.")}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run("Notices are given in writing.")}</w:p>`,
  `<w:p>${run("Left")}<w:r><w:tab/></w:r>${run("right")}<w:r><w:br/></w:r>${run("below ")}<w:fldSimple w:instr=" PAGE ">${run("1")}</w:fldSimple></w:p>`,
  `<w:p>${run("See the note")}<w:r><w:footnoteReference w:id="1"/></w:r>${run(".")}</w:p>`,
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:tcPr/>${paragraph("Item")}</w:tc><w:tc><w:tcPr/>${paragraph("Price")}</w:tc></w:tr></w:tbl>`,
  '<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="r-header1"/></w:sectPr></w:pPr></w:p>',
  paragraph("Signed."),
].join("");

export const stagedContract = richDocument(body, {
  styles: STYLES,
  numbering: NUMBERING,
  footnotes: NOTES,
  comments: COMMENTS,
  header1: paragraph("Draft"),
});
