// A child program that dies of whatever it is given.

import { childReady } from "../child-protocol.ts";

process.on("message", () => process.exit(3));
process.send?.(childReady);
