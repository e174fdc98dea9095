// Tests set_document_settings (EDT-89).

import { expect, test } from "vitest";
import { p } from "../../../testing/documents.ts";
import { edit, openSource, refusals } from "../../../testing/edits.ts";
import { text } from "../../../testing/packages.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { readSettings } from "../../document/settings.ts";
import { editDocument } from "../edit-document.ts";

const set = (settings: object) => ({ type: "set_document_settings", settings });
const source = (settings: string) => ({ body: p("a"), parts: { settings } });

function settingsXml(document: WordDocument): string {
  return text(document.package.bytes(readSettings(document).source!.part)).replace(
    /^.*?<w:settings[^>]*>|<\/w:settings>.*$/gs,
    "",
  );
}

test("[EDT-89] settings are set in both outputs, in the order of the schema", () => {
  const given = source('<w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/>');
  const all = { track_changes: true, protection: { edit: "tracked_changes" }, remove_personal_information: true };
  const { redline, clean } = edit(given, set(all));
  expect(settingsXml(redline)).toBe(
    '<w:zoom w:percent="100"/><w:removePersonalInformation/><w:trackRevisions/><w:documentProtection w:edit="trackedChanges" w:enforcement="1"/><w:defaultTabStop w:val="720"/>',
  );
  expect(settingsXml(clean)).toBe(settingsXml(redline));
});

test("[EDT-89] what is off is taken away, and the part is made when there is none", () => {
  const given = source('<w:trackRevisions/><w:documentProtection w:edit="readOnly" w:enforcement="1"/>');
  expect(settingsXml(edit(given, set({ track_changes: false, protection: false })).clean)).toBe("");
  expect(readSettings(edit(p("a"), set({ track_changes: true })).clean).trackRevisions).toBe(true);
});

test("[EDT-89] protection replaces the one that is there; its password comes hashed", () => {
  const given = source('<w:documentProtection w:edit="readOnly" w:enforcement="1" w:hash="old"/>');
  const change = set({ protection: { edit: "comments", password: "secret" } });
  const signature = { author: "Eve", date: "2026-03-04T05:06:07Z" };
  const passwordHash = { hash: "aGFzaA==", salt: "c2FsdA==", spinCount: 100000 };
  const outcome = editDocument(openSource(given), [change], { ...signature, passwordHash });
  if (outcome.kind === "refused") throw new Error("refused");
  expect(settingsXml(outcome.redline)).toBe(
    '<w:documentProtection w:edit="comments" w:enforcement="1" w:cryptProviderType="rsaAES" w:cryptAlgorithmClass="hash" w:cryptAlgorithmType="typeAny" w:cryptAlgorithmSid="14" w:cryptSpinCount="100000" w:hash="aGFzaA==" w:salt="c2FsdA=="/>',
  );
  expect(() => editDocument(openSource(given), [change], signature)).toThrow();
});

test("[EDT-89] settings are set once, and do not contradict each other", () => {
  expect(refusals(p("a"), set({ track_changes: true }), set({ track_changes: true }))).toEqual([
    "1 type UNDEFINED_COMBINATION",
  ]);
  expect(refusals(p("a"), set({ track_changes: false, protection: { edit: "tracked_changes" } }))).toEqual([
    "0 settings UNDEFINED_COMBINATION",
  ]);
  expect(refusals(p("a"), set({}))).toEqual(["0 settings INVALID_VALUE"]);
});
