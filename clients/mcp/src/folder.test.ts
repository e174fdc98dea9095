import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type Folder, openFolder } from "./folder.ts";
import { publishFiles } from "./publish-files.ts";
import { ToolRefusal } from "./work/work.ts";

let around: string;
let root: string;
let folder: Folder;
beforeEach(() => {
  around = mkdtempSync(join(tmpdir(), "versus-folder-"));
  root = join(around, "contracts");
  mkdirSync(join(root, "inner"), { recursive: true });
  writeFileSync(join(root, "nda.docx"), "nda");
  writeFileSync(join(around, "secret.docx"), "secret");
  folder = openFolder(root);
  onTestFinished(() => rmSync(around, { recursive: true }));
});

const bytes = new TextEncoder().encode("new");
const text = async (path: string): Promise<string> => Buffer.from((await folder.read(path)).bytes).toString();
const write = (path: string, overwrite = false): Promise<string[]> => folder.write([{ path, bytes }], overwrite);
const inRoot = (path: string): string => readFileSync(join(root, path), "utf8");
/** Returns the temporary files that a call left in the folder. */
const leftovers = (): string[] => readdirSync(root).filter((name) => name.startsWith(".versus-"));

async function refusal(call: Promise<unknown>): Promise<string> {
  const problem = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(problem instanceof ToolRefusal)) throw new Error(`not refused: ${String(problem)}`);
  expect(leftovers()).toEqual([]);
  return problem.message;
}

test("paths are relative to the folder, or absolute inside it, also where the folder is named by a link", async () => {
  expect(await text("nda.docx")).toBe("nda");
  expect(await text("inner/../nda.docx")).toBe("nda");
  expect(await text(join(root, "nda.docx"))).toBe("nda");
  symlinkSync(root, join(around, "link"));
  folder = openFolder(join(around, "link"));
  expect(await text(join(around, "link/nda.docx"))).toBe("nda");
  expect(await write(join(around, "link/inner/new.docx"))).toEqual(["inner/new.docx"]);
  expect(inRoot("inner/new.docx")).toBe("new");
});

test.each(["../secret.docx", "inner/../../secret.docx", "../none.docx"])("%s is outside of it", async (path) => {
  expect(await refusal(folder.read(path))).toContain("outside of the folder");
  for (const overwrite of [false, true]) expect(await refusal(write(path, overwrite))).toContain("outside");
  expect(readdirSync(around).sort()).toEqual(["contracts", "secret.docx"]);
});

test("reading follows a link inside the folder; writing replaces the link and not its target", async () => {
  symlinkSync("nda.docx", join(root, "latest.docx"));
  expect(await text("latest.docx")).toBe("nda");
  expect(await refusal(write("latest.docx"))).toContain("is there already");
  await write("latest.docx", true);
  expect([lstatSync(join(root, "latest.docx")).isFile(), inRoot("latest.docx"), inRoot("nda.docx")]).toEqual([
    true,
    "new",
    "nda",
  ]);
});

test.each([
  ["a link to outside", "../secret.docx", "out.docx is a link that leaves the folder."],
  ["a dangling link to outside", "../created.docx", "out.docx is a link to nothing."],
  ["a dangling link to inside", "created.docx", "out.docx is a link to nothing."],
  ["a link to itself", "out.docx", "out.docx is a link to nothing."],
])("%s is neither read nor written", async (_, target, words) => {
  symlinkSync(target, join(root, "out.docx"));
  for (const call of [() => folder.read("out.docx"), () => write("out.docx"), () => write("out.docx", true)]) {
    expect(await refusal(call())).toBe(words);
  }
  expect(readlinkSync(join(root, "out.docx"))).toBe(target);
  expect(readFileSync(join(around, "secret.docx"), "utf8")).toBe("secret");
  expect([existsSync(join(around, "created.docx")), existsSync(join(root, "created.docx"))]).toEqual([false, false]);
});

