// Starts Chromium, the browser of the tests.

import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PROGRAM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** The browser opens only our own pages, so it needs no sandbox, and must not make requests of its own. */
const WORDS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-features=AutofillServerCommunication",
];

export function openBrowser(): Promise<Browser> {
  if (!existsSync(PROGRAM)) {
    throw new Error(
      `There is no Chromium at ${PROGRAM}: install it (apt-get install chromium), or name one by CHROMIUM.`,
    );
  }
  return chromium.launch({ executablePath: PROGRAM, args: WORDS });
}
