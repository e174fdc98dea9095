// The text of one document, read twice, in a thread of its own.

import { readFileSync } from "node:fs";
import { Failure } from "@versus/engine/tasks";
import { openCorpusDocument } from "../read-document.ts";
import { engineText } from "./engine-text.ts";
import { referenceText } from "./reference-text.ts";
import { compareTexts, type StoryText } from "./story-text.ts";

export interface TextJob {
  /** From the root of the corpus; the name of the file in the report. */
  readonly path: string;
  readonly file: string;
}

export interface TextCheck {
  readonly path: string;
  /** The code for which it does not open; undefined when it does. */
  readonly refusal: string | undefined;
  readonly stories: number;
  readonly paragraphs: number;
  readonly characters: number;
  /** Where the two readings part, or a crash. */
  readonly differences: readonly string[];
}

const UNREAD = { refusal: undefined, stories: 0, paragraphs: 0, characters: 0, differences: [] };

/** Reads one document with both readers. */
export function work({ path, file }: TextJob): TextCheck {
  const bytes = readFileSync(file);
  const engine = attempt(() => engineText(openCorpusDocument(bytes)));
  if (engine instanceof Failure) return { ...UNREAD, path, refusal: engine.code };
  const differences = compareTexts(engine, referenceText(bytes));
  return { path, refusal: undefined, ...countStories(engine), differences };
}

export function crashedCheck({ path }: TextJob, reason: string): TextCheck {
  const [error = "", place = ""] = reason.split("\n");
  return { ...UNREAD, path, differences: [`crash: ${error} ${place.trim()}`] };
}

function countStories(stories: readonly StoryText[]): Pick<TextCheck, "stories" | "paragraphs" | "characters"> {
  const texts = stories.flatMap(({ paragraphs }) => paragraphs);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return { stories: stories.length, paragraphs: texts.length, characters };
}

/** What it gives, or the Failure it throws. */
function attempt<Value>(make: () => Value): Value | Failure {
  try {
    return make();
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
}
