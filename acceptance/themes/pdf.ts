// Tests redlines as PDF: they are made on request, while every other format is ready.

import assert from "node:assert/strict";
import { refused, type Service } from "../calls/service.ts";
import { wordDocument } from "../documents/word.ts";
import { theme } from "../running/theme.ts";

export const pdf = theme(
  "pdf",
  ({ service, test }) => {
    const rules = ["artifact.pdf", "states.relative"] as const;
    test("a PDF is made when a read asks for it, and other reads do not wait", rules, async () => {
      const { id } = await service.ready({}, "docx");
      const first = await service.get(`/v1/compare/${id}?format=docx,pdf`);
      assert.equal(first.json.status, "processing");
      assert.deepEqual(first.json.pending_formats, ["pdf"]);
      assert.equal((await service.get(`/v1/compare/${id}?format=docx`)).json.status, "ready");
      const { name, type, body } = await download(service, id, "pdf");
      assert.equal(name, "revised-redline.pdf");
      assert.equal(type, "application/pdf");
      assert.equal(body.subarray(0, 5).toString(), "%PDF-");
    });

    test("a PDF of the changed pages alone has a name of its own", ["artifact.pdf_changed_pages_only"], async () => {
      const { id } = await service.ready({ options: { formats: "pdf_changed_pages_only" } }, "docx");
      const { name, body } = await download(service, id, "pdf_changed_pages_only");
      assert.equal(name, "revised-redline-changed-pages.pdf");
      assert.equal(body.subarray(0, 5).toString(), "%PDF-");
    });

    test("pdf_legend adds to the PDF", ["6a.pdf_legend"], async () => {
      const documents = { original: wordDocument("The fee is 10."), modified: wordDocument("The fee is 20.") };
      const sizes: number[] = [];
      for (const legend of ["false", "true"]) {
        const { id } = await service.ready({ ...documents, options: { formats: "pdf", pdf_legend: legend } }, "docx");
        sizes.push((await download(service, id, "pdf")).body.length);
      }
      assert.ok(sizes[1]! > sizes[0]!);
    });
  },
  ({ service, test }) => {
    test("a format of the form that there is none of is refused", ["artifact.pdf"], async () => {
      refused(await service.postComparison({ options: { formats: "pdf,odt" } }), 400, "UNSUPPORTED_FORMAT");
    });
  },
);

async function download(service: Service, id: string, format: string) {
  const { json } = await service.end(id, { format });
  assert.equal(json.status, "ready", JSON.stringify(json));
  const [{ url, file_name: name }] = json.downloads;
  const { headers, body } = await service.get(url);
  return { name, type: headers["content-type"], body };
}
