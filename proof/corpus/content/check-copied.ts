// Checks that text copied from either Markdown of a document matches as a selector.
//
// From each Markdown, up to 20 ranges of words are copied as an agent would copy them. Text from the staged Markdown,
// which contains addresses, must match in the paragraph that it was copied from. Text from the plain Markdown may match
// anywhere.

import { nodeZlib } from "@versus/engine/node-zlib";
import { type ContentJson, editTask } from "@versus/engine/tasks";
import { seededRandom } from "../../runner/random.ts";
import { contentParts } from "./content-parts.ts";

const PLACES = 20;
const MOST_WORDS = 6;
const signature = { author: "A", date: "2026-01-02T03:04:05Z", codec: nodeZlib };

interface Copied {
  readonly match: string;
  readonly paragraphs: unknown;
}

/** Returns the Markdown and the number of the first copied range that does not match; empty if all match. */
export function checkCopied(bytes: Uint8Array, content: ContentJson, markdown: Markdown): string {
  const random = seededRandom(1, "copied");
  for (const [name, copied] of [
    ["plain", fromPlain(markdown.plain, content, random)],
    ["staged", fromStaged(markdown.staged, random)],
  ] as const) {
    const edits = copied.map(({ match, paragraphs }) => {
      return { type: "format", paragraphs, text: { match, occurrence: 1 }, format: { bold: true } };
    });
    if (edits.length === 0) continue;
    const outcome = editTask({ document: bytes, edits, ...signature });
    const missed = outcome.kind === "refused" && outcome.refusals.find(({ reason }) => NOT_FOUND.has(reason));
    if (missed) return `${name} ${missed.edit}`;
  }
  return "";
}

export interface Markdown {
  readonly plain: string;
  readonly staged: string;
}

/** Refusals with other reasons (fields, undecided changes) mean that the text was found. */
const NOT_FOUND: ReadonlySet<string> = new Set(["TEXT_NOT_FOUND", "OCCURRENCE_OUT_OF_RANGE", "PARAGRAPH_NOT_FOUND"]);

/** Markup that is not text: tags, marks of notes, and the signs of tables and headings. */
const MARKUP = /(?<!\\)(?:\\\\)*(?:<[^>]*>|\[\^e?\d+\]:?|\|)|^#+ /gm;

function fromPlain(markdown: string, content: ContentJson, random: () => number): Copied[] {
  const numbers = new Set(
    contentParts(content).flatMap(({ blocks }) =>
      blocks.flatMap(({ list }) => (list?.number === undefined ? [] : [list.number])),
    ),
  );
  const stretches = markdown
    .split("\n")
    .filter((line) => !/^\s*(?:\|(?: --- \|)+|---)$/.test(line))
    .flatMap((line) => line.replace(MARKUP, "\n").split("\n"))
    .map((line) => withoutNumber(line.trim(), numbers));
  const joined = joinedTexts(content);
  return draw(stretches, random)
    .filter(({ match }) => !joined.some((text) => text.includes(match.replaceAll("\\", ""))))
    .map(({ match }) => ({ match, paragraphs: "all" }));
}

/**
 * Returns the joined texts of paragraphs whose marks are deleted. The plain Markdown joins such paragraphs as a
 * reader sees them, but edits address each of them. So a range that was copied across such a mark is in no paragraph.
 */
function joinedTexts(content: ContentJson): string[] {
  return contentParts(content).flatMap(({ blocks }) => {
    const runs = blocks.reduce<string[][]>((all, { text }, index) => {
      const before = blocks[index - 1]?.mark?.kind;
      if (before === "deletion" || before === "move") all.at(-1)?.push(text);
      else all.push([text]);
      return all;
    }, []);
    return runs.filter((texts) => texts.length > 1).map((texts) => texts.join(""));
  });
}

function fromStaged(markdown: string, random: () => number): Copied[] {
  const paragraphs = [...markdown.matchAll(STAGED)].flatMap(([, index, part, label = "", text = ""]) => {
    if (part !== undefined) return [];
    const own = withoutLabel(text, /"([^"]*)"/.exec(label)?.[1] ?? "");
    const kept = own.replace(/<(del|moved-from)\b[^>]*[^/]>.*?<\/\1>/gs, "\n");
    return kept
      .replace(MARKUP, "\n")
      .split("\n")
      .map((line) => ({ line: line.trim(), paragraphs: { index: Number(index) } }));
  });
  const lines = new Map(paragraphs.map((one) => [one.line, one.paragraphs]));
  return draw([...lines.keys()], random).map(({ match, line }) => ({ match, paragraphs: lines.get(line) }));
}

const STAGED = /<p unid="[^"]*" index="(\d+)"( part="[^"]*"[^>]*?)?( label="[^"]*")?\/>((?:(?!<p unid=)[^\n])*)/g;

/** A label with escaped signs does not match here, so nothing is copied from its paragraph. */
function withoutLabel(text: string, label: string): string {
  if (label === "") return text;
  return text.startsWith(`${label} `) ? text.slice(label.length + 1) : "";
}

function withoutNumber(line: string, numbers: ReadonlySet<string>): string {
  const words = line.split(" ");
  const count = words.findIndex((_, at) =>
    numbers.has(
      words
        .slice(0, at + 1)
        .join(" ")
        .replaceAll("\\", ""),
    ),
  );
  return words.slice(count + 1).join(" ");
}

/** Draws up to `PLACES` ranges of up to `MOST_WORDS` words from random lines. */
function draw(lines: readonly string[], random: () => number): { readonly match: string; readonly line: string }[] {
  const full = lines.filter((line) => /[^\s\\]/.test(line));
  if (full.length === 0) return [];
  return Array.from({ length: PLACES }, () => {
    const line = full[Math.floor(random() * full.length)]!;
    const words = line.split(" ");
    const from = Math.floor(random() * words.length);
    const stretch = words.slice(from, from + 1 + Math.floor(random() * MOST_WORDS)).join(" ");
    return { match: stretch.trim(), line };
  }).filter(({ match }) => match !== "");
}
