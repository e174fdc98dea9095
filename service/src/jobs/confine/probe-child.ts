// Runs as a child program that tries its wall, and starts in a tenth of the time of a working child.

import { childReady, type ProbeChildTask } from "../child-protocol.ts";
import { reachedOf } from "./attempts.ts";

process.on("message", async ({ targets }: ProbeChildTask) => {
  process.send?.({ kind: "probed", reached: await reachedOf(targets) });
});
process.on("disconnect", () => process.exit());
process.send?.(childReady);
