// Writes a document with tracked changes as a page fragment: style sheet, blocks and data.
//
// The fragment is stored with its redline, and each view adds the current script and styles (docs/design/html.md). The
// walk that reads the Redline JSON also reads the fragment, so ids and changes agree. All content of the document is
// escaped or checked: none of it can become markup, style or a request (HTM-20 to HTM-22).

import { defaultFormatting } from "../../document/formatting/formatting.ts";
import { themeFonts } from "../../document/formatting/theme-fonts.ts";
import { numberingOf } from "../../document/lists/numbering.ts";
import { readMergeRecord } from "../../document/merge-record.ts";
import type { WordDocument } from "../../document/open-document.ts";
import type { Addresses } from "../../document/text/addresses.ts";
import type { Story } from "../../document/text/stories.ts";
import { noticeLines } from "../../failures/notice-words.ts";
import { OutputBudget } from "../../failures/output-budget.ts";
import type { NodeId } from "../../ooxml/xml/tree.ts";
import { withoutVersionTags } from "../../revisions/choose/version-tags.ts";
import { listDecisions } from "../../revisions/decisions.ts";
import { authorColours, type ColouredAuthor } from "../changes/author-colours.ts";
import { firstChange } from "../changes/first-change.ts";
import { readNamed } from "../read-redline.ts";
import type { RedlineJson, RenderOptions } from "../redline.ts";
import { BlockOrigins } from "./block-origins.ts";
import { DEFAULT_FONT, points } from "./css-values.ts";
import { blockRows } from "./data/block-rows.ts";
import { ChangeList, type ListedChange } from "./data/change-list.ts";
import { type ListedUnit, listUnits } from "./data/list-units.ts";
import { type PageSection, pageSection } from "./data/page-setup.ts";
import { type ClausePlace, type HtmlContext, type NumberedNote, storyContext } from "./html-context.ts";
import { attribute, escapeHtml, StyleSheet } from "./markup.ts";
import { Pictures } from "./pictures.ts";
import { characterCss, FormattingMemory } from "./run-css.ts";
import { writeBlocks } from "./write-blocks.ts";

/** The version of the fragments that this engine writes. The script reads every version that was ever stored. */
export const FRAGMENT_VERSION = 3;

/** The part of a page that depends on the redline alone. Script and styles of the viewer are added for each view. */
export interface HtmlFragment {
  readonly version: typeof FRAGMENT_VERSION;
  readonly css: string;
  /** Templates: chunks of blocks, headers and footers, notes. */
  readonly html: string;
  readonly data: FragmentData;
}

export interface FragmentData {
  readonly kind: RedlineJson["kind"];
  readonly documents: RedlineJson["documents"];
  readonly summary: RedlineJson["summary"];
  readonly notices: readonly string[];
  readonly changes: readonly ListedChange[];
  readonly units: readonly ListedUnit[];
  /** The authors of a merge with their colours. Undefined for a comparison. */
  readonly authors?: readonly ColouredAuthor[];
  /** One letter for each block of the body: its row in a view of both versions (block-rows.ts). */
  readonly rows: string;
  readonly sections: readonly PageSection[];
  readonly hasEvenPages: boolean;
  /** The distance of the default tab stops, in points. */
  readonly tab: number;
  /** Families of the web-font provider. */
  readonly fonts: readonly string[];
}

/**
 * Returns the fragment and the Redline JSON of the same reading. Throws a Failure if the fragment exceeds its budget;
 * pictures do not count.
 */
export function renderHtml(
  tagged: WordDocument,
  options: RenderOptions,
  budget: OutputBudget = new OutputBudget(Number.POSITIVE_INFINITY),
): { readonly fragment: HtmlFragment; readonly redline: RedlineJson } {
  const document = withoutVersionTags(tagged);
  const origins = new BlockOrigins();
  const { redline, addresses } = readNamed(document, options, listDecisions(document), origins);
  return { fragment: new FragmentWriter(document, { redline, addresses, origins, budget }).write(), redline };
}

/** Number of blocks in one template: few enough to lay out in one slice of time. */
const CHUNK = 12;

/** The results of reading the document. */
interface FragmentSource {
  readonly redline: RedlineJson;
  readonly addresses: Addresses;
  readonly origins: BlockOrigins;
  readonly budget: OutputBudget;
}

class FragmentWriter {
  readonly #addresses: Addresses;
  readonly #redline: RedlineJson;
  readonly #context: HtmlContext;
  /** The templates of headers, footers and notes, in the order in which they are written. */
  readonly #templates: string[] = [];
  readonly #partNumbers = new Map<string, number>();
  /** The position in the body; a note is listed at the position of its reference. */
  #place: ClausePlace = { clause: "", block: "" };

