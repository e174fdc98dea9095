// Starts a real S3 store for tests and removes it afterwards: Ceph on the loopback address.
//
// It has one monitor, one storage daemon that keeps everything in memory, and one gateway. Small substitutes for S3
// corrupt streams or accept a wrong secret; installations run Ceph. It takes about 15 s to start and 200 MB.
//
// `node tools/servers/start-ceph.ts` starts it, prints one JSON line with address and keys, and ends with its input.
// The lines `stop gateway` and `start gateway` do so, and are answered when it is done. `quota N` lets the user store N
// bytes in all, and `quota off` ends that.
//
// Exits with 3 and says what to install if Ceph's programs are missing.

import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePorts } from "./free-ports.ts";
import { type GuardedProcess, startGuarded, waitUntil } from "./guarded-process.ts";

interface RunningCeph {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stopGateway(): Promise<void>;
  startGateway(): Promise<void>;
  /** Sets the number of bytes that the user may store; undefined means no limit. */
  setQuota(bytes: number | undefined): Promise<void>;
  stop(): Promise<void>;
}

/** The programs, and the Debian packages that contain them. */
const programs = ["ceph-mon", "ceph-osd", "ceph", "monmaptool", "radosgw", "radosgw-admin"];
const packages = "ceph-mon ceph-osd ceph-common radosgw";
const USER = "test";
const missingProgramsCode = 3;
const commandMilliseconds = 60_000;
const startMilliseconds = 60_000;

/** A cluster that is being started: its folder, and the servers started so far. */
interface Cluster {
  readonly folder: string;
  readonly monitorAddress: string;
  readonly gatewayPort: number;
  readonly fsid: string;
  readonly servers: GuardedProcess[];
}

async function startCeph(): Promise<RunningCeph> {
  const [monitorPort = 0, gatewayPort = 0] = await freePorts(2);
  const cluster: Cluster = {
    folder: mkdtempSync(join(tmpdir(), "versus-ceph-")),
    monitorAddress: `[v2:127.0.0.1:${monitorPort}]`,
    gatewayPort,
    fsid: randomUUID(),
    servers: [],
  };
  try {
    writeFileSync(configurationOf(cluster), configuration(cluster));
    await startMonitor(cluster);
    await startStorage(cluster);
    const keys = await makeUser(cluster);
    await startGateway(cluster);
    return {
      endpoint: `http://127.0.0.1:${gatewayPort}`,
      ...keys,
      stopGateway: async () => cluster.servers.pop()?.stop(),
      startGateway: () => startGateway(cluster),
      setQuota: (bytes) => setQuota(cluster, bytes),
      stop: () => stop(cluster),
    };
  } catch (error) {
    await stop(cluster);
    throw error;
  }
}

async function stop({ servers, folder }: Cluster): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
}

// Two settings are not obvious. Without authentication the monitor's clients must not ask for an encrypted connection,
// and a pool of one copy must be allowed.
function configuration({ folder, monitorAddress, gatewayPort, fsid }: Cluster): string {
  return `[global]
fsid = ${fsid}
mon_host = ${monitorAddress}
mon_initial_members = a
public_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
ms_client_mode = crc
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
osd_objectstore = memstore
memstore_device_bytes = 2147483648
${classFolder()}
mon_data = ${join(folder, "mon")}
osd_data = ${join(folder, "osd")}
run_dir = ${folder}
admin_socket = ${join(folder, "$name.asok")}
log_file = ${join(folder, "$name.log")}
debug_mon = 0
debug_osd = 0
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw_data = ${folder}
`;
}

// Debian puts the classes under the machine's architecture, where the daemon does not search by itself.
function classFolder(): string {
  const candidates = readdirSync("/usr/lib").map((name) => join("/usr/lib", name, "rados-classes"));
  const found = candidates.find((candidate) => existsSync(candidate));
  return found === undefined ? "" : `osd_class_dir = ${found}`;
}

