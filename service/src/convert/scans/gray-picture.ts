// The picture of a page in grey, one byte a pixel, as pdftoppm writes it and tesseract takes it (PGM).

export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  /** From the top left corner, row by row; 0 is black. */
  readonly pixels: Uint8Array;
}

/** Undefined where it is no picture, or not all of one. */
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