  constructor(document: WordDocument, { redline, addresses, origins, budget }: FragmentSource) {
    this.#addresses = addresses;
    this.#redline = redline;
    const { comments, notes } = this.#addresses;
    const told = new Map(redline.comments.map((comment) => [comment.id, comment]));
    const threads = comments.flatMap(({ comment, number }) => {
      const thread = told.get(`c${number}`);
      return thread === undefined ? [] : [[comment.id, thread] as const];
    });
    this.#context = {
      document,
      numbering: numberingOf(document),
      origins,
      budget,
      sheet: new StyleSheet(),
      fonts: { theme: themeFonts(document), web: new Set() },
      runs: new FormattingMemory(),
      paragraphs: new FormattingMemory(),
      markTexts: new FormattingMemory(),
      pictures: new Pictures(document),
      changes: new ChangeList(redline.conflicts ?? [], redline.documents),
      comments: new Map(threads),
      commentsAt: Map.groupBy(redline.comments, ({ block }) => block ?? ""),
      notes: notesByReference(notes),
      writeNote: (note) => this.#writeNote(note),
    };
  }

  write(): HtmlFragment {
    this.#writeDefaults();
    const chunks = this.#writeBody();
    for (const comment of this.#context.commentsAt.get("") ?? []) {
      this.#context.changes.comment(comment, { block: "", clause: "" });
    }
    const { kind, documents, summary, notices, units, blocks } = this.#redline;
    const formatted = units.filter((unit) => unit.kind === "format" || unit.kind === "renumber");
    const { sections, settings } = this.#addresses;
    const tree = this.#body()?.tree;
    const data: FragmentData = {
      kind,
      documents,
      summary,
      notices: noticeLines(notices),
      changes: this.#context.changes.entries,
      units: listUnits(this.#redline, this.#context.changes),
      ...authorsOf(this.#context.document),
      rows: blockRows(blocks, new Set(formatted.map(({ block }) => block))),
      sections: sections.map(({ section }) => pageSection(tree!, section, (part) => this.#partNumbers.get(part) ?? -1)),
      hasEvenPages: settings.evenAndOddHeaders,
      tab: settings.defaultTabStop / 20,
      fonts: [...this.#context.fonts.web].sort(),
    };
    this.#context.budget.spendJson(data);
    this.#context.budget.spend(this.#context.sheet.text.length);
    return {
      version: FRAGMENT_VERSION,
      css: this.#context.sheet.text,
      html: [...chunks, ...this.#templates].join("\n"),
      data,
    };
  }

  #body(): Story | undefined {
    return this.#addresses.parts.find(({ locator }) => locator.kind === "body")?.story;
  }

  /** Writes the styles that the whole document inherits. */
  #writeDefaults(): void {
    const { numbering, fonts, sheet } = this.#context;
    const css = characterCss(defaultFormatting(numbering), new Set(["defaults"]), fonts);
    // A document that names a default font does not use ours.
    if (!css.includes("font-family:")) fonts.web.add(DEFAULT_FONT.web ?? "");
    sheet.add(`.vs{font-family:${DEFAULT_FONT.stack};--lh:${DEFAULT_FONT.lineHeight};font-size:10pt;${css}}`);
    sheet.add(`.vs{tab-size:${points(this.#addresses.settings.defaultTabStop)}}`);
  }

  #writeBody(): string[] {
    const body = this.#body();
    if (body === undefined) return [];
    const context = storyContext(this.#context, body, { hasTableIds: true, place: this.#place });
    const blocks = this.#context.origins.blocksOf(body);
    const ends = new Set(this.#addresses.sections.map(({ section }) => section.paragraph));
    const chunks: string[] = [];
    let section = 0;
    let chunk: string[] = [];
    let first = 0;
    const close = (): void => {
      if (chunk.length === 0) return;
      chunks.push(`<template class="ck" data-sec="${section}" data-b="${first}">${chunk.join("\n")}</template>`);
      first += chunk.length;
      chunk = [];
    };
    this.#writeParts(section);
    for (const block of blocks) {
      chunk.push(...writeBlocks(context, [block]));
      const isEnd = block.type !== "table" && ends.has(this.#context.origins.ofParagraph(block).node);
      if (isEnd || chunk.length >= CHUNK) close();
      if (!isEnd || section + 1 >= this.#addresses.sections.length) continue;
      section += 1;
      this.#writeParts(section);
    }
    close();
    return chunks;
  }

  /** Writes the headers and footers that this section is the first to show. */
  #writeParts(section: number): void {
    for (const { kind, part } of this.#addresses.sections[section]?.section.shown ?? []) {
      if (this.#partNumbers.has(part)) continue;
      const number = this.#partNumbers.size;
      this.#partNumbers.set(part, number);
      const found = this.#addresses.parts.find(({ story }) => story.kind === kind && story.part === part);
      const place = { clause: kind === "header" ? "Header" : "Footer", block: "" };
      const html = found === undefined ? "" : this.#writeStory(found.story, place);
      this.#templates.push(`<template class="part" data-part="${number}">${html}</template>`);
    }
  }

  #writeNote(note: NumberedNote): void {
    const name = `${note.kind}-${note.number}`;
    const html = this.#writeStory(note.story, { ...this.#place });
    const label = `<sup class="nl">${escapeHtml(note.label)}</sup>`;
    const labelled = html.replace(/^(<(?:p|h\d|div)\b[^>]*>)/, `$1${label.replaceAll("$", "$$$$")}`);
    this.#templates.push(`<template class="note"${attribute("data-n", name)}>${labelled}</template>`);
  }

  #writeStory(story: Story, place: ClausePlace): string {
    const blocks = this.#context.origins.blocksOf(story);
    const context = storyContext(this.#context, story, { hasTableIds: firstChange(blocks) !== undefined, place });
    return writeBlocks(context, blocks).join("\n");
  }
}

function authorsOf(document: WordDocument): Pick<FragmentData, "authors"> {
  const record = readMergeRecord(document);
  return record === undefined ? {} : { authors: authorColours(record).authors };
}

function notesByReference(notes: readonly NumberedNote[]): Map<NodeId, NumberedNote> {
  return new Map(notes.flatMap((note) => [note.reference, ...note.others].map(({ node }) => [node, note] as const)));
}
