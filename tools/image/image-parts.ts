// Starts Postgres and an S3 store outside the image, and returns the settings for them.
//
// They are prepared as deploy/README.md describes for operators. The settings are for production, with the secrets in
// files.

import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCephBucket } from "../servers/ceph-bucket.ts";
import { startPostgres } from "../servers/start-postgres.ts";
import { secretsFolder } from "./buildah.ts";

export interface ImageParts {
  readonly settings: Readonly<Record<string, string>>;
  /** A folder with the files that the settings name. */
  readonly secrets: string;
  /** The setting for the role that owns the tables. */
  readonly ownerSettings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const bucket = "documents";
const base64Secret = () => randomBytes(32).toString("base64");

export async function startImageParts(): Promise<ImageParts> {
  const postgres = await startPostgres({ ...process.env, DATABASE_URL: undefined });
  const ceph = await startCephBucket(bucket).catch(async (problem: unknown) => {
    await postgres.stop();
    throw problem;
  });
  const secrets = mkdtempSync(join(tmpdir(), "versus-secrets-"));
  const stop = async () => {
    await Promise.all([postgres.stop(), ceph.stop()]);
    rmSync(secrets, { recursive: true, force: true });
  };
  const { hostname, port } = new URL(postgres.url);
  const passwords = { owner: randomBytes(24).toString("hex"), runtime: randomBytes(24).toString("hex") };
  execFileSync("bash", [join(import.meta.dirname, "../../deploy/create-roles.sh")], {
    env: {
      ...process.env,
      ...{ PGHOST: hostname, PGPORT: port, PGUSER: "postgres" },
      ...{ OWNER_PASSWORD: passwords.owner, RUNTIME_PASSWORD: passwords.runtime },
    },
  });
  const urlOf = (role: "owner" | "runtime") =>
    `postgres://versus_${role}:${passwords[role]}@${hostname}:${port}/versus`;
  const files = {
    "owner-database-url": urlOf("owner"),
    "database-url": urlOf("runtime"),
    "master-key": `1:${base64Secret()}`,
    "signing-keys": `image:${base64Secret()}`,
    "store-credentials": `[default]\naws_access_key_id = ${ceph.accessKeyId}\naws_secret_access_key = ${ceph.secretAccessKey}\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(secrets, name), text);
  // The image's user, who has no name on this machine, reads them.
  chmodSync(secrets, 0o755);
  const endpoint = encodeURIComponent(ceph.endpoint);
  const settings = {
    DATABASE_URL_FILE: `${secretsFolder}/database-url`,
    VERSUS_DATABASE_TLS: "off",
    VERSUS_STORE: `s3://${bucket}?region=default&encryption=off&endpoint=${endpoint}`,
    AWS_SHARED_CREDENTIALS_FILE: `${secretsFolder}/store-credentials`,
    VERSUS_MASTER_KEY_FILE: `${secretsFolder}/master-key`,
    VERSUS_SIGNING_KEYS_FILE: `${secretsFolder}/signing-keys`,
    VERSUS_DOMAIN: "versus.localhost",
    VERSUS_BASE_URL_US: "https://versus.localhost",
    VERSUS_TRUSTED_PROXIES: "loopback",
    // A process in a chroot may create no user namespace, so bubblewrap cannot work here.
    VERSUS_SANDBOX: "seccomp",
  };
  const ownerSettings = { DATABASE_URL_FILE: `${secretsFolder}/owner-database-url` };
  return { settings, ownerSettings, secrets, stop };
}
