// The command line of a LibreOffice behind its wall, with the program that asks it.
//
// Behind the wall there are the system's programs and libraries (/usr), the fonts and their cache, LibreOffice's own settings,
// and one private folder, which is empty. Documents come in through a pipe and never lie anywhere else. In the mode
// `bubblewrap` the private folder is in memory and goes with the process. In the others it is a folder of the machine's
// temporary files: its owner deletes it.

import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ChildCommand, withLimits } from "../../jobs/child-command.ts";
import { confineProgram, type SandboxMode } from "../../jobs/confine/confine.ts";
import { systemCallFilter } from "../../jobs/confine/system-call-filter.ts";
import { findProgram, systemFolders } from "../installed-programs.ts";

export interface OfficeInstallation {
  /** The folder that holds soffice.bin. */
  readonly folder: string;
  /** The Python that carries LibreOffice's bindings. */
  readonly python: string;
}

/** Where `program` (a path, or a name on the search path) is installed; undefined when it is not. */
export function findOffice(program: string): OfficeInstallation | undefined {
  const found = findProgram(program);
  if (found === undefined) return undefined;
  const folder = dirname(realpathSync(found));
  if (!existsSync(join(folder, "soffice.bin"))) return undefined;
  // LibreOffice's own packages bring a Python; Debian's use the system's.
  const own = join(folder, "python");
  return { folder, python: existsSync(own) ? own : "/usr/bin/python3" };
}

export interface OfficeCommand extends ChildCommand {
  readonly environment: Readonly<Record<string, string>>;
}

export interface OfficeProgram {
  readonly installation: OfficeInstallation;
  readonly mode: SandboxMode;
  readonly memoryMegabytes: number;
  /** Outside of bubblewrap: an empty folder. */
  readonly privateFolder: string;
}

const ownFolder = import.meta.dirname;
const hostProgram = join(ownFolder, "office-host.py");
/** Where LibreOffice puts its sockets, whatever it is told. */
export const socketFolder = "/tmp";
/** The private folder behind bubblewrap. */
const wrappedFolder = socketFolder;
/** Debian's LibreOffice has its settings and its registry of extensions there. */
const officeFolders = ["/etc/libreoffice", "/var/lib/libreoffice", "/var/spool/libreoffice"];
const devices = ["/dev/null", "/dev/urandom"];
const megabyte = 1024 * 1024;
/** The source, the result, two profiles, and what LibreOffice writes while it works. */
const privateMegabytes = 1024;
/** What LibreOffice reserves beside what it uses. */
const reservedMegabytes = 4096;

export function officeCommand({ installation, mode, memoryMegabytes, privateFolder }: OfficeProgram): OfficeCommand {
  const { folder, python } = installation;
  const path = mode === "bubblewrap" ? wrappedFolder : privateFolder;
  const filter = mode === "off" ? [] : [systemCallFilter("office").toString("hex")];
  const host = [python, "-I", "-B", hostProgram, folder, path, ...filter];
  const confined = confineProgram(mode, host, {
    readable: [...systemFolders, ...officeFolders, folder, ownFolder].filter((file) => existsSync(file)),
    writable: { path, mostBytes: privateMegabytes * megabyte },
    sockets: socketFolder,
    devices,
    confinee: "officeHost",
  });
  const limits = [
    `--as=${(memoryMegabytes + reservedMegabytes) * megabyte}`,
    `--fsize=${privateMegabytes * megabyte}`,
    "--nofile=1024",
    "--core=0",
  ];
  return { ...withLimits(confined, limits), environment: environmentOf(path, folder) };
}

/** The time zone and the language are fixed: what a field shows must not depend on the machine. */
function environmentOf(privateFolder: string, programFolder: string): Record<string, string> {
  return {
    HOME: privateFolder,
    TMPDIR: privateFolder,
    // Programs find libraries beside them through /proc, which is not there.
    LD_LIBRARY_PATH: programFolder,
    PATH: "/usr/bin",
    LANG: "C.UTF-8",
    TZ: "UTC",
    SAL_USE_VCLPLUGIN: "svp",
  };
}
