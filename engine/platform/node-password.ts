// The password of a document's protection, hashed as Word keeps it (ISO 29500-4, 14.8.1; ISO 29500-1, 17.15.1.29), with the
// SHA-512 of Node and a salt that is handed in.
//
// A password of up to 15 characters is first made a key of 32 bits, as Word 97 did. That key is written as eight hexadecimal
// digits, lowest byte first, in UTF-16; the SHA-512 of the salt and those is hashed again and again, each time with the
// number of the round behind it.

import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { PasswordHash } from "../src/tasks.ts";

const saltBytes = 16;
/** As Word does. */
const rounds = 100_000;
/** Others have their turn after so many. */
const roundsAtOnce = 2000;

/** `password` is 1 to 15 characters of printable ASCII. */
export async function hashPassword(password: string, random: (size: number) => Uint8Array): Promise<PasswordHash> {
  const salt = Buffer.from(random(saltBytes));
  const digits = Buffer.alloc(4);
  digits.writeUInt32LE(wordKey(password));
  const text = Buffer.from(digits.toString("hex").toUpperCase(), "utf16le");
  let digest = hash("sha512", Buffer.concat([salt, text]), "buffer");
  const round = Buffer.alloc(digest.length + 4);
  for (let count = 0; count < rounds; count++) {
    digest.copy(round);
    round.writeUInt32LE(count, digest.length);
    digest = hash("sha512", round, "buffer");
    if (count % roundsAtOnce === roundsAtOnce - 1) await setImmediate();
  }
  return { hash: digest.toString("base64"), salt: salt.toString("base64"), spinCount: rounds };
}

/** What the upper half begins with, by the length of the password. */
const beginnings = [
  0xe1f0, 0x1d0f, 0xcc9c, 0x84c0, 0x110c, 0x0e10, 0xf1ce, 0x313e, 0x1872, 0xe139, 0xd40f, 0x84f9, 0x280c, 0xa96a,
  0x4ec3,
];

/** What the lowest bit of a character adds to the upper half, by its place counted from the end of 15; each further bit
 * adds the next number of the register that the polynomial 0x1021 drives. */
const places = [
  0xaefc, 0x7b61, 0x4563, 0x0375, 0xd849, 0x6f45, 0xeb23, 0x47d3, 0xb861, 0x45a0, 0xaa51, 0x76b4, 0x3730, 0x3331,
  0x1021,
];
const bitsOfCharacter = 7;

/** The key of a password as Word 97 made it. */
export function wordKey(password: string): number {
  const characters = Buffer.from(password, "latin1");
  return ((upperHalf(characters) << 16) | lowerHalf(characters)) >>> 0;
}

function upperHalf(characters: Uint8Array): number {
  let half = beginnings[characters.length - 1] ?? 0;
  for (const [index, character] of characters.entries()) {
    let added = places[places.length - characters.length + index] ?? 0;
    for (let bit = 0; bit < bitsOfCharacter; bit++) {
      if ((character >> bit) & 1) half ^= added;
      added = ((added << 1) & 0xffff) ^ (added & 0x8000 ? 0x1021 : 0);
    }
  }
  return half;
}

function lowerHalf(characters: Uint8Array): number {
  let half = 0;
  for (const character of [...characters.toReversed(), characters.length]) {
    half = ((half >> 14) & 1) | ((half << 1) & 0x7fff);
    half ^= character;
  }
  return half ^ 0xce4b;
}
