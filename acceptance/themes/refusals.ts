// What is refused, with which status and code.

import assert from "node:assert/strict";
import { type FormPart, writeForm, zerosForm } from "../calls/form.ts";
import { after, before, refused } from "../calls/service.ts";
import { encrypted, withoutContentTypes, withoutMainPart, wordDocument } from "../documents/word.ts";
import { theme } from "../running/theme.ts";

const UNKNOWN = "cmp_00000000000000000000000000";
const original: FormPart = { field: "original", fileName: "a.docx", content: before };
const modified: FormPart = { field: "modified", fileName: "b.docx", content: after };

export const refusals = theme(
  "refusals",
  ({ service, test }) => {
    const forms: readonly (readonly [string, readonly FormPart[], string])[] = [
      ["without original", [modified], "INVALID_REQUEST"],
      ["without modified", [original], "INVALID_REQUEST"],
      ["without anything", [], "INVALID_REQUEST"],
      ["with an empty file", [original, { ...modified, content: "" }], "INVALID_REQUEST"],
      ["with a file without a name", [original, { ...modified, fileName: "" }], "INVALID_REQUEST"],
      ["with a text for a file", [original, { field: "modified", content: "text" }], "INVALID_REQUEST"],
      ["with an unknown text", [original, modified, { field: "colour", content: "red" }], "INVALID_REQUEST"],
      ["with an unknown file", [original, modified, { ...original, field: "third" }], "INVALID_REQUEST"],
      ["with a file too many", [original, modified, modified], "INVALID_REQUEST"],
      ["with two authors", [original, modified, text("author", "A"), text("author", "B")], "INVALID_REQUEST"],
      ["with a .txt", [original, { ...modified, fileName: "b.txt" }], "UNSUPPORTED_FILE_TYPE"],
      ["with an .xlsx", [{ ...original, fileName: "a.xlsx" }, modified], "UNSUPPORTED_FILE_TYPE"],
      ["with a .pptx", [{ ...original, fileName: "a.pptx" }, modified], "UNSUPPORTED_FILE_TYPE"],
      ["with a name without an extension", [original, { ...modified, fileName: "docx" }], "UNSUPPORTED_FILE_TYPE"],
      ["with a text called .docx", [original, { ...modified, content: "no zip" }], "DOCUMENT_UNREADABLE"],
      ["with an encrypted document", [{ ...original, content: encrypted() }, modified], "DOCUMENT_UNREADABLE"],
      ["with half a document", [original, { ...modified, content: after.subarray(0, 400) }], "DOCUMENT_UNREADABLE"],
      ["with a zip of no kind", [original, { ...modified, content: withoutContentTypes() }], "DOCUMENT_UNREADABLE"],
      [
        "with a package without a main part",
        [{ ...original, content: withoutMainPart() }, modified],
        "DOCUMENT_UNREADABLE",
      ],
    ];
    for (const [name, parts, code] of forms) {
      test(`a form ${name} is ${code}`, async () => refused(await service.postForm(parts), 400, code));
    }

    test("the details name the source that cannot be read", async () => {
      const { json } = await service.postForm([original, { ...modified, content: "no zip" }]);
      assert.deepEqual(
        json.error.details.map(({ field }: { field: string }) => field),
        ["modified"],
      );
    });

    test("a message never holds text of the document", async () => {
      const secret = wordDocument("Confidential settlement").subarray(0, 500);
      const { body } = await service.postForm([original, { ...modified, content: secret }]);
      assert.doesNotMatch(String(body), /settlement/);
    });

    test("a file over 100 MB is FILE_TOO_LARGE", async () => {
      refused(await service.post("/v1/compare", zerosForm("original", 101 * 1024 * 1024)), 413, "FILE_TOO_LARGE");
    });

    test("a body that is no form is UNSUPPORTED_MEDIA_TYPE", async () => {
      const headers = { "content-type": "application/json" };
      refused(await service.post("/v1/compare", { headers, body: Buffer.from("{}") }), 415, "UNSUPPORTED_MEDIA_TYPE");
    });

    test("a body that breaks off is INVALID_REQUEST", async () => {
      const { headers, body } = writeForm([original, modified]);
      refused(await service.post("/v1/compare", { headers, body: body.subarray(0, -30) }), 400, "INVALID_REQUEST");
    });

    test("refusals count nothing", async () => {
      const { json: used } = await service.get("/v1/usage");
      await service.postForm([original]);
      await service.postForm([original, { ...modified, content: "no zip" }]);
      assert.equal((await service.get("/v1/usage")).json.documents, used.documents);
    });
  },
  ({ service, test }) => {
    for (const id of [
      "x",
      "cmp_1",
      "mrg_00000000000000000000000000",
      `${UNKNOWN}0`,
      "cmp_0000000000000000000000000U",
      "%00",
    ]) {
      test(`the id ${id} is INVALID_COMPARISON_ID`, async () => {
        refused(await service.get(`/v1/compare/${id}`), 400, "INVALID_COMPARISON_ID");
        refused(await service.call("DELETE", `/v1/compare/${id}`), 400, "INVALID_COMPARISON_ID");
        refused(await service.post(`/v1/compare/${id}/acknowledge`), 400, "INVALID_COMPARISON_ID");
      });
    }

    test("an id that nobody has is COMPARISON_NOT_FOUND", async () => {
      refused(await service.get(`/v1/compare/${UNKNOWN}`), 404, "COMPARISON_NOT_FOUND");
      refused(await service.call("DELETE", `/v1/compare/${UNKNOWN}`), 404, "COMPARISON_NOT_FOUND");
      refused(await service.post(`/v1/compare/${UNKNOWN}/acknowledge`), 404, "COMPARISON_NOT_FOUND");
    });

    for (const query of ["format=odt", "format=docx,odt", "format=docx&format=DOCX", "format=", "format=pptx"]) {
      test(`${query} is UNSUPPORTED_FORMAT`, async () => {
        const id = await service.submit();
        refused(await service.get(`/v1/compare/${id}?${query}`), 400, "UNSUPPORTED_FORMAT");
      });
    }

    test("access is looked at before the format", async () => {
      refused(await service.get(`/v1/compare/${UNKNOWN}?format=odt`), 404, "COMPARISON_NOT_FOUND");
    });

    test("a path that is not there is NOT_FOUND", async () => {
      for (const path of ["/", "/v1", "/v1/nothing", "/v2/compare"]) refused(await service.get(path), 404, "NOT_FOUND");
    });

    test("a method that a path does not take is METHOD_NOT_ALLOWED with Allow", async () => {
      const reply = await service.call("PUT", "/v1/compare");
      refused(reply, 405, "METHOD_NOT_ALLOWED");
      assert.equal(reply.headers.allow, "POST");
      const other = await service.call("PATCH", `/v1/compare/${UNKNOWN}`);
      refused(other, 405, "METHOD_NOT_ALLOWED");
      assert.equal(other.headers.allow, "DELETE, GET, HEAD");
    });
  },
);

function text(field: string, content: string): FormPart {
  return { field, content };
}
