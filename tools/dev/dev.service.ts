import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listRevisions, openDocument, wordNames } from "@versus/engine";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, onTestFinished, test } from "vitest";

test("npm run dev serves, its lines make a redline, and Ctrl-C leaves nothing", async () => {
  const { DATABASE_URL: _, ...environment } = process.env;
  const dev = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], { env: environment });
  onTestFinished(() => void dev.kill("SIGKILL"));
  let said = "";
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const ended = new Promise((resolve) => dev.on("close", resolve));
  await expect.poll(() => said, { timeout: 50_000, interval: 100 }).toContain("Ctrl-C ends everything");

  const folder = mkdtempSync(join(tmpdir(), "versus-try-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [script = ""] = /^KEY=.*?(?=\n\n)/ms.exec(said) ?? [];
  execFileSync("bash", ["-euo", "pipefail", "-c", script], { cwd: folder });
  const redline = openDocument(readFileSync(join(folder, "redline.docx")), { codec: nodeZlib, names: wordNames() });
  expect(listRevisions(redline).length).toBeGreaterThan(5);

  const [, contract = ""] = /Two contracts: (\S+)/.exec(said) ?? [];
  const [, url = ""] = /Versus runs at (\S+)/.exec(said) ?? [];
  expect(existsSync(contract)).toBe(true);
  dev.kill("SIGINT");
  expect(await ended).toBe(0);
  expect(existsSync(dirname(contract))).toBe(false);
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});
