// Reads the pieces of a paragraph, in order.
//
// Text is what the service defines as text. A tab is \t, a line break \n, a page or column break \f; hyphens and
// symbols are their characters. Content controls, smart tags, bookmarks and comments are transparent.

import { childNamed, type Element, elementsIn, textOf } from "../../../reading/xml-tree.ts";
import type { Properties } from "../formatting/properties.ts";
import { readDrawing } from "./read-drawing.ts";
import { equationText } from "./read-equation.ts";
import { type StoryContext, WRAPPERS } from "./story-context.ts";
import type { Token } from "./tokens.ts";

/** Returns the pieces of a paragraph, or of an element in it. */
export function readInlines(container: Element, context: StoryContext): Token[] {
  return elementsIn(container).flatMap((child) => readInline(child, context));
}

const TRANSPARENT: ReadonlySet<string> = new Set([...WRAPPERS, "w:dir", "w:bdo", "m:oMathPara"]);

function readInline(element: Element, context: StoryContext): Token[] {
  const { name } = element;
  if (name === "w:r") return readRun(element, context);
  if (TRANSPARENT.has(name)) return readInlines(element, context);
  if (name === "w:hyperlink") return readLink(element, context);
  if (name === "w:fldSimple") return readSimpleField(element, context);
  if (name === "m:oMath") return [{ kind: "marker", text: `[math:${equationText(element)}]` }];
  if (name === "w:subDoc") {
    const detail = context.package.relationship(context.part, element.attributes.get("r:id"))?.target ?? "";
    context.equivalences.push({ name: "documents inside the document (carried)", detail });
  }
  if (name === "w:bookmarkStart" && context.formats !== undefined) {
    return [{ kind: "bookmark", name: element.attributes.get("w:name") ?? "" }];
  }
  return [];
}

/** Returns the content of a run, with its formatting if that is compared. */
function readRun(run: Element, context: StoryContext): Token[] {
  const tokens = elementsIn(run).flatMap((child) => readRunItem(child, context));
  const { formats } = context;
  if (formats === undefined) return tokens;
  const properties = formats.run(run);
  const isCompared = tokens.map((token) => FORMATTED.has(token.kind) && !("text" in token && APART.test(token.text)));
  const formatted = tokens.map((token, index) => {
    if (!isCompared[index]) return token;
    const isSymbol = token.kind === "text" && token.font !== undefined;
    return { ...token, properties: isSymbol ? formats.symbol(properties, token.font) : properties };
  });
  return isCompared.every((is) => is) ? formatted : [...formatted, asideFor(properties)];
}

const FORMATTED: ReadonlySet<Token["kind"]> = new Set(["text", "marker", "nested"]);
/** Markers whose formatting is not compared. */
const APART = /^\[(?:separator|continuationSeparator|ruby:.*)\]$/s;

function asideFor({ raw }: Properties): Token {
  const name = "formatting of field marks and codes, separators and ruby";
  return { kind: "aside", equivalence: { name, detail: raw } };
}

function readLink(element: Element, context: StoryContext): Token[] {
  const { attributes } = element;
  const relationship = context.package.relationship(context.part, attributes.get("r:id"));
  const anchor = attributes.get("w:anchor") ?? attributes.get("w:docLocation");
  const target = `${relationship?.target ?? ""}${anchor === undefined ? "" : `#${anchor}`}`;
  return [{ kind: "open", target }, ...readInlines(element, context), { kind: "close", target }];
}

function readSimpleField(element: Element, context: StoryContext): Token[] {
  return [
    { kind: "begin", form: "" },
    { kind: "code", text: element.attributes.get("w:instr") ?? "" },
    { kind: "separate" },
    ...readInlines(element, context),
    { kind: "end" },
  ];
}

/** Elements of a run that always show the same character. */
const CHARACTERS: Readonly<Record<string, string>> = {
  "w:tab": "\t",
  "w:ptab": "\t",
  "w:cr": "\n",
  "w:noBreakHyphen": "\u2011",
  "w:softHyphen": "\u00ad",
};

/** Elements of a run for which a program computes the shown text. */
const COMPUTED: ReadonlySet<string> = new Set([
  ...["w:footnoteRef", "w:endnoteRef", "w:separator", "w:continuationSeparator", "w:pgNum"],
  ...["w:dayShort", "w:monthShort", "w:yearShort", "w:dayLong", "w:monthLong", "w:yearLong"],
]);

const DRAWINGS: ReadonlySet<string> = new Set(["w:drawing", "w:pict", "w:object", "w14:contentPart"]);

