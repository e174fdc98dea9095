// The packages that are published, and what each consists of.

/** A package as its users get it. */
export interface PackedPackage {
  readonly name: string;
  /** Its workspace, which has the manifest and the README. */
  readonly folder: string;
  /** Sources that users import or run, by the name of the file that they become. */
  readonly entries: Readonly<Record<string, string>>;
  /** What `import` names, by entry; empty for a package that is only a program. */
  readonly exports: Readonly<Record<string, string>>;
  /** Programs, by entry. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Packages that it does not carry: its users install them beside it. */
  readonly beside: readonly string[];
  /** For a program whose start counts: the entry whose files are loaded as scripts, and the command whose code of the engine is one file. */
  readonly scripts?: { readonly program: string; readonly together: string };
  /** Folders that it reads at run time, copied beside its code. */
  readonly copied?: readonly string[];
  /** Of the packed file, in bytes. */
  readonly atMost?: number;
}

const KILOBYTE = 1000;

/** The engine for pages without a bundler: one file, held to its size as a server sends it. */
export const browserBundle = { name: "browser", atMost: 250 * KILOBYTE } as const;

export const packages: readonly PackedPackage[] = [
  {
    name: "@versus/engine",
    folder: "engine",
    entries: {
      index: "src/index.ts",
      tasks: "src/tasks.ts",
      "node-zlib": "platform/node-zlib.ts",
      "node-password": "platform/node-password.ts",
      "browser-codec": "platform/browser-codec.ts",
    },
    exports: {
      ".": "index",
      "./browser": browserBundle.name,
      "./browser-codec": "browser-codec",
      "./node-password": "node-password",
      "./node-zlib": "node-zlib",
      "./tasks": "tasks",
    },
    beside: [],
    atMost: 1000 * KILOBYTE,
  },
  {
    name: "@versus/sdk",
    folder: "clients/sdk",
    entries: { index: "src/index.ts" },
    exports: { ".": "index" },
    beside: [],
    atMost: 100 * KILOBYTE,
  },
  {
    name: "@versus/mcp",
    folder: "clients/mcp",
    entries: { index: "src/index.ts" },
    exports: { ".": "index" },
    beside: ["@versus/engine", "@versus/sdk"],
  },
  {
    name: "@versus/cli",
    folder: "clients/cli",
    entries: { versus: "src/packed/main.ts", program: "src/program.ts" },
    exports: {},
    programs: { versus: "versus" },
    beside: ["@versus/service"],
    scripts: { program: "src/program.ts", together: "src/commands/compare.ts" },
    copied: ["viewer/built"],
  },
];
