// Makes random properties of text, paragraphs, tables, rows, cells and sections.

import type { Random } from "../../runner/random.ts";

/** A property: its name and its markup. */
export type Property = readonly [name: string, markup: string];

type Choices = Readonly<Record<string, readonly string[]>>;

const SWITCH = ["", ' w:val="0"'];
const LINES = [
  'w:val="single" w:sz="4" w:space="0" w:color="auto"',
  'w:val="double" w:sz="8" w:space="0" w:color="FF0000"',
  'w:val="nil"',
  'w:val="single" w:sz="0" w:space="0" w:color="auto"',
  'w:val="single" w:sz="4" w:space="0" w:color="000000"',
];
const SHADING = [
  ' w:val="clear" w:color="auto" w:fill="FFFF00"',
  ' w:val="clear" w:color="auto" w:fill="FFFFFF"',
  ' w:val="clear" w:color="auto" w:fill="auto"',
  ' w:val="pct25" w:color="auto" w:fill="auto"',
  ' w:val="clear" w:color="auto" w:fill="4472C4" w:themeFill="accent1"',
  ' w:val="nil"',
];

/** Maps a property of text to the attributes that it may have. */
const RUN: Choices = {
  b: SWITCH,
  bCs: SWITCH,
  i: SWITCH,
  iCs: SWITCH,
  caps: SWITCH,
  smallCaps: SWITCH,
  strike: SWITCH,
  dstrike: SWITCH,
  outline: SWITCH,
  shadow: SWITCH,
  emboss: SWITCH,
  imprint: SWITCH,
  noProof: [""],
  rtl: [""],
  cs: [""],
  rFonts: [
    ' w:ascii="Arial" w:hAnsi="Arial"',
    ' w:ascii="Calibri" w:hAnsi="Calibri"',
    ' w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi"',
    ' w:asciiTheme="majorHAnsi" w:hAnsiTheme="majorHAnsi"',
    ' w:eastAsia="SimSun"',
    ' w:cs="Arial"',
    ' w:ascii="Times New Roman" w:hAnsi="Times New Roman"',
  ],
  color: [
    ' w:val="FF0000"',
    ' w:val="000000"',
    ' w:val="auto"',
    ' w:val="4472C4" w:themeColor="accent1"',
    ' w:val="4472C4"',
    ' w:val="2F5496" w:themeColor="accent1" w:themeShade="BF"',
    ' w:val="2F5496"',
    ' w:val="8EAADB" w:themeColor="accent1" w:themeTint="99"',
    ' w:val="000000" w:themeColor="text1"',
  ],
  spacing: [' w:val="20"', ' w:val="21"', ' w:val="0"', ' w:val="-10"'],
  w: [' w:val="90"', ' w:val="100"'],
  kern: [' w:val="28"', ' w:val="22"', ' w:val="2"', ' w:val="0"'],
  position: [' w:val="6"', ' w:val="0"'],
  sz: [' w:val="20"', ' w:val="22"', ' w:val="24"', ' w:val="28"'],
  szCs: [' w:val="20"', ' w:val="24"'],
  highlight: [' w:val="yellow"', ' w:val="none"'],
  u: [' w:val="single"', ' w:val="none"', ' w:val="double"', ' w:val="single" w:color="FF0000"'],
  bdr: LINES.map((line) => ` ${line}`),
  shd: SHADING,
  vertAlign: [' w:val="superscript"', ' w:val="baseline"'],
  em: [' w:val="dot"', ' w:val="none"'],
  lang: [' w:val="de-DE"'],
};

