// Tests views of hostile shapes: six readers at once do not block the event loop of the API.

import assert from "node:assert/strict";
import { makeShape, shapeNames } from "@versus/proof/growth-shapes";
import { startMeasuredApi } from "../running/measured-api.ts";
import { once, type Stage, theme } from "../running/theme.ts";

/** The scale of the shapes; 1 is the largest that `npm run bench -- growth` measures. */
const SCALE = 0.25;
const READERS = 6;
/** Duration of the reads. The delay is sampled every 10 ms, and p99 of fewer than 100 samples is the maximum. */
const MEASURED_MILLISECONDS = 4_000;
const MOST_P99_MILLISECONDS = 50;
/** Number of attempts, as for the other attacks: the machine may be busy with something else. */
const TRIES = 4;

/** The shape whose views blocked the service most when each was built on request. */
export const viewsOfComments = (stage: Stage): void => viewsAtOnce(stage, ["overlapping-comments"]);

/** The other shapes take minutes, so they run only when the attacks are named: `npm run acceptance -- attacks`. */
export const viewsOfShapes = theme("attacks", (stage) =>
  viewsAtOnce(
    stage,
    shapeNames.filter((name) => name !== "overlapping-comments"),
  ),
);

function viewsAtOnce({ service, world, test }: Stage, shapes: readonly (typeof shapeNames)[number][]): void {
  const start = once(async () => {
    const api = await startMeasuredApi(world);
    const { key } = await world.makeOrganization();
    return { api, at: service.at(api.url, key) };
  });
  let worst = { shape: "", p99: 0, bytes: 0 };
  for (const shape of shapes) {
    const title = `${shape}: ${READERS} views at once, event loop p99 at most ${MOST_P99_MILLISECONDS} ms`;
    test(title, ["6.post-limits"], async () => {
      const { api, at } = await start();
      const { before, after } = makeShape(shape, SCALE);
      const id = await at.submit({ original: Buffer.from(before), modified: Buffer.from(after) });
      const { json } = await at.end(id);
      assert.equal(json.status, "ready", JSON.stringify(json.error));
      const view = async (): Promise<number> => {
        const { status, body } = await at.get(`/v1/compare/${id}/html`);
        assert.equal(status, 200);
        return body.length;
      };
      const bytes = await view();
      let best = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < TRIES && best > MOST_P99_MILLISECONDS; tries += 1) {
        await api.loopDelay();
        const end = Date.now() + MEASURED_MILLISECONDS;
        while (Date.now() < end) await Promise.all(Array.from({ length: READERS }, view));
        best = Math.min(best, (await api.loopDelay()).p99);
      }
      if (best >= worst.p99) worst = { shape, p99: best, bytes };
      assert.ok(best <= MOST_P99_MILLISECONDS, `${best.toFixed(0)} ms for a view of ${bytes} bytes`);
    });
  }
  test(`the views of ${shapes.length} shapes left the service well`, [], async () => {
    const { api, at } = await start();
    const { shape, p99, bytes } = worst;
    console.log(`  ${shapes.length} shapes: event loop ${p99.toFixed(0)} ms late at p99 (${shape}, ${bytes} bytes)`);
    assert.equal((await at.get("/v1/usage")).status, 200);
    await api.stop();
  });
}