function readRunItem(element: Element, context: StoryContext): Token[] {
  const { name, attributes } = element;
  if (name === "w:t") return [{ kind: "text", text: keptText(element) }];
  if (name === "w:instrText") return [{ kind: "code", text: textOf(element) }];
  if (name === "w:br")
    return [{ kind: "text", text: /^(page|column)$/.test(attributes.get("w:type") ?? "") ? "\f" : "\n" }];
  if (name === "w:sym") {
    return [{ kind: "text", text: symbolOf(attributes.get("w:char") ?? ""), font: attributes.get("w:font") ?? "" }];
  }
  if (name === "w:fldChar") return readFieldMark(element);
  if (name === "w:footnoteReference" || name === "w:endnoteReference") return [readNote(element, context)];
  if (name === "w:ruby") return readRuby(element, context);
  if (DRAWINGS.has(name)) return readDrawing(element, context);
  if (COMPUTED.has(name)) return [{ kind: "marker", text: `[${name.slice(2)}]` }];
  const text = CHARACTERS[name];
  return text === undefined ? [] : [{ kind: "text", text }];
}

/** Returns the character of a code. A code that is not an XML character shows nothing. */
function symbolOf(char: string): string {
  const code = /^[0-9a-f]{1,4}$/i.test(char) ? Number.parseInt(char, 16) : 0;
  const isCharacter = code >= 0x20 && (code < 0xd800 || code > 0xdfff) && code < 0xfffe;
  return isCharacter ? String.fromCharCode(code) : "";
}

function readFieldMark(element: Element): Token[] {
  const type = element.attributes.get("w:fldCharType");
  if (type === "begin") return [{ kind: "begin", form: formState(childNamed(element, "w:ffData")) }];
  return type === "separate" || type === "end" ? [{ kind: type }] : [];
}

/**
 * Returns the state of a check box or of a list in a form. It is the result of the field, which is stored in the form
 * data.
 */
function formState(data: Element | undefined): string {
  const box = childNamed(data, "w:checkBox");
  if (box !== undefined) {
    const state = childNamed(box, "w:checked") ?? childNamed(box, "w:default");
    const isOn = state !== undefined && !/^(0|false|off)$/.test(state.attributes.get("w:val") ?? "1");
    return isOn ? "[checked]" : "[unchecked]";
  }
  const list = childNamed(data, "w:ddList");
  if (list === undefined) return "";
  const chosen = (childNamed(list, "w:result") ?? childNamed(list, "w:default"))?.attributes.get("w:val") ?? "0";
  const entries = elementsIn(list).filter(({ name }) => name === "w:listEntry");
  return `[${entries[Number(chosen)]?.attributes.get("w:val") ?? ""}]`;
}

/** Returns the marker of a note, with the lines of the note. */
function readNote({ name, attributes }: Element, context: StoryContext): Token {
  const kind = name === "w:footnoteReference" ? "footnote" : "endnote";
  const id = attributes.get("w:id") ?? "";
  const isCustom = !/^(0|false|off|)$/.test(attributes.get("w:customMarkFollows") ?? "");
  const text = `[${kind === "footnote" ? "fn" : "en"}${isCustom ? " custom" : ""}]`;
  const heading = { kind, depth: context.depth + 1, text: "", fields: {}, equivalences: [] } as const;
  const key = `${kind} ${id}`;
  const part = context.package.related(context.package.main, `${kind}s`);
  const notes = part === undefined ? [] : elementsIn(context.package.tree(part));
  const note = notes.find((one) => one.name === `w:${kind}` && one.attributes.get("w:id") === id);
  if (part === undefined || note === undefined || context.notes.includes(key)) {
    return { kind: "nested", text, lines: [{ ...heading, text: "missing" }] };
  }
  const inner = { ...context, part, depth: context.depth + 2, notes: [...context.notes, key] };
  return { kind: "nested", text, lines: [heading, ...context.readNested(note, inner)] };
}

/** Returns the base text, followed by a marker with its pronunciation. */
function readRuby(element: Element, context: StoryContext): Token[] {
  const spoken = childNamed(element, "w:rt");
  const aloud = spoken === undefined ? [] : readInlines(spoken, context);
  const text = aloud.map((token) => (token.kind === "text" ? token.text : "")).join("");
  const written = childNamed(element, "w:rubyBase");
  const unformatted = { ...context, formats: undefined };
  const base = written === undefined ? [] : readInlines(written, unformatted);
  return [...base, { kind: "marker", text: `[ruby:${text}]` }];
}

/** Returns the characters of a w:t that Word shows: it drops white space at the ends without `xml:space="preserve"`. */
function keptText(element: Element): string {
  const text = textOf(element);
  return element.attributes.get("xml:space") === "preserve" ? text : text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
}
