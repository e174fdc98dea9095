// Tests names of files and of authors.

import assert from "node:assert/strict";
import type { Comparison } from "../calls/service.ts";
import { readZipText } from "../documents/zip.ts";
import type { RuleId } from "../rules.ts";
import { type Stage, theme } from "../running/theme.ts";

export const names = theme("names", writeAuthorTests, writeFileTests);

function writeAuthorTests({ service, ordinary, test }: Stage): void {
  const authorsOf = async (comparison: Comparison): Promise<string[]> => {
    const { downloads } = await service.ready(comparison, "docx,json");
    const xml = readZipText(await service.fetch(downloads[0]?.url), "word/document.xml");
    const inWord = [...xml.matchAll(/w:author="([^"]*)"/g)].map(([, name = ""]) => plain(name));
    const data = String(await service.fetch(downloads[1]?.url));
    const inData = [...data.matchAll(/"author":\s*("(?:[^"\\]|\\.)*")/g)].map(([, name = ""]) => JSON.parse(name));
    assert.ok(inWord.length > 0 && inData.length > 0);
    return [...new Set([...inWord, ...inData])];
  };

  const authors: readonly (readonly [string, string | undefined, string, readonly RuleId[]])[] = [
    [
      "without one it is the service account and the revised file",
      undefined,
      `${ordinary.address}-revised.docx`,
      ["compare.rule-4.default", "3.address"],
    ],
    ["an empty one counts as none", "", `${ordinary.address}-revised.docx`, ["compare.rule-4.blank"]],
    ["one of spaces counts as none", " \t ", `${ordinary.address}-revised.docx`, ["compare.rule-4.blank"]],
    [
      "one of control characters counts as none",
      "\u0001\u0007\u007f",
      `${ordinary.address}-revised.docx`,
      ["compare.rule-4.blank"],
    ],
    [
      "it is written as it is",
      " Müller & Söhne <law> 法 ",
      " Müller & Söhne <law> 法 ",
      ["compare.rule-4.verbatim", "compare.author"],
    ],
    [
      "control characters are stripped",
      "A\u0000B\u001bC\u007fD\u0085E\tF",
      "ABCDEF",
      ["compare.rule-4.verbatim", "limits.author"],
    ],
    ["100 characters are kept", "é".repeat(101), "é".repeat(100), ["compare.rule-4.verbatim", "limits.author"]],
    ["no character is cut in two", "😀".repeat(101), "😀".repeat(100), ["limits.author"]],
  ];
  for (const [name, author, expected, rules] of authors) {
    test(`author: ${name}`, rules, async () => {
      assert.deepEqual(await authorsOf(author === undefined ? {} : { author }), [expected]);
    });
  }

  test(
    "two files of the same name are told apart, the original keeps its own",
    ["compare.rule-3", "6.same-names", "7.top"],
    async () => {
      const sameName = { originalName: "contract.docx", modifiedName: "contract.docx" };
      assert.deepEqual(await authorsOf(sameName), [`${ordinary.address}-contract (2).docx`]);
      const { downloads } = await service.ready(sameName, "docx,json");
      assert.equal(downloads[0]?.file_name, "contract (2)-redline.docx");
      const { documents } = JSON.parse(String(await service.fetch(downloads[1]?.url)));
      assert.deepEqual(documents, [
        { role: "original", name: "contract.docx" },
        { role: "modified", name: "contract (2).docx" },
      ]);
    },
  );
}

function writeFileTests({ service, test }: Stage): void {
  const artifacts: readonly (readonly [string, string])[] = [
    ["Lease (final) v2.1_b-c.docx", "Lease (final) v2.1_b-c-redline.docx"],
    ["Verträge 契約.docx", "Verträge 契約-redline.docx"],
    ["a&b;c'd#e.docx", "a_b_c_d_e-redline.docx"],
    ["SHOUTED.DOCX", "SHOUTED-redline.docx"],
    ["../../folder/inner.docx", "inner-redline.docx"],
    [`${"x".repeat(240)}.docx`, `${"x".repeat(137)}-redline.docx`],
  ];
  for (const [given, expected] of artifacts) {
    test(
      `a revised file ${given.slice(0, 40)} gives ${expected.slice(0, 40)}`,
      ["6.names", "download.file_name"],
      async () => {
        const { downloads } = await service.ready({ modifiedName: given });
        assert.equal(downloads[0]?.file_name, expected);
        const { headers } = await service.get(downloads[0]?.url ?? "");
        assert.ok(headers["content-disposition"]?.includes(`filename*=UTF-8''${encoded(expected)}`));
      },
    );
  }
}

function plain(attribute: string): string {
  const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
  return attribute.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? "");
}

function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
