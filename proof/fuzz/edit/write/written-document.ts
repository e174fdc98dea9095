// Holds a generated document as the text of its parts, and writes the bytes of a file.

import { OFFICE, packageBytes, type Related, relationshipType, WORD_TYPE, type WordPart } from "../../word-package.ts";

/** The content that differs between generated documents; the rest of the package is always the same. */
export interface WrittenDocument {
  /** The blocks of the body and its last w:sectPr. */
  readonly body: string;
  readonly footnotes: string;
  readonly endnotes: string;
  readonly comments: string;
  readonly extensions: string;
  /** Maps a relationship id to the content of a header or footer. */
  readonly pages: Readonly<Record<string, string>>;
  readonly settings: string;
  /** Names of the chosen features. */
  readonly features: readonly string[];
}

const MICROSOFT = "http://schemas.microsoft.com/office";
const NAMESPACES = Object.entries({
  w: `${OFFICE}/wordprocessingml/2006/main`,
  r: `${OFFICE}/officeDocument/2006/relationships`,
  w14: `${MICROSOFT}/word/2010/wordml`,
  w15: `${MICROSOFT}/word/2012/wordml`,
  mc: `${OFFICE}/markup-compatibility/2006`,
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

const LINK_TARGET = "https://example.com/";
/** The id of the relationship that all link elements use. */
export const LINK_ID = "rLink";

interface Part extends WordPart {
  /** Relationship type of the part. */
  readonly kind: string;
  readonly id: string;
}

export function documentBytes(document: WrittenDocument): Uint8Array {
  const parts = partsOf(document);
  const related = parts
    .filter(({ id }) => id !== "")
    .map(({ id, kind, name }): Related => ({ id, type: kind, target: `${name}.xml` }));
  const link: Related = { id: LINK_ID, type: relationshipType("hyperlink"), target: LINK_TARGET, isExternal: true };
  return packageBytes(parts, [...related, link]);
}

function partsOf({ body, footnotes, endnotes, comments, extensions, pages, settings }: WrittenDocument): Part[] {
  const standard = (name: string, root: string, content: string): Part => ({
    name,
    type: `${WORD_TYPE}.${name}+xml`,
    kind: relationshipType(name),
    id: `r${name}`,
    xml: element(root, content),
  });
  const page = ([id, content]: readonly [string, string]): Part => {
    const kind = id.startsWith("rheader") ? "header" : "footer";
    return { ...standard(kind, kind === "header" ? "hdr" : "ftr", content), name: id.slice(1), id };
  };
  const extended: Part = {
    name: "commentsExtended",
    type: `${WORD_TYPE}.commentsExtended+xml`,
    kind: `${MICROSOFT}/2011/relationships/commentsExtended`,
    id: "rextended",
    xml: `<w15:commentsEx ${NAMESPACES}>${extensions}</w15:commentsEx>`,
  };
  return [
    { ...standard("document", "document", `<w:body>${body}</w:body>`), type: `${WORD_TYPE}.document.main+xml`, id: "" },
    standard("styles", "styles", STYLES),
    standard("numbering", "numbering", NUMBERING),
    standard("settings", "settings", settings),
    ...(footnotes === "" ? [] : [standard("footnotes", "footnotes", separators("footnote") + footnotes)]),
    ...(endnotes === "" ? [] : [standard("endnotes", "endnotes", separators("endnote") + endnotes)]),
    ...(comments === "" ? [] : [standard("comments", "comments", comments), extended]),
    ...Object.entries(pages).map(page),
  ];
}

function element(root: string, content: string): string {
  return `<w:${root} ${NAMESPACES} mc:Ignorable="w14 w15">${content}</w:${root}>`;
}

function separators(kind: string): string {
  return ["separator", "continuationSeparator"]
    .map((type, id) => `<w:${kind} w:type="${type}" w:id="${id - 1}"><w:p><w:r><w:${type}/></w:r></w:p></w:${kind}>`)
    .join("");
}

function style(type: string, id: string, rest = ""): string {
  return `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${id.toLowerCase()}"/>${rest}</w:style>`;
}

const STYLES = [
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
  '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>',
  '<w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>',
  style("paragraph", "Quote", '<w:basedOn w:val="Normal"/><w:pPr><w:ind w:left="720"/></w:pPr><w:rPr><w:i/></w:rPr>'),
  style("paragraph", "Clause", '<w:basedOn w:val="Normal"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'),
  style("character", "Strong", "<w:rPr><w:b/></w:rPr>"),
  '<w:style w:type="table" w:styleId="Grid"><w:name w:val="Table Grid"/><w:tblPr/></w:style>',
].join("");

function level(at: number, format: string, text: string): string {
  const indent = `<w:pPr><w:ind w:left="${(at + 1) * 360}" w:hanging="360"/></w:pPr>`;
  return `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/>${indent}</w:lvl>`;
}

const NUMBERING = [
  `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "(%2)")}${level(2, "lowerRoman", "(%3)")}</w:abstractNum>`,
  `<w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="multilevel"/>${level(0, "bullet", "•")}${level(1, "bullet", "–")}</w:abstractNum>`,
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
  '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>',
  '<w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>',
].join("");
