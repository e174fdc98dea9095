// Starts a Postgres for tests, or uses the one that DATABASE_URL names.
//
// Our own is started from the installed programs in a temporary folder on a free port. Its writes reach the disk as in
// production (fsync stays on), so that killing it in a test means something.

import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePorts } from "./free-ports.ts";
import { startGuarded, type User, waitUntil } from "./guarded-process.ts";

export interface RunningPostgres {
  /** URL of a database from which others may be made and dropped. */
  readonly url: string;
  /**
   * Restarts our own Postgres. `fast` cuts its sessions and ends in order, `immediate` ends it like a crash. Resolves
   * when it runs again.
   */
  restart(how: "fast" | "immediate"): Promise<void>;
  stop(): Promise<void>;
}

const debianFolder = "/usr/lib/postgresql";
const startMilliseconds = 30_000;
const settings = ["listen_addresses=127.0.0.1", "max_connections=200", "fsync=on", "shared_buffers=128MB"];

/**
 * `serverEnvironment` is for our own server. Throws an error that says what to install if there is neither DATABASE_URL
 * nor a Postgres on this machine.
 */
export async function startPostgres(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  versionsFolder = debianFolder,
  serverEnvironment: Readonly<Record<string, string>> = {},
): Promise<RunningPostgres> {
  const given = environment.DATABASE_URL;
  if (given !== undefined && given !== "") return { url: given, restart: refuseRestart, stop: async () => {} };
  const programs = findPrograms(versionsFolder, environment.PATH ?? "");
  if (programs === undefined) {
    throw new Error("No Postgres: install it (Debian: apt-get install postgresql) or set DATABASE_URL.");
  }
  return startOwn(programs, serverEnvironment);
}

async function refuseRestart(): Promise<never> {
  throw new Error("The Postgres of DATABASE_URL is not ours to restart.");
}

/** Starts the server again whenever it ends, until it gets SIGTERM, and then ends it with Postgres's fast shutdown. */
const keepRunning = `
trap 'stopped=1; kill -INT "$server"' TERM
while [ -z "$stopped" ]; do
  "$@" &
  server=$!
  while kill -0 "$server" 2>/dev/null; do wait "$server"; done
done
`;

async function startOwn(programs: string, environment: Readonly<Record<string, string>>): Promise<RunningPostgres> {
  const user = process.getuid?.() === 0 ? postgresUser() : undefined;
  const folder = mkdtempSync(join(tmpdir(), "versus-postgres-"));
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  initialize(join(programs, "initdb"), data, user);
  const [port] = await freePorts(1);
  const output = join(folder, "output");
  const server = startGuarded({
    command: "sh",
    words: [
      ...["-c", keepRunning, "keep-running", join(programs, "postgres"), "-D", data, "-p", String(port), "-k", folder],
      ...settings.flatMap((setting) => ["-c", setting]),
    ],
    signal: "TERM",
    folder,
    output,
    environment,
    ...(user === undefined ? {} : { user }),
  });
  const isUp = () => isReady(data) || !server.isRunning();
  if (!(await waitUntil(isUp, { pause: 20, patience: startMilliseconds })) || !server.isRunning()) {
    const said = existsSync(output) ? readFileSync(output, "utf8") : "";
    await server.stop();
    throw new Error(`Postgres did not start. ${said}`);
  }
  const restart = async (how: "fast" | "immediate"): Promise<void> => {
    const before = processOf(data);
    process.kill(before, how === "fast" ? "SIGINT" : "SIGQUIT");
    const isBack = () => processOf(data) !== before && isReady(data);
    if (!(await waitUntil(isBack, { pause: 20, patience: startMilliseconds }))) {
      throw new Error("Postgres did not start again.");
    }
  };
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, restart, stop: () => server.stop() };
}

/** Returns the process id of the server from the first line of postmaster.pid; 0 if the file does not exist. */
function processOf(data: string): number {
  try {
    return Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]);
  } catch {
    return 0;
  }
}

function initialize(program: string, data: string, user: User | undefined): void {
  const words = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const { status, stderr } = spawnSync(program, words, { encoding: "utf8", cwd: "/", ...user });
  if (status === 0) return;
  rmSync(join(data, ".."), { recursive: true, force: true });
  throw new Error(`initdb failed. ${stderr}`);
}

// The server writes its state into the eighth line of this file; pg_ctl waits for the same word.
function isReady(data: string): boolean {
  try {
    return readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[7]?.trim() === "ready";
  } catch {
    return false;
  }
}

// Debian keeps the programs of each version in a separate folder; other systems put them on the path.
function findPrograms(versionsFolder: string, path: string): string | undefined {
  const versions = existsSync(versionsFolder) ? readdirSync(versionsFolder).map(Number) : [];
  const newestFirst = versions.sort((one, other) => other - one);
  const debian = newestFirst.map((version) => join(versionsFolder, `${version}`, "bin"));
  const isComplete = (folder: string) => ["initdb", "postgres"].every((program) => existsSync(join(folder, program)));
  return [...debian, ...path.split(delimiter)].find(isComplete);
}

// Postgres refuses to run as root; its package creates a user for it.
function postgresUser(): User {
  const [uid, gid] = ["-u", "-g"].map((option) =>
    Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout.trim() || Number.NaN),
  );
  if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid)) {
    throw new Error("Postgres does not run as root, and there is no user postgres to run it.");
  }
  return { uid, gid };
}
