// Counts the pages that LibreOffice prints of a redline: the reference for the pages of the view.
//
// LibreOffice prints the copy that the service prints its PDFs from, because LibreOffice prints wrong clause numbers
// for a document with tracked changes. The counts can agree only if the machine has fonts with the widths of the
// document's fonts.

import { spawnSync } from "node:child_process";
import { nodeZlib } from "@versus/engine/node-zlib";
import { printTask } from "@versus/engine/tasks";
import type { OfficeSession } from "../../office/office-session.ts";
import { readPrinted } from "../pdf/read-printed.ts";

/** Maps a Word font to the names of that font and of free fonts with the same widths. */
const TWINS: ReadonlyMap<string, RegExp> = new Map([
  ["Arial", /arial|arimo|liberation sans/i],
  ["Times New Roman", /times new roman|tinos|liberation serif/i],
  ["Courier New", /courier new|cousine|liberation mono/i],
  ["Calibri", /calibri|carlito/i],
  ["Cambria", /cambria|caladea/i],
]);

/** Returns why page counts of this machine prove nothing; undefined if it has the fonts. */
export function fontProblem(): string | undefined {
  const missing = [...TWINS].filter(([family, twin]) => {
    const { stdout } = spawnSync("fc-match", ["--format", "%{family}", family], { encoding: "utf8" });
    return !twin.test(stdout ?? "");
  });
  if (missing.length === 0) return undefined;
  const names = missing.map(([family]) => family).join(", ");
  return `no font with the widths of ${names} (install fonts-liberation, fonts-crosextra-carlito, fonts-crosextra-caladea)`;
}

/** Returns undefined if LibreOffice prints nothing. */
export async function officePages(office: OfficeSession, redline: Uint8Array): Promise<number | undefined> {
  const printed = await office.print(printTask({ bytes: redline, codec: nodeZlib }).docx);
  return "error" in printed ? undefined : (await readPrinted(printed.ok)).pages.length;
}
