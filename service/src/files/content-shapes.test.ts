// Tests how the schema of the content appears in the OpenAPI description.

import { contentSchema } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { NamedSchemas } from "../http/description/named-schemas.ts";
import { FileContent } from "./content-shapes.ts";

test("the description has the engine's schema of the content, each definition under a name of its own, and open", () => {
  const schemas = new NamedSchemas();
  schemas.of(FileContent, "output");
  const all = schemas.all();
  expect(Object.keys(all)).toEqual(
    expect.arrayContaining(["FileContent", "ContentDocument", "ContentParagraph", "ContentParagraphLocator"]),
  );
  expect(Object.keys(all)).toHaveLength(3 + Object.keys(contentSchema.$defs).length);
  const text = JSON.stringify(all);
  expect(text).not.toContain('"additionalProperties":false');
  expect(text).not.toContain("$defs");
  const referred = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  expect(referred.filter((name) => !(name in all))).toEqual([]);
});