test("a folder that is a link to outside or to nothing is not written through", async () => {
  symlinkSync(around, join(root, "up"));
  symlinkSync(join(around, "none"), join(root, "gone"));
  expect(await refusal(write("up/new.docx"))).toContain("outside of the folder");
  expect(await refusal(write("gone/new.docx"))).toBe("gone/new.docx is a link to nothing.");
  expect(await refusal(folder.read("up/secret.docx"))).toContain("outside of the folder");
  expect(readdirSync(around).sort()).toEqual(["contracts", "secret.docx"]);
});

test("a FIFO, a socket and a folder are not files, and no call hangs on them", { timeout: 5000 }, async () => {
  execFileSync("mkfifo", [join(root, "fifo.docx")]);
  mkdirSync(join(root, "folder.docx"));
  const server = createServer().listen(join(root, "socket.docx"));
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  symlinkSync("fifo.docx", join(root, "link.docx"));
  for (const path of ["fifo.docx", "folder.docx", "socket.docx", "link.docx"]) {
    expect(await refusal(folder.read(path))).toBe(`${path} is not a file.`);
  }
  for (const path of ["fifo.docx", "folder.docx", "socket.docx"]) {
    expect(await refusal(write(path, true))).toBe(`${path} is not a file.`);
  }
});

test("a file over 100 MB is refused before it is read", async () => {
  const large = join(root, "large.docx");
  writeFileSync(large, "");
  truncateSync(large, 8 * 2 ** 30);
  const before = process.memoryUsage().arrayBuffers;
  expect(await refusal(folder.read("large.docx"))).toBe("large.docx is larger than 100 MB.");
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
});

test("a file that grows while it is read is refused", async () => {
  writeFileSync(join(root, "log.docx"), Buffer.alloc(64 * 2 ** 20));
  const reading = folder.read("log.docx");
  const growing = setInterval(() => appendFileSync(join(root, "log.docx"), "more"), 1);
  onTestFinished(() => clearInterval(growing));
  const words = await refusal(reading);
  clearInterval(growing);
  expect(words).toBe("log.docx changed while it was read. Try again.");
});

test("writing replaces a name and not contents that a hard link shares", async () => {
  linkSync(join(around, "secret.docx"), join(root, "shared.docx"));
  expect(await text("shared.docx")).toBe("secret");
  await write("shared.docx", true);
  expect([inRoot("shared.docx"), readFileSync(join(around, "secret.docx"), "utf8")]).toEqual(["new", "secret"]);
  expect(statSync(join(root, "shared.docx")).mode & 0o777).toBe(0o644 & ~process.umask());
});

test("several files are written together or not at all", async () => {
  const other = new TextEncoder().encode("other");
  const pair = (first: string, second: string, overwrite = false): Promise<string[]> =>
    folder.write(
      [
        { path: first, bytes },
        { path: second, bytes: other },
      ],
      overwrite,
    );
  expect(await pair("a.docx", "deep/b.docx")).toEqual(["a.docx", "deep/b.docx"]);
  expect([inRoot("a.docx"), inRoot("deep/b.docx")]).toEqual(["new", "other"]);
  expect(await refusal(pair("c.docx", "nda.docx"))).toContain("nda.docx is there already");
  expect(existsSync(join(root, "c.docx"))).toBe(false);
  expect(await refusal(pair("c.docx", "inner/../c.docx"))).toContain("two outputs");
  expect(await refusal(pair("c.docx", "nda.docx/d.docx"))).toBe("nda.docx/d.docx cannot be written.");
  expect(existsSync(join(root, "c.docx"))).toBe(false);
  await pair("nda.docx", "c.docx", true);
  expect([inRoot("nda.docx"), inRoot("c.docx"), leftovers()]).toEqual(["new", "other", []]);
});

test("a file that was replaced gets its old contents back if the next one fails", async () => {
  mkdirSync(join(root, "taken.docx"));
  const files = ["nda.docx", "fresh.docx", "taken.docx"].map((path) => ({ path, full: join(root, path), bytes }));
  expect(await refusal(publishFiles(files, true))).toBe("taken.docx cannot be replaced.");
  expect([inRoot("nda.docx"), existsSync(join(root, "fresh.docx"))]).toEqual(["nda", false]);
});
