// Lists the reasons for which the engine and libxml2 may disagree on accepting a document.
//
// Each rule names a true difference: a limit of one reader, or a clause on which one reader is more lenient or stricter
// than the specifications. The tests have the smallest document of each rule. XML is "Extensible Markup Language (XML)
// 1.0 (Fifth Edition)", NS is "Namespaces in XML 1.0 (Third Edition)".
//
// If the engine alone refuses, the document must break the rule named here, in a text that matches. If libxml2 alone
// refuses, the document is read again without its obstacle, if that can be removed, so that both can still be compared.
// If it cannot, each of libxml2's complaints must be known.

import { ParseOption } from "libxml2-wasm";
import { type Libxml2Outcome, readWithLibxml2 } from "../libxml2-reading.ts";
import { decodeBytes, encodeText, encodingOfBytes } from "./encode-text.ts";

/** A reason for which the engine alone may refuse a document. */
interface OwnRefusal {
  readonly name: string;
  readonly engineRule: string;
  readonly text: RegExp;
}

/** A complaint of libxml2 that has nothing to do with well-formedness. */
interface Complaint {
  readonly name: string;
  readonly error: RegExp;
}

/** A limit or an error of libxml2 that can be avoided without changing the content of the document. */
interface Obstacle {
  readonly name: string;
  readonly error: RegExp;
  readonly avoid: (attempt: Attempt) => Attempt;
}

interface Attempt {
  readonly bytes: Uint8Array;
  readonly option: ParseOption;
}

const SPACE = String.raw`[ \t\r\n]`;
const VERSION = String.raw`^<\?xml${SPACE}+version${SPACE}*=${SPACE}*`;
const ENCODING = String.raw`${VERSION}["']1\.0["']${SPACE}+encoding${SPACE}*=${SPACE}*["']`;

const ANY_ENCODING = String.raw`${VERSION}["']1\.[0-9]*["']${SPACE}+encoding${SPACE}*=${SPACE}*["']`;

const ownRefusals: readonly OwnRefusal[] = [
  {
    // XML 2.8 allows one. OOXML forbids it (ISO 29500-2, 8.1.4), and the engine refuses every one.
    name: "a document type is refused by us",
    engineRule: "A document type or text is not allowed outside the root element",
    text: /<!DOCTYPE[ \t\r\n]/,
  },
  {
    // XML 2.8: a processor of 1.0 may read 1.1 and later as if they were 1.0; Word writes 1.0 alone.
    name: "a version 1.x other than 1.0 is refused by us",
    engineRule: "The XML declaration is not one of XML 1.0",
    text: new RegExp(String.raw`${VERSION}["']1\.(?!0["'])[0-9]+["']`),
  },
  {
    // XML 2.8, [26]: a digit follows the point. libxml2 does not require it.
    name: "the version 1. is refused by us",
    engineRule: "The XML declaration is not one of XML 1.0",
    text: new RegExp(String.raw`${VERSION}["']1\.["']`),
  },
  {
    // No clause: a limit of the engine. Only white space makes a declaration so long.
    name: "a declaration of over 1024 characters is refused by us",
    engineRule: "The XML declaration is not one of XML 1.0",
    text: /^<\?xml[^?]{1017}/,
  },
  {
    // XML 4.3.3: other encodings may be supported; ISO 29500-2, 8.1.3 allows only UTF-8 and UTF-16.
    name: "an encoding other than UTF-8 and UTF-16 is refused by us",
    engineRule: "The declared encoding is neither UTF-8 nor UTF-16",
    text: new RegExp(`${ENCODING}(?!utf-?8["'])[A-Za-z]`, "i"),
  },
  {
    // XML 4.3.3: an encoding other than the declared one is a fatal error. libxml2 only warns.
    name: "UTF-16 that declares another encoding is refused by us",
    // The engine decodes before it reads the version, so this allows any version that libxml2 accepts.
    engineRule: "The declared encoding is not the real one",
    text: new RegExp(`${ANY_ENCODING}(?!utf-?16(?:le|be)?["'])[A-Za-z]`, "i"),
  },
  {
    // XML 3.1 and NS 6.3: no attribute may occur twice, including a declaration of the prefix xml. libxml2 ignores the
    // second.
    name: "the prefix xml declared twice is refused by us",
    engineRule: "An attribute is given twice",
    text: /xmlns:xml[ \t\r\n]*=[^<>]*xmlns:xml[ \t\r\n]*=/,
  },
  {
    // XML 4.3.3: without both, any encoding except UTF-8 is a fatal error. libxml2 decides by the first four bytes.
    name: "UTF-16 with neither a byte order mark nor a declared encoding is refused by us",
    engineRule: "The part does not say its encoding",
    text: /^<\?/,
  },
];

