// Reads the text of one document with two readers and compares it, in its own thread.

import { readFileSync } from "node:fs";
import { Failure } from "@versus/engine/tasks";
import { openCorpusDocument } from "../read-document.ts";
import { engineText } from "./engine-text.ts";
import { referenceText } from "./reference-text.ts";
import { compareTexts, type StoryText } from "./story-text.ts";

export interface TextJob {
  /** Path from the root of the corpus; the name of the file in the report. */
  readonly path: string;
  readonly file: string;
}

export interface TextCheck {
  readonly path: string;
  /** The code of the Failure if the document does not open; undefined if it opens. */
  readonly refusal: string | undefined;
  readonly stories: number;
  readonly paragraphs: number;
  readonly characters: number;
  /** Differences of the two readings, or a crash. */
  readonly differences: readonly string[];
}

const UNREAD = { refusal: undefined, stories: 0, paragraphs: 0, characters: 0, differences: [] };

/** Compares the texts of both readers for one document. */
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

/** Returns the value, or the Failure that `make` throws. */
function attempt<Value>(make: () => Value): Value | Failure {
  try {
    return make();
  } catch (problem) {
    if (problem instanceof Failure) return problem;
    throw problem;
  }
}
