// A child program that tries its wall and does no document work: it starts in a tenth of the time of one that does.

import { childReady, type ProbeChildTask } from "../child-protocol.ts";
import { reachedOf } from "./attempts.ts";

process.on("message", async ({ targets }: ProbeChildTask) => {
  process.send?.({ kind: "probed", reached: await reachedOf(targets) });
});
process.on("disconnect", () => process.exit());
process.send?.(childReady);
