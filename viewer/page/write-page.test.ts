// Tests the page around a fragment: its policy, script, styles, fonts and settings.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pageEnd, pageStart, splitPage, wholePage, writePage } from "./write-page.ts";

const fragment = (more: object = {}): string =>
  JSON.stringify({
    version: 1,
    css: ".p1{color:#000000}",
    html: '<template class="ck" data-sec="0"><p>a</p></template>',
    data: {
      kind: "comparison",
      documents: [{ role: "modified", name: "</title><script>x</script>.docx" }],
      changes: [],
    },
    ...more,
  });

const policyOf = (page: string): string => /Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!;
const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
const stylesOf = (page: string): string[] => [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text!);

describe("a page", () => {
  const page = writePage(fragment(), wholePage);

  test("[VEW-1] allows its own script and styles by their hashes, and no other", () => {
    const policy = policyOf(page);
    const script = /<script>([\s\S]*?)<\/script><\/body>/.exec(page)![1]!;
    const styles = stylesOf(page).map((text) => `'${hashOf(text)}'`);
    expect(styles).toHaveLength(2);
    expect(policy).toContain(`script-src '${hashOf(script)}';`);
    expect(policy).toContain(`style-src ${styles.join(" ")};`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
  });

  test("[VEW-36] carries the fonts that its document uses, and names no host", () => {
    const facesIn = (css: string, fonts: readonly string[], asked = wholePage): string[] => {
      const data = { kind: "comparison", documents: [], changes: [], fonts };
      const written = writePage(fragment({ css, data }), asked);
      for (const text of stylesOf(written)) expect(policyOf(written)).toContain(`'${hashOf(text)}'`);
      if (asked.fonts !== "web") expect(policyOf(written)).not.toContain("http");
      const faces = /font-family:(\w+);font-style:(\w+);font-weight:(\d+);src:url\(data:font\/woff2;base64,/g;
      return [...written.matchAll(faces)].map(([, ...face]) => face.join(" "));
    };
    const upright = ["Carlito normal 400", "Carlito normal 700"];
    expect(facesIn(".p1{color:#000000}", ["Carlito"])).toEqual(upright);
    const italic = ["Carlito italic 400", "Carlito italic 700"];
    expect(facesIn(".p1{font-style:italic;}", ["Carlito", "Nowhere", "../x"])).toEqual([...upright, ...italic]);
    expect(facesIn("", ["Arimo", "Caladea", "Carlito", "Cousine", "Tinos"])).toHaveLength(10);
    expect(facesIn("", ["Carlito"], { ...wholePage, fonts: "none" })).toEqual([]);
    expect(facesIn("", ["Carlito"], { ...wholePage, fonts: "web" })).toEqual([]);
    expect(policyOf(page)).toContain("font-src data:;");
    expect(policyOf(writePage(fragment(), { ...wholePage, fonts: "web" }))).toContain(
      " https://fonts.googleapis.com; font-src https://fonts.gstatic.com data:;",
    );
  });

  test("[VEW-2] shows names of documents as text", () => {
    expect(page).not.toContain("<script>x");
    expect(page.match(/<\/title>/g)).toHaveLength(1);
  });

  test("[VEW-5] carries blocks as text that the browser's parser leaves alone", () => {
    expect(page).toContain('<script type="text/html" class="ck" data-sec="0"><p>a</p></script>');
    expect(page).not.toContain("<template");
  });

  test("[VEW-6] start and end do not depend on the size of the document", () => {
    const { facts, body } = splitPage(fragment());
    const larger = splitPage(fragment({ html: "<p>a</p>".repeat(9999), css: ".p1{color:#000000}".repeat(9999) }));
    const startOf = (parts: typeof larger): Buffer => Buffer.concat(pageStart(parts.facts, wholePage));
    expect(startOf(larger)).toHaveLength(startOf({ facts, body }).length);
    expect(`${startOf({ facts, body })}${body}${Buffer.concat(pageEnd(wholePage))}`).toBe(page);
  });

  test("[VEW-6] two pages share the bytes of their fonts, styles and script", () => {
    const { facts } = splitPage(fragment({ data: { documents: [], fonts: ["Carlito"] } }));
    const large = () => [...pageStart(facts, wholePage), ...pageEnd(wholePage)].filter(({ length }) => length > 2_000);
    const [first, second] = [large(), large()];
    expect(first).toHaveLength(3);
    for (const [index, piece] of first.entries()) expect(piece).toBe(second[index]);
  });

  test("is silent without an origin", () => {
    expect(page).toContain('{"origin":null,');
    expect(writePage(fragment(), { ...wholePage, origin: "https://host.example" })).toContain('"https://host.example"');
  });

  test("[VEW-3] is the same for the same fragment, and refuses a version that nobody wrote", () => {
    expect(writePage(fragment(), wholePage)).toBe(page);
    expect(() => writePage(fragment({ version: 99 }), wholePage)).toThrow("version 99");
  });

  test("[VEW-3] is made of a fragment of every version, of which one file each is kept", () => {
    const folder = join(import.meta.dirname, "../fragments");
    const names = readdirSync(folder).sort();
    expect(names).toEqual(names.map((_, index) => `version-${index + 1}.json`));
    for (const name of names) {
      expect(writePage(readFileSync(join(folder, name), "utf8"), wholePage)).toContain('class="ck"');
    }
    expect(() => writePage(fragment({ version: names.length + 1 }), wholePage)).toThrow("is not known");
  });
});
