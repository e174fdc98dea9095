// Reads the processes of an installation from deploy/: the arguments and settings of each command.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";

const deploy = join(import.meta.dirname, "../../../deploy");

type Settings = Readonly<Record<string, string>>;

/** A process that runs until it is stopped. */
export interface DeployedRole {
  readonly name: string;
  /** The arguments of the program `versus`, such as `serve --role api`. */
  readonly words: readonly string[];
  readonly settings: Settings;
}

export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment: Settings;
  readonly networks: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly build?: { readonly args: { readonly NODE_IMAGE: string } };
  readonly cpus: number;
  readonly mem_limit: string;
  readonly pids_limit: number;
  readonly security_opt: readonly string[];
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

/** Returns compose.yaml with the values of `${NAME:-default}` and `${NAME:?…}` filled in. */
export function readCompose(given: Settings): Compose {
  const text = readFileSync(join(deploy, "compose.yaml"), "utf8");
  const filled = text.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, key, fallback) => given[key] ?? fallback);
  return parse(filled, { merge: true });
}

export function composeRoles(given: Settings): DeployedRole[] {
  return Object.entries(readCompose(given).services).flatMap(([name, { command, environment }]) =>
    command?.[0] === "serve" ? [{ name, words: command, settings: environment }] : [],
  );
}

interface Container {
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
}

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Settings;
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly Container[] } } };
}

/** Returns the roles of a folder in deploy/kubernetes, as kubectl renders it. */
export function kubernetesRoles(folder: string): DeployedRole[] {
  const text = execFileSync("kubectl", ["kustomize", join(deploy, "kubernetes", folder)], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const objects = parseAllDocuments(text).map((document) => document.toJS() as Rendered);
  const maps = new Map(objects.map(({ metadata, data = {} }) => [metadata.name, data]));
  return objects
    .filter(({ kind }) => kind === "Deployment")
    .flatMap(({ metadata: { name }, spec }) =>
      spec.template.spec.containers.flatMap(({ args = [], env = [], envFrom = [] }) => {
        const shared = envFrom.map(({ configMapRef }) => maps.get(configMapRef.name) ?? {});
        const own = Object.fromEntries(env.map((setting) => [setting.name, setting.value]));
        return args[0] === "serve" ? [{ name, words: args, settings: Object.assign({}, ...shared, own) }] : [];
      }),
    );
}