async function startMonitor(cluster: Cluster): Promise<void> {
  const { folder, fsid, monitorAddress } = cluster;
  const map = join(folder, "monmap");
  mkdirSync(join(folder, "mon"));
  await run(cluster, "monmaptool", ["--create", "--fsid", fsid, "--addv", "a", monitorAddress, map]);
  await run(cluster, "ceph-mon", ["--mkfs", "-i", "a", "--monmap", map]);
  serve(cluster, "ceph-mon", ["-i", "a", "-f"]);
}

async function startStorage(cluster: Cluster): Promise<void> {
  const id = randomUUID();
  mkdirSync(join(cluster.folder, "osd"));
  await run(cluster, "ceph", ["osd", "new", id, "0"]);
  await run(cluster, "ceph-osd", ["-i", "0", "--mkfs", "--osd-uuid", id]);
  serve(cluster, "ceph-osd", ["-i", "0", "-f"]);
  const isUp = async () => (await run(cluster, "ceph", ["osd", "stat"])).includes("1 up");
  await waitFor(isUp, "the storage daemon");
}

async function makeUser(cluster: Cluster): Promise<{ accessKeyId: string; secretAccessKey: string }> {
  const accessKeyId = randomBytes(10).toString("hex");
  const secretAccessKey = randomBytes(20).toString("hex");
  const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];
  await run(cluster, "radosgw-admin", ["user", "create", `--uid=${USER}`, "--display-name=test", ...keys]);
  return { accessKeyId, secretAccessKey };
}

async function setQuota(cluster: Cluster, bytes: number | undefined): Promise<void> {
  const words = ["--quota-scope=user", `--uid=${USER}`];
  if (bytes === undefined) return void (await run(cluster, "radosgw-admin", ["quota", "disable", ...words]));
  await run(cluster, "radosgw-admin", ["quota", "set", ...words, `--max-size=${bytes}`]);
  await run(cluster, "radosgw-admin", ["quota", "enable", ...words]);
}

/** Starts the gateway, which becomes the last of the servers. */
async function startGateway(cluster: Cluster): Promise<void> {
  // The gateway's guard removes this folder. It must not be the cluster's, because the cluster outlives the gateway.
  const folder = mkdtempSync(join(cluster.folder, "gateway-"));
  serve(cluster, "radosgw", ["-n", "client.rgw", "--ms-mon-client-mode=crc", "-f"], folder);
  await waitFor(() => isListening(cluster.gatewayPort), "the gateway");
}

function configurationOf({ folder }: Cluster): string {
  return join(folder, "ceph.conf");
}

async function run(cluster: Cluster, program: string, words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, {
    timeout: commandMilliseconds,
    env: { ...process.env, CEPH_CONF: configurationOf(cluster) },
  });
  return stdout;
}

function serve(cluster: Cluster, command: string, words: readonly string[], folder = cluster.folder): void {
  const { servers } = cluster;
  const output = join(folder, `${command}.output`);
  const environment = { CEPH_CONF: configurationOf(cluster) };
  // Nothing of it is kept, so it need not end in order.
  servers.push(startGuarded({ command, words, signal: "KILL", folder, output, environment }));
}

async function waitFor(isSo: () => Promise<boolean>, name: string): Promise<void> {
  if (await waitUntil(isSo, { pause: 100, patience: startMilliseconds })) return;
  throw new Error(`${name} of Ceph did not start`);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

function missingPrograms(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return programs.filter((program) => !folders.some((folder) => isExecutable(join(folder, program))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function main(): Promise<void> {
  const missing = missingPrograms();
  if (missing.length > 0) {
    console.error(`Ceph is missing (${missing.join(", ")}): apt-get install --no-install-recommends ${packages}`);
    process.exitCode = missingProgramsCode;
    return;
  }
  const { stop: end, stopGateway, startGateway: restart, setQuota: limit, ...reply } = await startCeph();
  console.log(JSON.stringify(reply));
  for await (const line of createInterface(process.stdin)) {
    if (line === "stop gateway") await stopGateway();
    if (line === "start gateway") await restart();
    const [, quota] = /^quota (\d+|off)$/.exec(line) ?? [];
    if (quota !== undefined) await limit(quota === "off" ? undefined : Number(quota));
    console.log(line);
  }
  await end();
}

await main();
