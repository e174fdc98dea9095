// Defines the secrets of an installation. Those in files are read again (reread-files.ts).

import type { SigningKey } from "./http/server-parts.ts";
import { inDevelopment, optional, type Setting } from "./setting.ts";
import { type MasterKeys, readMasterKeys } from "./storage/data-keys.ts";

export const secretSettings = {
  masterKeys: {
    name: "VERSUS_MASTER_KEY",
    meaning:
      "The key that encrypts the content key of every organization: `number:base64` of 32 bytes, for example `1:$(openssl rand -base64 32)`. To replace it, put a new key with another number and a comma in front, and run `versus keys rewrap` when every process has read it. If you lose it, all stored documents are lost.",
    read: readMasterKeySetting,
    absent: inDevelopment(`1:${Buffer.alloc(32, "development").toString("base64")}`),
    isSecret: true,
    isReread: true,
  },
  signingKeys: {
    name: "VERSUS_SIGNING_KEYS",
    meaning:
      "The keys that sign download addresses: `id:base64` of at least 32 bytes. The first key signs. To replace it, put the new key and a comma in front, and remove the old key after an hour.",
    read: readSigningKeys,
    absent: inDevelopment(`dev:${Buffer.alloc(32, "development").toString("base64")}`),
    isSecret: true,
    isReread: true,
  },
  storeCredentials: optional({
    name: "VERSUS_STORE_CREDENTIALS",
    meaning:
      "The credentials for buckets, of the store and of the journal: `access key id:secret access key`. In a file they can be replaced while the service runs.",
    read: readStoreCredentials,
    means: "those that the S3 client finds by itself",
    isReread: true,
  }),
} as const satisfies Record<string, Setting<unknown>>;

function readMasterKeySetting(text: string): MasterKeys {
  try {
    return readMasterKeys(text);
  } catch {
    throw new Error(
      "must be number:base64 with a number from 0 to 255 and 32 bytes; separate several keys with commas, each with its own number",
    );
  }
}

const leastSecretBytes = 32;

function readSigningKeys(text: string): readonly [SigningKey, ...SigningKey[]] {
  const [first, ...others] = text.split(",").map((entry): SigningKey => {
    const [, id, encoded] = /^\s*([A-Za-z0-9-]{1,20}):([A-Za-z0-9+/]+={0,2})\s*$/.exec(entry) ?? [];
    const secret = Buffer.from(encoded ?? "", "base64");
    if (id === undefined || secret.length < leastSecretBytes) {
      throw new Error(
        `must be one or two keys separated by a comma, each id:base64 of at least ${leastSecretBytes} bytes`,
      );
    }
    return { id, secret };
  });
  const isTwice = others[0]?.id === first?.id;
  if (first === undefined || others.length > 1 || isTwice)
    throw new Error("must be one or two keys with different ids");
  return [first, ...others];
}

function readStoreCredentials(text: string) {
  const [, accessKeyId, secretAccessKey] = /^([^\s:]+):(\S+)$/.exec(text) ?? [];
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error("must be an access key id, a colon and a secret access key");
  }
  return { accessKeyId, secretAccessKey };
}