const PARAGRAPH: Choices = {
  keepNext: [""],
  keepLines: [""],
  widowControl: SWITCH,
  pageBreakBefore: SWITCH,
  suppressLineNumbers: SWITCH,
  bidi: SWITCH,
  contextualSpacing: SWITCH,
  shd: SHADING,
  spacing: [
    ' w:before="120"',
    ' w:after="0"',
    ' w:after="200" w:line="276" w:lineRule="auto"',
    ' w:line="300"',
    ' w:line="300" w:lineRule="exact"',
    ' w:before="280"',
    ' w:beforeAutospacing="1"',
    ' w:before="100" w:beforeAutospacing="1" w:after="100" w:afterAutospacing="1"',
    ' w:before="125" w:after="205" w:line="278" w:lineRule="auto"',
    ' w:before="0" w:beforeAutospacing="0"',
  ],
  ind: [
    ' w:left="720"',
    ' w:left="720" w:hanging="360"',
    ' w:left="0" w:firstLine="0"',
    ' w:right="300"',
    ' w:firstLine="240"',
    ' w:left="725" w:hanging="355"',
    ' w:hanging="0"',
  ],
  jc: ["left", "start", "center", "right", "both"].map((value) => ` w:val="${value}"`),
  textAlignment: [' w:val="center"', ' w:val="auto"'],
  outlineLvl: ["0", "1", "9"].map((value) => ` w:val="${value}"`),
};

const TABLE: Choices = {
  tblW: [
    ' w:w="5000" w:type="pct"',
    ' w:w="2500" w:type="pct"',
    ' w:w="4000" w:type="dxa"',
    ' w:w="0" w:type="auto"',
    ' w:w="4050" w:type="dxa"',
  ],
  jc: ["left", "center", "right"].map((value) => ` w:val="${value}"`),
  tblCellSpacing: [' w:w="20" w:type="dxa"', ' w:w="120" w:type="dxa"'],
  tblLayout: [' w:type="fixed"', ' w:type="autofit"'],
  tblInd: [' w:w="0" w:type="dxa"', ' w:w="300" w:type="dxa"', ' w:w="40" w:type="dxa"'],
};
const ROW: Choices = {
  jc: ["left", "center"].map((value) => ` w:val="${value}"`),
  tblCellSpacing: [' w:w="20" w:type="dxa"', ' w:w="120" w:type="dxa"'],
  cantSplit: SWITCH,
  tblHeader: SWITCH,
  trHeight: [' w:val="400"', ' w:val="400" w:hRule="exact"', ' w:val="420" w:hRule="atLeast"', ' w:val="0"'],
};
const CELL: Choices = {
  tcW: [' w:w="2000" w:type="dxa"', ' w:w="2040" w:type="dxa"', ' w:w="3000" w:type="dxa"', ' w:w="0" w:type="auto"'],
  shd: SHADING,
  noWrap: SWITCH,
  vAlign: [' w:val="top"', ' w:val="center"'],
  textDirection: [' w:val="lrTb"', ' w:val="btLr"'],
};
const SECTION: Choices = {
  type: [' w:val="nextPage"', ' w:val="continuous"'],
  pgSz: [' w:w="11906" w:h="16838"', ' w:w="11900" w:h="16840"', ' w:w="16838" w:h="11906" w:orient="landscape"'],
  pgMar: [1440, 1445, 1000].map(
    (side) =>
      ` w:top="${side}" w:right="1440" w:bottom="1440" w:left="1440" w:header="${side / 2}" w:footer="708" w:gutter="0"`,
  ),
  pgNumType: [' w:start="3"', ' w:fmt="decimal"', ' w:fmt="lowerRoman"'],
  cols: [
    ' w:space="708"',
    ' w:num="2" w:space="708"',
    ' w:num="2" w:space="720"',
    ' w:num="2" w:sep="1" w:space="708"',
    ' w:num="1" w:space="300"',
  ],
  vAlign: [' w:val="top"', ' w:val="center"'],
  titlePg: SWITCH,
  bidi: SWITCH,
  docGrid: [' w:linePitch="360"', ' w:type="lines" w:linePitch="360"', ' w:type="default" w:linePitch="312"'],
};

