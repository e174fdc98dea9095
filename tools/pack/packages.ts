// Lists the published packages and their content.

/** A package as its users get it. */
export interface PackedPackage {
  readonly name: string;
  /** Path of its workspace, which has the manifest and the README. */
  readonly folder: string;
  /** Maps the name of a packed file to the source that users import or run. */
  readonly entries: Readonly<Record<string, string>>;
  /** Maps an `import` name to its entry; empty for a package that is only a program. */
  readonly exports: Readonly<Record<string, string>>;
  /** Maps a program to its entry. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Packages that it does not include: its users install them too. */
  readonly beside: readonly string[];
  /**
   * For a program whose start time matters: the entry whose files are loaded as scripts, and the command whose engine
   * code is one file.
   */
  readonly scripts?: { readonly program: string; readonly together: string };
  /** Folders that it reads at run time, copied beside its code. */
  readonly copied?: readonly string[];
  /** Maximum size of the packed file in bytes. */
  readonly atMost?: number;
}

const KILOBYTE = 1000;

/** The engine for pages without a bundler: one file, with a limit on its size as a server sends it. */
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
