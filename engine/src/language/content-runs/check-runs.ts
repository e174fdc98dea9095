// Checks that a value is content that may be written at a position.
//
// All problems are reported, each with its JSON path. Only the shape is checked. `check-names.ts` checks what runs name in
// the document: styles, properties, paragraphs.

import { type Hints, lastName, nearestName, wordList } from "../../failures/nearest-name.ts";
import { runFormatProblems, runFormatShapes } from "../run-format.ts";
import {
  type Fields,
  hintsOf,
  invalid,
  isFields,
  keyProblems,
  missingField,
  mustBe,
  unknownField,
  wrongValue,
} from "../value-problems.ts";
import { oneOf } from "../value-shapes.ts";
import { breakKinds, type RunKind, shownParts } from "./content-run.ts";
import { fieldNames, readFieldCode } from "./field-code.ts";
import { isLinkAddress, linkAddressMeantBy } from "./link-address.ts";
import { isWritable } from "./written-text.ts";

export type RunReason =
  | "UNKNOWN_FIELD"
  | "MISSING_FIELD"
  | "INVALID_VALUE"
  | "URL_NOT_ALLOWED"
  | "FIELD_NOT_ALLOWED"
  | "NOT_ALLOWED_HERE"
  | "STYLE_NOT_FOUND"
  | "PARAGRAPH_NOT_FOUND";

export interface RunProblem extends Hints {
  /** JSON path, such as `paragraphs[2].runs[0].url`. */
  readonly field: string;
  readonly reason: RunReason;
  /** One sentence; it never repeats the text. */
  readonly message: string;
}

/**
 * The kind of text that content is written into. A comment accepts only text, tabs and line breaks. Only the body and
 * its tables accept page breaks and notes.
 */
export type RunPlace = "body" | "header or footer" | "note" | "comment";

export interface RunRules {
  readonly place: RunPlace;
  /** True if a note may have a `ref`. */
  readonly allowsRef: boolean;
  /** Returns the problems of `to`, the locator of a cross-reference's target. `field` is its path in the request. */
  checkTarget(to: unknown, field: string): RunProblem[];
}

/** Returns the problems of a string or a list of runs. */
export function checkContent(value: unknown, field: string, rules: RunRules): RunProblem[] {
  return typeof value === "string" ? checkText(value, field) : checkRuns(value, field, rules);
}

/** Returns the problems of a list of runs. */
export function checkRuns(value: unknown, field: string, rules: RunRules): RunProblem[] {
  return new RunCheck(rules).runs(value, field);
}

/** Returns the problems of text that may contain tabs and line ends. */
export function checkText(value: unknown, field: string): RunProblem[] {
  if (typeof value !== "string") return [notString(field)];
  if (isWritable(value)) return [];
  const message = `\`${lastName(field)}\` must not contain control characters other than tab and newline.`;
  return [invalid(field, message)];
}

const SIMPLE: readonly RunKind[] = ["text", "tab", "break"];
const LINKED: readonly RunKind[] = [...SIMPLE, "field", "cross_reference"];
const APART: readonly RunKind[] = [...LINKED, "hyperlink"];

/** Maps a kind of text, or a link in it, to the runs that it may contain. */
const ALLOWED: Readonly<Record<RunPlace | "link", ReadonlySet<RunKind>>> = {
  body: new Set([...APART, "footnote", "endnote"]),
  "header or footer": new Set(APART),
  note: new Set(APART),
  comment: new Set(SIMPLE),
  link: new Set(LINKED),
};

/** The check of the fields of each kind of run, except `type` and `format`. */
interface RunShape {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  readonly check: (run: Fields, field: string, check: RunCheck) => RunProblem[];
}

const note: RunShape = { required: [], optional: ["content", "new_paragraphs", "ref"], check: checkNote };

const SHAPES: Readonly<Record<RunKind, RunShape>> = {
  text: { required: ["text"], check: ({ text }, field) => checkText(text, `${field}.text`) },
  tab: { required: [], check: () => [] },
  break: { required: ["kind"], check: checkBreak },
  field: { required: ["code"], check: checkField },
  cross_reference: { required: ["to", "show"], check: checkReference },
  footnote: note,
  endnote: note,
  hyperlink: { required: ["url", "content"], check: checkHyperlink },
};

class RunCheck {
  readonly rules: RunRules;
  readonly #inside: RunPlace | "link";

  constructor(rules: RunRules, inside: RunPlace | "link" = rules.place) {
    this.rules = rules;
    this.#inside = inside;
  }

