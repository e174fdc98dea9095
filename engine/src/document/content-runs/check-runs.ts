// Whether a value is content that may be written in a place: what is wrong with its shape, said with the JSON path.
//
// The shape alone is looked at: what a run names in the document (a style, a property, a paragraph) is for
// `check-names.ts` and whoever knows the document. All faults are told, each where it is.

import { runFormatProblems } from "../run-format.ts";
import { breakKinds, type RunKind, shownParts } from "./content-run.ts";
import { readFieldCode } from "./field-code.ts";
import { isLinkAddress } from "./link-address.ts";
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

export interface RunProblem {
  /** JSON path: `paragraphs[2].runs[0].url`. */
  readonly field: string;
  readonly reason: RunReason;
  /** One sentence; it repeats nothing of the text. */
  readonly message: string;
}

/** Where content is to stand: a comment is plain text; page breaks and notes belong to the body and its tables. */
export type RunPlace = "body" | "header or footer" | "note" | "comment";

export interface RunRules {
  readonly place: RunPlace;
  /** Whether a note may be given a name to refer to it by. */
  readonly allowsRef: boolean;
  /** What is wrong with the locator of a cross-reference. */
  checkTarget(to: unknown, field: string): RunProblem[];
}

/** Checks a string or a list of runs. */
export function checkContent(value: unknown, field: string, rules: RunRules): RunProblem[] {
  return typeof value === "string" ? checkText(value, field) : checkRuns(value, field, rules);
}

/** Checks a list of runs. */
export function checkRuns(value: unknown, field: string, rules: RunRules): RunProblem[] {
  return new RunCheck(rules).runs(value, field);
}

/** Checks text that may hold tabs and line ends. */
export function checkText(value: unknown, field: string): RunProblem[] {
  if (typeof value !== "string") return [invalid(field, "This must be a string.")];
  return isWritable(value) ? [] : [invalid(field, "The text holds a control character or one that XML cannot write.")];
}

const SIMPLE: readonly RunKind[] = ["text", "tab", "break"];
const LINKED: readonly RunKind[] = [...SIMPLE, "field", "cross_reference"];
const APART: readonly RunKind[] = [...LINKED, "hyperlink"];

/** The runs that may stand in each place, and in a link there. */
const ALLOWED: Readonly<Record<RunPlace | "link", ReadonlySet<RunKind>>> = {
  body: new Set([...APART, "footnote", "endnote"]),
  "header or footer": new Set(APART),
  note: new Set(APART),
  comment: new Set(SIMPLE),
  link: new Set(LINKED),
};

type Fields = Readonly<Record<string, unknown>>;

/** How the fields of each kind of run are checked, `type` and `format` aside. */
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

  /** Page and column breaks are for the text of the body itself. */
  get allowsPageBreaks(): boolean {
    return this.#inside === "body";
  }

  /** The same rules for what stands in a note or a link. */
  within(inside: "note" | "link"): RunCheck {
    return new RunCheck(this.rules, inside);
  }

  content(value: unknown, field: string): RunProblem[] {
    return typeof value === "string" ? checkText(value, field) : this.runs(value, field);
  }

  runs(value: unknown, field: string): RunProblem[] {
    if (!Array.isArray(value)) return [invalid(field, "This must be a list of runs.")];
    return value.flatMap((run: unknown, index) => this.#run(run, `${field}[${index}]`));
  }

  #run(run: unknown, field: string): RunProblem[] {
    if (!isFields(run)) return [invalid(field, "A run is an object.")];
    const kind = kindOf(run);
    if (kind === undefined) return [invalid(`${field}.type`, `A run has no type, or one of ${TYPES}.`)];
    if (!ALLOWED[this.#inside].has(kind)) {
      return [{ field, reason: "NOT_ALLOWED_HERE", message: `A ${this.#inside} cannot hold a run of this type.` }];
    }
    const { required, optional = [], check } = SHAPES[kind];
    const known = [...required, ...optional.filter((name) => name !== "ref" || this.rules.allowsRef)];
    const own = kind === "text" ? known : ["type", ...known];
    const missing = required.filter((name) => run[name] === undefined);
    return [
      ...checkFields(run, field, { known: [...own, "format"], missing }),
      ...(run.format === undefined ? [] : checkFormat(run.format, `${field}.format`)),
      ...(missing.length > 0 ? [] : check(run, field, this)),
    ];
  }
}

const TYPES = Object.keys(SHAPES)
  .filter((kind) => kind !== "text")
  .join(", ");

function kindOf({ type }: Fields): RunKind | undefined {
  if (type === undefined) return "text";
  return typeof type === "string" && type !== "text" && Object.hasOwn(SHAPES, type) ? (type as RunKind) : undefined;
}

