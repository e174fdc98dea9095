// Installs the packed packages into an empty folder, as their users do, under a given version of Node.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { wordDocument } from "../documents/word.ts";
import type { CodeBlock } from "./code-blocks.ts";

const root = join(import.meta.dirname, "../..");

/**
 * Writes the packed files into a folder. Returns their paths and the output of the program. Throws an error if a
 * package is too large.
 */
export function packInto(folder: string): { readonly files: readonly string[]; readonly printed: string } {
  const printed = execFileSync(process.execPath, [join(root, "tools/pack/main.ts"), folder], { encoding: "utf8" });
  const files = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  return { files: files.map((name) => join(folder, name)), printed };
}

/** Downloads Node 22 into a folder and returns its path. */
export function fetchNode22(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const program = `import { fetchNode } from "./tools/servers/fetch-node.ts"; console.log(fetchNode(${JSON.stringify(folder)}));`;
  const words = ["--input-type=module", "--eval", program];
  return execFileSync(process.execPath, words, { cwd: root, encoding: "utf8" }).trim();
}

/** The files that the READMEs name. */
const samples: Readonly<Record<string, Buffer>> = {
  "contract.docx": wordDocument("The fee is 10.", "It is due."),
  "contract-revised.docx": wordDocument("The fee is 20.", "It is due."),
  "contract-supplier.docx": wordDocument("The fee is 30.", "It is due soon."),
  "notes.txt": Buffer.from("no Word document"),
};

export class Installed {
  readonly folder: string;
  readonly node: string;
  readonly environment: Readonly<Record<string, string>>;

  /** Installs only the packed files: npm must not contact a registry. */
  constructor(folder: string, node: string, files: readonly string[]) {
    this.folder = folder;
    this.node = node;
    mkdirSync(folder);
    const path = [join(folder, "node_modules/.bin"), dirname(node), process.env.PATH].join(delimiter);
    this.environment = { PATH: path, HOME: folder };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    for (const [name, bytes] of Object.entries(samples)) writeFileSync(join(folder, name), bytes);
    this.run("npm", ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", ...files]);
  }

  /** Returns the output of the program. Throws an error with its output if it fails. */
  run(program: string, words: readonly string[], settings: Readonly<Record<string, string>> = {}): string {
    const env = { ...this.environment, ...settings };
    // Without an input: a shell that is given one may treat it as a remote login and read the settings of this machine.
    const options = { cwd: this.folder, env, encoding: "utf8" } as const;
    const { status, stdout, stderr, error } = spawnSync(program, words, {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (status === 0) return stdout;
    throw new Error(`${program} ${words.slice(0, 3).join(" ")} ended with ${status}. ${error ?? ""}${stdout}${stderr}`);
  }

  readme(name: string): string {
    return readFileSync(join(this.folder, "node_modules/@versus", name, "README.md"), "utf8");
  }

  /** Runs a block as a reader does: lines in a shell, a program from a file. */
  runBlock({ language, text }: CodeBlock, settings: Readonly<Record<string, string>> = {}): string {
    if (language === "sh") return this.run("bash", ["-ec", text], settings);
    return this.run(this.node, [this.save(`block.${language}`, text)], settings);
  }

  /** Writes a file with this text and returns its path. */
  save(name: string, text: string): string {
    writeFileSync(join(this.folder, name), text);
    return join(this.folder, name);
  }

  /** Throws an error if a program does not match the types of the packages. */
  checkTypes(paths: readonly string[]): void {
    const types = ["--typeRoots", join(root, "node_modules/@types"), "--types", "node"];
    const options = ["--noEmit", "--strict", "--target", "es2024", "--module", "nodenext", "--ignoreConfig"];
    this.run(process.execPath, [join(root, "node_modules/.bin/tsc"), ...options, ...types, ...paths]);
  }
}
