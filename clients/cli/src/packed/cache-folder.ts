// Finds the folder for compiled code.
//
// It is below the user's own folder, unless NODE_COMPILE_CACHE names another. Node's default is the folder for
// temporary files, to which all users of a machine may write, and the program runs the code that it finds there.

import { homedir } from "node:os";
import { join } from "node:path";

/** Returns undefined for a user without a folder. The program then compiles in each run. */
export function cacheFolder({
  NODE_COMPILE_CACHE,
  XDG_CACHE_HOME,
  LOCALAPPDATA,
}: NodeJS.ProcessEnv): string | undefined {
  if (NODE_COMPILE_CACHE) return NODE_COMPILE_CACHE;
  try {
    return join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), ".cache"), "versus");
  } catch {
    // No home folder: the system does not know the user.
    return undefined;
  }
}
