// Compares the `results` of an edit with the content before and after it.

import assert from "node:assert/strict";
import { editedAgreement } from "../documents/edited.ts";
import { type Stage, theme } from "../running/theme.ts";
import { edit, upload } from "./editing.ts";

export const editResults = theme("edit-results", writeResultTests);

interface Told {
  readonly index: number;
  readonly text: string;
  readonly style_id?: string;
}

function writeResultTests({ service, test }: Stage): void {
  const blocksOf = async (fileId: string): Promise<readonly Told[]> =>
    (await service.get(`/v1/files/${fileId}/content?format=json&fields=text,style_id`)).json.document.blocks;
  const isAt = (from: number, through: number) => (index: number) => index >= from && index <= through;

  test("an edit tells what each edit did, as the content shows before and after", ["13.results"], async () => {
    const fileId = await upload(service, editedAgreement({ wide: false }));
    const body = { all: true, part: { kind: "body" } };
    const [isDeleted, isHeading] = [isAt(12, 14), isAt(16, 17)];
    const edits = [
      { type: "replace", paragraphs: body, text: { match: "Price", occurrence: "all" }, content: "Cost" },
      { type: "delete_paragraphs", paragraphs: { from: { index: 12 }, through: { index: 14 } } },
      { type: "set_paragraph_style", paragraphs: [{ index: 16 }, { index: 17 }], style_id: "Heading2" },
      { type: "insert_paragraphs", destination: destinationAfter(6), new_paragraphs: [{ content: "New." }] },
    ];
    const { json: record } = await edit(service, { file_id: fileId, edits, wait: true });
    const [before, after] = [await blocksOf(fileId), await blocksOf(record.file_id)];
    const located = (blocks: readonly Told[]) => blocks.map(({ index }) => ({ index }));
    const priced = before.filter(({ text }) => text.includes("Price"));
    const count = (blocks: readonly Told[], word: string) =>
      blocks.reduce((sum, { text }) => sum + text.split(word).length - 1, 0);
    assert.ok(priced.length > 1);
    assert.deepEqual(record.results, [
      { edit: 0, places: count(before, "Price"), paragraphs: located(priced) },
      { edit: 1, places: 3, paragraphs: located(before.filter(({ index }) => isDeleted(index))) },
      { edit: 2, places: 2, paragraphs: located(before.filter(({ index }) => isHeading(index))) },
      { edit: 3, places: 1, paragraphs: [{ index: 6 }] },
    ]);
    assert.equal(count(after, "Cost"), record.results[0].places);
    const expected = before
      .filter(({ index }) => !isDeleted(index))
      .map(({ index, text, style_id }) => [text.replaceAll("Price", "Cost"), isHeading(index) ? "Heading2" : style_id])
      .toSpliced(7, 0, ["New.", before[6]!.style_id]);
    assert.deepEqual(
      after.map(({ text, style_id }) => [text, style_id]),
      expected,
    );
    assert.deepEqual((await service.get(`/v1/edit/${record.edit_id}`)).json.results, record.results);
  });

  test("places with an undecided change are left out and listed when asked", ["13.undecided"], async () => {
    const fileId = await upload(service, editedAgreement({ renumbered: true }));
    const paragraphs = { from: { index: 40 }, through: { index: 41 } };
    const edits = [{ type: "set_paragraph_format", paragraphs, paragraph_format: { alignment: "right" } }];
    const { json: record } = await edit(service, { file_id: fileId, edits, undecided: "skip", wait: true });
    assert.deepEqual(record.results, [{ edit: 0, places: 1, paragraphs: [{ index: 40 }] }]);
    assert.deepEqual(record.skipped, [{ edit: 0, paragraphs: [{ index: 41 }] }]);
  });

  test("an edit that is not ready, or failed, did nothing and says nothing of it", ["13.results"], async () => {
    const fileId = await upload(service, editedAgreement({ wide: false }));
    const none = [{ type: "delete", paragraphs: { index: 0 }, text: { match: "nowhere to be found" } }];
    const { status, json } = await edit(service, { file_id: fileId, edits: none, wait: true });
    assert.deepEqual([status, json.results], [400, undefined]);
  });
}

function destinationAfter(index: number) {
  return { paragraph: { index }, position: "after" };
}
