import { expect, test } from "vitest";
import { nodeZlib } from "../../../platform/node-zlib.ts";
import { relationships, wordParts, zip } from "../../../testing/packages.ts";
import { openDocument } from "../open-document.ts";
import { wordNames } from "../word-names.ts";
import { propertyValue, readFileProperties } from "./properties.ts";

const CORE = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";

function read(parts: Readonly<Record<string, string>>): ReturnType<typeof readFileProperties> {
  const rels = relationships(
    ["rId1", "officeDocument", "word/document.xml"],
    ["rId2", "core", "docProps/core.xml"],
    ["rId3", "extended-properties", "docProps/app.xml"],
    ["rId4", "custom-properties", "docProps/custom.xml"],
  ).replace(/"[^"]*\/core"/, `"${CORE}"`);
  const bytes = zip(wordParts({ "_rels/.rels": rels, ...parts }));
  return readFileProperties(openDocument(bytes, { codec: nodeZlib, names: wordNames() }));
}

test("properties are read by name", () => {
  const { core, program, custom } = read({
    "docProps/core.xml": '<c xmlns:dc="urn:dc"><dc:title>T &amp; U</dc:title><dc:creator/></c>',
    "docProps/app.xml": "<a><Company>C</Company><TitlesOfParts><v/></TitlesOfParts></a>",
    "docProps/custom.xml": '<c><property name="Matter"><lpwstr>12</lpwstr></property><property/></c>',
  });
  expect([propertyValue(core, "title"), propertyValue(core, "creator")]).toEqual(["T & U", ""]);
  expect(program.properties.map(({ name, value }) => [name, value])).toEqual([["Company", "C"]]);
  expect(custom.properties.map(({ name, value }) => [name, value])).toEqual([["Matter", "12"]]);
});

test("a file without them has none", () => {
  const { core } = read({});
  expect(core).toEqual({ source: undefined, properties: [] });
  expect(propertyValue(core, "title")).toBeUndefined();
});
