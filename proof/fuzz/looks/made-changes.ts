// Changes a made document at random: its content, its formatting, its styles, and how these are written.

import type { Random } from "../../runner/random.ts";
import {
  type Holders,
  type MadeDocument,
  type MadeLevel,
  type MadeParagraph,
  type MadeRun,
  type MadeStyle,
  type MadeTable,
  noHolders,
  type Properties,
  type StyleKind,
} from "./made-document.ts";
import {
  cellProperty,
  cellStyleProperty,
  type Property,
  paragraphProperty,
  rowProperty,
  runProperty,
  sectionProperty,
  tableProperty,
  tableStyleProperty,
} from "./random-properties.ts";

type Change = (document: MadeDocument, random: Random) => void;

const WORDS = "goods price party notice term clause delay agent court buyer seller bank".split(" ");
const STRANGE = ["caf\u00e9", "\u05e9\u05dc\u05d5\u05dd", "\u5951\u7d04"];
const PARTS = "firstRow lastRow firstCol lastCol band1Horz band2Horz band1Vert band2Vert nwCell neCell wholeTable";

/** Returns a document with one paragraph, and the styles that most documents have. */
export function newDocument(): MadeDocument {
  return {
    blocks: [newParagraph("The first paragraph")],
    styles: [
      newStyle("paragraph", "Normal"),
      newStyle("paragraph", "Body"),
      newStyle("paragraph", "Title"),
      newStyle("character", "Strong"),
      newStyle("table", "Grid"),
    ],
    defaults: noHolders(),
    lists: [],
    fonts: { major: "Arial", minor: "Calibri" },
    colours: { accent1: "4472C4", accent2: "ED7D31" },
    section: new Map([["pgSz", '<w:pgSz w:w="11906" w:h="16838"/>']]),
  };
}

function newParagraph(text: string): MadeParagraph {
  return { kind: "paragraph", runs: [newRun(text)], properties: new Map(), mark: new Map(), section: undefined };
}

function newRun(text: string): MadeRun {
  return { text, properties: new Map() };
}

function newStyle(kind: StyleKind, name: string): MadeStyle {
  return { id: name, kind, name, basedOn: undefined, holders: noHolders(), parts: new Map() };
}

function paragraphs({ blocks }: MadeDocument): MadeParagraph[] {
  return blocks.flatMap((block) =>
    block.kind === "paragraph" ? [block] : block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.paragraphs)),
  );
}

function tables({ blocks }: MadeDocument): MadeTable[] {
  return blocks.filter((block) => block.kind === "table");
}

function stylesOf({ styles }: MadeDocument, kind: StyleKind): MadeStyle[] {
  return styles.filter((style) => style.kind === kind);
}

function put(properties: Properties, [name, markup]: Property): void {
  properties.set(name, markup);
}

/** Changes something that the document may lack. */
function change<Thing>(things: readonly Thing[], random: Random, act: (thing: Thing) => void): void {
  if (things.length > 0) act(random.pick(things));
}

function words(random: Random): string {
  return random.list(1 + random.below(4), () => random.pick(WORDS)).join(" ");
}

