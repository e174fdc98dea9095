// Tests how a paragraph is cut into tokens.

import { describe, expect, test } from "vitest";
import { bodyStory, code, fld, open, p, r } from "../../../testing/documents.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { paragraphsOf } from "../../document/text/blocks.ts";
import { storiesOf } from "../../document/text/stories.ts";
import { ByteNumbers } from "../../ooxml/same-bytes.ts";
import { Formats } from "../formatting/formats.ts";
import { SimilarSizes } from "./drawings/similar-sizes.ts";
import { Fingerprints } from "./fingerprints.ts";
import { Lexicon } from "./lexicon.ts";
import { type Shared, Source } from "./source.ts";
import { tokenContent, tokensOf } from "./tokens.ts";
import { unitsOf } from "./units.ts";
import { exactWording } from "./wording.ts";

function shared(document: WordDocument): Shared {
  return {
    lexicon: new Lexicon(exactWording),
    contents: new ByteNumbers(),
    formats: new Formats(document),
    fingerprints: new Fingerprints(document, [document]),
    sizes: new SimilarSizes(),
    hasEvenPages: false,
  };
}

/** Returns the tokens of a paragraph: text as its characters, objects as `(…)`. */
function tokens(paragraph: string): string[] {
  const document = open(paragraph);
  const story = storiesOf(document)[0]!;
  const side = new Source(1, document, shared(document));
  const units = unitsOf(side, story, paragraphsOf(story)[0]!);
  const found = tokensOf(units, side.lexicon);
  return [...found.keys].map((_, token) => {
    const [from, to] = [found.units[token]!, found.units[token + 1]!];
    const isObject = !["text", "character"].includes(units[from]!.kind);
    if (isObject)
      return `(${units
        .slice(from, to)
        .map(({ text }) => text)
        .join("")})`;
    return units
      .slice(from, found.offsets[token + 1]! > 0 ? to + 1 : to)
      .map(({ text }, at) =>
        text.slice(at === 0 ? found.offsets[token]! : 0, from + at === to ? found.offsets[token + 1]! : undefined),
      )
      .join("");
  });
}

describe("[CMP-10] text is cut into words, signs and single white space", () => {
  test.each([
    ["The goods.", ["The", " ", "goods", "."]],
    ["1,200.50 euro", ["1,200.50", " ", "euro"]],
    ["ends in 5.", ["ends", " ", "in", " ", "5", "."]],
    ["it's the Seller’s", ["it's", " ", "the", " ", "Seller’s"]],
    ["non-compete (a)", ["non", "-", "compete", " ", "(", "a", ")"]],
    ["two  spaces", ["two", " ", " ", "spaces"]],
    ["_blank_ x2", ["_blank_", " ", "x2"]],
    ["甲方3日", ["甲", "方", "3", "日"]],
    ["한국어 문장", ["한국어", " ", "문장"]],
    ["naïve café", ["naïve", " ", "café"]],
  ])("%s", (text, expected) => {
    expect(tokens(p(text))).toEqual(expected);
  });
});

test("[CMP-13] a word may reach over runs, tabs and breaks are tokens", () => {
  expect(tokens(p(r("go"), r("ods"), "<w:r><w:tab/></w:r>", r("sold")))).toEqual(["goods", "\t", "sold"]);
});

test("[CMP-62] a field that ends in its paragraph is one token, its marks are tokens where it does not", () => {
  const field = fld("begin") + code("REF a") + fld("separate") + r("4.2") + fld("end");
  expect(tokens(p("See ", field, "."))).toEqual(["See", " ", "(4.2)", "."]);
  expect(tokens(p(fld("begin"), code("TOC"), fld("separate"), "One"))).toEqual(["()", "One"]);
});

test("paragraphs of the same tokens have the same content, however they are written", () => {
  const content = (body: string): string => {
    const story = bodyStory(body);
    const document = open(body);
    const side = new Source(1, document, shared(document));
    return tokenContent(unitsOf(side, story, paragraphsOf(story)[0]!), side.lexicon);
  };
  expect(content(p(r("The go"), r("ods.")))).toBe(content(p("The goods.")));
  expect(content(p("The goods!"))).not.toBe(content(p("The goods.")));
});
