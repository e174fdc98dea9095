// Makes a small picture with random colours.

import { deflateSync } from "node:zlib";
import { nodeZlib } from "@versus/engine/node-zlib";
import { drawIndex, type RandomNumbers } from "../../runner/random.ts";

const SIZE = 8;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Eight bits each for red, green and blue, not interlaced. */
const FORMAT = [8, 2, 0, 0, 0];

export function makePng(random: RandomNumbers): Uint8Array {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  const row = (): number[] => [0, ...Array.from({ length: SIZE * 3 }, () => drawIndex(random, 256))];
  const pixels = Buffer.from(Array.from({ length: SIZE }, row).flat());
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk("IHDR", Buffer.concat([header, Buffer.from(FORMAT)])),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(data.length, 0);
  content.copy(framed, 4);
  framed.writeUInt32BE(nodeZlib.crc32(content), content.length + 4);
  return framed;
}
