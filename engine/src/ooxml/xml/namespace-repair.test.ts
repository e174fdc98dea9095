import { expect, test } from "vitest";
import { find, parse, write } from "../../../testing/xml.ts";
import { defineVocabulary, Names, namesOf } from "./names.ts";

const MC_URI = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const word = defineVocabulary({ slot: 8, prefix: "w", uris: ["u:word", "u:word-strict"], locals: ["p", "id"] });
const newer = defineVocabulary({ slot: 9, prefix: "w9", uris: ["u:newer"], isIgnorable: true, locals: ["id"] });
const W = namesOf(word);
const W9 = namesOf(newer);

/** Grafts the element `g` of one document into the root of another. */
function graft(from: string, into: string): string {
  const names = new Names([word, newer]);
  const target = parse(into, names);
  const source = parse(from, names);
  target.append(target.root, target.graft(source, find(source, "g")));
  expect(() => parse(write(target))).not.toThrow();
  return write(target);
}

test("a graft whose prefixes mean the same here is copied as it is", () => {
  expect(graft("<r xmlns:p='u:1'><p:g  p:x = '1'/></r>", "<t xmlns:p='u:1'/>")).toBe(
    "<t xmlns:p='u:1'><p:g  p:x = '1'/></t>",
  );
});

test("a prefix that is free here is declared on the root", () => {
  expect(graft("<r xmlns:p='u:1' xmlns:q='u:2'><p:g/></r>", "<t/>")).toBe('<t xmlns:p="u:1"><p:g/></t>');
});

test("a prefix that means something else here is declared on the graft", () => {
  expect(graft("<r xmlns:p='u:1'><p:g><p:h/></p:g></r>", "<t xmlns:p='u:2'><p:k/></t>")).toBe(
    "<t xmlns:p='u:2'><p:k/><p:g xmlns:p=\"u:1\"><p:h/></p:g></t>",
  );
});

test("the default namespace is declared on the graft, and taken back where there was none", () => {
  expect(graft("<r xmlns='u:1'><g/></r>", "<t/>")).toBe('<t><g xmlns="u:1"/></t>');
  expect(graft("<r><g><h/></g></r>", "<t xmlns='u:1'/>")).toBe("<t xmlns='u:1'><g xmlns=\"\"><h/></g></t>");
});

test("a prefix that the graft binds itself is not asked for", () => {
  const xml = "<g><p:h xmlns:p='u:1'><p:i/></p:h></g>";
  expect(graft(`<r xmlns:p='u:2'>${xml}</r>`, "<t/>")).toBe(`<t>${xml}</t>`);
});

test("what the old root told readers to ignore, the new root tells them", () => {
  const from = `<r xmlns:mc='${MC_URI}' xmlns:n='u:n' xmlns:o='u:o' mc:Ignorable='n o'><g n:x='1'/></r>`;
  expect(graft(from, `<t xmlns:mc='${MC_URI}' xmlns:k='u:k' mc:Ignorable='k'/>`)).toBe(
    `<t xmlns:mc="${MC_URI}" xmlns:k="u:k" mc:Ignorable="k n" xmlns:n="u:n"><g n:x='1'/></t>`,
  );
  expect(graft(from, "<t/>")).toBe(`<t xmlns:n="u:n" mc:Ignorable="n" xmlns:mc="${MC_URI}"><g n:x='1'/></t>`);
});

test("an ignored namespace whose prefix is taken gets another on the root", () => {
  const from = `<r xmlns:mc='${MC_URI}' xmlns:n='u:n' mc:Ignorable='n'><g n:x='1'/></r>`;
  const written = graft(from, `<t xmlns:n='u:k' xmlns:mc='${MC_URI}'/>`);
  const tree = parse(written);
  const [prefix] = (tree.attribute(tree.root, tree.names.of(MC_URI, "Ignorable")) ?? "").split(" ");
  expect(tree.bindingOf(tree.root, prefix ?? "")?.uri).toBe("u:n");
  expect(written).toContain('<g n:x="1" xmlns:n="u:n"/>');
});

test("a namespace is declared once although naming the ignored ones declares it too", () => {
  const from = `<r xmlns:mc='${MC_URI}' xmlns:n='u:n' mc:Ignorable='n'><g n:x='1'><mc:h/></g></r>`;
  expect(graft(from, "<t/>").match(/xmlns:mc=/g)).toHaveLength(1);
});

test("a prefix that a choice requires is declared too", () => {
  const choice = "<g><mc:AlternateContent><mc:Choice Requires='v'><h/></mc:Choice></mc:AlternateContent></g>";
  expect(graft(`<r xmlns:mc='${MC_URI}' xmlns:v='u:v'>${choice}</r>`, "<t/>")).toContain('xmlns:v="u:v"');
});