/** Changes of the content, which both documents share. */
const content: Readonly<Record<string, Change>> = {
  paragraph: ({ blocks }, random) => {
    blocks.splice(random.below(blocks.length + 1), 0, newParagraph(words(random)));
  },
  table: ({ blocks }, random) => {
    const columns = 1 + random.below(3);
    const cells = () =>
      random.list(columns, () => ({ properties: new Map(), span: 1, paragraphs: [newParagraph(words(random))] }));
    const rows = random.list(1 + random.below(4), () => ({ properties: new Map(), cells: cells() }));
    blocks.splice(random.below(blocks.length), 0, { kind: "table", properties: new Map(), rows }, newParagraph(""));
  },
  run: (document, random) => {
    const { runs } = random.pick(paragraphs(document));
    runs.push(newRun(` ${words(random)}`));
  },
  tab: (document, random) => {
    const { runs } = random.pick(paragraphs(document));
    runs.push(newRun(`\t${random.pick(WORDS)}`));
  },
  "strange letters": (document, random) => {
    const { runs } = random.pick(paragraphs(document));
    runs.push(newRun(` ${random.pick(STRANGE)}`));
  },
  "cells merged across": (document, random) =>
    change(tables(document), random, ({ rows }) => {
      const { cells } = random.pick(rows);
      const at = random.below(cells.length);
      const [cell, next] = [cells[at]!, cells[at + 1]];
      if (next === undefined || [cell, next].some(({ properties }) => properties.has("vMerge"))) return;
      cell.span += next.span;
      cells.splice(at + 1, 1);
    }),
  "cells merged down": (document, random) =>
    change(tables(document), random, ({ rows }) => {
      const at = random.below(rows.length);
      const [upper, lower] = [rows[at]!, rows[at + 1]];
      if (lower === undefined || [upper, lower].some(({ cells }) => cells.some(({ span }) => span > 1))) return;
      const column = random.below(upper.cells.length);
      const { properties } = upper.cells[column]!;
      if (!properties.has("vMerge")) put(properties, ["vMerge", '<w:vMerge w:val="restart"/>']);
      put(lower.cells[column]!.properties, ["vMerge", "<w:vMerge/>"]);
    }),
  section: ({ blocks }, random) => {
    const paragraph = random.pick(blocks.slice(0, -1));
    const hasText = paragraph?.kind === "paragraph" && paragraph.runs.some(({ text }) => text !== "");
    if (hasText) paragraph.section = new Map([["pgSz", '<w:pgSz w:w="11906" w:h="16838"/>']]);
  },
  list: ({ lists, styles }, random) => {
    const linked = random.chance(0.3) ? random.pick(styles.filter(({ kind }) => kind === "paragraph")).id : undefined;
    lists.push({ id: lists.length + 1, levels: random.list(2, () => newLevel(random, undefined)) });
    if (linked !== undefined) lists.at(-1)!.levels[0] = newLevel(random, linked);
  },
  "based on": ({ styles }, random) => {
    const style = random.pick(styles.slice(1));
    const parents = styles.filter(({ kind, name }) => kind === style.kind && name !== style.name);
    // A chain must not be a circle.
    const allowed = parents.filter(({ basedOn }) => basedOn === undefined);
    if (styles.every(({ basedOn }) => basedOn !== style.id)) {
      change(allowed, random, ({ id }) => {
        style.basedOn = id;
      });
    }
  },
  "new style": ({ styles }, random) => {
    const kind = random.pick(["paragraph", "character", "table"] as const);
    styles.push(newStyle(kind, `Style ${styles.length}`.replace(" ", "")));
  },
};

function newLevel(random: Random, style: string | undefined): MadeLevel {
  const holders = noHolders();
  if (random.chance(0.7)) holders.pPr.set("ind", '<w:ind w:left="720" w:hanging="360"/>');
  if (random.chance(0.3)) put(holders.rPr, runProperty(random));
  return {
    format: random.pick(["decimal", "lowerLetter"]),
    text: random.pick(["%1.", "%1)", "%1.%2"]),
    alignment: random.pick(["left", "right"]),
    suffix: random.pick(["tab", "space"]),
    style,
    holders,
  };
}

/** Changes of the formatting. */
const formatting: Readonly<Record<string, Change>> = {
  "run property": (document, random) =>
    change(
      paragraphs(document).flatMap(({ runs }) => runs),
      random,
      ({ properties }) => put(properties, runProperty(random)),
    ),
  "mark property": (document, random) => put(random.pick(paragraphs(document)).mark, runProperty(random)),
  "paragraph property": (document, random) =>
    put(random.pick(paragraphs(document)).properties, paragraphProperty(random)),
  "table property": (document, random) =>
    change(tables(document), random, ({ properties }) => put(properties, tableProperty(random))),
  "row property": (document, random) =>
    change(
      tables(document).flatMap(({ rows }) => rows),
      random,
      ({ properties }) => put(properties, rowProperty(random)),
    ),
  "cell property": (document, random) =>
    change(
      tables(document).flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)),
      random,
      ({ properties }) => put(properties, cellProperty(random)),
    ),
  "section property": (document, random) => {
    const sections = paragraphs(document).flatMap(({ section }) => section ?? []);
    put(random.pick([document.section, ...sections]), sectionProperty(random));
  },
  "style of a paragraph": (document, random) => {
    const { id } = random.pick(stylesOf(document, "paragraph"));
    put(random.pick(paragraphs(document)).properties, ["pStyle", `<w:pStyle w:val="${id}"/>`]);
  },
  "style of text": (document, random) => {
    const { id } = random.pick(stylesOf(document, "character"));
    put(random.pick(random.pick(paragraphs(document)).runs).properties, ["rStyle", `<w:rStyle w:val="${id}"/>`]);
  },
  "style of a table": (document, random) => {
    const { id } = random.pick(stylesOf(document, "table"));
    change(tables(document), random, ({ properties }) => {
      put(properties, ["tblStyle", `<w:tblStyle w:val="${id}"/>`]);
      if (random.chance(0.6)) put(properties, ["tblLook", '<w:tblLook w:val="04A0"/>']);
    });
  },
  "list of a paragraph": (document, random) =>
    change([0, ...document.lists.map(({ id }) => id)], random, (id) => {
      const level = random.below(2);
      const numbering = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;
      put(random.pick(paragraphs(document)).properties, ["numPr", numbering]);
    }),
  "property removed": (document, random) => {
    const paragraph = random.pick(paragraphs(document));
    const holders = [paragraph.properties, paragraph.mark, ...paragraph.runs.map(({ properties }) => properties)];
    const { properties } = { properties: random.pick(holders) };
    change([...properties.keys()], random, (name) => {
      properties.delete(name);
    });
  },
};

