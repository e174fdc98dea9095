// Tests the page that the program writes, and the browser in which it opens the page.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentOf } from "../../testing/documents.ts";
import { makeFolder, runShell } from "../../testing/run-versus.ts";

const BROWSER = '#!/bin/sh\nprintf "%s" "$1" > opened\n';

function folderWith(browser: string): string {
  return makeFolder({ "a.docx": documentOf("The fee is 10."), "b.docx": documentOf("The fee is 20."), browser });
}

test("[VEW-4] two documents are compared, and the page is opened in the browser", () => {
  const folder = folderWith(BROWSER);
  const ran = runShell(folder, 'chmod +x browser; export BROWSER="$PWD/browser"; versus view a.docx b.docx');
  expect([ran.code, ran.stdout.toString(), ran.stderr]).toEqual([0, "b.html: shown in your browser.\n", ""]);
  expect(readFileSync(join(folder, "opened"), "utf8")).toBe(join(folder, "b.html"));
  expect(readFileSync(join(folder, "b.html"), "utf8")).toMatch(/<ins [^>]*>20<\/ins>/);
});

test("[VEW-4] with an output nothing is opened, and the reader is told where the page is", () => {
  const folder = folderWith(BROWSER);
  const ran = runShell(folder, 'chmod +x browser; export BROWSER="$PWD/browser"; versus view a.docx b.docx -o c.html');
  expect([ran.code, ran.stdout.toString()]).toEqual([0, "c.html: open it in a browser.\n"]);
  expect([existsSync(join(folder, "opened")), existsSync(join(folder, "c.html"))]).toEqual([false, true]);
});

test.each(["exit 3", "there-is-no-such-program"])(
  "[VEW-4] where no browser starts (%s) the reader is told where the page is",
  (line) => {
    const folder = folderWith(`#!/bin/sh\n${line}\n`);
    const ran = runShell(folder, 'chmod +x browser; export BROWSER="$PWD/browser"; versus view a.docx b.docx');
    expect([ran.code, ran.stdout.toString()]).toEqual([0, "b.html: open it in a browser.\n"]);
    const none = runShell(folder, 'export BROWSER="$PWD/none"; versus view a.docx');
    expect([none.code, none.stdout.toString()]).toEqual([0, "a.html: open it in a browser.\n"]);
  },
);
