// Reads and writes the grey picture of a page (PGM), one byte per pixel.
//
// pdftoppm writes this format, and tesseract reads it.

export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  /** Row by row from the top left corner; 0 is black. */
  readonly pixels: Uint8Array;
}

/** Returns the picture, or undefined if the bytes are not a PGM picture or not a complete one. */
export function readPgm(bytes: Uint8Array): GrayPicture | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString("latin1");
  const match = /^P5\s(\d{1,6})\s(\d{1,6})\s255\s/.exec(head);
  if (match === null) return undefined;
  const [all, width, height] = [match[0], Number(match[1]), Number(match[2])];
  const pixels = new Uint8Array(bytes.subarray(all.length, all.length + width * height));
  return pixels.length === width * height ? { width, height, pixels } : undefined;
}

export function writePgm({ width, height, pixels }: GrayPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, "latin1"), pixels]);
}
