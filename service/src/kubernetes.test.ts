// Checks the manifests of deploy/kubernetes, as kubectl renders them, against their program.

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { type Config, readConfig, requireSafeTransport } from "./config.ts";
import { openPrivateServer } from "./http/readiness.ts";
import { jobKindsOf, slices } from "./register-slices.ts";
import { processRoles } from "./storage/heartbeat.ts";
import { startDescribedServer } from "./testing/described-server.ts";

const folder = join(import.meta.dirname, "../../deploy/kubernetes");

const isThere = spawnSync("kubectl", ["version", "--client"], { stdio: "ignore" }).status === 0;
if (!isThere) console.warn("kubectl is missing (Debian: kubernetes-client), so deploy/kubernetes is not rendered.");

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly tcpSocket?: { readonly port: string };
}

interface ContainerObject {
  readonly image: string;
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly [{ readonly configMapRef: { readonly name: string } }];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly securityContext: unknown;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface Pod {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly containers: readonly [ContainerObject];
    readonly volumes: readonly Volume[];
    readonly securityContext: Readonly<Record<string, unknown>>;
    readonly terminationGracePeriodSeconds?: number;
    readonly automountServiceAccountToken: boolean;
  };
}

interface Volume {
  readonly name: string;
  readonly secret?: { readonly secretName: string };
  readonly projected?: { readonly sources: readonly { readonly secret: { readonly name: string } }[] };
}

type Labels = Readonly<Record<string, string>>;

/** An object of any kind. Its kind has the fields that a test reads. */
interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  readonly data?: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: objects of a dozen kinds, as kubectl prints them
  readonly spec: any;
}

function render(name: string): Rendered[] {
  const text = execFileSync("kubectl", ["kustomize", join(folder, name)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return parseAllDocuments(text).map((document) => document.toJS() as Rendered);
}

const base64 = Buffer.alloc(32, "kubernetes").toString("base64");
/** The Secrets that deploy/README.md tells an operator to make, with their content. */
const secrets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  versus: {
    "database-url": "postgres://versus_runtime:secret@postgres.example.com:5432/versus",
    "master-key": `1:${base64}`,
    "signing-keys": `first:${base64}`,
    "store-credentials": "[default]\n",
  },
  "versus-owner": { "owner-database-url": "postgres://versus_owner:secret@postgres.example.com:5432/versus" },
};

/** Returns the settings that the program reads in a container, from the mounted files. */
function configOf(objects: readonly Rendered[], { spec }: Pod): Config {
  const [container] = spec.containers;
  const settings = objects.find(({ metadata }) => metadata.name === container.envFrom[0].configMapRef.name)?.data;
  expect(settings).toBeDefined();
  const environment = {
    ...settings,
    ...Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value])),
  };
  const files = filesOf(spec.volumes, container);
  const strange = Object.keys(environment).filter((name) => !/^(?:VERSUS|DATABASE)_/.test(name));
  expect(strange).toEqual(["AWS_SHARED_CREDENTIALS_FILE"]);
  expect(files.has(environment.AWS_SHARED_CREDENTIALS_FILE ?? "")).toBe(true);
  const { config, warnings } = readConfig(environment, (path) => {
    const text = files.get(path);
    if (text === undefined) throw Object.assign(new Error(path), { code: "ENOENT" });
    return text;
  });
  expect(warnings).toEqual([]);
  return config;
}

function filesOf(volumes: readonly Volume[], { volumeMounts }: ContainerObject): Map<string, string> {
  const files = new Map<string, string>();
  for (const { name, mountPath } of volumeMounts) {
    const volume = volumes.find((found) => found.name === name);
    expect(volume, name).toBeDefined();
    const named = [volume?.secret?.secretName, ...(volume?.projected?.sources ?? []).map(({ secret }) => secret.name)];
    for (const secret of named) {
      for (const [key, text] of Object.entries(secrets[secret ?? ""] ?? {})) files.set(`${mountPath}/${key}`, text);
    }
  }
  return files;
}

/** The objects of one folder, by kind and name. */
class Manifests {
  readonly objects: readonly Rendered[];

  constructor(name: string) {
    this.objects = render(name);
  }

  ofKind(kind: string): Rendered[] {
    return this.objects.filter((object) => object.kind === kind);
  }

  named(kind: string, name: string): Rendered | undefined {
    return this.ofKind(kind).find(({ metadata }) => metadata.name === name);
  }

  podOf(role: string): Pod {
    return this.named(role === "migrate" ? "Job" : "Deployment", role)?.spec.template;
  }

  pods(): (readonly [string, Pod])[] {
    return ["migrate", ...processRoles].map((role) => [role, this.podOf(role)] as const);
  }
}

