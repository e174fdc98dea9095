// Tests the pages of the whole service: which exist, their content, and the targets of their links.

import { afterAll, expect, test } from "vitest";
import { startDescribedServer } from "./testing/described-server.ts";

const server = startDescribedServer();
afterAll(() => server.close());
const read = (path: string) => server.app.inject(path);

const list = (await read("/llms.txt")).body;
const paths = [...list.matchAll(/\]\((\/docs[^)]*)\.md\)/g)].map(([, path]) => path!);

test("[SRV-91] /llms.txt lists every page, and each is there as HTML and as Markdown", async () => {
  expect(list).toMatch(/^# Versus\n\n> /);
  const guides = [
    "",
    "/compare",
    "/embedding",
    "/merge",
    "/documents",
    "/edit-with-an-agent",
    "/command-line",
    "/webhooks",
    "/retention",
    "/self-host",
  ];
  const reference = ["/reference", "/shapes", "/errors", "/edits", "/listing", "/redline", "/local-copy"];
  expect(paths).toEqual([...guides, ...reference, "/configuration", "/changelog"].map((name) => `/docs${name}`));
  for (const path of paths) {
    const [page, markdown] = await Promise.all([read(path), read(`${path}.md`)]);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(markdown.headers["content-type"]).toBe("text/markdown; charset=utf-8");
    expect(markdown.body).toMatch(/^# /);
  }
});

test("no cell of a column called Meaning is empty, on no page", async () => {
  for (const path of paths) {
    const { body } = await read(path);
    expect([...body.matchAll(/<td data-label="Meaning"><\/td>/g)], path).toEqual([]);
  }
});

test("[SRV-92] every link of every page leads to a page and to a place that is there", async () => {
  const bodies = new Map<string, string>();
  const bodyOf = async (path: string): Promise<string | undefined> => {
    if (!bodies.has(path)) {
      const { statusCode, body } = await read(path);
      if (statusCode !== 200) return undefined;
      bodies.set(path, body);
    }
    return bodies.get(path);
  };
  const dead: string[] = [];
  let count = 0;
  for (const path of paths) {
    for (const [, href = ""] of ((await bodyOf(path)) ?? "").matchAll(/href="([^"]*)"/g)) {
      count += 1;
      const [target = "", fragment] = href.replaceAll("&#38;", "&").split("#");
      const body = await bodyOf(target === "" ? path : target);
      const isThere = body !== undefined && (fragment === undefined || body.includes(` id="${fragment}"`));
      if (!isThere) dead.push(`${path}: ${href}`);
    }
    for (const [, href = ""] of (await read(`${path}.md`)).body.matchAll(/\]\(([^)\s]+)\)/g)) {
      const [target = ""] = href.split("#");
      if (target !== "" && (await bodyOf(target)) === undefined) dead.push(`${path}.md: ${href}`);
    }
  }
  expect(dead).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

test("no page has two places of one name", async () => {
  for (const path of paths) {
    const ids = [...(await read(path)).body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      path,
    ).toEqual([]);
  }
});
