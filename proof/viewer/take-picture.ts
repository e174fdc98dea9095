// Takes the picture of the view for the README: `node proof/viewer/take-picture.ts`.

import { join } from "node:path";
import { nodeZlib } from "@versus/engine/node-zlib";
import { compareTask } from "@versus/engine/tasks";
import { makeSampleContracts } from "@versus/tools/sample-contracts";
import { wholePage, writePage } from "@versus/viewer";
import { embed, openBrowser } from "./embedded-view.ts";

const { original, modified } = makeSampleContracts();
const { artifacts } = compareTask({
  before: original,
  after: modified,
  names: { before: "contract.docx", after: "contract-revised.docx" },
  author: "Counsel for the Buyer",
  date: "2026-01-02T03:04:05Z",
  codec: nodeZlib,
  formats: ["fragment"],
});
const fragment = new TextDecoder().decode(artifacts.get("fragment"));
const browser = await openBrowser();
const view = await embed(browser, (origin) => writePage(fragment, { ...wholePage, origin }), {
  size: { width: 1200, height: 720 },
});
await view.until("vs:ready");
await view.send({ type: "vs:next" });
await view.until("vs:highlighted");
await view.page.screenshot({ path: join(import.meta.dirname, "../../docs/looked-at/view.png") });
await browser.close();
process.exit();