test("transitional content put into a strict document is strict, copied or new", () => {
  expect(graft("<w:r xmlns:w='u:word'><w:g/></w:r>", "<w:t xmlns:w='u:word-strict'/>")).toBe(
    "<w:t xmlns:w='u:word-strict'><w:g/></w:t>",
  );
  expect(graft("<w:r xmlns:w='u:word'><w:g/></w:r>", "<v:t xmlns:v='u:word-strict'/>")).toBe(
    '<v:t xmlns:v="u:word-strict" xmlns:w="u:word-strict"><w:g/></v:t>',
  );
});

test("a new element is written with the prefix the document uses", () => {
  const tree = parse("<v:t xmlns:v='u:word'/>", new Names([word, newer]));
  tree.append(tree.root, tree.element(W.p, [[W.id, "1"]]));
  expect(write(tree)).toBe("<v:t xmlns:v='u:word'><v:p v:id=\"1\"/></v:t>");
});

test("a new attribute of an ignorable namespace is declared and named", () => {
  const tree = parse("<w:t xmlns:w='u:word'><w:p/></w:t>", new Names([word, newer]));
  tree.setAttribute(find(tree, "p"), W9.id, "1");
  expect(write(tree)).toBe(
    `<w:t xmlns:w="u:word" xmlns:w9="u:newer" mc:Ignorable="w9" xmlns:mc="${MC_URI}"><w:p w9:id="1"/></w:t>`,
  );
});

test("a part's own element keeps its meaning when it is moved out of the scope it stood in", () => {
  const tree = parse("<a><b xmlns:p='u:1'><p:c/></b><p:d xmlns:p='u:2'/></a>");
  const moved = find(tree, "c");
  tree.remove(moved);
  tree.append(find(tree, "d"), moved);
  expect(write(tree)).toBe("<a><b xmlns:p='u:1'></b><p:d xmlns:p='u:2'><p:c xmlns:p=\"u:1\"/></p:d></a>");
});

/** Grafts `g` after a node was inserted into it, so that its bytes are not copied whole. */
function graftOpened(from: string, into: string): string {
  const names = new Names([word, newer]);
  const target = parse(into, names);
  const source = parse(from, names);
  source.append(find(source, "g"), source.textNode("t"));
  target.append(target.root, target.graft(source, find(source, "g")));
  expect(() => parse(write(target))).not.toThrow();
  return write(target);
}

test("a graft that was changed before follows the same rules: names, ignored namespaces, values", () => {
  const root = `<r xmlns:mc='${MC_URI}' xmlns:n='u:n' xmlns:v='u:v' mc:Ignorable='n'>`;
  expect(graftOpened(`${root}<n:g/></r>`, "<t/>")).toContain('mc:Ignorable="n"');
  const choice = "<g><mc:Choice Requires='v'/></g>";
  expect(graftOpened(`${root}${choice}</r>`, "<t/>")).toContain('xmlns:v="u:v"');
  expect(graftOpened(`${root}<mc:Choice Requires='v'><g/></mc:Choice></r>`, "<t/>")).not.toContain("xmlns:v");
});

test("an ignored namespace that the graft binds itself is named all the same", () => {
  const from = `<r xmlns:mc='${MC_URI}' xmlns:n='u:n' mc:Ignorable='n'><g><m:h xmlns:m='u:n'/></g></r>`;
  const tree = parse(graft(from, "<t/>"));
  const [prefix = ""] = (tree.attribute(tree.root, tree.names.of(MC_URI, "Ignorable")) ?? "").split(" ");
  expect(tree.bindingOf(tree.root, prefix)?.uri).toBe("u:n");
});

test("an element that declares something else keeps its outer prefixes when it is moved under one that shadows them", () => {
  const tree = parse("<r xmlns:p='u:1'><s xmlns:p='u:2'/><q:x xmlns:q='u:q'><p:y/></q:x></r>");
  const [s, x] = tree.children(tree.root) as [never, never];
  tree.append(x, tree.textNode("t"));
  tree.remove(x);
  tree.append(s, x);
  expect(write(tree)).toBe(
    "<r xmlns:p='u:1'><s xmlns:p='u:2'><q:x xmlns:q='u:q'><p:y xmlns:p=\"u:1\"/>t</q:x></s></r>",
  );
});

test("a root that declares nothing gets each declaration once", () => {
  const from = `<d xmlns:mc='${MC_URI}' xmlns:x='u:c' mc:Ignorable='x'><g><mc:Choice Requires='x'><x:p/></mc:Choice></g></d>`;
  expect(graft(from, "<d/>").match(/xmlns:mc=/g)).toHaveLength(1);
});

