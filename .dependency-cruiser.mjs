// Who may import whom. The tables are the law: a folder may import itself and what its row lists, nothing else.
// A new folder or edge is one line here, in a commit of its own, with a line in ARCHITECTURE.md.
// Run through tools/guards/check-imports.ts, which also fails when a source file was not seen.

const engineFolders = {
  failures: [],
  align: ["failures"],
  ooxml: ["failures"],
  document: ["ooxml", "failures"],
  language: ["document", "ooxml", "failures"],
  revisions: ["document", "ooxml", "failures"],
  redline: ["language", "document", "revisions", "align", "ooxml", "failures"],
  compare: ["language", "redline", "document", "revisions", "align", "ooxml", "failures"],
  merge: ["compare", "language", "redline", "document", "revisions", "align", "ooxml", "failures"],
  history: ["compare", "redline", "document", "revisions", "align", "ooxml", "failures"],
  edit: ["language", "redline", "document", "revisions", "align", "ooxml", "failures"],
  create: ["language", "document", "ooxml", "failures"],
  scrub: ["document", "revisions", "ooxml", "failures"],
  reflow: ["create", "language", "document", "ooxml", "failures"],
  render: ["language", "document", "revisions", "ooxml", "failures"],
  library: [
    "compare",
    "create",
    "document",
    "edit",
    "failures",
    "history",
    "language",
    "merge",
    "ooxml",
    "render",
    "revisions",
    "scrub",
  ],
  tasks: [
    "library",
    "align",
    "compare",
    "create",
    "document",
    "edit",
    "failures",
    "language",
    "merge",
    "ooxml",
    "redline",
    "reflow",
    "render",
    "revisions",
    "scrub",
  ],
};

// `engine` in a row of the service stands for the door of @versus/engine.
// `viewer` is the door of @versus/viewer: the page around a stored fragment.
// `redlines` is what several slices share: renderers, readiness and reads of redlines. It imports no other slice than retention.
const slice = ["contract", "storage", "jobs", "convert", "redlines", "engine", "viewer"];
const serviceFolders = {
  contract: [],
  storage: ["contract"],
  convert: ["contract", "storage", "jobs", "engine"],
  pdf: ["engine"],
  jobs: ["contract", "storage", "pdf", "convert", "engine", "viewer"],
  http: ["contract", "storage", "jobs"],
  redlines: ["contract", "storage", "jobs", "convert", "retention", "engine", "viewer"],
  access: slice,
  audit: slice,
  backup: slice,
  telemetry: ["contract", "storage"],
  comparisons: slice,
  creations: slice,
  decisions: slice,
  documents: slice,
  edits: slice,
  files: slice,
  instructions: slice,
  lists: slice,
  merges: slice,
  reference: slice,
  retention: slice,
  selective: slice,
  usage: slice,
  webhooks: slice,
};
const slices = Object.keys(serviceFolders).filter((folder) => serviceFolders[folder] === slice);

// Packages of the repository outside engine and service: which other packages each may import.
const packages = {
  "clients/sdk": [],
  "clients/cli": ["clients/mcp", "clients/sdk", "engine", "service", "viewer"],
  "clients/mcp": ["clients/sdk", "engine"],
  console: ["clients/sdk"],
  viewer: [],
  acceptance: ["clients/sdk", "proof", "tools"],
  bench: ["engine", "proof", "service", "tools", "viewer"],
  proof: ["engine", "service", "tools", "viewer"],
  tools: ["engine"],
};

// Packages whose types alone may be imported, by package.
const typesOnly = {
  "clients/sdk": ["service/src/contract"],
  viewer: ["engine"],
};

const test = "[.]test[.]ts$";
const any = (names) => `(?:${names.join("|")})`;
const none = "(?!)";
const ours = `^${any(["engine", "service", ...Object.keys(packages)])}/`;

