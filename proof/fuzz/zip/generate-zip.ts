// Plans the archive of a case, any archive or a small Word package, and the mutations of its bytes.

import { type ReaderLimits, readerLimits } from "@versus/engine/inside";
import type { Random } from "../../runner/random.ts";
import { Choices } from "../choices.ts";
import type { ArchivePlan, EntryPlan } from "./build-zip.ts";
import { type Mutation, mutationNames } from "./mutate-zip.ts";
import type { ArchiveFeature } from "./zip-features.ts";

export interface ZipCase {
  readonly plan: ArchivePlan;
  /** True for a Word package. Without mutations, it must open as a document if its archive is within the limits. */
  readonly isDocument: boolean;
  readonly mutations: readonly Mutation[];
  readonly limits: ReaderLimits;
  readonly features: readonly string[];
}

/** Limits so small that ordinary archives exceed them. */
const TIGHT: ReaderLimits = {
  ...readerLimits,
  fileBytes: 3000,
  entries: 6,
  unpackedBytes: 4000,
  ratio: 20,
  ratioFreeBytes: 500,
};

const MUTATED_SHARE = 0.7;

export function generateZip(random: Random, focus: string | undefined): ZipCase {
  const choices = new Choices<ArchiveFeature>(random, focus);
  const mayBeDocument = !ofAnyArchive.some((feature) => choices.isAbout(feature));
  const isDocument = mayBeDocument && choices.takes("a Word package", 0.3);
  const entries = isDocument ? documentEntries(choices) : anyEntries(choices);
  const front = choices.takes("bytes in front", 0.05) ? random.bytes(random.below(40)) : new Uint8Array(0);
  const comment = choices.takes("an archive comment", 0.1) ? random.bytes(random.below(60)) : new Uint8Array(0);
  const limits = choices.takes("tight limits", 0.1) ? TIGHT : readerLimits;
  const isAboutMutation = mutationNames.some((name) => name === focus);
  const count = isAboutMutation ? 1 : random.chance(MUTATED_SHARE) ? random.pick([1, 1, 2, 4]) : 0;
  const mutations = random.list(count, () => ({
    name: isAboutMutation ? (focus as Mutation["name"]) : anyMutation(random),
    seed: random.next(),
  }));
  return { plan: { entries, front, comment }, isDocument, mutations, limits, features: [...choices.taken] };
}

/** The features that a Word package cannot have. */
const ofAnyArchive = [
  "many entries",
  "a folder",
  "an empty entry",
  "an entry that shrinks a lot",
  "a name in UTF-8",
  "a name in an old code page",
  "a long name",
] as const satisfies readonly ArchiveFeature[];

/** Returns a random mutation, often of a field: fields contain most of what can be wrong in an archive. */
function anyMutation(random: Random): Mutation["name"] {
  return random.chance(0.4) ? "a field changed" : random.pick(mutationNames);
}

function anyEntries(choices: Choices<ArchiveFeature>): EntryPlan[] {
  const { random } = choices;
  const count = choices.takes("many entries", 0.01)
    ? random.between({ least: 200, most: 1500 })
    : random.pick([0, 1, 1, 2, 3, 4, 5, 7]);
  return Array.from({ length: count }, (_, index) => anyEntry(choices, index));
}

function anyEntry(choices: Choices<ArchiveFeature>, index: number): EntryPlan {
  const { random } = choices;
  const isFolder = choices.takes("a folder", 0.08);
  const { name, isUtf8 } = anyName(choices, index);
  const folder = Uint8Array.from([...name, 0x2f]);
  const content = isFolder ? new Uint8Array(0) : anyContent(choices);
  return entryOf(choices, {
    name: isFolder ? folder : name,
    isUtf8,
    content,
    isStored: isFolder || random.chance(0.3),
  });
}

function anyName(choices: Choices<ArchiveFeature>, index: number): { name: Uint8Array; isUtf8: boolean } {
  const { random } = choices;
  const text = `${random.pick(["", "word/", "a/b/c/", "_rels/"])}${random.pick(["x", "document", "[Content]", "."])}${index}`;
  const encoded = new TextEncoder().encode(`${text}.xml`);
  if (choices.takes("a name in UTF-8", 0.1)) return { name: new TextEncoder().encode(`${text}é日本😀`), isUtf8: true };
  if (choices.takes("a name in an old code page", 0.05))
    return { name: Uint8Array.from([...encoded, 0x81, 0xe9, 0xff]), isUtf8: false };
  if (choices.takes("a long name", 0.01))
    return { name: Uint8Array.from([...new Uint8Array(5000).fill(0x61), ...encoded]), isUtf8: false };
  return { name: encoded, isUtf8: random.chance(0.1) };
}

function anyContent(choices: Choices<ArchiveFeature>): Uint8Array {
  const { random } = choices;
  if (choices.takes("an empty entry", 0.08)) return new Uint8Array(0);
  if (choices.takes("an entry that shrinks a lot", 0.03)) return new Uint8Array(random.below(200_000));
  if (random.chance(0.3)) return random.bytes(random.below(300));
  return new TextEncoder().encode("<w:p><w:r><w:t>text</w:t></w:r></w:p>".repeat(random.below(30)));
}

interface Content {
  readonly name: Uint8Array;
  readonly isUtf8: boolean;
  readonly content: Uint8Array;
  readonly isStored: boolean;
}

function entryOf(choices: Choices<ArchiveFeature>, { name, isUtf8, content, isStored }: Content): EntryPlan {
  const { random } = choices;
  const extra = () => (choices.takes("extra fields", 0.1) ? extraField(random) : new Uint8Array(0));
  choices.note(isStored ? "a stored entry" : "a deflated entry");
  return {
    name,
    isUtf8,
    content,
    method: isStored ? "stored" : "deflated",
    descriptor: choices.takes("a data descriptor", 0.2) ? random.pick(["signed", "bare"] as const) : "none",
    localExtra: extra(),
    centralExtra: extra(),
    comment: choices.takes("an entry comment", 0.05) ? random.bytes(random.below(20)) : new Uint8Array(0),
    time: random.next(),
  };
}

function extraField(random: Random): Uint8Array {
  const data = random.bytes(random.below(12));
  return Uint8Array.from([0x55, 0x54, data.length, 0, ...data]);
}

const PACKAGE_TYPES = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

const PARTS: readonly (readonly [name: string, content: string])[] = [
  [
    "[Content_Types].xml",
    `<Types xmlns="${PACKAGE_TYPES}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${MAIN_TYPE}"/></Types>`,
  ],
  [
    "_rels/.rels",
    `<Relationships xmlns="${PACKAGE_TYPES}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  ],
  [
    "word/document.xml",
    `<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:t>text</w:t></w:r></w:p></w:body></w:document>`,
  ],
  [
    "word/_rels/document.xml.rels",
    `<Relationships xmlns="${PACKAGE_TYPES}/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE}/hyperlink" Target="https://example.com/" TargetMode="External"/></Relationships>`,
  ],
  ["word/styles.xml", `<w:styles xmlns:w="${WORD}"/>`],
  ["word/media/image1.png", "no picture"],
];

function documentEntries(choices: Choices<ArchiveFeature>): EntryPlan[] {
  const { random } = choices;
  const encode = (text: string) => new TextEncoder().encode(text);
  return PARTS.map(([name, content]) =>
    entryOf(choices, {
      name: encode(name),
      isUtf8: random.chance(0.1),
      content: encode(content),
      isStored: random.chance(0.2),
    }),
  );
}
