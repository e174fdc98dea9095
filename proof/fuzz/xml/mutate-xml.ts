// Applies one to three mutations to the bytes of a document, as no XML writer would write them.
//
// Each mutation has a name, so that a run can count them.

import type { Random } from "../../runner/random.ts";
import type { Choices } from "../choices.ts";
import { byteSequence } from "../shrink.ts";
import { type EncodedDocument, encodeText } from "./encode-text.ts";
import { nastyAttributes, nastyTexts, nastyTokens } from "./nasty-tokens.ts";
import { type MutationFeature, mutationFeatures } from "./xml-features.ts";

type Mutation = (document: EncodedDocument, random: Random, sources: Sources) => Uint8Array;

/** A source of the document that provides the second half of a splice. */
interface Sources {
  readonly other: () => EncodedDocument;
}

const mutations: Readonly<Record<MutationFeature, Mutation>> = {
  "a byte flipped": ({ bytes }, random) => {
    const flipped = bytes.slice();
    const at = random.below(bytes.length);
    flipped[at] = bytes[at]! ^ (1 << random.below(8));
    return flipped;
  },
  "a byte of markup put in": (document, random) => {
    const markup = "<>&;\"'=/:!?-[] \t\r\n#x0aA1.\0é";
    const char = encodeText(random.pick([...markup]), document.encoding);
    const at = characterPlace(document, random);
    return random.chance(0.5) ? insert(document.bytes, at, char) : overwrite(document.bytes, at, char);
  },
  "a nasty token put in": (document, random) => {
    const isWide = document.encoding !== "utf-8" && random.chance(0.8);
    const token = isWide ? encodeText(random.pick(nastyTexts), document.encoding) : random.pick(nastyTokens);
    return insert(document.bytes, characterPlace(document, random), token);
  },
  "a nasty attribute put in": (document, random) => {
    const attribute = encodeText(random.pick(nastyAttributes), document.encoding);
    return insert(document.bytes, placeBehindName(document, random), attribute);
  },
  "a range left out": ({ bytes }, random) => {
    const from = random.below(bytes.length);
    return byteSequence.without(bytes, from, Math.min(bytes.length, from + 1 + random.below(random.pick([1, 4, 30]))));
  },
  "a range doubled": ({ bytes }, random) => {
    const from = random.below(bytes.length);
    return insert(
      bytes,
      random.below(bytes.length + 1),
      bytes.slice(from, from + 1 + random.below(random.pick([4, 40]))),
    );
  },
  "two documents spliced": ({ bytes }, random, { other }) => {
    const second = other().bytes;
    return concat(bytes.subarray(0, random.below(bytes.length)), second.subarray(random.below(second.length)));
  },
  "cut short": ({ bytes }, random) => bytes.slice(0, random.below(bytes.length)),
};

/** Returns a document with one to three mutations, and their names. */
export function mutate(
  document: EncodedDocument,
  choices: Choices<MutationFeature>,
  sources: Sources,
): { readonly bytes: Uint8Array; readonly features: readonly MutationFeature[] } {
  const { random } = choices;
  const forced = mutationFeatures.filter((feature) => choices.isAbout(feature));
  const names =
    forced.length > 0 ? forced : random.list(random.pick([1, 1, 2, 3]), () => random.pick(mutationFeatures));
  const bytes = names.reduce(
    (mutated, name) =>
      mutated.length === 0 ? mutated : mutations[name]({ ...document, bytes: mutated }, random, sources),
    document.bytes,
  );
  return { bytes, features: names };
}

/** Returns a random offset between two characters, in the units of the encoding. */
function characterPlace({ bytes, encoding }: EncodedDocument, random: Random): number {
  return encoding === "utf-8" ? random.below(bytes.length + 1) : 2 * random.below(bytes.length / 2 + 1);
}

/** Returns the offset after the name of a start tag, where an attribute may be; a random offset if there is no tag. */
function placeBehindName(document: EncodedDocument, random: Random): number {
  const { bytes, encoding } = document;
  const isWide = encoding !== "utf-8";
  // One character per byte, so that offsets in the text are offsets in the bytes.
  const text = isWide
    ? new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
    : Buffer.from(bytes).toString("latin1");
  const tags = [...text.matchAll(/<[A-Za-z_:][^\s/>!?]*/g)];
  const tag = tags.length === 0 ? undefined : random.pick(tags);
  return tag === undefined ? characterPlace(document, random) : (tag.index + tag[0].length) * (isWide ? 2 : 1);
}

function insert(bytes: Uint8Array, at: number, added: Uint8Array): Uint8Array {
  return concat(bytes.subarray(0, at), added, bytes.subarray(at));
}

function overwrite(bytes: Uint8Array, at: number, added: Uint8Array): Uint8Array {
  return concat(bytes.subarray(0, at), added, bytes.subarray(at + added.length));
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}
