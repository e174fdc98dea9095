// Loads the service, whose commands the operator runs.
//
// The service is a separate package: it is large, and machines that only compare documents lack it. So it is loaded
// only for a command that needs it.

import type * as Service from "@versus/service";
import { Refusal } from "../command.ts";

/** Throws a Refusal if the service is not installed. */
export async function loadService(): Promise<typeof Service> {
  try {
    return await import("@versus/service");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing || !error.message.includes("@versus/service")) throw error;
    throw new Refusal("This command needs the service, which is not installed. Install @versus/service.");
  }
}
