// Represents a small document as data, and writes it as a Word file.

import { OFFICE, packageBytes, relationshipType, WORD_TYPE } from "../word-package.ts";

/** Maps the name of a property to its markup. */
export type Properties = Map<string, string>;

export interface MadeRun {
  text: string;
  readonly properties: Properties;
}

export interface MadeParagraph {
  readonly kind: "paragraph";
  readonly runs: MadeRun[];
  readonly properties: Properties;
  readonly mark: Properties;
  /** The section that the paragraph ends; undefined if it ends none. */
  section: Properties | undefined;
}

export interface MadeCell {
  /** The number of grid columns. */
  span: number;
  readonly properties: Properties;
  readonly paragraphs: MadeParagraph[];
}

export interface MadeRow {
  readonly properties: Properties;
  readonly cells: MadeCell[];
}

export interface MadeTable {
  readonly kind: "table";
  readonly properties: Properties;
  readonly rows: MadeRow[];
}

export type StyleKind = "paragraph" | "character" | "table";

/** Properties of text, of paragraphs, of a table and of its cells. */
export type Holders = Readonly<Record<"rPr" | "pPr" | "tblPr" | "tcPr", Properties>>;

export interface MadeStyle {
  id: string;
  readonly kind: StyleKind;
  readonly name: string;
  basedOn: string | undefined;
  readonly holders: Holders;
  /** The conditional parts of a table style. */
  readonly parts: Map<string, Holders>;
}

export interface MadeLevel {
  readonly format: string;
  readonly text: string;
  readonly alignment: string;
  readonly suffix: string;
  readonly style: string | undefined;
  readonly holders: Holders;
}

export interface MadeList {
  id: number;
  readonly levels: MadeLevel[];
}

export interface MadeDocument {
  readonly blocks: (MadeParagraph | MadeTable)[];
  readonly styles: MadeStyle[];
  readonly defaults: Holders;
  readonly lists: MadeList[];
  readonly fonts: { major: string; minor: string };
  readonly colours: { accent1: string; accent2: string };
  readonly section: Properties;
}

export function noHolders(): Holders {
  return { rPr: new Map(), pPr: new Map(), tblPr: new Map(), tcPr: new Map() };
}

