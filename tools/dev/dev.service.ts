import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listRevisions, openDocument, wordNames } from "@versus/engine";
import { nodeZlib } from "@versus/engine/node-zlib";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const [, command = "", lines = ""] = /## As a service.*?```sh\n(.*?)```.*?```sh\n(.*?)```/s.exec(readme) ?? [];
const [, reading = ""] = /### Read a document.*?```sh\n(.*?)```/s.exec(readme) ?? [];
const [, editing = ""] = /### Edit a document.*?```sh\n(.*?)```/s.exec(readme) ?? [];

/** On a machine that is busy with other tests. */
const timeout = 150_000;

/** What the README says to type, in the folder of the repository. */
function startDev(words = "", environment: Readonly<Record<string, string>> = {}) {
  const { DATABASE_URL: _, ...own } = process.env;
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  // A group of its own, as a terminal makes one: an interrupt reaches npm and all that it started.
  const dev = spawn("bash", ["-c", command.trim() + words], {
    cwd: root,
    env: { ...own, PATH, ...environment },
    detached: true,
  });
  let said = "";
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const ended = new Promise((resolve) => dev.on("close", resolve));
  const signal = (name: NodeJS.Signals) => process.kill(-dev.pid!, name);
  onTestFinished(() => {
    if (dev.exitCode === null && dev.signalCode === null) signal("SIGKILL");
  });
  return { said: () => said, ended, signal };
}

type Dev = ReturnType<typeof startDev>;

async function untilStarted(dev: Dev): Promise<{ readonly url: string; readonly folder: string; line: string }> {
  await expect.poll(dev.said, { timeout: 50_000, interval: 100 }).toContain("Ctrl-C here ends everything");
  const [line = "", url = "", folder = ""] = /^URL=(\S+) KEY=\S+ DEMO=(\S+)$/m.exec(dev.said()) ?? [];
  return { url, folder, line };
}

test("the README's lines start the service, make a redline, read and edit a document, and Ctrl-C leaves nothing", {
  timeout,
}, async () => {
  const dev = startDev();
  const { url, folder, line } = await untilStarted(dev);
  expect(dev.said()).toContain(lines);

  const here = mkdtempSync(join(tmpdir(), "versus-try-"));
  onTestFinished(() => rmSync(here, { recursive: true }));
  execFileSync("bash", ["-euo", "pipefail", "-c", `${line}\n${lines}`], { cwd: here });
  const redline = openDocument(readFileSync(join(here, "redline.docx")), { codec: nodeZlib, names: wordNames() });
  expect(listRevisions(redline).length).toBeGreaterThan(5);
  const words = ["-euo", "pipefail", "-c", `${line}\n${reading}\n${editing}`];
  const markdown = execFileSync("bash", words, { cwd: here, encoding: "utf8" });
  const { document } = JSON.parse(readFileSync(join(here, "content.json"), "utf8"));
  expect(document.blocks.length).toBeGreaterThan(5);
  expect(markdown).toContain(document.blocks[0].text);
  const edited = openDocument(readFileSync(join(here, "edited-redline.docx")), { codec: nodeZlib, names: wordNames() });
  expect(listRevisions(edited).map(({ author }) => author)).toEqual(["Ada"]);

  dev.signal("SIGINT");
  await dev.ended;
  expect(existsSync(folder)).toBe(false);
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});

test("a second one beside the first has a port of its own, and what is killed leaves nothing either", {
  timeout,
}, async () => {
  const first = startDev();
  const one = await untilStarted(first);
  const second = startDev();
  const other = await untilStarted(second);
  expect(one.url).not.toBe(other.url);
  for (const dev of [first, second]) dev.signal("SIGKILL");
  for (const { folder, url } of [one, other]) {
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false);
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  }
});

test("a port that is taken, and a database that is not there, are told before anything is made", async () => {
  const port = startDev(" -- --port 99999");
  await port.ended;
  expect(port.said()).toContain("A port is a number from 1 to 65535");
  const database = startDev("", { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
  await database.ended;
  expect(database.said()).toContain("DATABASE_URL is set, so its database is used");
});