test("what is taken out of a graft that is nowhere yet still knows where it came from", () => {
  const names = new Names([word, newer]);
  const source = parse(`<d xmlns:mc='${MC_URI}' xmlns:x='u:c' mc:Ignorable='x'><g><h><x:p/></h></g></d>`, names);
  const target = parse("<d/>", names);
  const copy = target.graft(source, find(source, "g"));
  const inner = target.firstChild(target.firstChild(copy));
  target.remove(inner);
  target.append(target.root, target.graft(target, inner));
  expect(write(target)).toBe(`<d xmlns:x="u:c" mc:Ignorable="x" xmlns:mc="${MC_URI}"><x:p/></d>`);
});

test("an attribute set on a graft that is nowhere yet does not take a prefix that the graft uses", () => {
  const names = new Names([word, newer]);
  const source = parse("<d xmlns:q='u:1'><q:p/></d>", names);
  const target = parse("<d xmlns:q='u:2'/>", names);
  const copy = target.graft(source, find(source, "p"));
  target.setAttribute(copy, names.of("u:2", "x"), "1");
  target.append(target.root, copy);
  const read = parse(write(target), names);
  expect(read.name(find(read, "p"))).toBe(names.of("u:1", "p"));
  expect(read.attribute(find(read, "p"), names.of("u:2", "x"))).toBe("1");
});

test("an element that was made, put in and taken out remembers what readers were told to ignore there", () => {
  const names = new Names([word, newer]);
  const source = parse(`<r xmlns:mc='${MC_URI}' xmlns:n='u:n' mc:Ignorable='n'><g/></r>`, names);
  const made = source.element(names.of("", "made"), [[names.of("u:n", "x"), "1"]]);
  source.append(source.root, made);
  source.remove(made);
  const target = parse("<t/>", names);
  target.append(target.root, target.graft(source, made));
  expect(write(target)).toBe(`<t xmlns:n="u:n" mc:Ignorable="n" xmlns:mc="${MC_URI}"><made n:x="1"/></t>`);
});

/**
 * Returns a document whose root binds `v` and has a choice that requires it, and one whose root binds `v` to another namespace.
 */
function choiceAndTarget() {
  const names = new Names([word, newer]);
  const source = parse(`<r xmlns:mc='${MC_URI}' xmlns:v='u:v'><mc:Choice Requires='v'><g/></mc:Choice></r>`, names);
  const target = parse(`<t xmlns:mc='${MC_URI}' xmlns:v='u:other'><s/></t>`, names);
  return { source, target, choice: find(source, "Choice") };
}

const CHOICE_IN_TARGET = '<mc:Choice Requires="v" xmlns:v="u:v"/>';

test("an empty copy of a choice means by its prefixes what the choice means, wherever both stand", () => {
  const { source, target, choice } = choiceAndTarget();
  const made = source.element(W9.id);
  source.remove(choice);
  source.append(made, choice);
  const clone = source.cloneEmpty(choice);
  source.append(made, clone);
  target.append(target.root, target.graft(source, clone));
  expect(write(target)).toContain(CHOICE_IN_TARGET);
});

test("an empty copy of a choice that was put in and taken out means what it meant there", () => {
  const { source, target, choice } = choiceAndTarget();
  const clone = source.cloneEmpty(choice);
  source.append(source.root, clone);
  source.remove(clone);
  target.append(target.root, target.graft(source, clone));
  expect(write(target)).toContain(CHOICE_IN_TARGET);
});

test("an empty copy of a choice keeps its meaning under an element that binds the prefix otherwise", () => {
  const tree = parse(`<r xmlns:mc='${MC_URI}' xmlns:v='u:v'><mc:Choice Requires='v'/><s xmlns:v='u:other'/></r>`);
  const moved = tree.cloneEmpty(find(tree, "Choice"));
  tree.append(find(tree, "s"), moved);
  expect(write(tree)).toContain(CHOICE_IN_TARGET);
  tree.remove(moved);
  tree.append(tree.root, moved);
  expect(tree.bindingOf(moved, "v")?.uri).toBe("u:v");
});

test("what is wrapped in a graft that is nowhere yet keeps its meaning when the wrapper has to declare a prefix", () => {
  const names = new Names([word, newer]);
  const choice = `<mc:Choice xmlns:mc='${MC_URI}' Requires='v'/>`;
  const source = parse(`<r><g xmlns:v='u:v'>${choice}</g></r>`, names);
  const target = parse("<t xmlns:v='u:other'/>", names);
  const copy = target.graft(source, find(source, "g"));
  const inner = target.firstChild(copy);
  target.append(inner, target.textNode("changed"));
  target.wrap(inner, target.element(names.of("", "made"), [[names.of("u:other", "x"), "1"]]));
  target.append(target.root, copy);
  const read = parse(write(target), names);
  expect(read.bindingOf(find(read, "Choice"), "v")?.uri).toBe("u:v");
  expect(read.attribute(find(read, "made"), names.of("u:other", "x"))).toBe("1");
});
