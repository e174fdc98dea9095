// Detects OLE containers, in which Word stores documents that have a password.
//
// The names of a container's streams are in directory entries of 128 bytes, in UTF-16, each at the start of its entry. They
// compare without regard to case (MS-CFB, 2.6.1 and 2.6.4). The reader only checks whether one of them exists.

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ENTRY_SIZE = 128;
const FIRST_SECTOR = 512;

export function isOleContainer(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** True if the container holds an encrypted package (MS-OFFCRYPTO, 2.3.4.4). */
export function holdsEncryptedPackage(bytes: Uint8Array): boolean {
  for (let entry = FIRST_SECTOR; entry < bytes.length; entry += ENTRY_SIZE) {
    if (hasName(bytes, entry, "ENCRYPTEDPACKAGE")) return true;
  }
  return false;
}

function hasName(bytes: Uint8Array, entry: number, name: string): boolean {
  for (let index = 0; index < name.length; index += 1) {
    const letter = String.fromCharCode(bytes[entry + index * 2] ?? 0).toUpperCase();
    if (letter !== name[index] || bytes[entry + index * 2 + 1] !== 0) return false;
  }
  return true;
}
