// Checks everything that must hold for the content of one document, in its own thread.

import { readFileSync } from "node:fs";
import {
  contentJson,
  contentMarkdown,
  ParagraphReader,
  paragraphsOf,
  stagedMarkdown,
  storiesOf,
  type WordDocument,
} from "@versus/engine/inside";
import { type ContentJson, Failure } from "@versus/engine/tasks";
import { openCorpusDocument } from "../read-document.ts";
import { referenceText } from "../text/reference-text.ts";
import type { StoryText } from "../text/story-text.ts";
import { checkAddresses } from "./check-addresses.ts";
import { checkCopied } from "./check-copied.ts";
import { checkPlain, checkStaged } from "./check-markdown.ts";
import { checkParts } from "./check-parts.ts";
import { contentParts, segmentText } from "./content-parts.ts";
import { measureContent, type Times } from "./measure.ts";
import { contentProblems } from "./validate-content.ts";

export interface ContentJob {
  /** Path from the root of the corpus; the name of the file in the report. */
  readonly path: string;
  readonly file: string;
}

export const checkNames = [
  "it is read",
  "the schema holds",
  "the engine's text",
  "segments say the text",
  "the independent reader's text",
  "addresses lead there",
  "plain Markdown",
  "staged Markdown",
  "copied text matches",
  "parts of it",
  "twice the same",
] as const;
export type CheckName = (typeof checkNames)[number];

export interface ContentResult {
  readonly path: string;
  readonly outcome: "read" | "unopened" | "crashed";
  readonly paragraphs: number;
  readonly revisions: number;
  readonly times: Times | undefined;
  /** Maps a failed check to the position of the problem, without any text of the document. */
  readonly problems: Readonly<Partial<Record<CheckName, string>>>;
}

const NOTHING = { paragraphs: 0, revisions: 0, times: undefined };

export function work({ path, file }: ContentJob): ContentResult {
  const bytes = readFileSync(file);
  try {
    return { path, outcome: "read", ...checkContent(bytes), times: measureContent(bytes) };
  } catch (problem) {
    if (problem instanceof Failure) return { path, outcome: "unopened", ...NOTHING, problems: {} };
    throw problem;
  }
}

export function crashedContent({ path }: ContentJob, reason: string): ContentResult {
  const [error = "", place = ""] = reason.split("\n");
  return { path, outcome: "crashed", ...NOTHING, problems: { "it is read": `${error} ${place.trim()}` } };
}

export function checkContent(bytes: Uint8Array): Pick<ContentResult, "paragraphs" | "revisions" | "problems"> {
  const document = openCorpusDocument(bytes);
  const content = contentJson(document);
  const plain = contentMarkdown(document);
  const staged = stagedMarkdown(document);
  const problems: Readonly<Record<CheckName, string>> = {
    "it is read": "",
    "the schema holds": contentProblems(content).slice(0, 3).join("; "),
    "the engine's text": checkEngineText(document, content),
    "segments say the text": checkSegments(content),
    "the independent reader's text": checkReference(referenceText(bytes), content),
    "addresses lead there": checkAddresses(document, content),
    "plain Markdown": checkPlain(document, plain),
    "staged Markdown": checkStaged(document, content, staged),
    "copied text matches": checkCopied(bytes, content, { plain, staged }),
    "parts of it": checkParts(bytes, content, staged),
    "twice the same": checkAgain(bytes, JSON.stringify(content) + plain + staged),
  };
  const failed = Object.entries(problems).filter(([, problem]) => problem !== "");
  return {
    paragraphs: content.blocks.length,
    revisions: content.revisions.length,
    problems: Object.fromEntries(failed),
  };
}

function checkEngineText(document: WordDocument, { blocks }: ContentJson): string {
  const body = storiesOf(document).find(({ kind }) => kind === "body");
  if (body === undefined) return blocks.length === 0 ? "" : "no body";
  const reader = new ParagraphReader(body);
  const texts = paragraphsOf(body).map((paragraph) => reader.read(paragraph).text);
  return texts.join("\n\n") === blocks.map(({ text }) => text).join("\n\n") ? "" : "another text";
}

function checkSegments(content: ContentJson): string {
  for (const { locator, blocks } of contentParts(content)) {
    const wrong = blocks.find((block) => segmentText(block.content) !== block.text);
    if (wrong !== undefined) return `${locator.kind} paragraph ${wrong.index}`;
  }
  return "";
}

/**
 * The body must equal the body of the reference. Any other part must equal one part of that kind in the reference.
 */
function checkReference(stories: readonly StoryText[], content: ContentJson): string {
  const [body] = stories.filter(({ kind }) => kind === "body");
  const wanted = body?.paragraphs ?? [];
  if (wanted.length !== content.blocks.length) return `body: ${content.blocks.length} paragraphs, not ${wanted.length}`;
  const wrong = content.blocks.find(({ text, index }) => text !== wanted[index]);
  if (wrong !== undefined) return `body: paragraph ${wrong.index}`;
  const keyOf = (kind: string, texts: readonly string[]): string => JSON.stringify([kind, texts]);
  const known = new Set(stories.map(({ kind, paragraphs }) => keyOf(kind, paragraphs)));
  const strange = contentParts(content).find(({ locator, blocks }) => {
    const key = keyOf(
      locator.kind,
      blocks.map(({ text }) => text),
    );
    return locator.kind !== "body" && !known.has(key);
  });
  return strange === undefined ? "" : `a ${strange.locator.kind}`;
}

function checkAgain(bytes: Uint8Array, first: string): string {
  const document = openCorpusDocument(bytes);
  const second = JSON.stringify(contentJson(document)) + contentMarkdown(document) + stagedMarkdown(document);
  return first === second ? "" : "another text";
}
