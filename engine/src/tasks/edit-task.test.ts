import { expect, test } from "vitest";
import { nodeZlib } from "../../platform/node-zlib.ts";
import { docx, p } from "../../testing/documents.ts";
import { openDocument } from "../document/open-document.ts";
import { readStyles } from "../document/styles.ts";
import { wordNames } from "../document/word-names.ts";
import { listRevisions } from "../revisions/list-revisions.ts";
import { editTask } from "./edit-task.ts";

const signature = { author: "Eve", date: "2026-03-04T05:06:07Z", codec: nodeZlib };
const edits = [{ type: "replace", paragraphs: { index: 0 }, text: { match: "old" }, content: "new" }];

function open(bytes: Uint8Array) {
  return openDocument(bytes, { codec: nodeZlib, names: wordNames() });
}

test("[EDT-94] a task gives a redline by the request's author and date, and a clean copy; the same bytes every time", () => {
  const request = { ...signature, document: docx(p("old text")), edits };
  const outcome = editTask(request);
  if (outcome.kind !== "edited") throw new Error("refused");
  const revisions = listRevisions(open(outcome.redline)).map(({ kind, author, date }) => `${kind} ${author} ${date}`);
  expect(revisions).toEqual(["deletion Eve 2026-03-04T05:06:07Z", "insertion Eve 2026-03-04T05:06:07Z"]);
  expect(listRevisions(open(outcome.docx))).toEqual([]);
  expect(editTask(request)).toEqual(outcome);
});

test("[EDT-94] a refused request gives refusals and no file", () => {
  const outcome = editTask({ ...signature, document: docx(p("text")), edits });
  expect(outcome).toMatchObject({ kind: "refused", refusals: [{ edit: 0, reason: "TEXT_NOT_FOUND" }] });
});

test("[EDT-95] of a template the styles and lists are taken that the document lacks", () => {
  const style = (id: string, name: string, more = "") =>
    `<w:style w:type="paragraph" w:styleId="${id}"${more}><w:name w:val="${name}"/></w:style>`;
  const list = '<w:abstractNum w:abstractNumId="7"/><w:num w:numId="9"><w:abstractNumId w:val="7"/></w:num>';
  const outcome = editTask({
    ...signature,
    document: docx(p("old"), { styles: style("A", "ours", ' w:default="1"') }),
    styleTemplate: docx(p("template"), {
      styles: style("A", "theirs") + style("B", "new", ' w:default="1"'),
      numbering: list,
    }),
    edits,
  });
  if (outcome.kind !== "edited") throw new Error("refused");
  const result = open(outcome.docx);
  const styles = readStyles(result);
  expect([...styles.byId.values()].map(({ id, name }) => `${id} ${name}`)).toEqual(["A ours", "B new"]);
  expect(styles.defaults.get("paragraph")?.id).toBe("A");
  expect(new TextDecoder().decode(result.package.bytes("word/numbering.xml"))).toContain('w:numId="9"');
});
