// Where the engine and libxml2 may disagree on whether a document is one, and why.
//
// Each rule names a true difference of reading: a limit of ours or of theirs, or a place where one of the two is more
// lenient or stricter than the specifications, with the clause. The tests hold the smallest document of each rule.
// XML is "Extensible Markup Language (XML) 1.0 (Fifth Edition)", NS is "Namespaces in XML 1.0 (Third Edition)".
//
// What the engine alone refuses must break the rule named here in a text that is so. What libxml2 alone refuses is
// read once more with its obstacle taken out of the way where that can be done, so that the two can be compared all
// the same; else each of its complaints must be a known one.

import { ParseOption } from "libxml2-wasm";
import { type Libxml2Outcome, readWithLibxml2 } from "../libxml2-reading.ts";
import { decodeBytes, encodeText, encodingOfBytes } from "./encode-text.ts";

/** A reason for which the engine alone may refuse. */
interface OwnRefusal {
  readonly name: string;
  readonly engineRule: string;
  readonly text: RegExp;
}

/** A complaint of libxml2's that has nothing to do with well-formedness. */
interface Complaint {
  readonly name: string;
  readonly error: RegExp;
}

/** A limit or a mistake of libxml2's that can be taken out of the way without changing what the document says. */
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
    // XML 2.8 allows one; OOXML forbids it (ISO 29500-2, 8.1.4) and the engine refuses whatever it says.
    name: "a document type is refused by us",
    engineRule: "A document type, or text, stands outside the root element",
    text: /<!DOCTYPE[ \t\r\n]/,
  },
  {
    // XML 2.8: a processor of 1.0 may read 1.1 and later as if they were 1.0; Word writes 1.0 alone.
    name: "a version 1.x other than 1.0 is refused by us",
    engineRule: "The XML declaration is not one of XML 1.0",
    text: new RegExp(String.raw`${VERSION}["']1\.(?!0["'])[0-9]+["']`),
  },
  {
    // XML 2.8, [26]: a digit follows the point. libxml2 asks for none.
    name: "the version 1. is refused by us",
    engineRule: "The XML declaration is not one of XML 1.0",
    text: new RegExp(String.raw`${VERSION}["']1\.["']`),
  },
  {
    // No clause: a limit of ours. Only white space makes a declaration so long.
    name: "a declaration of over 1024 characters is refused by us",
    engineRule: "The XML declaration is not one of XML 1.0",
    text: /^<\?xml[^?]{1017}/,
  },
  {
    // XML 4.3.3: other encodings may be supported; ISO 29500-2, 8.1.3 allows UTF-8 and UTF-16 alone.
    name: "an encoding other than UTF-8 and UTF-16 is refused by us",
    engineRule: "The declared encoding is neither UTF-8 nor UTF-16",
    text: new RegExp(`${ENCODING}(?!utf-?8["'])[A-Za-z]`, "i"),
  },
  {
    // XML 4.3.3: it is a fatal error to be in another encoding than the declared one. libxml2 warns only.
    name: "UTF-16 that declares another encoding is refused by us",
    // The engine decodes before it reads the version, so the version may be any that libxml2 takes.
    engineRule: "The declared encoding is not the real one",
    text: new RegExp(`${ANY_ENCODING}(?!utf-?16(?:le|be)?["'])[A-Za-z]`, "i"),
  },
  {
    // XML 3.1 and NS 6.3: no attribute twice, a declaration of the prefix xml no less. libxml2 passes over that one.
    name: "the prefix xml declared twice is refused by us",
    engineRule: "An attribute is given twice",
    text: /xmlns:xml[ \t\r\n]*=[^<>]*xmlns:xml[ \t\r\n]*=/,
  },
  {
    // XML 4.3.3: with neither, it is a fatal error to be in anything but UTF-8. libxml2 goes by the first four bytes.
    name: "UTF-16 with neither a byte order mark nor a declared encoding is refused by us",
    engineRule: "The part does not say its encoding",
    text: /^<\?/,
  },
];

const complaints: readonly Complaint[] = [
  {
    // NS 2.2 leaves it open whether an address that is no URI is an error, and asks no processor to look.
    name: "an address that is no URI is refused by libxml2",
    error: /^xmlns(?::[^ ]+)?: '.*' is not a valid URI$/s,
  },
  {
    // "xml:id Version 1.0", section 4: an error, but none of well-formedness.
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
    // No clause: a limit of theirs. Ours is 512, and over that both refuse.
    name: "over 256 levels are refused by libxml2",
    error: /^Excessive depth in document: 256/,
    avoid: huge,
  },
  {
    // No clause: a limit of theirs.
    name: "over 10 MB of text are refused by libxml2",
    error: /^(?:Resource limit exceeded: (?:Text node too long|Buffer size limit exceeded)|Comment too big found)/,
    avoid: huge,
  },
  {
    // No clause: a limit of theirs, 50,000 bytes.
    name: "a name of over 50,000 bytes is refused by libxml2",
    error: /^Name too long/,
    avoid: huge,
  },
  {
    // XML 4.1 sets no limit on digits. libxml2 loses count of them where a letter is the eleventh, and so on.
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

/** The rule that allows the engine to refuse what libxml2 accepts, if one does. */
export function allowedRefusal(bytes: Uint8Array, engineRule: string): string | undefined {
  const text = decodeBytes(bytes, encodingOfBytes(bytes)) ?? Buffer.from(bytes).toString("latin1");
  return ownRefusals.find((refusal) => refusal.engineRule === engineRule && refusal.text.test(text))?.name;
}

/** What libxml2 makes of bytes that the engine accepts, and the rules that were needed to get it there. */
export interface Rereading {
  readonly outcome: Libxml2Outcome;
  readonly rules: readonly string[];
}

/** Reads with libxml2, past each obstacle once. */
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

/** The rules that allow libxml2 to complain of what the engine accepts; undefined when one complaint is not known. */
export function allowedComplaints(errors: readonly string[]): string[] | undefined {
  const names = errors.map((text) => complaints.find(({ error }) => error.test(text))?.name);
  return names.every((name) => name !== undefined) ? [...new Set(names)] : undefined;
}