describe.skipIf(!isThere).each(["restricted", "bubblewrap"])("deploy/kubernetes/%s", (name) => {
  let manifests: Manifests;

  beforeAll(() => {
    manifests = new Manifests(name);
  });

  test("the settings are complete and safe, and every file that they name is mounted", () => {
    for (const [role, pod] of manifests.pods()) {
      const config = configOf(manifests.objects, pod);
      expect(() => requireSafeTransport(config)).not.toThrow();
      expect(config.sandbox).toBe(name === "bubblewrap" ? "bubblewrap" : "seccomp");
      expect(new URL(config.databaseUrl).username).toBe(role === "migrate" ? "versus_owner" : "versus_runtime");
    }
  });

  test("the commands, ports and paths are the program's", async () => {
    expect(manifests.podOf("migrate").spec.containers[0].args).toEqual(["migrate", "--runtime-role", "versus_runtime"]);
    const isHeld = await startDescribedServer().app.inject("/health");
    const server = await openPrivateServer({}, { host: "127.0.0.1", port: 0, metrics: async () => "" });
    for (const role of processRoles) {
      const [container] = manifests.podOf(role).spec.containers;
      expect(container.args).toEqual(["serve", "--role", role]);
      const config = configOf(manifests.objects, manifests.podOf(role));
      const ports = Object.fromEntries((container.ports ?? []).map((port) => [port.name, port.containerPort]));
      expect(ports).toEqual({ private: config.privatePort, ...(role === "api" ? { http: config.port } : {}) });
      const ready = container.readinessProbe?.httpGet;
      expect(ready?.port).toBe("private");
      expect((await fetch(`${server.url}${ready?.path}`)).status).toBe(200);
      expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
      expect(container.startupProbe).toMatchObject({ tcpSocket: { port: "private" } });
      // A probe that depended on the database would restart all containers at once with it.
      expect(container.livenessProbe).toMatchObject(
        role === "api" ? { httpGet: { path: "/health", port: "http" } } : { tcpSocket: { port: "private" } },
      );
    }
    expect(isHeld.statusCode).toBe(200);
    await server.close();
  });

  test("no container has a right, and each has time to end its work and memory for its children", () => {
    for (const [role, { spec }] of manifests.pods()) {
      const [container] = spec.containers;
      expect(spec.automountServiceAccountToken).toBe(false);
      const seccompProfile =
        name === "bubblewrap" && role !== "migrate"
          ? { type: "Localhost", localhostProfile: "seccomp.json" }
          : { type: "RuntimeDefault" };
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001, seccompProfile });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      if (role === "migrate") continue;
      const config = configOf(manifests.objects, { spec } as Pod);
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(config.stopSeconds + 5);
      const office = role === "converter" ? config.officeProcesses * config.officeMegabytes : 0;
      const needed = office + config.children * config.childMegabytes + 1024 + 512;
      expect(Number.parseInt(container.resources.limits.memory, 10) * 1024).toBeGreaterThanOrEqual(needed);
    }
  });
});

describe.skipIf(!isThere).each(["restricted", "bubblewrap"])("deploy/kubernetes/%s: around the pods", (name) => {
  let manifests: Manifests;

  beforeAll(() => {
    manifests = new Manifests(name);
  });

  test("workers grow with all jobs but the converters', converters with theirs", () => {
    const conversions = slices.flatMap((slice) => slice.conversions ?? []).map(({ kind }) => kind);
    expect(jobKindsOf(slices)).toEqual(expect.arrayContaining(conversions));
    for (const [role, operator] of [["worker", "NotIn"] as const, ["converter", "In"] as const]) {
      const { scaleTargetRef, metrics } = manifests.named("HorizontalPodAutoscaler", role)?.spec ?? {};
      expect(scaleTargetRef).toMatchObject({ kind: "Deployment", name: role });
      const { metric } = metrics[0].external;
      expect(metric.name).toBe("versus_queue_jobs");
      expect(metric.selector.matchExpressions).toEqual([
        { key: "kind", operator, values: conversions },
        { key: "state", operator: "In", values: ["waiting", "queued"] },
      ]);
    }
    const rules = parse(readFileSync(join(folder, "prometheus-adapter.yaml"), "utf8"));
    expect(rules.external[0].name.as).toBe("versus_queue_jobs");
  });

  test("every role has a disruption budget and is behind policies; the converter reaches nobody outside", () => {
    const selects = (object: Rendered, role: string): boolean => {
      const { matchLabels = {}, matchExpressions = [] } = object.spec.podSelector ?? object.spec.selector;
      const labels: Labels = manifests.podOf(role).metadata.labels;
      return (
        Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
        matchExpressions.every(({ key, values }: { key: string; values: string[] }) =>
          values.includes(labels[key] ?? ""),
        )
      );
    };
    for (const role of processRoles) expect(selects(manifests.named("PodDisruptionBudget", role)!, role)).toBe(true);
    const policiesOf = (role: string) =>
      manifests
        .ofKind("NetworkPolicy")
        .filter((policy) => selects(policy, role))
        .map(({ metadata }) => metadata.name)
        .sort();
    const all = ["metrics-from-prometheus", "nothing-by-default", "to-database-and-store"];
    expect(policiesOf("converter")).toEqual(all);
    expect(policiesOf("worker")).toEqual(["api-and-worker-to-outside", ...all]);
    expect(policiesOf("api")).toEqual(["api-and-worker-to-outside", "api-from-ingress", ...all]);
    const outside = JSON.stringify(manifests.named("NetworkPolicy", "to-database-and-store")?.spec.egress);
    expect(outside).not.toContain("0.0.0.0/0");
    expect(manifests.named("Service", "api")?.spec.selector).toEqual(manifests.podOf("api").metadata.labels);
  });
});
