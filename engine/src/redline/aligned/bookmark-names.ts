// Finds references that lead to the same position under another name (FMT-41).
//
// Programs give new names to bookmarks when they write a table of contents or a reference again. A reference is where its
// bookmark begins. If the other document has no bookmark of that name, and one at the paired position, both names are
// one. Paragraphs are paired if they have the same text, or the same position between paired ones.

import { alignTokens } from "../../align/align-tokens.ts";
import { Budget } from "../../align/budget.ts";
import { gapsBetween, type Match } from "../../align/match.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { bodyOf, type Story, storiesOf } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { readView } from "../../revisions/view.ts";
import { textPlacesOf } from "../write/brought/text-places.ts";

const STARTS: ReadonlySet<NameId> = new Set([W.bookmarkStart]);
const LINKS: ReadonlySet<NameId> = new Set([W.hyperlink]);
const CODES: ReadonlySet<NameId> = new Set([W.instrText]);
const FIELDS: ReadonlySet<NameId> = new Set([W.fldSimple]);

/** Matches the code of a field that refers to a bookmark, up to the name and after it. */
const REFERENCE = /^(\s*(?:REF|PAGEREF|NOTEREF)\s+"?|\s*HYPERLINK\s+\\l\s+"?)([^\s"\\]+)(.*)$/is;

/** Returns the changes that give bookmarks of a document the names that another document has at their positions. */
export function nameChanges(document: WordDocument, like: WordDocument): (() => void)[] {
  const [body, other] = [bodyOf(document), bodyOf(like)];
  if (body === undefined || other === undefined) return [];
  const references = storiesOf(document).flatMap(({ tree }) => referencesIn(tree));
  const known = new Set(namesIn(other.tree));
  const own = new Set(namesIn(body.tree));
  const wanted = new Set(references.map(({ name }) => name).filter((name) => own.has(name) && !known.has(name)));
  if (wanted.size === 0) return [];
  const names = pairNames(body, other, { wanted, own });
  return [
    ...elementsNamed(body.tree, STARTS).flatMap((node) => {
      const name = names.get(body.tree.attribute(node, W.name) ?? "");
      return name === undefined ? [] : [() => body.tree.setAttribute(node, W.name, name)];
    }),
    ...references.flatMap(({ name, rename }) => {
      const given = names.get(name);
      return given === undefined ? [] : [() => rename(given)];
    }),
  ];
}

interface Reference {
  readonly name: string;
  readonly rename: (name: string) => void;
}

function referencesIn(tree: Tree): Reference[] {
  const links = elementsNamed(tree, LINKS).flatMap((node): Reference[] => {
    const name = tree.attribute(node, W.anchor);
    return name === undefined ? [] : [{ name, rename: (given) => tree.setAttribute(node, W.anchor, given) }];
  });
  const codes = elementsNamed(tree, CODES).flatMap((node): Reference[] => {
    const [text, ...more] = tree.children(node);
    if (text === undefined || more.length > 0) return [];
    return referenceIn(tree.text(text), (code) => tree.setText(text, code));
  });
  const fields = elementsNamed(tree, FIELDS).flatMap((node) =>
    referenceIn(tree.attribute(node, W.instr) ?? "", (code) => tree.setAttribute(node, W.instr, code)),
  );
  return [...links, ...codes, ...fields];
}

function referenceIn(code: string, write: (code: string) => void): Reference[] {
  const found = REFERENCE.exec(code);
  if (found === null) return [];
  const [, start, name, rest] = found;
  return [{ name: name!, rename: (given) => write(`${start}${given}${rest}`) }];
}

function namesIn(tree: Tree): string[] {
  return elementsNamed(tree, STARTS).map((node) => tree.attribute(node, W.name) ?? "");
}

interface Names {
  readonly wanted: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
}

/** Maps the names that are wanted to the names at the same positions of the other body. */
function pairNames(body: Story, other: Story, { wanted, own }: Names): ReadonlyMap<string, string> {
  const [ones, others] = [readPlaces(body), readPlaces(other)];
  const partners = pairTexts(ones.texts, others.texts);
  const free = Map.groupBy(
    others.places.filter(({ name }) => name !== "" && !own.has(name)),
    ({ paragraph, offset }) => `${paragraph} ${offset}`,
  );
  const names = new Map<string, string>();
  for (const { name, paragraph, offset } of ones.places) {
    if (!wanted.has(name) || names.has(name)) continue;
    const found = free.get(`${partners.get(paragraph)} ${offset}`)?.shift();
    if (found !== undefined) names.set(name, found.name);
  }
  return names;
}

interface BookmarkPlace {
  readonly name: string;
  readonly paragraph: number;
  /** Characters before the bookmark in its paragraph. */
  readonly offset: number;
}

function readPlaces(story: Story): { readonly texts: readonly string[]; readonly places: readonly BookmarkPlace[] } {
  const texts = readView(story, "accepted").map(({ text }) => text);
  const places = [...textPlacesOf(story, STARTS)].map(([node, place]) => ({
    name: nameOf(story.tree, node),
    ...place,
  }));
  return { texts, places };
}

function nameOf(tree: Tree, node: NodeId): string {
  return tree.attribute(node, W.name) ?? "";
}

/** Steps for each paragraph. Longer searches leave paragraphs unpaired. */
const STEPS = 200;

/** Maps the index of a text to that of its partner. */
function pairTexts(ones: readonly string[], others: readonly string[]): ReadonlyMap<number, number> {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const [before, after] = [Int32Array.from(ones, numberOf), Int32Array.from(others, numberOf)];
  const matches = alignTokens(before, after, new Budget(STEPS * (before.length + after.length)));
  const sizes = { before: before.length, after: after.length };
  const gaps = gapsBetween(matches, sizes).flatMap(({ before: one, after: two }): Match[] => {
    const length = one.to - one.from;
    return length === two.to - two.from ? [{ before: one.from, after: two.from, length }] : [];
  });
  const partners = new Map<number, number>();
  for (const match of [...matches, ...gaps]) {
    for (let at = 0; at < match.length; at += 1) partners.set(match.before + at, match.after + at);
  }
  return partners;
}