const engineRules = [
  ...Object.entries(engineFolders).map(([folder, allowed]) => ({
    name: `engine-${folder}`,
    from: { path: `^engine/src/${folder}/` },
    to: { path: "^engine/src/", pathNot: `^engine/src/${any([folder, ...allowed])}/` },
  })),
  {
    name: "engine-imports-nothing-outside",
    comment: "engine source imports engine source alone: no package, no node: module, no platform file",
    from: { path: "^engine/src/", pathNot: test },
    to: { pathNot: "^engine/src/" },
  },
  {
    name: "engine-tests",
    comment: "engine tests may also use packages made for testing, node: modules, engine/platform and engine/testing",
    from: { path: `^engine/src/.*${test}` },
    to: {
      pathNot: "^engine/(?:src|platform|testing)/|(?:^|/)node_modules/(?:vitest|fast-check|@jest/diff-sequences)/",
      dependencyTypesNot: ["core"],
    },
  },
  {
    name: "engine-beside-source",
    comment:
      "what lies beside engine/src adapts it to a platform: node: modules, fflate, test packages and engine source",
    from: { path: "^engine/(?!src/)" },
    to: { pathNot: "^engine/|(?:^|/)node_modules/(?:vitest|fast-check|fflate)/", dependencyTypesNot: ["core"] },
  },
  ...unlisted("engine-unlisted-folder", "engine/src", [
    ...Object.keys(engineFolders),
    "(?:index|inside|tasks)(?:[.]test)?[.]ts$",
  ]),
];

// Tests of a slice may start the whole service; files of service/src itself put the slices together.
const serviceTests = "[.](?:test|service)[.]ts$|/testing/|[.]contract[.]ts$";

const serviceRules = [
  ...Object.entries(serviceFolders).map(([folder, allowed]) => ({
    name: `service-${folder}`,
    from: { path: `^service/src/${folder}/`, pathNot: serviceTests },
    to: {
      path: ours,
      pathNot: [
        `^service/src/${any([folder, ...allowed])}/`,
        // Of another slice, its rules or a function it names, never its routes or queries.
        slices.includes(folder) ? `^service/src/${any(slices)}/(?!routes|queries)[^/]+[.]ts$` : none,
        allowed.includes("engine") ? "^engine/" : none,
        allowed.includes("viewer") ? "^viewer/" : none,
      ],
    },
  })),
  ...unlisted("service-unlisted-folder", "service/src", [...Object.keys(serviceFolders), "testing", "[^/]+[.]ts$"]),
];

const packageRules = Object.entries(packages).flatMap(([name, allowed]) => [
  {
    name: `package-${name.replace("/", "-")}`,
    from: { path: `^${name}/` },
    to: { path: ours, pathNot: `^${any([name, ...allowed, ...(typesOnly[name] ?? [])])}/` },
  },
  ...(typesOnly[name] ?? []).map((target) => ({
    name: `package-${name.replace("/", "-")}-types-only`,
    from: { path: `^${name}/` },
    to: { path: `^${target}/`, dependencyTypesNot: ["type-only"] },
  })),
]);

const generalRules = [
  {
    name: "through-the-door",
    comment: "a package is imported by its name, through its exports, never by a path into its folder",
    from: { path: `^(${any(["engine", "service", ...Object.keys(packages)])})/` },
    to: { path: ours, pathNot: "^$1/", dependencyTypes: ["local"] },
  },
  {
    name: "not-resolvable",
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: "no-import-of-tests",
    from: {},
    to: { path: test },
  },
];

// A folder without a row in its table: nothing may leave it or enter it.
function unlisted(name, root, listed) {
  const path = `^${root}/`;
  const pathNot = `^${root}/${any(listed.map((entry) => (entry.endsWith("$") ? entry : `${entry}/`)))}`;
  return [
    { name, from: { path, pathNot }, to: {} },
    { name, from: {}, to: { path, pathNot } },
  ];
}

export default {
  forbidden: [...engineRules, ...serviceRules, ...packageRules, ...generalRules].map((rule) => ({
    severity: "error",
    ...rule,
  })),
  options: {
    parser: "swc",
    skipAnalysisNotInRules: true,
    doNotFollow: { path: "node_modules" },
    moduleSystems: ["es6", "cjs"],
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", ".json"],
    },
  },
};
