// Creates and checks the ids that callers see.
//
// An id is a prefix for its kind and 26 characters of Crockford's base 32 in lower case. The first ten are the time in
// milliseconds (48 bits), so ids sort by creation time; sixteen are random (80 bits). Files have a UUID in lower case.
// Clock and randomness are parameters, so tests can predict ids.

/**
 * The prefixes of comparisons, merges, creations, edits, documents, versions, redlines of versions (in download
 * addresses only), webhooks, events, and requests that the service named.
 */
export type IdPrefix = "cmp" | "mrg" | "crt" | "edt" | "doc" | "ver" | "rdl" | "whk" | "evt" | "req";

/** An id of one kind. The type checker refuses an id of another kind. */
export type Id<Prefix extends IdPrefix> = `${Prefix}_${string}`;

export type Clock = () => Date;

/** Returns `size` unpredictable bytes. */
export type RandomBytes = (size: number) => Uint8Array;

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const timeCharacters = 10;
const randomBits = 80;
const lastTime = 2 ** 48 - 1;
const form = /^[0-9a-hjkmnp-tv-z]{26}$/;
const fileForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns a new id. Ids that are created in the same millisecond are not ordered. */
export function newId<Prefix extends IdPrefix>(prefix: Prefix, clock: Clock, random: RandomBytes): Id<Prefix> {
  return `${prefix}_${timePart(clock().getTime())}${randomPart(random(randomBits / 8))}`;
}

export function isId<Prefix extends IdPrefix>(prefix: Prefix, text: string): text is Id<Prefix> {
  return text.startsWith(`${prefix}_`) && form.test(text.slice(prefix.length + 1));
}

/** True if the text has the form of an id of any kind. */
export function isAnyId(text: string): boolean {
  return isFileId(text) || (/^[a-z]{3}_/.test(text) && form.test(text.slice(4)));
}

/** Returns a new file id: a UUID in lower case. */
export function newFileId(random: RandomBytes): string {
  const bytes = Buffer.from(random(16));
  // Set the version (4) and the variant of RFC 9562.
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** True for every text that has the form of a UUID in lower case. */
export function isFileId(text: string): boolean {
  return fileForm.test(text);
}

function timePart(milliseconds: number): string {
  if (!Number.isInteger(milliseconds) || milliseconds < 0 || milliseconds > lastTime) {
    throw new RangeError(`no id can carry the time ${milliseconds}`);
  }
  let rest = milliseconds;
  let text = "";
  for (let place = 0; place < timeCharacters; place++) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

// Ten bytes are sixteen groups of five bits.
function randomPart(bytes: Uint8Array): string {
  if (bytes.length !== randomBits / 8) throw new RangeError("the random source gave another number of bytes");
  let text = "";
  let held = 0;
  let heldBits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    heldBits += 8;
    while (heldBits >= 5) {
      heldBits -= 5;
      text += alphabet.charAt((held >> heldBits) & 31);
    }
    held &= (1 << heldBits) - 1;
  }
  return text;
}
