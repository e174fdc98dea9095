// Turns the Markdown of our own pages into HTML.
//
// It supports headings, paragraphs, lists, tables, code, bold text and links. Text never becomes markup.

import { Html, html } from "./html.ts";

/** Returns the target of a link of a page. */
export type Resolve = (href: string) => string;

interface Options {
  readonly resolve: Resolve;
  /** Returns the address that a code span such as `/docs/errors` names, or undefined. */
  readonly pageOf: (code: string) => string | undefined;
}

export function markdownToHtml(markdown: string, options: Options): Html {
  return html`${blocksOf(markdown).map((block) => blockHtml(block, options))}`;
}

/** Returns the fragment of a heading, in the form of code hosts. */
export function slugOf(heading: string): string {
  return plainText(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
}

type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly string[] }
  | { readonly kind: "paragraph"; readonly text: string };

const fence = /^```(\w*)$/;
const listMark = /^(?:-|\d+\.) /;

function blocksOf(markdown: string): Block[] {
  const lines = markdown.replace(/<!--.*?-->/gs, "").split("\n");
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      at += 1;
      continue;
    }
    const { block, next } = blockAt(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

function blockAt(lines: readonly string[], at: number): { readonly block: Block; readonly next: number } {
  const line = lines[at] ?? "";
  const [, language] = fence.exec(line) ?? [];
  if (language !== undefined) {
    const end = lines.indexOf("```", at + 1);
    const next = end === -1 ? lines.length : end;
    return { block: { kind: "code", language, text: lines.slice(at + 1, next).join("\n") }, next: next + 1 };
  }
  const [, marks, heading] = /^(#{1,4}) (.*)$/.exec(line) ?? [];
  if (marks !== undefined && heading !== undefined) {
    return { block: { kind: "heading", level: marks.length, text: heading }, next: at + 1 };
  }
  const group = linesWhile(lines, at, isContinued(line));
  return { block: groupBlock(line, group), next: at + group.length };
}

/** True if a line belongs to the block that begins with `first`. */
function isContinued(first: string): (line: string) => boolean {
  if (first.startsWith("    ")) return (line) => line.startsWith("    ");
  if (first.startsWith("|")) return (line) => line.startsWith("|");
  if (listMark.test(first)) return (line) => listMark.test(line) || /^ {2,}\S/.test(line);
  return (line) => line.trim() !== "" && !/^(?:#{1,4} |```|\||- |\d+\. )/.test(line);
}

function linesWhile(lines: readonly string[], at: number, belongs: (line: string) => boolean): string[] {
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => !belongs(line));
  return [lines[at] ?? "", ...(end === -1 ? rest : rest.slice(0, end))];
}

function groupBlock(first: string, lines: readonly string[]): Block {
  if (first.startsWith("    ")) {
    return { kind: "code", language: "", text: lines.map((line) => line.slice(4)).join("\n") };
  }
  if (first.startsWith("|")) return { kind: "table", rows: lines.map(cellsOf) };
  if (!listMark.test(first)) return { kind: "paragraph", text: lines.join("\n") };
  const items = lines
    .map((line) => line.trim())
    .join("\n")
    .split(/^(?:-|\d+\.) /m);
  return { kind: "list", isOrdered: !first.startsWith("-"), items: items.slice(1).map((item) => item.trim()) };
}

function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function blockHtml(block: Block, options: Options): Html {
  const inline = (text: string): Html => inlineHtml(text, options);
  if (block.kind === "heading") return headingHtml(block, inline(block.text));
  // The block scrolls sideways, so it must be reachable by keyboard.
  if (block.kind === "code") return html`<pre tabindex="0"><code>${block.text}</code></pre>\n`;
  if (block.kind === "table") return tableHtml(block.rows, inline);
  if (block.kind === "paragraph") return html`<p>${inline(block.text)}</p>\n`;
  const items = block.items.map((item) => html`<li>${inline(item)}</li>\n`);
  return block.isOrdered ? html`<ol>${items}</ol>\n` : html`<ul>${items}</ul>\n`;
}

function headingHtml({ level, text }: { readonly level: number; readonly text: string }, inner: Html): Html {
  return new Html(`<h${level} id="${slugOf(text)}">${inner.text}</h${level}>\n`);
}

/** The first cell of a row is its heading. On a narrow page every other cell shows the heading of its column. */
function tableHtml(rows: readonly (readonly string[])[], inline: (text: string) => Html): Html {
  const [head = [], , ...body] = rows;
  const bodyRow = ([first = "", ...rest]: readonly string[]): Html => {
    const cells = rest.map(
      (cell, place) => html`<td data-label="${plainText(head[place + 1] ?? "")}">${inline(cell)}</td>`,
    );
    return html`<tr><th scope="row">${inline(first)}</th>${cells}</tr>\n`;
  };
  const headings = head.map((cell) => html`<th scope="col">${inline(cell)}</th>`);
  return html`<table><thead><tr>${headings}</tr></thead>
<tbody>${body.map(bodyRow)}</tbody></table>\n`;
}

const inlineForm = /(``.+?``|`[^`]+`)|\*\*([^*]+)\*\*|\[([^\]]*)\]\(([^)\s]+)\)/g;

function inlineHtml(text: string, options: Options): Html {
  const pieces: Html[] = [];
  let end = 0;
  for (const found of text.matchAll(inlineForm)) {
    pieces.push(html`${text.slice(end, found.index)}`, spanHtml(found, options));
    end = found.index + found[0].length;
  }
  return html`${[...pieces, html`${text.slice(end)}`]}`;
}

function spanHtml([, code, bold, label, href]: RegExpMatchArray, options: Options): Html {
  if (code !== undefined) return codeHtml(code.replace(/^`+ ?| ?`+$/g, ""), options);
  if (bold !== undefined) return html`<strong>${inlineHtml(bold, options)}</strong>`;
  return html`<a href="${options.resolve(href ?? "")}">${inlineHtml(label ?? "", options)}</a>`;
}

function codeHtml(code: string, { pageOf }: Options): Html {
  const page = pageOf(code);
  const written = html`<code>${code}</code>`;
  return page === undefined ? written : html`<a href="${page}">${written}</a>`;
}

/** Returns the text without Markdown marks. */
function plainText(text: string): string {
  return text.replace(inlineForm, (all, code, bold, label) => label ?? bold ?? code?.replaceAll("`", "") ?? all);
}
