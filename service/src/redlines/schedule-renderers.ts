// Lists the changes of a redline by clause, as a Word document or as CSV (UNT-5).

import type { ScheduleFormat } from "../contract/formats.ts";
import { JobFailure } from "../jobs/job-queue.ts";
import type { Renderer } from "./renderers.ts";

export const scheduleRenderers: readonly Renderer[] = (["schedule", "schedule_csv"] as const).map(scheduleRenderer);

function scheduleRenderer(format: ScheduleFormat): Renderer {
  return {
    format,
    failureCode: "COMPARISON_FAILED",
    source: "json",
    render: async (json, { run }) => {
      const listed = await run({ kind: "schedule", json, format });
      if (listed.kind === "failed") throw new JobFailure("COMPARISON_FAILED", listed.code);
      if (listed.schedule === undefined) throw new JobFailure("COMPARISON_FAILED");
      return listed.schedule;
    },
  };
}
