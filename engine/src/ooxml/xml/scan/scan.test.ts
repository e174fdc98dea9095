import { describe, expect, test } from "vitest";
import { find, parse, write } from "../../../../testing/xml.ts";
import { readerLimits } from "../../limits.ts";
import { Names } from "../names.ts";
import { scanXml } from "./scan.ts";

const W = 'xmlns:w="u:w"';

describe("what is refused, with the rule and the byte", () => {
  test.each([
    ["", "does not end with a tag", 0],
    ["plain text", "does not end with a tag", 10],
    ["<!-- only -->", "contains no element", 13],
    ["<a><b></a></b>", "end tag does not match", 6],
    ["<a></ab>", "end tag does not match", 3],
    ["<a><b>", "cut short", 6],
    ["<a>text>", "cut short", 7],
    ["<a/><b/>", "second root", 4],
    ["x<a/>", "outside the root", 0],
    ["<a/>x>", "outside the root", 4],
    ["<!DOCTYPE a><a/>", "document type", 0],
    ["<a><!DOCTYPE a></a>", "not allowed here", 3],
    ["<![CDATA[x]]><a/>", "document type or text", 0],
    ["<a b='1' b='2'/>", "given twice", 9],
    [`<a ${W} xmlns:v="u:w" w:b="1" v:b="2"/>`, "given twice", 39],
    ["<w:a/>", "prefix is not declared", 1],
    ["<a w:b='1'/>", "prefix is not declared", 3],
    ["<a xmlns:p=''/>", "bound to no namespace", 3],
    ["<a xmlns:xml='u:x'/>", "prefix xml", 3],
    ["<a xmlns:xmlns='u:x'/>", "prefix xmlns is declared", 3],
    ["<a xmlns='http://www.w3.org/2000/xmlns/'/>", "namespace of declarations", 3],
    [`<a:b:c ${W}/>`, "not a qualified name", 1],
    ["<:a/>", "not a qualified name", 1],
    ["<1a/>", "starts with a character", 1],
    ["<a 1b='x'/>", "starts with a character", 3],
    ["<a b/>", "no value", 4],
    ["<a b=c/>", "not quoted", 5],
    ["<a b='1'c='2'/>", "not an attribute", 8],
    ["<a b='<'/>", "contains a tag", 6],
    ["<a>&undefined;</a>", "undefined entity", 3],
    ["<a>&amp</a>", "does not end", 3],
    ["<a>&#0;</a>", "undefined entity", 3],
    ["<a>&#xD800;</a>", "undefined entity", 3],
    ["<a>\u0001</a>", "control character", 3],
    ["<a>]]></a>", "end of a CDATA section", 5],
    ["<a><!-- a -- b --></a>", "two dashes", 12],
    ["<a><?xml version='1.0'?></a>", "reserved name", 3],
    ["<a><?b:c d?></a>", "reserved name", 3],
    ["<?xml version='1.1'?><a/>", "not one of XML 1.0", 0],
    ["<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "neither UTF-8 nor UTF-16", 0],
  ])("%s", (xml, rule, offset) => {
    expect(() => parse(xml)).toThrow(
      expect.objectContaining({ code: "XML_INVALID", rule: expect.stringContaining(rule) }),
    );
    expect(() => parse(xml)).toThrow(expect.objectContaining({ place: { part: "part.xml", offset } }));
  });

  test.each([
    ["a stray continuation byte", [0x80]],
    ["an overlong form", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["U+FFFE", [0xef, 0xbf, 0xbe]],
    ["a code point past the last", [0xf4, 0x90, 0x80, 0x80]],
  ])("%s is not UTF-8", (_, bytes) => {
    const xml = Uint8Array.from([0x3c, 0x61, 0x3e, ...bytes, 0x3c, 0x2f, 0x61, 0x3e]);
    expect(() => parse(xml)).toThrow("not UTF-8");
  });
});

describe("limits", () => {
  test("elements may be nested to the limit and no deeper", () => {
    const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
    expect(parse(nested(readerLimits.xmlDepth)).isElement(parse(nested(readerLimits.xmlDepth)).root)).toBe(true);
    expect(() => parse(nested(readerLimits.xmlDepth + 1))).toThrow("nested too deep");
  });

  test("a part over the size limit is refused before it is read", () => {
    const limits = { ...readerLimits, xmlPartBytes: 3 };
    expect(() => scanXml(new Uint8Array(4), { names: new Names(), limits, part: "p" })).toThrow("over the size limit");
  });

  test("a part whose tree is many times its bytes is refused", () => {
    const xml = new TextEncoder().encode(`<a>${"<b/>".repeat(10_000)}</a>`);
    const options = { names: new Names(), limits: readerLimits, part: "p" };
    expect(() => scanXml(xml, { ...options, mostBytes: 100_000 })).toThrow(
      expect.objectContaining({ code: "EXPANDS_TOO_LARGE" }),
    );
    expect(scanXml(xml, { ...options, mostBytes: 400_000 }).count).toBe(10_002);
  });

  test("many attributes, namespaces and names of one hash take no more than their number", () => {
    const attributes = Array.from({ length: 20_000 }, (_, index) => ` a${index}="1"`).join("");
    const namespaces = Array.from({ length: 20_000 }, (_, index) => ` xmlns:n${index}="u:${index}"`).join("");
    const wide = parse(`<a${attributes}${namespaces}/>`);
    expect(wide.attributes(wide.root)).toHaveLength(40_000);
    // "Aa" and "BB" have the same hash, so all their sequences of equal length do.
    const names = Array.from({ length: 4_096 }, (_, index) =>
      index.toString(2).padStart(12, "0").replace(/0/g, "Aa").replace(/1/g, "BB"),
    );
    const tree = parse(
      `<r>${names
        .map((name) => `<${name}/>`)
        .join("")
        .repeat(2)}</r>`,
    );
    expect(tree.children(tree.root).map((child) => tree.writtenName(child))).toEqual([...names, ...names]);
  });
});

describe("what is read", () => {
  test("line ends and references are what they mean, in text and in values", () => {
    const tree = parse("<a b='1&#10;2\n3&quot;\r\n4'>x\r\ny\rz&lt;&#x41;&#65;<![CDATA[<\r\n&amp;]]></a>");
    expect(tree.attributes(tree.root)[0]?.value).toBe('1\n2 3" 4');
    expect(tree.children(tree.root).map((child) => tree.text(child))).toEqual(["x\ny\nz<AA", "<\n&amp;"]);
  });

  test("a prefix means what the nearest declaration says, also one later in the same tag", () => {
    const tree = parse("<p:a p:x='1' xmlns:p='u:1'><p:a xmlns:p='u:2'/><p:a/></p:a>");
    const names = tree
      .children(tree.root)
      .map((child) => tree.names.namespace(tree.names.namespaceOf(tree.name(child))).uris[0]);
    expect(names).toEqual(["u:2", "u:1"]);
    expect(tree.attribute(tree.root, tree.names.of("u:1", "x"))).toBe("1");
  });

  test("the default namespace is for elements, not for attributes", () => {
    const tree = parse("<a xmlns='u:1' b='2'><c xmlns=''/></a>");
    expect(tree.name(tree.root)).toBe(tree.names.of("u:1", "a"));
    expect(tree.attribute(tree.root, tree.names.of("", "b"))).toBe("2");
    expect(tree.name(find(tree, "c"))).toBe(tree.names.of("", "c"));
  });

  test("names beyond ASCII and astral text", () => {
    const tree = parse("<ünïcode größe='1'>🜚 中文</ünïcode>");
    expect(tree.writtenName(tree.root)).toBe("ünïcode");
    expect(tree.text(tree.firstChild(tree.root))).toBe("🜚 中文");
  });

  test.each(["utf-16le", "utf-16be"])("%s, with a byte order mark and without", (encoding) => {
    const xml = "<?xml version='1.0' encoding='UTF-16'?>\n<a>ü🜚</a>";
    for (const text of [`\ufeff${xml}`, xml]) {
      const tree = parse(encodeUtf16(text, encoding === "utf-16le"));
      expect(tree.text(tree.firstChild(tree.root))).toBe("ü🜚");
      expect(write(tree)).toBe(xml.replace("UTF-16", "UTF-8"));
    }
  });

  test("UTF-16 that says so neither by a mark nor by a declaration is refused", () => {
    expect(() => parse(encodeUtf16("<a/>", true))).toThrow("does not say its encoding");
  });

  test("what is read is written back to the byte", () => {
    const xml = `\ufeff<?xml version="1.0"?>\r\n<!-- c --><?p i?>\n<a  b = '1'\n${W} ><w:c ></w:c ><d/><d />&#x41;<![CDATA[]]></a >\n<!---->\n`;
    expect(write(parse(xml))).toBe(xml);
  });
});

function encodeUtf16(text: string, isLittleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), isLittleEndian);
  return new Uint8Array(view.buffer);
}
