import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { wholePage, writePage } from "./write-page.ts";

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

describe("a page", () => {
  const page = writePage(fragment(), wholePage);

  test("[VEW-1] allows its own script and styles by their hashes, and no other", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!;
    const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
    const script = /<script>([\s\S]*?)<\/script><\/body>/.exec(page)![1]!;
    const styles = /<style>([\s\S]*?)<\/style>/.exec(page)![1]!;
    expect(policy).toContain(`script-src '${hashOf(script)}';`);
    expect(policy).toContain(`style-src '${hashOf(styles)}' https://fonts.googleapis.com;`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
  });

  test("[VEW-2] shows names of documents as text", () => {
    expect(page).not.toContain("<script>x");
    expect(page.match(/<\/title>/g)).toHaveLength(1);
  });

  test("[VEW-5] carries blocks as text that the browser's parser leaves alone", () => {
    expect(page).toContain('<script type="text/html" class="ck" data-sec="0"><p>a</p></script>');
    expect(page).not.toContain("<template");
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
