// Writes random well-formed markup, in the style of OOXML and in other ways that XML allows.
//
// Elements, attributes and declarations are written with the current scope of namespaces. So the output is well-formed,
// unless a choice makes it invalid (an undeclared prefix, an address that is not a URI).

import type { Choices } from "../choices.ts";
import type { DocumentFeature } from "./xml-features.ts";

type Scope = ReadonlyMap<string, string>;

const LOCALS = ["p", "r", "t", "body", "document", "rPr", "val", "a", "b", "_x", "a-b", "a.b", "x1", "xmlnsx", "Xml"];
const LONG_LOCALS = ["é", "日本", "aé", "a·", "ªb", "Ωmega", "ǅ", "x̀"];
const ASTRAL_LOCALS = ["𐀀", "a𐀀", "𠀀b", "\u{effff}"];
const PREFIXES = ["w", "r", "mc", "w14", "p", "q", "é", "a.b", "xmlq", "_"];
const ADDRESSES = [
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  "http://purl.oclc.org/ooxml/wordprocessingml/main",
  "http://schemas.openxmlformats.org/markup-compatibility/2006",
  "http://schemas.microsoft.com/office/word/2010/wordml",
  "urn:a",
  "urn:b",
  "a/relative",
  "http://www.w3.org/XML/1998/namespac",
];
const NO_URIS = ["not a uri", "http://[", "é", "%zz", "a&#10;b", " urn:a", "{", "urn:a|b", "http://a:b", "a\\b"];

/**
 * Returns a name whose length and hash are the same for all numbers, if the hash multiplies by 31: `Aa` and `BB` have
 * the same hash.
 */
function collidingName(number: number): string {
  return number.toString(2).padStart(10, "0").replaceAll("0", "Aa").replaceAll("1", "BB");
}

/** Depths at or near the limits of both readers. */
const DEPTHS = [200, 250, 255, 256, 257, 300, 511, 512, 513, 600];

/** Writes a document. A budget that all elements share limits the number of descendants. */
export class MarkupWriter {
  readonly #choices: Choices<DocumentFeature>;
  readonly #lineEnd: string;
  #elementsLeft: number;
  #text = "";

  constructor(choices: Choices<DocumentFeature>) {
    const { random } = choices;
    this.#choices = choices;
    this.#lineEnd = choices.takes("CRLF line ends", 0.15) ? "\r\n" : choices.takes("CR line ends", 0.1) ? "\r" : "\n";
    this.#elementsLeft = random.between({ least: 0, most: random.chance(0.1) ? 120 : 25 });
  }

  get text(): string {
    return this.#text;
  }

