// Provides a target that hangs, ends its process or breaks its property, to test that a run survives this.

import type { Target } from "../target.ts";
import { demand } from "../target.ts";

/** Numbers from 0 to 19. 17 and 3 together hang, 18 ends the process, and 19 breaks the property. */
const oddTarget: Target<readonly number[]> = {
  name: "odd",
  features: ["made"],
  exceptions: [],
  generate: (random) => random.list(12, () => random.below(20)),
  check: (numbers, counts) => {
    counts.add("made");
    if (numbers.includes(17) && numbers.includes(3)) for (;;);
    if (numbers.includes(18)) process.exit(7);
    demand(!numbers.includes(19), "no number is 19");
  },
  shrinking: {
    length: (numbers) => numbers.length,
    without: (numbers, from, to) => numbers.toSpliced(from, to - from),
  },
  show: (numbers) => numbers.join(" "),
};

export function findTarget(): Target<unknown> {
  return oddTarget;
}
