import { expect, test } from "vitest";
import { open, p } from "../../testing/documents.ts";
import { readSettings } from "./settings.ts";

const read = (settings: string): ReturnType<typeof readSettings> => readSettings(open(p("a"), { settings }));

test("a document without settings has those that the format assumes", () => {
  expect(readSettings(open(p("a")))).toMatchObject({
    source: undefined,
    trackRevisions: false,
    protection: undefined,
    evenAndOddHeaders: false,
    autoHyphenation: false,
    defaultTabStop: 720,
    compatibilityMode: 12,
  });
});

test("settings are read from their part", () => {
  const settings = read(
    '<w:removePersonalInformation/><w:trackRevisions w:val="on"/><w:defaultTabStop w:val="360"/><w:evenAndOddHeaders w:val="false"/><w:compat><w:compatSetting w:name="compatibilityMode" w:val="15"/></w:compat>',
  );
  expect(settings).toMatchObject({
    source: { part: "word/settings.xml" },
    trackRevisions: true,
    removePersonalInformation: true,
    evenAndOddHeaders: false,
    autoHyphenation: false,
    defaultTabStop: 360,
    compatibilityMode: 15,
  });
});

test.each([
  ['w:edit="readOnly" w:enforcement="1" w:hash="x"', { edit: "readOnly", isEnforced: true, hasPassword: true }],
  ['w:edit="comments" w:enforcement="0" w:hashValue="x"', { edit: "comments", isEnforced: false, hasPassword: true }],
  ["", { edit: "none", isEnforced: false, hasPassword: false }],
])("protection with %s", (attributes, expected) => {
  expect(read(`<w:documentProtection ${attributes}/>`).protection).toMatchObject(expected);
});
