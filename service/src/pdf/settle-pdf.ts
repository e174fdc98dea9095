// Makes a PDF of LibreOffice the same every time (PDF-1).
//
// Two prints of one document differ in the time, the id and the checksum, which stand outside of any compressed stream. They are
// written over in place, with as many bytes, so that no offset of the file moves. The producer gets our name, for
// the version of the office program tells a reader nothing.

/** `date` is when the redline was made. */
export function settlePdf(pdf: Uint8Array, date: Date): Uint8Array {
  const settled = Buffer.from(pdf);
  const text = settled.toString("latin1");
  const day = date.toISOString().replace(/[-:T]/g, "").slice(0, 14);
  for (const { pattern, value } of PATCHES) {
    for (const match of text.matchAll(pattern)) {
      const [whole, old] = match as unknown as [string, string];
      const start = match.index + whole.indexOf(old, whole.indexOf("/") + 3);
      settled.write(value(old, day), start, "latin1");
    }
  }
  return new Uint8Array(settled);
}

interface Patch {
  /** Its only group is written over. */
  readonly pattern: RegExp;
  /** As many characters as the old value. */
  readonly value: (old: string, day: string) => string;
}

const zeros = (old: string): string => old.replace(/[0-9A-Fa-f]/g, "0");

const PATCHES: readonly Patch[] = [
  { pattern: /\/(?:CreationDate|ModDate)\(D:(\d{14})/g, value: (_, day) => day },
  { pattern: /\/ID \[ (<[0-9A-F]{32}>\s<[0-9A-F]{32}>) \]/g, value: zeros },
  { pattern: /\/DocChecksum \/([0-9A-F]{32})/g, value: zeros },
  { pattern: /\/(?:Creator|Producer)<(FEFF[0-9A-F]+)>/g, value: (old) => utf16("Versus", old.length) },
];

/** A text as LibreOffice writes texts, filled up with spaces. */
function utf16(text: string, length: number): string {
  const characters = text.slice(0, length / 4 - 1).padEnd(length / 4 - 1);
  return `FEFF${[...characters].map((one) => one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")).join("")}`;
}
