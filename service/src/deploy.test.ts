import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig, requireSafeTransport } from "./config.ts";

const deploy = join(import.meta.dirname, "../../deploy");

/** The environment that compose.yaml gives to the service, with what `${NAME:-default}` and `${NAME:?…}` stand for. */
function composeEnvironment(given: Readonly<Record<string, string>>): Record<string, string> {
  const text = readFileSync(join(deploy, "compose.yaml"), "utf8");
  const [, block = ""] = /environment: &settings\n(.*?)\n {2}\w/s.exec(text) ?? [];
  const lines = [...block.matchAll(/^ {4}([A-Z_]+): (.*)$/gm)].map(([, name = "", value = ""]) => {
    const filled = value.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, key, fallback) => given[key] ?? fallback);
    return [name, filled.replace(/^"(.*)"$/, "$1")] as const;
  });
  return Object.fromEntries(lines);
}

test("the settings of deploy/compose.yaml, with secrets that deploy/make-secrets.sh makes, are complete and safe", () => {
  const printed = execFileSync("bash", [join(deploy, "make-secrets.sh")], { encoding: "utf8" });
  const secrets = Object.fromEntries(
    printed
      .trim()
      .split("\n")
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  const environment = composeEnvironment(secrets);
  expect(Object.values(environment).join()).not.toContain("undefined");
  const { config, warnings } = readConfig(environment, String);
  expect(warnings).toEqual([]);
  expect(config).toMatchObject({ environment: "production", databaseTls: "off", domain: "versus.localhost" });
  expect(config.sandbox).toBe("bubblewrap");
  expect(() => requireSafeTransport(config)).not.toThrow();
});

test("the image copies the manifest of every package that it installs", () => {
  const dockerfile = readFileSync(join(deploy, "Dockerfile"), "utf8");
  const installed = [...dockerfile.matchAll(/--workspace=(\S+)/g)].map(([, folder]) => folder);
  expect(installed).toEqual(["engine", "service", "clients/cli"]);
  for (const folder of installed) {
    expect(dockerfile).toContain(`COPY ${folder}/package.json ${folder}/`);
    expect(dockerfile).toContain(`COPY ${folder} ${folder}\n`);
  }
});

test("the containers of deploy/compose.yaml may do what bubblewrap does, and the image has it", () => {
  const compose = readFileSync(join(deploy, "compose.yaml"), "utf8");
  const [, profile = ""] = /security_opt: \[.*"seccomp:([^"]+)".*"apparmor:unconfined"\]/.exec(compose) ?? [];
  const { defaultAction, syscalls } = JSON.parse(readFileSync(join(deploy, profile), "utf8"));
  expect(defaultAction).toBe("SCMP_ACT_ALLOW");
  const refused = new Set<string>(syscalls.flatMap(({ names }: { names: string[] }) => names));
  // As strace shows them.
  const needed = ["clone", "unshare", "mount", "umount2", "pivot_root", "capset", "prctl", "setsid", "signalfd4"];
  expect(needed.filter((name) => refused.has(name))).toEqual([]);
  expect(["ptrace", "bpf", "keyctl", "setns", "kexec_load"].filter((name) => !refused.has(name))).toEqual([]);
  expect(readFileSync(join(deploy, "Dockerfile"), "utf8")).toMatch(/apt-get install[^&]* bubblewrap /);
});