const complaints: readonly Complaint[] = [
  {
    // NS 2.2 leaves open whether an address that is not a URI is an error, and does not require a processor to check.
    name: "an address that is no URI is refused by libxml2",
    error: /^xmlns(?::[^ ]+)?: '.*' is not a valid URI$/s,
  },
  {
    // "xml:id Version 1.0", section 4: an error, but not an error of well-formedness.
    name: "an xml:id that is no name is refused by libxml2",
    error: /^xml:id : attribute value .* is not an NCName$/s,
  },
  {
    // "xml:id Version 1.0", section 4: the same.
    name: "an xml:id given twice is refused by libxml2",
    error: /^ID .* already defined$/s,
  },
];

const huge = (attempt: Attempt): Attempt => ({ ...attempt, option: ParseOption.XML_PARSE_HUGE });

const obstacles: readonly Obstacle[] = [
  {
    // No clause: a limit of libxml2. The engine's limit is 512, and above it both refuse.
    name: "over 256 levels are refused by libxml2",
    error: /^Excessive depth in document: 256/,
    avoid: huge,
  },
  {
    // No clause: a limit of libxml2.
    name: "over 10 MB of text are refused by libxml2",
    error: /^(?:Resource limit exceeded: (?:Text node too long|Buffer size limit exceeded)|Comment too big found)/,
    avoid: huge,
  },
  {
    // No clause: a limit of libxml2, 50,000 bytes.
    name: "a name of over 50,000 bytes is refused by libxml2",
    error: /^Name too long/,
    avoid: huge,
  },
  {
    // XML 4.1 sets no limit on digits. libxml2 miscounts them, for example if the eleventh digit is a letter.
    name: "a hexadecimal reference of many digits is refused by libxml2",
    error: /^CharRef: invalid hexadecimal value$/,
    avoid: (attempt) => rewrite(attempt, (text) => text.replace(/&#x0+([0-9a-fA-F]+);/g, "&#x$1;")),
  },
];

function rewrite(attempt: Attempt, change: (text: string) => string): Attempt {
  const encoding = encodingOfBytes(attempt.bytes);
  const text = decodeBytes(attempt.bytes, encoding);
  return text === undefined ? attempt : { ...attempt, bytes: encodeText(`\ufeff${change(text)}`, encoding) };
}

export const differenceNames: readonly string[] = [...ownRefusals, ...complaints, ...obstacles].map(({ name }) => name);

/** Returns the rule that allows the engine to refuse what libxml2 accepts; undefined if no rule does. */
export function allowedRefusal(bytes: Uint8Array, engineRule: string): string | undefined {
  const text = decodeBytes(bytes, encodingOfBytes(bytes)) ?? Buffer.from(bytes).toString("latin1");
  return ownRefusals.find((refusal) => refusal.engineRule === engineRule && refusal.text.test(text))?.name;
}

/** The result of libxml2 for bytes that the engine accepts, and the rules that were needed to read them. */
export interface Rereading {
  readonly outcome: Libxml2Outcome;
  readonly rules: readonly string[];
}

/** Reads with libxml2 and avoids each obstacle once. */
export function readPastObstacles(bytes: Uint8Array): Rereading {
  const rules: string[] = [];
  let attempt: Attempt = { bytes, option: ParseOption.XML_PARSE_DEFAULT };
  let outcome = readWithLibxml2(bytes);
  for (;;) {
    const { errors } = outcome;
    if (errors === undefined) return { outcome, rules };
    const isMet = ({ name, error }: Obstacle) => !rules.includes(name) && errors.some((text) => error.test(text));
    const obstacle = obstacles.find(isMet);
    if (obstacle === undefined) return { outcome, rules };
    rules.push(obstacle.name);
    attempt = obstacle.avoid(attempt);
    outcome = readWithLibxml2(attempt.bytes, attempt);
  }
}

/** Returns the rules that allow libxml2 to refuse what the engine accepts; undefined if one complaint is unknown. */
export function allowedComplaints(errors: readonly string[]): string[] | undefined {
  const names = errors.map((text) => complaints.find(({ error }) => error.test(text))?.name);
  return names.every((name) => name !== undefined) ? [...new Set(names)] : undefined;
}
