// Hashes the password of document protection as Word stores it.
//
// The format is ISO 29500-4, 14.8.1 and ISO 29500-1, 17.15.1.29. Node computes the SHA-512. The caller passes a source
// of random bytes for the salt.
// 1. A password of up to 15 characters becomes a key of 32 bits, as in Word 97.
// 2. The key is written as eight hexadecimal digits in UTF-16, lowest byte first.
// 3. The SHA-512 of the salt and the digits is hashed again and again. Each round appends its number.

import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { PasswordHash } from "../src/tasks.ts";

const saltBytes = 16;
/** Number of rounds, the same as in Word. */
const rounds = 100_000;
/** Rounds between two yields to the event loop, so that other work can run. */
const roundsAtOnce = 2000;

/** Returns the hash of a password of 1 to 15 characters of printable ASCII. */
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

/** Indexed by the length of the password minus 1: initial value of the upper half of the key. */
const beginnings = [
  0xe1f0, 0x1d0f, 0xcc9c, 0x84c0, 0x110c, 0x0e10, 0xf1ce, 0x313e, 0x1872, 0xe139, 0xd40f, 0x84f9, 0x280c, 0xa96a,
  0x4ec3,
];

/**
 * Value that the lowest bit of a character adds to the upper half. Indexed by the position of the character, aligned to the end
 * of 15. Each higher bit adds the next value of the shift register with the polynomial 0x1021.
 */
const places = [
  0xaefc, 0x7b61, 0x4563, 0x0375, 0xd849, 0x6f45, 0xeb23, 0x47d3, 0xb861, 0x45a0, 0xaa51, 0x76b4, 0x3730, 0x3331,
  0x1021,
];
const bitsOfCharacter = 7;

/** Returns the key of 32 bits that Word 97 made of a password. */
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
