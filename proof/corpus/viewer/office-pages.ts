// How many pages LibreOffice prints of a redline: the yardstick for the pages of the view.
//
// It prints the copy that the PDFs of the service are printed from, because of a document with tracked changes it prints other
// clause numbers. The two can only agree where both find fonts of the widths that the document was written with.

import { spawnSync } from "node:child_process";
import { nodeZlib } from "@versus/engine/node-zlib";
import { printTask } from "@versus/engine/tasks";
import type { OfficeSession } from "../../office/office-session.ts";
import { readPrinted } from "../pdf/read-printed.ts";

/** Fonts of Word, and the free ones of the same widths. */
const TWINS: ReadonlyMap<string, RegExp> = new Map([
  ["Arial", /arial|arimo|liberation sans/i],
  ["Times New Roman", /times new roman|tinos|liberation serif/i],
  ["Courier New", /courier new|cousine|liberation mono/i],
  ["Calibri", /calibri|carlito/i],
  ["Cambria", /cambria|caladea/i],
]);

/** Why page counts of this machine say nothing; undefined when it has the fonts. */
export function fontProblem(): string | undefined {
  const missing = [...TWINS].filter(([family, twin]) => {
    const { stdout } = spawnSync("fc-match", ["--format", "%{family}", family], { encoding: "utf8" });
    return !twin.test(stdout ?? "");
  });
  if (missing.length === 0) return undefined;
  const names = missing.map(([family]) => family).join(", ");
  return `no font with the widths of ${names} (install fonts-liberation, fonts-crosextra-carlito, fonts-crosextra-caladea)`;
}

/** Undefined where it prints nothing. */
export async function officePages(office: OfficeSession, redline: Uint8Array): Promise<number | undefined> {
  const printed = await office.print(printTask({ bytes: redline, codec: nodeZlib }).docx);
  return "error" in printed ? undefined : (await readPrinted(printed.ok)).pages.length;
}
