// Defines and checks the paragraphs that a caller sends for a new document (docs/design/create.md).
//
// The check covers their form. The existence of their styles depends on the template and is checked later.

import { checkFields, checkRuns, checkText, type RunProblem } from "../language/content-runs/check-runs.ts";
import type { ContentRun } from "../language/content-runs/content-run.ts";
import { hintsOf, invalid, isFields, mustBe } from "../language/value-problems.ts";

/** A paragraph with either `text` or `runs`. */
export interface CreatedParagraph {
  readonly style_id: string;
  /** Without line ends; empty for a blank paragraph. */
  readonly text?: string;
  readonly runs?: readonly ContentRun[];
}

/** Returns the problems of a list of paragraphs; an empty array for a valid list. Fields begin with `paragraphs`. */
export function checkParagraphs(value: unknown): RunProblem[] {
  if (!Array.isArray(value)) return [invalid(LIST, mustBe(LIST, `a list such as [${EXAMPLE}]`))];
  if (value.length === 0) return [invalid(LIST, "`paragraphs` must contain at least one paragraph.")];
  return value.flatMap((paragraph: unknown, index) => checkParagraph(paragraph, pathOf(index), value.length));
}

/** Returns the JSON path of a paragraph. */
export function pathOf(index: number): string {
  return `${LIST}[${index}]`;
}

/** Returns the index of the paragraph that a JSON path leads into. */
export function positionOf(field: string): number {
  return Number(/^paragraphs\[(\d+)\]/.exec(field)?.[1]);
}

const LIST = "paragraphs";
const EXAMPLE = '{"style_id": "Normal", "text": "First paragraph."}';
/** Maximum length of a style id, in characters. Word makes ids of style names, which are at most this long. */
const LONGEST_ID = 255;

function checkParagraph(paragraph: unknown, field: string, count: number): RunProblem[] {
  if (!isFields(paragraph)) return [invalid(field, mustBe(field, `an object such as ${EXAMPLE}`))];
  const { style_id: style, text, runs } = paragraph;
  const missing = style === undefined ? ["style_id"] : [];
  const isStyle = style === undefined || (typeof style === "string" && style !== "" && style.length <= LONGEST_ID);
  return [
    ...checkFields(paragraph, field, { owner: "paragraph", known: ["style_id", "text", "runs"], missing }),
    ...(isStyle
      ? []
      : [invalid(`${field}.style_id`, `\`style_id\` must be a string of 1 to ${LONGEST_ID} characters.`)]),
    ...checkTextOrRuns({ text, runs }, field, count),
  ];
}

function checkTextOrRuns(
  { text, runs }: { readonly text: unknown; readonly runs: unknown },
  field: string,
  count: number,
): RunProblem[] {
  if ((text === undefined) === (runs === undefined))
    return [invalid(field, "A paragraph needs either `text` or `runs`, not both.")];
  if (text === undefined) {
    const checkTarget = (to: unknown, own: string): RunProblem[] => checkPosition(to, own, count);
    return checkRuns(runs, `${field}.runs`, { place: "body", allowsRef: false, checkTarget });
  }
  const hasLineEnd = typeof text === "string" && /[\r\n]/.test(text);
  return hasLineEnd
    ? [invalid(`${field}.text`, "`text` must not contain line ends; use `runs` with a break run.")]
    : checkText(text, `${field}.text`);
}

/** Checks the target of a reference: the index of a paragraph in the list. */
function checkPosition(to: unknown, field: string, count: number): RunProblem[] {
  if (!isFields(to)) {
    const meant = typeof to === "number" ? { index: to } : undefined;
    return [invalid(field, mustBe(field, 'an object such as {"index": 0}'), hintsOf(undefined, meant))];
  }
  const { index } = to;
  const faults = checkFields(to, field, {
    owner: "to",
    known: ["index"],
    missing: index === undefined ? ["index"] : [],
  });
  if (index === undefined) return faults;
  if (typeof index !== "number" || !Number.isInteger(index)) {
    return [...faults, invalid(`${field}.index`, "`index` must be a whole number.")];
  }
  const message = `No paragraph ${index}; the list has paragraphs 0 to ${count - 1}.`;
  return index >= 0 && index < count
    ? faults
    : [...faults, { field: `${field}.index`, reason: "PARAGRAPH_NOT_FOUND", message }];
}
