// The folder that an agent may read and write: nothing outside of it, also not through links, and nothing that is there
// already unless the agent says so.

import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from "node:path";
import { type NamedBytes, ToolRefusal } from "./work/work.ts";

const mostBytes = 100 * 1024 * 1024;

export interface Folder {
  read(path: string): Promise<NamedBytes>;
  /** The path as the agent knows it. */
  write(path: string, bytes: Uint8Array, overwrite: boolean): Promise<string>;
}

export function openFolder(root: string): Folder {
  return {
    read: async (path) => {
      const full = await inside(root, path);
      const bytes = await readFile(full).catch((problem: NodeJS.ErrnoException) => {
        throw new ToolRefusal(problem.code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read.`);
      });
      if (bytes.length > mostBytes) throw new ToolRefusal(`${path} is larger than 100 MB.`);
      return { name: basename(full), bytes };
    },
    write: async (path, bytes, overwrite) => {
      if (extname(path).toLowerCase() !== ".docx") throw new ToolRefusal(`${path} must end in .docx.`);
      const full = await inside(root, path);
      await mkdir(dirname(full), { recursive: true });
      await writeFile(full, bytes, { flag: overwrite ? "w" : "wx" }).catch((problem: NodeJS.ErrnoException) => {
        const words = `${path} is there already. Choose another output, or set overwrite to true.`;
        throw new ToolRefusal(problem.code === "EEXIST" ? words : `${path} cannot be written.`);
      });
      return relative(root, full);
    },
  };
}

/** The place that a path names, with its links followed. */
async function inside(root: string, path: string): Promise<string> {
  const home = await realpath(root);
  const full = await followed(resolve(home, path));
  const way = relative(home, full);
  if (way === "" || way.startsWith("..") || isAbsolute(way)) {
    throw new ToolRefusal(`${path} is outside of the folder that this server was given.`);
  }
  return full;
}

/** What is not there yet is below something that is. */
async function followed(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await followed(parent), basename(path));
  }
}