  /** True directly in the body. Page and column breaks are not allowed in other places, notes and links. */
  get allowsPageBreaks(): boolean {
    return this.#inside === "body";
  }

  /** Returns the check with the same rules for the content of a note or a link. */
  within(inside: "note" | "link"): RunCheck {
    return new RunCheck(this.rules, inside);
  }

  content(value: unknown, field: string): RunProblem[] {
    return typeof value === "string" ? checkText(value, field) : this.runs(value, field);
  }

  runs(value: unknown, field: string): RunProblem[] {
    if (!Array.isArray(value)) {
      const meant = isFields(value) && this.#run(value, field).length === 0 ? [value] : undefined;
      return [invalid(field, mustBe(field, RUNS), hintsOf(undefined, meant))];
    }
    return value.flatMap((run: unknown, index) => this.#run(run, `${field}[${index}]`));
  }

  #run(run: unknown, field: string): RunProblem[] {
    if (!isFields(run)) {
      const meant = typeof run === "string" ? { text: run } : undefined;
      return [invalid(field, mustBe(field, 'an object such as {"text": "ten days"}'), hintsOf(undefined, meant))];
    }
    const kind = kindOf(run);
    if (kind === undefined) return [unknownType(run, field)];
    if (!ALLOWED[this.#inside].has(kind)) {
      const allowed = [...ALLOWED[this.#inside]];
      const message = `A ${this.#inside} cannot contain a ${kind} run; it may contain ${wordList(allowed, "and")}.`;
      return [{ field, reason: "NOT_ALLOWED_HERE", message, allowed }];
    }
    const { required, optional = [], check } = SHAPES[kind];
    const known = [...required, ...optional.filter((name) => name !== "ref" || this.rules.allowsRef)];
    const own = kind === "text" ? known : ["type", ...known];
    const missing = required.filter((name) => run[name] === undefined);
    return [
      ...checkFields(run, field, { owner: `${kind} run`, known: [...own, "format"], missing }),
      ...(run.format === undefined ? [] : checkFormat(run.format, `${field}.format`)),
      ...(missing.length > 0 ? [] : check(run, field, this)),
    ];
  }
}

const TYPES = Object.keys(SHAPES).filter((kind) => kind !== "text");
const RUNS = 'a string, or a list of runs such as [{"text": "ten days"}]';

/** Returns the problem of an unknown type. A text run has no type, but callers often give it one. */
function unknownType({ type, ...rest }: Fields, field: string): RunProblem {
  if (type === "text" && typeof rest.text === "string") {
    const message = "A text run has no `type`; write it as an object with text.";
    return invalid(field, message, hintsOf(undefined, rest));
  }
  return wrongValue(`${field}.type`, { ...oneOf(TYPES), says: `${wordList(TYPES)}; a text run has no type` }, type);
}

function notString(field: string): RunProblem {
  return invalid(field, mustBe(field, "a string"));
}

function kindOf({ type }: Fields): RunKind | undefined {
  if (type === undefined) return "text";
  return typeof type === "string" && type !== "text" && Object.hasOwn(SHAPES, type) ? (type as RunKind) : undefined;
}

interface GivenFields {
  /** The name of the object in messages. */
  readonly owner: string;
  readonly known: readonly string[];
  readonly missing: readonly string[];
}

/** Returns the problems of unknown fields and of missing required fields. */
export function checkFields(value: Fields, field: string, { owner, known, missing }: GivenFields): RunProblem[] {
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  const names = { owner, names: known, isGiven: (name: string) => value[name] !== undefined };
  return [
    ...unknown.map((name) => unknownField(name, field, names)),
    ...missing.map((name) => missingField(`${field}.${name}`, owner, { says: MEMBER_SAYS[name] ?? "a value" })),
  ];
}

const MEMBER_SAYS: Readonly<Record<string, string>> = {
  text: "a string",
  content: RUNS,
  runs: "a list of runs",
  kind: wordList(breakKinds),
  code: "a field code such as PAGE",
  to: 'an object such as {"index": 12}',
  show: wordList(shownParts),
  style_id: "the id of a style, such as Normal",
  url: "an address such as https://example.com/terms",
  index: "a whole number from 0 up",
};

function checkBreak({ kind }: Fields, field: string, { allowsPageBreaks }: RunCheck): RunProblem[] {
  if (!breakKinds.some((known) => known === kind)) return [wrongValue(`${field}.kind`, oneOf(breakKinds), kind)];
  if (kind === "line" || allowsPageBreaks) return [];
  const message = "Page and column breaks are allowed only in the body and its tables, outside notes and links.";
  return [{ field: `${field}.kind`, reason: "NOT_ALLOWED_HERE", message, allowed: ["line"] }];
}

function checkField({ code }: Fields, field: string): RunProblem[] {
  if (typeof code === "string" && isWritable(code) && readFieldCode(code) !== undefined) return [];
  if (typeof code !== "string") return [notString(`${field}.code`)];
  const meant = nearestName(code, fieldNames);
  const message = `Unknown field code. Allowed are ${wordList(fieldNames, "and")}; see /v1/reference/edits.`;
  return [{ field: `${field}.code`, reason: "FIELD_NOT_ALLOWED", message, ...hintsOf(fieldNames, meant) }];
}

function checkReference({ to, show }: Fields, field: string, { rules }: RunCheck): RunProblem[] {
  const isKnown = shownParts.some((known) => known === show);
  const ofShow = isKnown ? [] : [wrongValue(`${field}.show`, oneOf(shownParts), show)];
  return [...rules.checkTarget(to, `${field}.to`), ...ofShow];
}

function checkNote(run: Fields, field: string, check: RunCheck): RunProblem[] {
  const { content, new_paragraphs: paragraphs, ref } = run;
  const inside = check.within("note");
  if ((content === undefined) === (paragraphs === undefined)) {
    return [invalid(field, "A note needs either `content` or `new_paragraphs`, not both.")];
  }
  const ofRef = ref === undefined ? [] : checkRef(ref, `${field}.ref`);
  if (content !== undefined) return [...ofRef, ...inside.content(content, `${field}.content`)];
  return [...ofRef, ...checkNoteParagraphs(paragraphs, `${field}.new_paragraphs`, inside)];
}

function checkRef(ref: unknown, field: string): RunProblem[] {
  const isName = typeof ref === "string" && ref !== "" && isWritable(ref);
  return isName ? [] : [invalid(field, mustBe(field, "a string of at least one character"))];
}

function checkNoteParagraphs(value: unknown, field: string, inside: RunCheck): RunProblem[] {
  if (!Array.isArray(value) || value.length === 0)
    return [invalid(field, mustBe(field, 'a list such as [{"content": "See the annex."}]'))];
  return value.flatMap((paragraph: unknown, index) => {
    const own = `${field}[${index}]`;
    if (!isFields(paragraph)) {
      const meant = typeof paragraph === "string" ? { content: paragraph } : undefined;
      return [invalid(own, mustBe(own, 'an object such as {"content": "See the annex."}'), hintsOf(undefined, meant))];
    }
    const missing = paragraph.content === undefined ? ["content"] : [];
    const ofContent = missing.length > 0 ? [] : inside.content(paragraph.content, `${own}.content`);
    return [
      ...checkFields(paragraph, own, { owner: "paragraph of a note", known: ["content"], missing }),
      ...ofContent,
    ];
  });
}

function checkHyperlink({ url, content }: Fields, field: string, check: RunCheck): RunProblem[] {
  const isEmpty = content === "" || (Array.isArray(content) && content.length === 0);
  const ofContent = check.within("link").content(content, `${field}.content`);
  return [
    ...checkAddress(url, `${field}.url`),
    ...(isEmpty ? [invalid(`${field}.content`, "`content` of a link must not be empty.")] : ofContent),
  ];
}

/** Returns the problems of the address of a link. */
export function checkAddress(url: unknown, field: string): RunProblem[] {
  if (typeof url !== "string") return [notString(field)];
  if (isWritable(url) && isLinkAddress(url)) return [];
  const says =
    "an http://, https:// or mailto: address without spaces, double or curly quotes, backslashes or angle brackets";
  const meant = isWritable(url) ? linkAddressMeantBy(url) : undefined;
  return [{ field, reason: "URL_NOT_ALLOWED", message: mustBe(field, says), ...hintsOf(undefined, meant) }];
}

const FORMAT_KEYS = Object.keys(runFormatShapes);

/** Returns the problems of the formatting of text. */
export function checkFormat(format: unknown, field: string): RunProblem[] {
  if (!isFields(format)) return [invalid(field, mustBe(field, 'an object such as {"bold": true}'))];
  const isUnwritable = (value: unknown): boolean =>
    typeof value === "string" && (!isWritable(value) || /[\t\r\n]/.test(value));
  return keyProblems(format, field, {
    shapes: runFormatShapes,
    names: FORMAT_KEYS,
    ...runFormatProblems(format),
    isUnwritable,
  });
}
