// Tries the whole service from outside, as its callers and operators use it.
//
//   node acceptance/main.ts              every theme
//   node acceptance/main.ts isolation    the themes named

import { openService } from "./calls/service.ts";
import { runTheme, type Tally } from "./running/theme.ts";
import { startWorld, type World } from "./running/world.ts";
import { themes, withoutWorker } from "./themes.ts";

const tell = (line: string): void => console.log(line);

async function run(world: World, names: readonly string[], tally: Tally): Promise<void> {
  const [ordinary, zeroDay, second] = await Promise.all([
    world.makeOrganization(),
    world.makeOrganization(["--zero-day", "on"]),
    world.makeOrganization(),
  ]);
  const api = await world.startApi();
  const service = await openService(api.url, ordinary.key);
  const stage = { world, service, ordinary, zeroDay, second };
  const isWanted = ({ name }: { readonly name: string }) => names.length === 0 || names.includes(name);
  for (const theme of withoutWorker.filter(isWanted)) await runTheme(theme, stage, { tally, tell });
  await world.startWorker();
  for (const theme of themes.filter(isWanted)) await runTheme(theme, stage, { tally, tell });
}

const names = process.argv.slice(2);
const known = [...withoutWorker, ...themes].map(({ name }) => name);
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) {
  console.error(`There is no theme ${unknown}; there are ${known.join(", ")}.`);
  process.exit(2);
}
const tally: Tally = { passed: 0, failed: 0 };
const world = await startWorld(tell);
const interrupted = new Promise<"interrupted">((resolve) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve("interrupted"));
});
const outcome = await Promise.race([interrupted, run(world, names, tally).catch((error: unknown) => error)]);
await world.end();
if (outcome !== undefined) console.error(outcome);
tell(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(outcome === undefined && tally.failed === 0 ? 0 : 1);