/** Changes of the styles. */
const styling: Readonly<Record<string, Change>> = {
  "style property": ({ styles }, random) => {
    const style = random.pick(styles);
    styleProperty(style.holders, style.kind, random);
  },
  "part of a table style": (document, random) => {
    const { parts } = random.pick(stylesOf(document, "table"));
    const part = random.pick(PARTS.split(" "));
    const holders = parts.get(part) ?? noHolders();
    parts.set(part, holders);
    const kinds = [
      () => put(holders.rPr, runProperty(random)),
      () => put(holders.pPr, paragraphProperty(random)),
      () => put(holders.tcPr, cellStyleProperty(random)),
    ];
    random.pick(kinds)();
  },
  "list of a style": (document, random) =>
    change(document.lists, random, ({ id, levels }) => {
      const style = random.pick(stylesOf(document, "paragraph"));
      if (style.name === "Normal") return;
      const linked = levels.findIndex((level) => level.style === style.id);
      const level = linked < 0 ? "" : `<w:ilvl w:val="${linked}"/>`;
      put(style.holders.pPr, ["numPr", `<w:numPr>${level}<w:numId w:val="${id}"/></w:numPr>`]);
    }),
  "document defaults": ({ defaults }, random) => {
    if (random.chance(0.5)) put(defaults.rPr, runProperty(random));
    else put(defaults.pPr, paragraphProperty(random));
  },
  "fonts of the theme": ({ fonts }, random) => {
    fonts.minor = random.pick(["Calibri", "Georgia"]);
  },
  "colours of the theme": ({ colours }, random) => {
    colours.accent1 = random.pick(["4472C4", "5B9BD5"]);
  },
  level: ({ lists }, random) =>
    change(lists, random, ({ levels }) => {
      const at = random.below(levels.length);
      levels[at] = newLevel(random, levels[at]!.style);
    }),
};

function styleProperty(holders: Holders, kind: StyleKind, random: Random): void {
  const choices = {
    paragraph: ["rPr", "pPr"],
    character: ["rPr"],
    table: ["rPr", "pPr", "tblPr", "tcPr"],
  } as const;
  const holder = random.pick<keyof Holders>(choices[kind]);
  const make = { rPr: runProperty, pPr: paragraphProperty, tblPr: tableStyleProperty, tcPr: cellStyleProperty };
  put(holders[holder], make[holder](random));
}

