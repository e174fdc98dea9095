// Names of files and of authors.

import assert from "node:assert/strict";
import type { Comparison } from "../calls/service.ts";
import { readZipText } from "../documents/zip.ts";
import { theme } from "../running/theme.ts";

export const names = theme("names", ({ service, ordinary, test }) => {
  const authorsOf = async (comparison: Comparison): Promise<string[]> => {
    const { downloads } = await service.ready(comparison, "docx,json");
    const xml = readZipText(await service.fetch(downloads[0]?.url), "word/document.xml");
    const inWord = [...xml.matchAll(/w:author="([^"]*)"/g)].map(([, name = ""]) => plain(name));
    const data = String(await service.fetch(downloads[1]?.url));
    const inData = [...data.matchAll(/"author":\s*("(?:[^"\\]|\\.)*")/g)].map(([, name = ""]) => JSON.parse(name));
    assert.ok(inWord.length > 0 && inData.length > 0);
    return [...new Set([...inWord, ...inData])];
  };

  const authors: readonly (readonly [string, string | undefined, string])[] = [
    ["without one it is the service account and the revised file", undefined, `${ordinary.address}-revised.docx`],
    ["an empty one counts as none", "", `${ordinary.address}-revised.docx`],
    ["one of spaces counts as none", " \t ", `${ordinary.address}-revised.docx`],
    ["one of control characters counts as none", "\u0001\u0007\u007f", `${ordinary.address}-revised.docx`],
    ["it is written as it is", " Müller & Söhne <law> 法 ", " Müller & Söhne <law> 法 "],
    ["control characters are stripped", "A\u0000B\u001bC\u007fD\u0085E\tF", "ABCDEF"],
    ["100 characters are kept", "é".repeat(101), "é".repeat(100)],
    ["no character is cut in two", "😀".repeat(101), "😀".repeat(100)],
  ];
  for (const [name, author, expected] of authors) {
    test(`author: ${name}`, async () => {
      assert.deepEqual(await authorsOf(author === undefined ? {} : { author }), [expected]);
    });
  }

  test("two files of the same name are told apart, the original keeps its own", async () => {
    const sameName = { originalName: "contract.docx", modifiedName: "contract.docx" };
    assert.deepEqual(await authorsOf(sameName), [`${ordinary.address}-contract (2).docx`]);
    const { downloads } = await service.ready(sameName, "docx,json");
    assert.equal(downloads[0]?.file_name, "contract (2)-redline.docx");
    const { documents } = JSON.parse(String(await service.fetch(downloads[1]?.url)));
    assert.deepEqual(documents, [
      { role: "original", name: "contract.docx" },
      { role: "modified", name: "contract (2).docx" },
    ]);
  });

  const artifacts: readonly (readonly [string, string])[] = [
    ["Lease (final) v2.1_b-c.docx", "Lease (final) v2.1_b-c-redline.docx"],
    ["Verträge 契約.docx", "Verträge 契約-redline.docx"],
    ["a&b;c'd#e.docx", "a_b_c_d_e-redline.docx"],
    ["SHOUTED.DOCX", "SHOUTED-redline.docx"],
    ["../../folder/inner.docx", "inner-redline.docx"],
    [`${"x".repeat(240)}.docx`, `${"x".repeat(137)}-redline.docx`],
  ];
  for (const [given, expected] of artifacts) {
    test(`a revised file ${given.slice(0, 40)} gives ${expected.slice(0, 40)}`, async () => {
      const { downloads } = await service.ready({ modifiedName: given });
      assert.equal(downloads[0]?.file_name, expected);
      const { headers } = await service.get(downloads[0]?.url ?? "");
      assert.ok(headers["content-disposition"]?.includes(`filename*=UTF-8''${encoded(expected)}`));
    });
  }
});

function plain(attribute: string): string {
  const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
  return attribute.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? "");
}

function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
