// Runs the service as programs for measurements.
//
// Prints one JSON line with its address, a key and the database, and ends with its input.

import { text } from "node:stream/consumers";
import { startChaosService } from "./start-service.ts";

const service = await startChaosService({ isCeph: process.argv.includes("--ceph"), workers: 2 });
try {
  const caller = await service.addOrganization("measured", { isZeroDay: false });
  console.log(JSON.stringify({ ...caller, databaseUrl: service.databaseUrl, storeFolder: service.store.folder }));
  await text(process.stdin);
} finally {
  await service.stop();
}
