// Tests refusals, with their status and code.

import assert from "node:assert/strict";
import { type FormPart, writeForm, zerosForm } from "../calls/form.ts";
import { after, before, refused } from "../calls/service.ts";
import { marker } from "../documents/markers.ts";
import { broken, wordDocument } from "../documents/word.ts";
import type { RuleId } from "../rules.ts";
import { theme } from "../running/theme.ts";

const UNKNOWN = "cmp_00000000000000000000000000";
const original: FormPart = { field: "original", fileName: `${marker("name")}.docx`, content: before };
const modified: FormPart = { field: "modified", fileName: `${marker("name")}.docx`, content: after };

export const refusals = theme(
  "refusals",
  ({ service, test }) => {
    const forms: readonly (readonly [string, readonly FormPart[], FormCode])[] = [
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
      ["with a .eml", [original, { ...modified, fileName: "b.eml" }], "UNSUPPORTED_FILE_TYPE"],
      ["with a name without an extension", [original, { ...modified, fileName: "docx" }], "UNSUPPORTED_FILE_TYPE"],
      ["with a text called .docx", [original, { ...modified, content: "no zip" }], "DOCUMENT_UNREADABLE"],
      ["with an encrypted document", [{ ...original, content: broken.encrypted() }, modified], "DOCUMENT_UNREADABLE"],
      ["with half a document", [original, { ...modified, content: after.subarray(0, 400) }], "DOCUMENT_UNREADABLE"],
      [
        "with a zip of no kind",
        [original, { ...modified, content: broken.withoutContentTypes() }],
        "DOCUMENT_UNREADABLE",
      ],
      [
        "with a package without a main part",
        [{ ...original, content: broken.withoutMainPart() }, modified],
        "DOCUMENT_UNREADABLE",
      ],
    ];
    for (const [name, parts, code] of forms) {
      const rules = [`errors.compare.${code}`, "errors.envelope", ...(extra[name] ?? [])] as const;
      test(`a form ${name} is ${code}`, rules, async () => refused(await service.postForm(parts), 400, code));
    }

    test("the details name the source that cannot be read", ["5.details"], async () => {
      const { json } = await service.postForm([original, { ...modified, content: "no zip" }]);
      assert.deepEqual(
        json.error.details.map(({ field }: { field: string }) => field),
        ["modified"],
      );
    });
  },
  ({ service, counted, test }) => {
    const reasons: readonly (readonly [string, () => Buffer])[] = [
      ["ENCRYPTED", broken.encrypted],
      ["PACKAGE_INVALID", broken.older],
      ["TOO_MANY_PARTS", broken.tooManyParts],
      ["EXPANDS_TOO_LARGE", broken.expanding],
    ];
    for (const [reason, make] of reasons) {
      test(`a file that is ${reason} is refused at once, with that reason`, reasonRules, async () => {
        const reply = await service.postForm([{ ...original, content: make() }, modified]);
        refused(reply, 400, "DOCUMENT_UNREADABLE");
        const [{ field, reason: told }] = reply.json.error.details;
        assert.deepEqual([field, told], ["original", reason]);
      });
    }

    test("both files that cannot be read are named", ["5.details"], async () => {
      const parts = [original, modified].map((part) => ({ ...part, content: "no zip" }));
      const { json } = await service.postForm(parts);
      assert.deepEqual(
        json.error.details.map(({ field }: { field: string }) => field),
        ["original", "modified"],
      );
    });

    test("both files that are missing are named", ["5.details", "compare.original", "compare.modified"], async () => {
      const { json } = await service.postForm([text("author", "A")]);
      assert.deepEqual(
        json.error.details.map(({ field, reason }: { field: string; reason: string }) => [field, reason]),
        [
          ["original", "MISSING_FIELD"],
          ["modified", "MISSING_FIELD"],
        ],
      );
    });

    test("a caller's own word is repeated, cut at 80 characters", ["5.message"], async () => {
      const { json } = await service.postForm([original, modified, text("x".repeat(300), "red")]);
      assert.match(json.error.message, /"x{79}…"/);
      assert.doesNotMatch(json.error.message, /x{80}/);
    });

    test("a file of exactly 100 MB is not too large", ["limits.source", "21.megabytes", "compare.rule-2"], async () => {
      const reply = await service.post("/v1/compare", zerosForm("original", 100 * 1024 * 1024));
      refused(reply, 400, "INVALID_REQUEST");
      assert.equal(reply.json.error.details[0].field, "modified");
    });

    test("a message never holds text of the document", ["5.message"], async () => {
      const secret = wordDocument("Confidential settlement").subarray(0, 500);
      const { body } = await service.postForm([original, { ...modified, content: secret }]);
      assert.doesNotMatch(String(body), /settlement/);
    });

    test(
      "a file over 100 MB is FILE_TOO_LARGE",
      ["errors.compare.FILE_TOO_LARGE", "limits.source", "21.megabytes"],
      async () => {
        refused(await service.post("/v1/compare", zerosForm("original", 101 * 1024 * 1024)), 413, "FILE_TOO_LARGE");
      },
    );

    test("a body that is no form is UNSUPPORTED_MEDIA_TYPE", ["5.UNSUPPORTED_MEDIA_TYPE"], async () => {
      const headers = { "content-type": "application/json" };
      refused(await service.post("/v1/compare", { headers, body: Buffer.from("{}") }), 415, "UNSUPPORTED_MEDIA_TYPE");
    });

    test("a body that breaks off is INVALID_REQUEST", ["5.INVALID_REQUEST"], async () => {
      const { headers, body } = writeForm([original, modified]);
      refused(await service.post("/v1/compare", { headers, body: body.subarray(0, -30) }), 400, "INVALID_REQUEST");
    });

    test("refusals count nothing", ["compare.rule-5"], async () => {
      const { key } = counted;
      const { json: used } = await service.get("/v1/usage", { key });
      await service.postForm([original], { key });
      await service.postForm([original, { ...modified, content: "no zip" }], { key });
      assert.equal((await service.get("/v1/usage", { key })).json.documents, used.documents);
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
      test(
        `the id ${id} is INVALID_COMPARISON_ID`,
        [
          "errors.read.INVALID_COMPARISON_ID",
          "1.malformed",
          "9.INVALID_COMPARISON_ID",
          "conventions.ids",
          "read.comparison_id",
        ],
        async () => {
          refused(await service.get(`/v1/compare/${id}`), 400, "INVALID_COMPARISON_ID");
          refused(await service.call("DELETE", `/v1/compare/${id}`), 400, "INVALID_COMPARISON_ID");
          refused(await service.post(`/v1/compare/${id}/acknowledge`), 400, "INVALID_COMPARISON_ID");
        },
      );
    }

    test(
      "an id that nobody has is COMPARISON_NOT_FOUND",
      ["errors.read.COMPARISON_NOT_FOUND", "1.unknown", "9.COMPARISON_NOT_FOUND"],
      async () => {
        refused(await service.get(`/v1/compare/${UNKNOWN}`), 404, "COMPARISON_NOT_FOUND");
        refused(await service.call("DELETE", `/v1/compare/${UNKNOWN}`), 404, "COMPARISON_NOT_FOUND");
        refused(await service.post(`/v1/compare/${UNKNOWN}/acknowledge`), 404, "COMPARISON_NOT_FOUND");
      },
    );

    for (const query of ["format=odt", "format=docx,odt", "format=docx&format=DOCX", "format=", "format=pptx"]) {
      test(`${query} is UNSUPPORTED_FORMAT`, ["errors.read.UNSUPPORTED_FORMAT", "read.other-kinds"], async () => {
        const id = await service.submit();
        refused(await service.get(`/v1/compare/${id}?${query}`), 400, "UNSUPPORTED_FORMAT");
      });
    }

    test("access is looked at before the format", ["5.order"], async () => {
      refused(await service.get(`/v1/compare/${UNKNOWN}?format=odt`), 404, "COMPARISON_NOT_FOUND");
    });

    test("a path that is not there is NOT_FOUND", ["5.NOT_FOUND"], async () => {
      for (const path of ["/", "/v1", "/v1/nothing", "/v2/compare"]) refused(await service.get(path), 404, "NOT_FOUND");
    });

    test("a method that a path does not take is METHOD_NOT_ALLOWED with Allow", ["5.METHOD_NOT_ALLOWED"], async () => {
      const reply = await service.call("PUT", "/v1/compare");
      refused(reply, 405, "METHOD_NOT_ALLOWED");
      assert.equal(reply.headers.allow, "GET, HEAD, POST");
      const other = await service.call("PATCH", `/v1/compare/${UNKNOWN}`);
      refused(other, 405, "METHOD_NOT_ALLOWED");
      assert.equal(other.headers.allow, "DELETE, GET, HEAD");
    });
  },
);

type FormCode = "INVALID_REQUEST" | "UNSUPPORTED_FILE_TYPE" | "DOCUMENT_UNREADABLE";

/** Additional rules that some of the forms prove. */
const extra: Readonly<Record<string, readonly RuleId[]>> = {
  "with an unknown text": ["5.INVALID_REQUEST"],
  "with a .eml": ["21.email"],
  "with an .xlsx": ["21.email"],
  "with a zip of no kind": ["6.post-checks"],
  "with a package without a main part": ["6.post-checks"],
};

const reasonRules = ["6.upstream.unreadable", "6.reader-limits", "6.post-checks", "5.details"] as const;

function text(field: string, content: string): FormPart {
  return { field, content };
}
