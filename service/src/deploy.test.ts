// Tests deploy/compose.yaml, the Dockerfile and the scripts of deploy/ against the program.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig, requireSafeTransport } from "./config.ts";
import { readCompose } from "./testing/deployed-roles.ts";

const deploy = join(import.meta.dirname, "../../deploy");

function makeSecrets(): Record<string, string> {
  const printed = execFileSync("bash", [join(deploy, "make-secrets.sh")], { encoding: "utf8" });
  const lines = printed.trim().split("\n");
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

const compose = readCompose(makeSecrets());
const own = Object.entries(compose.services).filter(([, { image }]) => image === "versus");

test("the settings of deploy/compose.yaml, with secrets that deploy/make-secrets.sh makes, are complete and safe", () => {
  expect(own.map(([name]) => name)).toEqual(["migrate", "api", "worker", "converter"]);
  for (const [, { environment }] of own) {
    expect(Object.values(environment).join()).not.toContain("undefined");
    const { config, warnings } = readConfig(environment, String);
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({ environment: "production", databaseTls: "off", domain: "versus.localhost" });
    expect(config.sandbox).toBe("bubblewrap");
    expect(() => requireSafeTransport(config)).not.toThrow();
  }
});

test("only the process that migrates has the role which owns the tables", () => {
  const users = own.map(([name, { environment }]) => [name, new URL(environment.DATABASE_URL ?? "").username]);
  const runtime = "versus_runtime";
  expect(Object.fromEntries(users)).toEqual({
    migrate: "versus_owner",
    api: runtime,
    worker: runtime,
    converter: runtime,
  });
  expect(compose.services.migrate?.command).toEqual(["migrate", "--runtime-role", runtime]);
  const made = readFileSync(join(deploy, "create-roles.sh"), "utf8").match(/create role \w+/g);
  expect(made).toEqual(["create role versus_owner", "create role versus_runtime"]);
});

test("callers reach the proxy alone, the proxy the API alone, and the converter nobody outside", () => {
  const networks = Object.fromEntries(
    Object.entries(compose.services).map(([name, service]) => [name, service.networks]),
  );
  const [data, edge] = [["data"], ["edge"]];
  expect(networks).toEqual({
    ...{ postgres: data, store: data, migrate: data, worker: data, converter: data },
    ...{ api: ["edge", "data"], proxy: edge },
  });
  expect(compose.networks.data?.internal).toBe(true);
  const published = Object.entries(compose.services).filter(([, service]) => "ports" in service);
  expect(published.map(([name]) => name)).toEqual(["proxy"]);
});

test("every container has limits, a health check and an exact tag or digest", () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(
      [service.cpus, service.pids_limit].every((limit) => limit > 0),
      name,
    ).toBe(true);
    expect(service.security_opt, name).toContain("no-new-privileges:true");
    if (name !== "migrate") expect(service.healthcheck?.test[0], name).toBe("CMD");
    if (service.image !== "versus") expect(service.image, name).toMatch(/:\d+\.\d+[\w.-]*$/);
  }
});

test("the memory of a process holds its children, its LibreOffices and its temporary files", () => {
  for (const [name, { environment, mem_limit: limit }] of own) {
    const { config } = readConfig(environment, String);
    const office = name === "converter" ? config.officeProcesses * config.officeMegabytes : 0;
    const children = name === "migrate" ? 0 : config.children * config.childMegabytes;
    const temporary = 1024;
    const process = 512;
    expect(Number.parseInt(limit, 10) * 1024, name).toBeGreaterThanOrEqual(office + children + temporary + process);
  }
});

test("compose and Dockerfile name the same base, and deploy/pin-images finds every image", () => {
  const dockerfile = readFileSync(join(deploy, "Dockerfile"), "utf8");
  const [, base = ""] = /^ARG NODE_IMAGE=(.+)$/m.exec(dockerfile) ?? [];
  expect(compose.services.api?.build?.args.NODE_IMAGE).toBe(base);
  // A fake skopeo that knows every image.
  const folder = mkdtempSync(join(tmpdir(), "versus-pin-"));
  const digest = `sha256:${"0".repeat(64)}`;
  writeFileSync(join(folder, "skopeo"), `#!/bin/sh\necho ${digest}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const printed = execFileSync(join(deploy, "pin-images"), { encoding: "utf8", env }).trim().split("\n");
  rmSync(folder, { recursive: true });
  const foreign = Object.values(compose.services).filter(({ image }) => image !== "versus");
  expect(printed.map((line) => line.replace(/^\w+=/, ""))).toEqual(
    [...foreign.map(({ image }) => image), base].map((image) => `${image}@${digest}`),
  );
  const pinned = readCompose({ ...makeSecrets(), ...Object.fromEntries(printed.map((line) => line.split(/=(.*)/s))) });
  expect(pinned.services.proxy?.image).toContain(digest);
});

test("the image installs the program and every package of ours that it needs, and copies each", () => {
  const dockerfile = readFileSync(join(deploy, "Dockerfile"), "utf8");
  const installed = [...dockerfile.matchAll(/--workspace=(\S+)/g)].map(([, folder = ""]) => folder);
  expect(installed).toContain("clients/cli");
  expect([...installed].sort()).toEqual([...foldersNeeded("clients/cli", "service")].sort());
  for (const folder of installed) {
    expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/`);
    expect(dockerfile).toContain(`COPY ${folder} ${folder}\n`);
  }
});

/**
 * Returns the folders of the packages, and of our packages that they depend on. The command line does not depend on the
 * service but loads it by name, so a caller must name both.
 */
function foldersNeeded(...roots: string[]): Set<string> {
  const folders = new Map(
    ["engine", "service", "viewer", "clients/sdk", "clients/mcp", "clients/cli"].map((folder) => {
      const text = readFileSync(join(deploy, "..", folder, "package.json"), "utf8");
      const { name, dependencies = {} } = JSON.parse(text) as { name: string; dependencies?: Record<string, string> };
      return [name, { folder, needs: Object.keys(dependencies).filter((needed) => needed.startsWith("@versus/")) }];
    }),
  );
  const needed = new Set<string>();
  const waiting = [...folders.keys()].filter((name) => roots.includes(folders.get(name)!.folder));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const found = folders.get(name);
    if (found === undefined) throw new Error(`no folder has the package ${name}`);
    if (needed.has(found.folder)) continue;
    needed.add(found.folder);
    waiting.push(...found.needs);
  }
  return needed;
}

test("the containers of deploy/compose.yaml may do what bubblewrap does, and the image has it", () => {
  const options = compose.services.worker?.security_opt ?? [];
  expect(options).toContain("apparmor:unconfined");
  const profile = options.find((option) => option.startsWith("seccomp:"))?.replace("seccomp:", "") ?? "";
  const { defaultAction, syscalls } = JSON.parse(readFileSync(join(deploy, profile), "utf8"));
  expect(defaultAction).toBe("SCMP_ACT_ALLOW");
  const refused = new Set<string>(syscalls.flatMap(({ names }: { names: string[] }) => names));
  // The system calls that bubblewrap makes, as strace shows them.
  const needed = ["clone", "unshare", "mount", "umount2", "pivot_root", "capset", "prctl", "setsid", "signalfd4"];
  expect(needed.filter((name) => refused.has(name))).toEqual([]);
  expect(["ptrace", "bpf", "keyctl", "setns", "kexec_load"].filter((name) => !refused.has(name))).toEqual([]);
  expect(readFileSync(join(deploy, "Dockerfile"), "utf8")).toMatch(/apt-get install[^&]* bubblewrap /);
});
