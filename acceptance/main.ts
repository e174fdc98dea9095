// Tests the whole service from outside, as its callers and operators use it.
//
// - `node acceptance/main.ts`: every theme except those that must be named; then every rule and every code must have
//   been met
// - `node acceptance/main.ts isolation`: the named themes

import { codesApart, codesOf } from "./calls/codes.ts";
import { openService, type Service } from "./calls/service.ts";
import { Ledger } from "./running/ledger.ts";
import { runTheme, type Theme } from "./running/theme.ts";
import { startWorld, type World } from "./running/world.ts";
import { alone, asked, lanes, last, withoutWorker } from "./themes.ts";

async function run(world: World, names: readonly string[], ledger: Ledger): Promise<void> {
  const [ordinary, zeroDay, second, counted] = await Promise.all([
    world.makeOrganization(),
    world.makeOrganization(["--zero-day", "on"]),
    world.makeOrganization(),
    world.makeOrganization(),
  ]);
  const api = await world.startApi();
  const service = await openService(api.url, ordinary.key);
  const stage = { world, service, ordinary, zeroDay, second, counted, log: api.lines };
  const runAll = async (themes: readonly Theme[]): Promise<void> => {
    const wanted = themes.filter(({ name }) => names.length === 0 || names.includes(name));
    for (const theme of wanted) await runTheme(theme, stage, ledger);
  };
  await runAll(withoutWorker);
  await world.startWorker();
  await Promise.all(lanes.map(runAll));
  await runAll(alone);
  await runAll(last);
  if (names.length > 0) await runAll(asked);
  if (names.length === 0) await close(service, ledger);
}

/** Checks that need a whole run: every code and every rule was met. */
async function close(service: Service, ledger: Ledger): Promise<void> {
  const { json } = await service.get("/v1/reference/errors");
  ledger.closeCodes(codesOf(json.text), { raised: service.codes.raised, apart: codesApart });
  ledger.closeRules();
}

const names = process.argv.slice(2);
const known = [withoutWorker, ...lanes, alone, last, asked].flat().map(({ name }) => name);
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`There is no theme ${unknown}; there are ${known.join(", ")}.`);
  process.exit(2);
}
const ledger = new Ledger((line) => console.log(line));
const world = await startWorld(ledger.tell);
const interrupted = new Promise<"interrupted">((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve("interrupted"));
});
const outcome = await Promise.race([interrupted, run(world, names, ledger).catch((error: unknown) => error)]);
await world.end();
if (outcome !== undefined) console.error(outcome);
console.log(`${ledger.passed} passed, ${ledger.failed} failed`);
process.exit(outcome === undefined && ledger.failed === 0 ? 0 : 1);
