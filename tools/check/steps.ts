// Lists the steps of `npm run check` and `npm run check:all`.
//
// A step is a command. The steps of the full check use both cores themselves, so each runs alone.

/** A command of the check, with its name in the report. */
export interface Step {
  readonly name: string;
  readonly command: string;
}

/** Steps that need only Node and the installed packages, and take well under two minutes. The longest is first. */
export const checkSteps: readonly Step[] = [
  {
    name: "tests",
    command:
      "vitest run --project=!service-parts --project=!slow --reporter=minimal --reporter=./tools/check/tally-reporter.ts",
  },
  { name: "types", command: "tsc --project ." },
  { name: "types of the pure engine", command: "tsc --project engine" },
  { name: "types of the viewer", command: "tsc --project viewer" },
  { name: "lint and format", command: "biome check --error-on-warnings --max-diagnostics=100" },
  { name: "names, sizes, purity", command: "node tools/guards/check-source.ts" },
  { name: "imports", command: "node tools/guards/check-imports.ts" },
  { name: "migrations", command: "node tools/guards/check-migrations.ts" },
  { name: "prose", command: "node tools/guards/check-prose.ts" },
  { name: "messages", command: "node tools/guards/check-messages.ts" },
  { name: "dead code", command: "knip --no-progress" },
  { name: "lock file", command: "node tools/lock/complete-lock.ts --check" },
  { name: "licences", command: "node tools/licences/check-licences.ts" },
  { name: "bill of materials", command: "node tools/sbom/main.ts" },
];

/**
 * The other steps of the full check. A test that starts programs or servers is tried a second time if it fails. Many of
 * these limit the time within which something happens, which fails on a machine that stops for some seconds. The report
 * names such tests.
 */
export const fullSteps: readonly Step[] = [
  {
    name: "slow tests",
    command: "vitest run --project=slow --retry=1 --reporter=minimal --reporter=./tools/check/tally-reporter.ts",
  },
  {
    name: "service on real parts",
    command:
      "vitest run --project=service-parts --retry=1 --reporter=minimal --reporter=./tools/check/tally-reporter.ts",
  },
  { name: "acceptance", command: "node acceptance/main.ts" },
  { name: "chaos compare", command: "node proof/chaos/main.ts compare --count 200 --minutes 1" },
  { name: "chaos merge", command: "node proof/chaos/main.ts merge --short" },
  { name: "chaos documents", command: "node proof/chaos/main.ts documents --short" },
  { name: "corpus round trip", command: "node proof/corpus/main.ts roundtrip --all" },
  { name: "corpus hostile", command: "node proof/corpus/main.ts hostile" },
  { name: "corpus text", command: "node proof/corpus/main.ts text --sample 400" },
  { name: "corpus lint", command: "node proof/corpus/main.ts lint --all" },
  { name: "corpus decisions", command: "node proof/corpus/main.ts decisions --sample 20" },
  { name: "corpus render", command: "node proof/corpus/main.ts render --sample 300" },
  { name: "corpus content", command: "node proof/corpus/main.ts content --sample 150" },
  { name: "corpus compare", command: "node proof/corpus/main.ts compare --sample 120" },
  { name: "corpus merge", command: "node proof/corpus/main.ts merge --sample 60" },
  { name: "corpus conflicts", command: "node proof/corpus/main.ts conflicts --sample 5" },
  { name: "corpus history", command: "node proof/corpus/main.ts history --sample 20" },
  { name: "corpus readability", command: "node proof/corpus/main.ts readability" },
  { name: "corpus counts", command: "node proof/corpus/main.ts counts --sample 40" },
  { name: "corpus selective", command: "node proof/corpus/main.ts selective --sample 60" },
  { name: "corpus create", command: "node proof/corpus/main.ts create --sample 84" },
  { name: "corpus edit", command: "node proof/corpus/main.ts edit --sample 12" },
  { name: "corpus self", command: "node proof/corpus/main.ts self --sample 200 --no-office" },
  { name: "corpus determinism", command: "node proof/corpus/main.ts determinism --sample 20 --no-node-22" },
  { name: "bench growth", command: "node bench/main.ts growth --short" },
  { name: "fuzz", command: "node proof/fuzz/main.ts xml zip tree decisions scripts merges" },
  { name: "fuzz looks", command: "node proof/fuzz/main.ts looks --cases 200" },
  { name: "fuzz edit", command: "node proof/fuzz/main.ts edit --cases 600" },
];
