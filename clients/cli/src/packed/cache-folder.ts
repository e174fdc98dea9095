// Where compiled code is kept.
//
// Below the user's own folder: Node would use the folder for temporary files, which all users of a machine may write to, and
// the program runs what it finds there.

import { homedir } from "node:os";
import { join } from "node:path";

/** Undefined for somebody without a folder, who compiles each time. */
export function cacheFolder({
  NODE_COMPILE_CACHE,
  XDG_CACHE_HOME,
  LOCALAPPDATA,
}: NodeJS.ProcessEnv): string | undefined {
  if (NODE_COMPILE_CACHE) return NODE_COMPILE_CACHE;
  try {
    return join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), ".cache"), "versus");
  } catch {
    // No home: the system knows no such user.
    return undefined;
  }
}
