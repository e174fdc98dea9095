// Makes a new document without text: US Letter, margins of one inch, default styles and theme.

import { openDocument, type WordDocument } from "../document/open-document.ts";
import type { Names } from "../ooxml/xml/names.ts";
import { escapeText } from "../ooxml/xml/text.ts";
import type { Codec } from "../ooxml/zip/archive.ts";
import { writeArchive } from "../ooxml/zip/write-archive.ts";
import { defaultStyles } from "./default-styles.ts";
import { defaultTheme } from "./default-theme.ts";

/** The core properties of a new file. */
export interface FileFacts {
  /** The time of creation, as ISO 8601. */
  readonly date: string;
  readonly title?: string;
  readonly author?: string;
}

export function defaultDocument(facts: FileFacts, { codec, names }: { codec: Codec; names: Names }): WordDocument {
  const encoder = new TextEncoder();
  const entries = Object.entries(partsOf(facts)).map(
    ([name, xml]) => ({ kind: "made", name, bytes: encoder.encode(`${DECLARATION}${xml}`) }) as const,
  );
  return openDocument(writeArchive(entries, codec, LEVEL), { codec, names });
}

/** The compression level of Deflate. */
const LEVEL = 6;
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const TYPES: Readonly<Record<string, string>> = {
  "word/document.xml": "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
  "word/styles.xml": "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml",
  "word/settings.xml": "application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml",
  "word/theme/theme1.xml": "application/vnd.openxmlformats-officedocument.theme+xml",
  "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
  "docProps/app.xml": "application/vnd.openxmlformats-officedocument.extended-properties+xml",
};

const overrides = Object.entries(TYPES).map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`);

const SETTINGS = [
  '<w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/><w:characterSpacingControl w:val="doNotCompress"/>',
  '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>',
  '<w:themeFontLang w:val="en-US"/><w:clrSchemeMapping w:bg1="light1" w:t1="dark1" w:bg2="light2" w:t2="dark2" w:accent1="accent1" w:accent2="accent2" w:accent3="accent3" w:accent4="accent4" w:accent5="accent5" w:accent6="accent6" w:hyperlink="hyperlink" w:followedHyperlink="followedHyperlink"/>',
  '<w:decimalSymbol w:val="."/><w:listSeparator w:val=","/>',
].join("");

const SECTION =
  '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/><w:cols w:space="720"/></w:sectPr>';

function partsOf(facts: FileFacts): Readonly<Record<string, string>> {
  return {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`,
    "_rels/.rels": relationships(
      [`${OFFICE}/relationships/officeDocument`, "word/document.xml"],
      [`${PACKAGE}/relationships/metadata/core-properties`, "docProps/core.xml"],
      [`${OFFICE}/relationships/extended-properties`, "docProps/app.xml"],
    ),
    "word/document.xml": `<w:document ${WORD}><w:body>${SECTION}</w:body></w:document>`,
    "word/_rels/document.xml.rels": relationships(
      [`${OFFICE}/relationships/styles`, "styles.xml"],
      [`${OFFICE}/relationships/settings`, "settings.xml"],
      [`${OFFICE}/relationships/theme`, "theme/theme1.xml"],
    ),
    "word/styles.xml": `<w:styles ${WORD}>${defaultStyles}</w:styles>`,
    "word/settings.xml": `<w:settings ${WORD}>${SETTINGS}</w:settings>`,
    "word/theme/theme1.xml": defaultTheme,
    "docProps/core.xml": coreProperties(facts),
    "docProps/app.xml": `<Properties xmlns="${OFFICE}/extended-properties"><Application>Versus</Application></Properties>`,
  };
}

function relationships(...targets: readonly (readonly [type: string, target: string])[]): string {
  const entries = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${entries.join("")}</Relationships>`;
}

const UNWRITABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

function coreProperties({ date, title, author }: FileFacts): string {
  const element = (name: string, text: string | undefined): string =>
    text === undefined ? "" : `<${name}>${escapeText(text.replace(UNWRITABLE, ""))}</${name}>`;
  const time = (name: string): string =>
    `<dcterms:${name} xsi:type="dcterms:W3CDTF">${escapeText(date)}</dcterms:${name}>`;
  const facts = [
    element("dc:title", title),
    element("dc:creator", author),
    element("cp:lastModifiedBy", author),
    time("created"),
    time("modified"),
  ];
  return `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${facts.join("")}</cp:coreProperties>`;
}
