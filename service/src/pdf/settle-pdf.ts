// Makes the PDFs that LibreOffice writes reproducible (PDF-1).
//
// Two prints of one document differ in the time, the id and the checksum, which are outside compressed streams. They
// are overwritten in place with the same number of bytes, so that no offset of the file changes. The producer becomes
// our name, because the version of the office program does not help a reader.

/** Returns the PDF with fixed values. `date` is the creation date of the redline. */
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
  /** Its only group is overwritten. */
  readonly pattern: RegExp;
  /** Returns a value of the same length as the old one. */
  readonly value: (old: string, day: string) => string;
}

const zeros = (old: string): string => old.replace(/[0-9A-Fa-f]/g, "0");

const PATCHES: readonly Patch[] = [
  { pattern: /\/(?:CreationDate|ModDate)\(D:(\d{14})/g, value: (_, day) => day },
  { pattern: /\/ID \[ (<[0-9A-F]{32}>\s<[0-9A-F]{32}>) \]/g, value: zeros },
  { pattern: /\/DocChecksum \/([0-9A-F]{32})/g, value: zeros },
  { pattern: /\/(?:Creator|Producer)<(FEFF[0-9A-F]+)>/g, value: (old) => utf16("Versus", old.length) },
];

/** Returns a text in the encoding of LibreOffice, padded with spaces. */
function utf16(text: string, length: number): string {
  const characters = text.slice(0, length / 4 - 1).padEnd(length / 4 - 1);
  return `FEFF${[...characters].map((one) => one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")).join("")}`;
}
