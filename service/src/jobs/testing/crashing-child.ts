// Runs as a child program that exits on any task.

import { childReady } from "../child-protocol.ts";

process.on("message", () => process.exit(3));
process.send?.(childReady);