/** Fields that nobody knows, and those that are not there. */
export function checkFields(
  value: Fields,
  field: string,
  { known, missing }: { readonly known: readonly string[]; readonly missing: readonly string[] },
): RunProblem[] {
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => unknownField(`${field}.${nameInPath(name)}`)),
    ...missing.map((name): RunProblem => {
      return { field: `${field}.${name}`, reason: "MISSING_FIELD", message: "This field is required." };
    }),
  ];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function checkBreak({ kind }: Fields, field: string, { allowsPageBreaks }: RunCheck): RunProblem[] {
  if (!breakKinds.some((known) => known === kind)) return [oneOf(`${field}.kind`, breakKinds)];
  if (kind === "line" || allowsPageBreaks) return [];
  const message = "Page and column breaks stand in the body and its tables only, outside of notes and links.";
  return [{ field: `${field}.kind`, reason: "NOT_ALLOWED_HERE", message }];
}

function checkField({ code }: Fields, field: string): RunProblem[] {
  if (typeof code === "string" && isWritable(code) && readFieldCode(code) !== undefined) return [];
  if (typeof code !== "string") return [invalid(`${field}.code`, "This must be a string.")];
  return [{ field: `${field}.code`, reason: "FIELD_NOT_ALLOWED", message: "This field code is not offered." }];
}

function checkReference({ to, show }: Fields, field: string, { rules }: RunCheck): RunProblem[] {
  const isKnown = shownParts.some((known) => known === show);
  return [...rules.checkTarget(to, `${field}.to`), ...(isKnown ? [] : [oneOf(`${field}.show`, shownParts)])];
}

function checkNote(run: Fields, field: string, check: RunCheck): RunProblem[] {
  const { content, new_paragraphs: paragraphs, ref } = run;
  const inside = check.within("note");
  if ((content === undefined) === (paragraphs === undefined)) {
    return [invalid(field, "A note has either content or new_paragraphs.")];
  }
  const ofRef = ref === undefined ? [] : checkRef(ref, `${field}.ref`);
  if (content !== undefined) return [...ofRef, ...inside.content(content, `${field}.content`)];
  return [...ofRef, ...checkNoteParagraphs(paragraphs, `${field}.new_paragraphs`, inside)];
}

function checkRef(ref: unknown, field: string): RunProblem[] {
  const isName = typeof ref === "string" && ref !== "" && isWritable(ref);
  return isName ? [] : [invalid(field, "A ref is a string of at least one character.")];
}

function checkNoteParagraphs(value: unknown, field: string, inside: RunCheck): RunProblem[] {
  if (!Array.isArray(value) || value.length === 0) return [invalid(field, "This must be a list of paragraphs.")];
  return value.flatMap((paragraph: unknown, index) => {
    const own = `${field}[${index}]`;
    if (!isFields(paragraph)) return [invalid(own, "A paragraph of a note is an object with content.")];
    const missing = paragraph.content === undefined ? ["content"] : [];
    const ofContent = missing.length > 0 ? [] : inside.content(paragraph.content, `${own}.content`);
    return [...checkFields(paragraph, own, { known: ["content"], missing }), ...ofContent];
  });
}

function checkHyperlink({ url, content }: Fields, field: string, check: RunCheck): RunProblem[] {
  const isEmpty = content === "" || (Array.isArray(content) && content.length === 0);
  const ofContent = check.within("link").content(content, `${field}.content`);
  return [
    ...checkAddress(url, `${field}.url`),
    ...(isEmpty ? [invalid(`${field}.content`, "A link has text.")] : ofContent),
  ];
}

/** Checks the address of a link. */
export function checkAddress(url: unknown, field: string): RunProblem[] {
  if (typeof url !== "string") return [invalid(field, "This must be a string.")];
  if (isWritable(url) && isLinkAddress(url)) return [];
  const message =
    "An address is absolute http, https or mailto, without spaces, quotes, backslashes or angle brackets.";
  return [{ field, reason: "URL_NOT_ALLOWED", message }];
}

/** Checks the formatting of text. */
export function checkFormat(format: unknown, field: string): RunProblem[] {
  if (!isFields(format)) return [invalid(field, "This must be an object.")];
  const { unknown, invalid: bad } = runFormatProblems(format);
  const unwritable = Object.keys(format).filter((key) => {
    const value = format[key];
    return typeof value === "string" && (!isWritable(value) || /[\t\r\n]/.test(value));
  });
  return [
    ...unknown.map((key) => unknownField(`${field}.${nameInPath(key)}`)),
    ...[...new Set([...bad, ...unwritable])]
      .filter((key) => !unknown.includes(key))
      .map((key) => invalid(`${field}.${key}`, "This is no value of the key.")),
  ];
}

export function invalid(field: string, message: string): RunProblem {
  return { field, reason: "INVALID_VALUE", message };
}

function unknownField(field: string): RunProblem {
  return { field, reason: "UNKNOWN_FIELD", message: "There is no such field here." };
}

function oneOf(field: string, known: readonly string[]): RunProblem {
  return invalid(field, `This must be one of ${known.join(", ")}.`);
}

/** A key may be anything: visible ASCII alone is repeated, cut short. */
function nameInPath(key: string): string {
  return key.replace(/[^\x21-\x7e]/g, "?").slice(0, 80);
}
