// Makes the bytes of one case: a document in some encoding, with or without a declaration.
//
// In a share of the cases (`MUTATED_SHARE`), it then changes the bytes in ways that no XML writer would.

import type { Random } from "../../runner/random.ts";
import { Choices } from "../choices.ts";
import { type EncodedDocument, type Encoding, encodeText } from "./encode-text.ts";
import { mutate } from "./mutate-xml.ts";
import { MarkupWriter } from "./write-markup.ts";
import type { DocumentFeature, MutationFeature } from "./xml-features.ts";

export interface XmlCase {
  readonly bytes: Uint8Array;
  /** Names of the chosen features. */
  readonly features: readonly string[];
  readonly isMutated: boolean;
}

const MUTATED_SHARE = 0.6;

export function generateXml(random: Random, focus: string | undefined): XmlCase {
  const choices = new Choices<DocumentFeature | MutationFeature>(random, focus);
  const document = generateDocument(choices);
  const mutated = mutate(document, choices, { other: () => generateDocument(new Choices(random, undefined)) });
  const isAboutMutation = mutated.features.includes(focus as MutationFeature);
  const isMutated = isAboutMutation || random.chance(MUTATED_SHARE);
  const documentOnly = [...choices.taken];
  return isMutated
    ? { bytes: mutated.bytes, features: [...documentOnly, ...mutated.features], isMutated }
    : { bytes: document.bytes, features: documentOnly, isMutated };
}

function generateDocument(choices: Choices<DocumentFeature>): EncodedDocument {
  const { random } = choices;
  const { encoding, hasMark } = chooseEncoding(choices);
  const writer = new MarkupWriter(choices);
  if (choices.takes("what stands before the root", 0.2)) writer.outside();
  if (choices.takes("a document type", 0.003)) writer.documentType();
  writer.root();
  if (choices.takes("what stands after the root", 0.2)) writer.outside();
  const isDeclared = choices.takes("a declaration", 0.6) || ofDeclarations.some((feature) => choices.isAbout(feature));
  const declaration = isDeclared ? writeDeclaration(choices, encoding) : "";
  // Most programs write a line end after the declaration, but none is required.
  const separator = declaration === "" ? "" : random.pick(["", "\n", "\r\n", " "]);
  const text = `${hasMark ? "\ufeff" : ""}${declaration}${separator}${writer.text}`;
  return { bytes: encodeText(text, encoding), encoding };
}

/** The features that need a document with a declaration. */
const ofDeclarations = [
  "a declaration with an encoding",
  "a declaration with another encoding",
  "a declaration of another version",
  "a declaration spelled oddly",
] as const satisfies readonly DocumentFeature[];

const encodings: readonly { feature: DocumentFeature; share: number; encoding: Encoding; hasMark: boolean }[] = [
  { feature: "UTF-8 with a byte order mark", share: 0.05, encoding: "utf-8", hasMark: true },
  { feature: "UTF-16LE with a byte order mark", share: 0.05, encoding: "utf-16le", hasMark: true },
  { feature: "UTF-16BE with a byte order mark", share: 0.05, encoding: "utf-16be", hasMark: true },
  { feature: "UTF-16LE without a byte order mark", share: 0.02, encoding: "utf-16le", hasMark: false },
  { feature: "UTF-16BE without a byte order mark", share: 0.02, encoding: "utf-16be", hasMark: false },
];

function chooseEncoding(choices: Choices<DocumentFeature>): { encoding: Encoding; hasMark: boolean } {
  const wanted = encodings.filter(({ feature }) => choices.isAbout(feature));
  const chosen = (wanted.length > 0 ? wanted : encodings).find(({ feature, share }) => choices.takes(feature, share));
  return chosen ?? { encoding: "utf-8", hasMark: false };
}

const OTHER_ENCODINGS = [
  "ISO-8859-1",
  "latin1",
  "windows-1252",
  "US-ASCII",
  "ascii",
  "UTF-32",
  "UCS-4",
  "UTF-7",
  "EBCDIC",
  "Shift_JIS",
  "utf8",
  "Utf-8",
  "x-nonsense",
  "UTF-16LE",
  "UTF-16",
  "UTF-8",
];

const ODD_DECLARATIONS = [
  "<?xml version='1.0'?>",
  "<?xml version = '1.0'  encoding=\n'UTF-8'\tstandalone = 'no' ?>",
  "<?xml version='1.0' standalone='yes' encoding='UTF-8'?>",
  "<?xml encoding='UTF-8'?>",
  "<?xml encoding='UTF-8' version='1.0'?>",
  "<?xml version='1.0'encoding='UTF-8'?>",
  "<?xml version='1.0' encoding='UTF-8'standalone='yes'?>",
  "<?xml version='1.0' standalone='maybe'?>",
  "<?xml version='1.0' standalone='YES'?>",
  "<?xml version='1.0\"?>",
  "<?xml version='1.0' ?  >",
  "<?xml version='1.0'>",
  "<?xml version=1.0?>",
  "<?xml version=''?>",
  "<?xml version='1.0' encoding=''?>",
  "<?xml version='1.0' encoding='-UTF-8'?>",
  "<?xml version='1.0' encoding='UTF 8'?>",
  "<?xml version='1.0' encoding='UTF-8' other='x'?>",
  "<?xml version='1.0' version='1.0'?>",
  "<?xml?>",
  "<?xml ?>",
  "<?xmlversion='1.0'?>",
  "<?XML version='1.0'?>",
  "<?xml\u0085version='1.0'?>",
  " <?xml version='1.0'?>",
  "<?xml version='1.0'?><?xml version='1.0'?>",
  "<?xml version='1.0' standalone='no'?>",
  '<?xml version="1.0" encoding=\'UTF-8\' standalone="yes"?>',
  `<?xml version='1.0' ${" ".repeat(2000)}?>`,
  `<?xml version='1.0' encoding='UTF-8'${"\n".repeat(900)}standalone='yes'?>`,
];

const VERSIONS = ["1.1", "1.2", "1.10", "1.", "1", "2.0", "0.9", "1.0.0", "01.0", " 1.0", "1.0 ", "1.x"];

function writeDeclaration(choices: Choices<DocumentFeature>, encoding: Encoding): string {
  const { random } = choices;
  const mustBePlain = choices.isAbout("a declaration with another encoding");
  if (!mustBePlain && choices.takes("a declaration spelled oddly", 0.08)) return random.pick(ODD_DECLARATIONS);
  const version = choices.takes("a declaration of another version", 0.01) ? random.pick(VERSIONS) : "1.0";
  const standalone = random.pick(["", ' standalone="yes"', " standalone='no'"]);
  return `<?xml version="${version}"${encodingOf(choices, encoding)}${standalone}?>`;
}

function encodingOf(choices: Choices<DocumentFeature>, encoding: Encoding): string {
  const { random } = choices;
  if (choices.takes("a declaration with another encoding", 0.08)) return ` encoding="${random.pick(OTHER_ENCODINGS)}"`;
  if (!choices.takes("a declaration with an encoding", 0.8)) return "";
  const names = encoding === "utf-8" ? ["UTF-8", "utf-8", "UTF-8"] : ["UTF-16", "utf-16", encoding];
  return ` encoding="${random.pick(names)}"`;
}
