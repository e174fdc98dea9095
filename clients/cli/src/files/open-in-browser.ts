// Shows a file in the user's browser, with the system's program for that.

import { spawn } from "node:child_process";

/**
 * A browser may keep running as the program that we started, so it counts as started after this time. One that cannot
 * start ends sooner.
 */
const PATIENCE_MILLISECONDS = 2000;

interface Opener {
  readonly program: string;
  readonly words: readonly string[];
}

function openerOf(path: string, platform: NodeJS.Platform, browser: string | undefined): Opener {
  if (browser !== undefined && browser !== "") return { program: browser, words: [path] };
  if (platform === "darwin") return { program: "open", words: [path] };
  // The first quoted word after `start` would be the title of a window.
  if (platform === "win32") return { program: "cmd", words: ["/c", "start", "", path] };
  return { program: "xdg-open", words: [path] };
}

/**
 * Returns false if the program could not be started or ended at once with an error. `browser` is the value of BROWSER,
 * which names another program than the system's.
 */
export function openInBrowser(path: string, browser: string | undefined): Promise<boolean> {
  const { program, words } = openerOf(path, process.platform, browser);
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: "ignore", detached: true });
    const timer = setTimeout(() => resolve(true), PATIENCE_MILLISECONDS);
    const end = (isOpen: boolean): void => {
      clearTimeout(timer);
      resolve(isOpen);
    };
    child.once("error", () => end(false));
    child.once("exit", (code) => end(code === 0));
    child.unref();
  });
}
