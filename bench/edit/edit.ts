// Measures edits beside opening and saving the document, and the wait over HTTP (`bench edit`).

import { openDocument, W, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type EditTaskOutcome, editTask } from "@versus/engine/tasks";
import { makeContract } from "../make-contract.ts";
import { type Figure, measureInTurns, median, type Turns } from "../measure.ts";
import { type RunningService, startService } from "../service/running-service.ts";
import { makeEdits } from "./make-edits.ts";

/** Compression level of results. */
const DEFLATE_LEVEL = 6;
/** Number of runs until the engine's code is compiled. */
const WARM_UP = 20;
const WAITS = 20;

interface Size {
  readonly pages: number;
  readonly edits: number;
  readonly most: number;
  readonly turns: Turns;
}

const SIZES: readonly Size[] = [
  { pages: 100, edits: 20, most: 1.5, turns: { turns: 30, runs: 1 } },
  { pages: 1_000, edits: 200, most: 2, turns: { turns: 8, runs: 1 } },
];

export async function benchEdit(progress: (text: string) => void): Promise<Figure[]> {
  const figures = SIZES.map((size) => costOfEdits(size, progress));
  return [...figures, await timeOfWait(SIZES[0]!, progress)];
}

/** Measures making and saving both outputs: the redline and the clean copy. */
function costOfEdits({ pages, edits, most, turns }: Size, progress: (text: string) => void): Figure {
  const docx = makeContract(pages);
  const given = makeEdits(pages, edits);
  const cpu = measureInTurns(
    [
      { name: "edit", run: () => void edited(docx, given) },
      { name: "open, save", run: () => void openAndSave(docx) },
    ],
    turns,
  );
  const [own, bare] = [cpu.get("edit")!, cpu.get("open, save")!];
  progress(`${pages} pages: ${edits} edits ${own.toFixed(1)} ms, open and save ${bare.toFixed(1)} ms`);
  return { name: `${pages} pages: ${edits} edits / open and save`, value: own / bare, bar: { atMost: most } };
}

function edited(document: Uint8Array, edits: readonly unknown[]): EditTaskOutcome {
  const outcome = editTask({ document, edits, author: "Counsel", date: "2026-01-01T00:00:00Z", codec: nodeZlib });
  if (outcome.kind === "refused") throw new Error(`Refused: ${JSON.stringify(outcome.refusals[0])}`);
  return outcome;
}

/** Opens and saves with the smallest change, because an unchanged document is not written again. */
function openAndSave(docx: Uint8Array): Uint8Array {
  const document = openDocument(docx, { codec: nodeZlib, names: wordNames() });
  const tree = document.package.tree(document.main);
  const paragraph = tree.firstChild(tree.firstChild(tree.root));
  tree.setAttribute(paragraph, W.rsidR, "00AA00AA");
  return document.package.save(DEFLATE_LEVEL);
}

/** Measures requests one after another, without other callers. */
async function timeOfWait({ pages, edits }: Size, progress: (text: string) => void): Promise<Figure> {
  const docx = makeContract(pages);
  const given = makeEdits(pages, edits);
  const engine = Array.from({ length: WARM_UP + WAITS }, () => timeOf(() => edited(docx, given))).slice(WARM_UP);
  const service = await startService();
  try {
    const fileId = await upload(service, docx);
    const times: number[] = [];
    for (let count = 0; count < WARM_UP + WAITS; count += 1) {
      const start = performance.now();
      await edit(service, fileId, given);
      times.push(performance.now() - start);
    }
    const [own, waited] = [median(engine), median(times.slice(WARM_UP))];
    progress(`POST with wait, p50: ${waited.toFixed(0)} ms; the engine alone: ${own.toFixed(0)} ms`);
    return {
      name: `${pages} pages, idle: ms of POST beside the engine, p50`,
      value: waited - own,
      bar: { atMost: 150 },
    };
  } finally {
    await service.stop();
  }
}

async function upload({ url, key }: RunningService, docx: Uint8Array): Promise<string> {
  const body = new FormData();
  body.set("document", new Blob([new Uint8Array(docx)]), "contract.docx");
  const reply = await fetch(`${url}/v1/files`, { method: "POST", headers: { authorization: `Bearer ${key}` }, body });
  if (!reply.ok) throw new Error(`POST /v1/files answered ${reply.status}`);
  return ((await reply.json()) as { readonly file_id: string }).file_id;
}

async function edit({ url, key }: RunningService, fileId: string, edits: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({ file_id: fileId, schema_version: 1, edits, wait: true, outputs: ["docx", "redline"] });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const reply = await fetch(`${url}/v1/edit`, { method: "POST", headers, body });
  const record = (await reply.json()) as { readonly status?: string };
  if (record.status !== "ready") throw new Error(`POST /v1/edit answered ${reply.status} ${JSON.stringify(record)}`);
}

function timeOf(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