/** Other spellings of the same look. */
const spelling: Readonly<Record<string, Change>> = {
  "properties without a look": (document, random) => {
    const { properties, runs } = random.pick(paragraphs(document));
    const keep = random.pick(["keepNext", "keepLines", "widowControl"]);
    put(properties, [keep, `<w:${keep}/>`]);
    change(runs, random, (run) => put(run.properties, ["noProof", "<w:noProof/>"]));
  },
  "the default style named": (document, random) => {
    const { properties } = random.pick(paragraphs(document));
    if (!properties.has("pStyle")) put(properties, ["pStyle", '<w:pStyle w:val="Normal"/>']);
  },
  "formatting of the style restated": (document, random) => {
    const { properties, runs } = random.pick(paragraphs(document));
    const id = /w:val="(.*)"/.exec(properties.get("pStyle") ?? "")?.[1] ?? "Normal";
    const style = document.styles.find((one) => one.kind === "paragraph" && one.id === id);
    for (const [name, markup] of style?.holders.pPr ?? []) {
      if (!properties.has(name) && name !== "numPr" && name !== "ind") put(properties, [name, markup]);
    }
    change(runs, random, (run) => {
      if (run.properties.has("rStyle")) return;
      for (const [name, markup] of style?.holders.rPr ?? []) {
        if (!run.properties.has(name)) put(run.properties, [name, markup]);
      }
    });
  },
  "another id for a list": (document, random) =>
    change(document.lists, random, (list) => {
      const other = Math.max(...document.lists.map(({ id }) => id)) + 40;
      for (const properties of [
        ...paragraphs(document).map((paragraph) => paragraph.properties),
        ...document.styles.map(({ holders }) => holders.pPr),
      ]) {
        const numbering = properties.get("numPr")?.replace(`numId w:val="${list.id}"`, `numId w:val="${other}"`);
        if (numbering !== undefined) properties.set("numPr", numbering);
      }
      list.id = other;
    }),
  "fonts of the theme by name": (document, random) => {
    const { major, minor } = document.fonts;
    change(
      paragraphs(document).flatMap(({ runs }) => runs),
      random,
      ({ properties }) => {
        const fonts = properties
          .get("rFonts")
          ?.replace(/w:(ascii|hAnsi)Theme="minorHAnsi"/g, `w:$1="${minor}"`)
          .replace(/w:(ascii|hAnsi)Theme="majorHAnsi"/g, `w:$1="${major}"`);
        if (fonts !== undefined) properties.set("rFonts", fonts);
      },
    );
  },
  "a run cut": (document, random) =>
    change(paragraphs(document), random, ({ runs }) => {
      if (runs.every(({ text }) => text === "")) return;
      const at = runs.findIndex(({ text }) => text !== "");
      const { text, properties } = runs[at]!;
      const end = random.below(text.length);
      const halves = [text.slice(0, end), text.slice(end)].filter((half) => half !== "");
      runs.splice(at, 1, ...halves.map((half) => ({ text: half, properties: new Map(properties) })));
    }),
  "margins on cells": (document, random) =>
    change(tables(document), random, ({ properties, rows }) => {
      const margins = properties.get("tblCellMar");
      if (margins === undefined) return;
      properties.delete("tblCellMar");
      for (const cell of rows.flatMap(({ cells }) => cells)) {
        if (!cell.properties.has("tcMar")) put(cell.properties, ["tcMar", margins.replaceAll("tblCellMar", "tcMar")]);
      }
    }),
  "another id for a style": (document, random) => {
    const style = random.pick(document.styles);
    const [old, id] = [`w:val="${style.id}"`, `Id${document.styles.indexOf(style)}`];
    style.id = id;
    for (const other of document.styles)
      if (other.basedOn !== undefined) other.basedOn = renamed(other.basedOn, old, id);
    const name = { paragraph: "pStyle", character: "rStyle", table: "tblStyle" }[style.kind];
    for (const properties of allProperties(document)) {
      const markup = properties.get(name);
      if (markup !== undefined) properties.set(name, markup.replace(old, `w:val="${id}"`));
    }
    for (const { levels } of document.lists) {
      for (const [at, level] of levels.entries()) {
        if (level.style !== undefined) levels[at] = { ...level, style: renamed(level.style, old, id) };
      }
    }
  },
};

function renamed(id: string, old: string, now: string): string {
  return old === `w:val="${id}"` ? now : id;
}

function allProperties(document: MadeDocument): Properties[] {
  return [
    ...paragraphs(document).flatMap(({ properties, mark, runs }) => [
      properties,
      mark,
      ...runs.map((run) => run.properties),
    ]),
    ...tables(document).map(({ properties }) => properties),
  ];
}

/** Edits of the text, which only one document has. */
const editing: Readonly<Record<string, Change>> = {
  "words inserted": (document, random) => {
    const run = random.pick(random.pick(paragraphs(document)).runs);
    run.text = `${run.text} ${words(random)}`;
  },
  "words deleted": (document, random) => {
    const { runs } = random.pick(paragraphs(document));
    if (runs.length > 1) runs.splice(random.below(runs.length), 1);
  },
  "paragraph inserted": ({ blocks }, random) => {
    const paragraph = newParagraph(words(random));
    put(paragraph.properties, paragraphProperty(random));
    blocks.splice(random.below(blocks.length + 1), 0, paragraph);
  },
};

const changes: Readonly<Record<string, Change>> = { ...content, ...formatting, ...styling, ...spelling, ...editing };

export const contentNames = Object.keys(content);
export const formattingNames = Object.keys(formatting);
export const stylingNames = Object.keys(styling);
export const spellingNames = Object.keys(spelling);
export const editingNames = Object.keys(editing);

/** Changes the document in place. */
export function makeChange(document: MadeDocument, name: string, random: Random): void {
  changes[name]!(document, random);
}
