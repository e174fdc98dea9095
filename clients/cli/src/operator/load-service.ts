// The operator's commands are those of the service, which is a package of its own: large, and not on every machine that
// compares documents. So it is loaded when one of them is asked for.

import type * as Service from "@versus/service";
import { Refusal } from "../command.ts";

/** Throws a Refusal where it is not installed. */
export async function loadService(): Promise<typeof Service> {
  try {
    return await import("@versus/service");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing || !error.message.includes("@versus/service")) throw error;
    throw new Refusal("This command needs the service, which is not installed. Install @versus/service.");
  }
}