  /** Writes the root element with its content. */
  root(): void {
    if (this.#choices.takes("nested deep", 0.004)) this.#nested(this.#choices.random.pick(DEPTHS));
    else this.#element(new Map(), 0);
  }

  /** Writes a document type that declares nothing and that readers need not resolve. */
  documentType(): void {
    this.#text += this.#choices.random.pick([
      "<!DOCTYPE a>",
      "<!DOCTYPE a []>",
      '<!DOCTYPE a SYSTEM "b">',
      "<!DOCTYPE\na>",
    ]);
  }

  /** Writes comments, instructions and white space. */
  outside(): void {
    const { random } = this.#choices;
    for (let count = random.between({ least: 1, most: 3 }); count > 0; count -= 1) {
      const kind = random.below(3);
      if (kind === 0) this.#comment();
      else if (kind === 1) this.#instruction();
      else this.#text += this.#space(1);
    }
  }

  #nested(depth: number): void {
    this.#text += "<a>".repeat(depth - 1);
    this.#text += this.#choices.random.pick(["<a/>", "<a></a>", "<a>x</a>"]);
    this.#text += "</a>".repeat(depth - 1);
  }

  #element(outer: Scope, depth: number): void {
    const declarations = this.#declarations(outer);
    const scope = declarations.size === 0 ? outer : new Map([...outer, ...declarations]);
    const name = this.#elementName(scope);
    this.#text += `<${name}`;
    for (const [prefix, uri] of declarations) this.#attribute(prefix === "" ? "xmlns" : `xmlns:${prefix}`, uri);
    for (const [written, value] of this.#attributes(scope)) this.#attribute(written, value);
    if (this.#choices.takes("white space before the end of a tag", 0.1)) this.#text += this.#space(1);
    const isEmpty = this.#elementsLeft <= 0 || depth > 30 || this.#choices.random.chance(0.25);
    if (isEmpty && !this.#choices.takes("an empty element with two tags", 0.2)) this.#text += "/>";
    else {
      this.#text += ">";
      if (!isEmpty) this.#content(scope, depth);
      this.#text += `</${name}${this.#choices.random.chance(0.05) ? this.#space(1) : ""}>`;
    }
  }

  #content(scope: Scope, depth: number): void {
    const { random } = this.#choices;
    if (this.#choices.takes("markup without text", 0.003)) this.#text += this.#dense();
    if (this.#choices.takes("many names", 0.002)) this.#crowd((number) => `n${number}`);
    if (this.#choices.takes("names of one hash", 0.002)) this.#crowd(collidingName);
    if (this.#choices.takes("a long text", 0.002)) this.#text += "0123456789é\n".repeat(random.below(3000));
    for (let count = random.below(5); count > 0; count -= 1) {
      if (this.#choices.takes("CDATA", 0.05)) this.#cdata();
      if (this.#choices.takes("a comment", 0.05)) this.#comment();
      if (this.#choices.takes("an instruction", 0.03)) this.#instruction();
      if (random.chance(0.5)) this.#text += this.#characters();
      this.#elementsLeft -= 1;
      if (this.#elementsLeft > 0) this.#element(scope, depth + 1);
    }
  }

  /** Returns far more nodes and attributes per byte than documents have. */
  #dense(): string {
    const { random } = this.#choices;
    const piece = random.pick(["<a/>", "<a></a>", '<a b=""/>', '<a b="" c=""/>', "<a/>x"]);
    return piece.repeat(random.below(400));
  }

  /** Writes elements and attributes of many names, each twice. */
  #crowd(nameOf: (number: number) => string): void {
    const { random } = this.#choices;
    const names = Array.from({ length: random.below(300) }, (_, number) => nameOf(number));
    for (const name of [...names, ...names]) this.#text += random.chance(0.5) ? `<${name}/>` : `<x ${name}=""/>`;
  }

  /** Returns new declarations of an element, by prefix. */
  #declarations(outer: Scope): Map<string, string> {
    const { random } = this.#choices;
    const declared = new Map<string, string>();
    const wanted = outer.size === 0 ? random.below(6) : random.chance(0.15) ? random.between({ least: 1, most: 2 }) : 0;
    for (let count = wanted; count > 0; count -= 1) declared.set(random.pick(PREFIXES), random.pick(ADDRESSES));
    const first = [...outer].find(([prefix]) => prefix !== "");
    if (first !== undefined && this.#choices.takes("a prefix redeclared", 0.02)) declared.set(...first);
    if (first !== undefined && this.#choices.takes("a prefix shadowed by another namespace", 0.02))
      declared.set(first[0], `${first[1]}/other`);
    if (first !== undefined && this.#choices.takes("two prefixes of one namespace", 0.02))
      declared.set(`${first[0]}2`, first[1]);
    if (this.#choices.takes("a default namespace", outer.size === 0 ? 0.3 : 0.03))
      declared.set("", random.pick(ADDRESSES));
    if (outer.get("") && this.#choices.takes("a default namespace taken back", 0.05)) declared.set("", "");
    if (this.#choices.takes("an address that is no URI", 0.001))
      declared.set(random.pick(PREFIXES), random.pick(NO_URIS));
    return declared;
  }

  #elementName(scope: Scope): string {
    const { random } = this.#choices;
    if (this.#choices.takes("an undeclared prefix", 0.0007)) return `undeclared:${this.#local()}`;
    const prefixes = [...scope.keys()];
    const prefix = prefixes.length > 0 && random.chance(0.8) ? random.pick(prefixes) : "";
    return prefix === "" ? this.#local() : `${prefix}:${this.#local()}`;
  }

  #local(): string {
    const { random } = this.#choices;
    if (this.#choices.takes("a name beyond ASCII", 0.04)) return random.pick(LONG_LOCALS);
    if (this.#choices.takes("an astral name", 0.01)) return random.pick(ASTRAL_LOCALS);
    return random.pick(LOCALS);
  }

  /** Returns attributes with their values as written, no two with the same expanded name. */
  #attributes(scope: Scope): Map<string, string> {
    const { random } = this.#choices;
    const written = new Map<string, string>();
    const used = new Set<string>();
    const most = this.#choices.takes("many attributes", 0.003) ? 60 : 3;
    for (let count = random.below(most + 1); count > 0; count -= 1) {
      const prefixes = ["", ...[...scope.keys()].filter((prefix) => prefix !== "")];
      const prefix = random.pick(prefixes);
      const local = most > 3 ? `z${count}` : this.#local();
      const expanded = `${prefix === "" ? "" : scope.get(prefix)} ${local}`;
      if (!used.has(expanded)) written.set(prefix === "" ? local : `${prefix}:${local}`, this.#value());
      used.add(expanded);
    }
    if (this.#choices.takes("xml:space", 0.03))
      written.set("xml:space", random.pick(["preserve", "default", "preserve", "other"]));
    if (this.#choices.takes("xml:id", 0.002)) written.set("xml:id", random.pick(["x", "y", "1", "a b", ""]));
    return written;
  }

  #attribute(name: string, value: string): void {
    const space = () => (this.#choices.takes("white space around an equals sign", 0.03) ? this.#space(1) : "");
    const mayBeApostrophe = !value.includes("'");
    const isApostrophe = mayBeApostrophe && this.#choices.takes("apostrophes around a value", 0.15);
    const quote = isApostrophe ? "'" : '"';
    const written = isApostrophe ? value : value.replaceAll('"', "&quot;");
    this.#text += `${this.#space(1)}${name}${space()}=${space()}${quote}${written}${quote}`;
  }

  #value(): string {
    const { random } = this.#choices;
    return random.list(random.below(4), () => (random.chance(0.3) ? this.#reference() : this.#plain())).join("");
  }

  #characters(): string {
    const { random } = this.#choices;
    const count = random.between({ least: 1, most: 3 });
    return random.list(count, () => (random.chance(0.3) ? this.#reference() : this.#plain())).join("");
  }

  #plain(): string {
    const { random } = this.#choices;
    if (this.#choices.takes("an astral character", 0.02)) return random.pick(["😀", "\u{10ffff}", "𝒳", "\u{1fffe}"]);
    const plain = [
      "x",
      "word",
      "two words",
      " ",
      "é",
      "日本",
      "\t",
      "]]",
      "]",
      ">",
      "'",
      '"',
      "\u0085",
      "\u2028",
      "\u007f",
    ];
    const chosen = random.chance(0.2) ? this.#lineEnd : random.pick(plain);
    return chosen === ">" ? "x>" : chosen;
  }

  #reference(): string {
    const { random } = this.#choices;
    if (this.#choices.takes("a named reference", 0.5)) return `&${random.pick(["amp", "lt", "gt", "quot", "apos"])};`;
    const codes = [9, 10, 13, 32, 38, 39, 60, 62, 65, 0xe9, 0x20ac, 0xfffd, 0x1f600, 0x10ffff];
    const code = random.pick(codes);
    const zeros = "0".repeat(random.chance(0.003) ? 20 : random.pick([0, 0, 0, 1, 3, 7]));
    if (this.#choices.takes("a decimal reference", 0.5)) return `&#${zeros}${code};`;
    this.#choices.note("a hexadecimal reference");
    const digits = code.toString(16);
    return `&#x${zeros}${random.chance(0.5) ? digits.toUpperCase() : digits};`;
  }

  #cdata(): void {
    const { random } = this.#choices;
    const inside = random.pick(["", "x", "<&>", "]", "]]", "]] >", "&amp;", `a${this.#lineEnd}b`, "é😀", "<!--", "?>"]);
    this.#text += `<![CDATA[${inside}]]>`;
  }

  #comment(): void {
    const { random } = this.#choices;
    const inside = random.pick([
      "",
      " ",
      "x",
      "- x",
      " x - y ",
      "<&>",
      "]]>",
      `a${this.#lineEnd}b`,
      "é😀",
      "<a>",
      "&undefined;",
    ]);
    this.#text += `<!--${inside}-->`;
  }

  #instruction(): void {
    const { random } = this.#choices;
    const target = random.pick(["a", "mso-application", "xml-stylesheet", "é", "xmlx", "_"]);
    const inside = random.pick([
      "",
      " ",
      " x",
      "  x ?",
      ' a="b"',
      " <&>",
      " -->",
      `${this.#lineEnd}a${this.#lineEnd}`,
      " é",
    ]);
    this.#text += `<?${target}${inside}?>`;
  }

  #space(least: number): string {
    const { random } = this.#choices;
    const extra = random.chance(0.05) ? random.below(4) : 0;
    return random.list(least + extra, () => random.pick([" ", " ", " ", " ", " ", "\t", this.#lineEnd])).join("");
  }
}
