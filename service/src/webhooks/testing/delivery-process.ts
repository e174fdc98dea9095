// Runs a delivery worker in a separate process that a test can kill.
//
// Arguments: the address of the database, and the certificate of the receiver.

import { readFileSync } from "node:fs";
import { openBossQueue } from "../../jobs/boss-queue.ts";
import { openDatabase } from "../../storage/database.ts";
import { testMasterKeys } from "../../storage/testing/test-organization.ts";
import { startDeliveries } from "../deliver.ts";
import { deliveryKind } from "../record-event.ts";
import { localReceivers } from "./test-receiver.ts";

const [url = "", certificateFile = ""] = process.argv.slice(2);
const { database } = openDatabase({ url });
const clock = () => new Date();
const report = (problem: unknown) => process.stderr.write(`${problem}\n`);
const queue = await openBossQueue({ connection: { url }, database, clock, kinds: [deliveryKind], report });
const receiver = localReceivers({ certificate: readFileSync(certificateFile, "utf8") });
await startDeliveries({ database, queue, clock, masterKeys: testMasterKeys, receiver });
process.stdout.write("ready\n");