const PARAGRAPH_SIDES = ["top", "left", "bottom", "right", "between"];
const TABLE_SIDES = ["top", "left", "bottom", "right", "insideH", "insideV"];
const CELL_SIDES = ["top", "left", "bottom", "right"];

function chosen(random: Random, choices: Choices): Property {
  const name = random.pick(Object.keys(choices));
  return [name, `<w:${name}${random.pick(choices[name]!)}/>`];
}

/** Returns an element with a border or a margin for some sides, in the order of the schema. */
function sided(
  random: Random,
  {
    name,
    sides,
    values,
  }: { readonly name: string; readonly sides: readonly string[]; readonly values: readonly string[] },
): Property {
  const share = random.pick([0.3, 1]);
  const isEqual = random.chance(0.5);
  const value = random.pick(values);
  const kept = sides.filter(() => random.chance(share));
  const written = (kept.length === 0 ? sides.slice(0, 1) : kept).map(
    (side) => `<w:${side} ${isEqual ? value : random.pick(values)}/>`,
  );
  return [name, `<w:${name}>${written.join("")}</w:${name}>`];
}

export function runProperty(random: Random): Property {
  return chosen(random, RUN);
}

export function paragraphProperty(random: Random): Property {
  if (random.chance(0.15)) return sided(random, { name: "pBdr", sides: PARAGRAPH_SIDES, values: LINES });
  if (random.chance(0.12)) return ["tabs", tabsMarkup(random)];
  return chosen(random, PARAGRAPH);
}

function tabsMarkup(random: Random): string {
  const places = [360, 720, 725, 1440, 2880].filter(() => random.chance(0.4));
  const tabs = (places.length === 0 ? [1440] : places).map((at) => {
    const leader = random.chance(0.2) ? ' w:leader="dot"' : "";
    return `<w:tab w:val="${random.pick(["left", "left", "right", "clear", "num"])}"${leader} w:pos="${at}"/>`;
  });
  return `<w:tabs>${tabs.join("")}</w:tabs>`;
}

const MARGINS = ["0", "20", "108", "110", "300"].map((width) => `w:w="${width}" w:type="dxa"`);

export function tableProperty(random: Random): Property {
  if (random.chance(0.3)) return sided(random, { name: "tblBorders", sides: TABLE_SIDES, values: LINES });
  if (random.chance(0.2)) return sided(random, { name: "tblCellMar", sides: CELL_SIDES, values: MARGINS });
  if (random.chance(0.2))
    return ["tblLook", `<w:tblLook w:val="${random.pick(["04A0", "0000", "0600", "01E0", "07E0"])}"/>`];
  return chosen(random, TABLE);
}

export function cellProperty(random: Random): Property {
  if (random.chance(0.3)) return sided(random, { name: "tcBorders", sides: CELL_SIDES, values: LINES });
  if (random.chance(0.2)) return sided(random, { name: "tcMar", sides: CELL_SIDES, values: MARGINS });
  return chosen(random, CELL);
}

export function rowProperty(random: Random): Property {
  return chosen(random, ROW);
}

export function sectionProperty(random: Random): Property {
  if (random.chance(0.15)) return sided(random, { name: "pgBorders", sides: CELL_SIDES, values: LINES });
  return chosen(random, SECTION);
}

/** Returns a property that a table style may have. */
export function tableStyleProperty(random: Random): Property {
  if (random.chance(0.15)) {
    const name = random.pick(["tblStyleRowBandSize", "tblStyleColBandSize"]);
    return [name, `<w:${name} w:val="2"/>`];
  }
  const property = tableProperty(random);
  return property[0] === "tblLook" || property[0] === "tblW"
    ? ["tblInd", '<w:tblInd w:w="120" w:type="dxa"/>']
    : property;
}

/** Returns a property of cells that a table style may have: cells of a style have no width. */
export function cellStyleProperty(random: Random): Property {
  const property = cellProperty(random);
  return property[0] === "tcW" ? ["vAlign", '<w:vAlign w:val="bottom"/>'] : property;
}