/** The properties of each holder in the order of the schema. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  rPr: "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish color spacing w kern position sz szCs highlight u effect bdr shd vertAlign rtl cs em lang".split(
    " ",
  ),
  pPr: "pStyle keepNext keepLines pageBreakBefore widowControl numPr suppressLineNumbers pBdr shd tabs overflowPunct bidi spacing ind contextualSpacing jc textAlignment outlineLvl rPr sectPr".split(
    " ",
  ),
  tblPr:
    "tblStyle tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook".split(
      " ",
    ),
  trPr: "cantSplit trHeight tblHeader tblCellSpacing jc".split(" "),
  tcPr: "tcW gridSpan vMerge tcBorders shd noWrap tcMar textDirection vAlign".split(" "),
  sectPr: "type pgSz pgMar pgBorders lnNumType pgNumType cols vAlign titlePg textDirection bidi docGrid".split(" "),
};

export function propertiesMarkup(holder: string, properties: Properties): string {
  const names = ORDERS[holder]!.filter((name) => properties.has(name));
  const strange = [...properties.keys()].filter((name) => !names.includes(name));
  if (strange.length > 0) throw new Error(`${holder} has no place for ${strange.join()}`);
  return names.length === 0 ? "" : `<w:${holder}>${names.map((name) => properties.get(name)!).join("")}</w:${holder}>`;
}

function paragraphMarkup({ runs, properties, mark, section }: MadeParagraph): string {
  const own = new Map(properties);
  if (mark.size > 0) own.set("rPr", propertiesMarkup("rPr", mark));
  if (section !== undefined) own.set("sectPr", propertiesMarkup("sectPr", section));
  return `<w:p>${propertiesMarkup("pPr", own)}${runs.map(runMarkup).join("")}</w:p>`;
}

function runMarkup({ text, properties }: MadeRun): string {
  const content = text
    .split(/(\t)/)
    .filter((piece) => piece !== "")
    .map((piece) => (piece === "\t" ? "<w:tab/>" : `<w:t xml:space="preserve">${piece}</w:t>`));
  return `<w:r>${propertiesMarkup("rPr", properties)}${content.join("")}</w:r>`;
}

const COLUMN_WIDTH = 2000;

function tableMarkup({ properties, rows }: MadeTable): string {
  const count = rows[0]!.cells.reduce((sum, { span }) => sum + span, 0);
  const columns = `<w:gridCol w:w="${COLUMN_WIDTH}"/>`.repeat(count);
  const content = rows.map(
    (row) => `<w:tr>${propertiesMarkup("trPr", row.properties)}${row.cells.map(cellMarkup).join("")}</w:tr>`,
  );
  const own = propertiesMarkup("tblPr", properties) || "<w:tblPr/>";
  return `<w:tbl>${own}<w:tblGrid>${columns}</w:tblGrid>${content.join("")}</w:tbl>`;
}

function cellMarkup({ properties, paragraphs, span }: MadeCell): string {
  const own = new Map(properties);
  if (span > 1) own.set("gridSpan", `<w:gridSpan w:val="${span}"/>`);
  return `<w:tc>${propertiesMarkup("tcPr", own)}${paragraphs.map(paragraphMarkup).join("")}</w:tc>`;
}

export function blockMarkup(block: MadeParagraph | MadeTable): string {
  return block.kind === "paragraph" ? paragraphMarkup(block) : tableMarkup(block);
}

function holdersMarkup(holders: Holders, names: readonly (keyof Holders)[]): string {
  return names.map((name) => propertiesMarkup(name, holders[name])).join("");
}

const BY_KIND: Readonly<Record<StyleKind, readonly (keyof Holders)[]>> = {
  paragraph: ["pPr", "rPr"],
  character: ["rPr"],
  table: ["pPr", "rPr", "tblPr", "tcPr"],
};

export function styleMarkup({ id, kind, name, basedOn, holders, parts }: MadeStyle): string {
  const isDefault = name === "Normal" ? ' w:default="1"' : "";
  const parent = basedOn === undefined ? "" : `<w:basedOn w:val="${basedOn}"/>`;
  const conditional = [...parts].map(
    ([part, own]) => `<w:tblStylePr w:type="${part}">${holdersMarkup(own, BY_KIND.table)}</w:tblStylePr>`,
  );
  return `<w:style w:type="${kind}"${isDefault} w:styleId="${id}"><w:name w:val="${name}"/>${parent}${holdersMarkup(holders, BY_KIND[kind])}${conditional.join("")}</w:style>`;
}

export function defaultsMarkup({ rPr, pPr }: Holders): string {
  const [run, paragraph] = [propertiesMarkup("rPr", rPr), propertiesMarkup("pPr", pPr)];
  return `<w:docDefaults><w:rPrDefault>${run}</w:rPrDefault><w:pPrDefault>${paragraph}</w:pPrDefault></w:docDefaults>`;
}

export function listMarkup({ id, levels }: MadeList): string {
  const written = levels.map(({ format, text, alignment, suffix, style, holders }, index) => {
    const linked = style === undefined ? "" : `<w:pStyle w:val="${style}"/>`;
    return `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${linked}<w:suff w:val="${suffix}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="${alignment}"/>${holdersMarkup(holders, ["pPr", "rPr"])}</w:lvl>`;
  });
  return `<w:abstractNum w:abstractNumId="${id}">${written.join("")}</w:abstractNum>`;
}

const WORD = `xmlns:w="${OFFICE}/wordprocessingml/2006/main"`;

export function madeBytes(document: MadeDocument): Uint8Array {
  const { blocks, styles, defaults, lists, section } = document;
  const body = `${blocks.map(blockMarkup).join("")}${propertiesMarkup("sectPr", section) || "<w:sectPr/>"}`;
  const numbers = lists.map(({ id }) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`);
  const type = (name: string): string => `${WORD_TYPE}.${name}+xml`;
  const parts = [
    { name: "document", type: type("document.main"), xml: `<w:document ${WORD}><w:body>${body}</w:body></w:document>` },
    {
      name: "styles",
      type: type("styles"),
      xml: `<w:styles ${WORD}>${defaultsMarkup(defaults)}${styles.map(styleMarkup).join("")}</w:styles>`,
    },
    {
      name: "numbering",
      type: type("numbering"),
      xml: `<w:numbering ${WORD}>${lists.map(listMarkup).join("")}${numbers.join("")}</w:numbering>`,
    },
    {
      name: "theme",
      type: "application/vnd.openxmlformats-officedocument.theme+xml",
      xml: themeMarkup(document),
    },
  ];
  const related = ["styles", "numbering", "theme"].map((kind, at) => ({
    id: `rId${at + 1}`,
    type: relationshipType(kind),
    target: `${kind}.xml`,
  }));
  return packageBytes(parts, related);
}

function themeMarkup({ fonts, colours }: MadeDocument): string {
  const colour = (name: string, value: string): string => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
  const font = (kind: string, typeface: string): string =>
    `<a:${kind}Font><a:latin typeface="${typeface}"/><a:ea typeface=""/><a:cs typeface=""/></a:${kind}Font>`;
  const scheme = [
    colour("dk1", "000000"),
    colour("lt1", "FFFFFF"),
    colour("accent1", colours.accent1),
    colour("accent2", colours.accent2),
  ];
  return `<a:theme xmlns:a="${OFFICE}/drawingml/2006/main" name="x"><a:themeElements><a:clrScheme name="x">${scheme.join("")}</a:clrScheme><a:fontScheme name="x">${font("major", fonts.major)}${font("minor", fonts.minor)}</a:fontScheme></a:themeElements></a:theme>`;
}
