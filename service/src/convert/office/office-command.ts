// Builds the command line of a sandboxed LibreOffice and of the host program that calls it.
//
// The sandbox contains the system's programs and libraries (/usr), the fonts and their cache, LibreOffice's own
// settings, and one private, empty folder. Documents arrive through a pipe and are stored only in that folder. In the
// mode `bubblewrap` the private folder is in memory and ends with the process. In the other modes it is a temporary
// folder of the machine, which the caller deletes. The mode `off` has no sandbox.

import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ChildCommand, withLimits } from "../../jobs/child-command.ts";
import { confineProgram, type SandboxMode } from "../../jobs/confine/confine.ts";
import { systemCallFilter } from "../../jobs/confine/system-call-filter.ts";
import { findProgram, systemFolders } from "../installed-programs.ts";

export interface OfficeInstallation {
  /** The folder that contains soffice.bin. */
  readonly folder: string;
  /** The Python that has LibreOffice's bindings. */
  readonly python: string;
}

/** Returns the installation of `program` (a path, or a name on the search path), or undefined. */
export function findOffice(program: string): OfficeInstallation | undefined {
  const found = findProgram(program);
  if (found === undefined) return undefined;
  const folder = dirname(realpathSync(found));
  if (!existsSync(join(folder, "soffice.bin"))) return undefined;
  // LibreOffice's own packages include a Python; Debian's packages use the Python of the system.
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
  /** An empty folder; used in all modes except bubblewrap. */
  readonly privateFolder: string;
}

const ownFolder = import.meta.dirname;
const hostProgram = join(ownFolder, "office-host.py");
/** LibreOffice always creates its sockets here; no setting changes that. */
export const socketFolder = "/tmp";
/** The path of the private folder in bubblewrap. */
const wrappedFolder = socketFolder;
/** Debian's LibreOffice stores its settings and its registry of extensions in these folders. */
const officeFolders = ["/etc/libreoffice", "/var/lib/libreoffice", "/var/spool/libreoffice"];
const devices = ["/dev/null", "/dev/urandom"];
const megabyte = 1024 * 1024;
/** Space for the source, the result, two profiles, and temporary files of LibreOffice. */
const privateMegabytes = 1024;
/** Address space that LibreOffice reserves in addition to the memory that it uses. */
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

/** Time zone and language are fixed, because the displayed value of a field must not depend on the machine. */
function environmentOf(privateFolder: string, programFolder: string): Record<string, string> {
  return {
    HOME: privateFolder,
    TMPDIR: privateFolder,
    // Programs find the libraries beside them through /proc, which the sandbox does not have.
    LD_LIBRARY_PATH: programFolder,
    PATH: "/usr/bin",
    LANG: "C.UTF-8",
    TZ: "UTC",
    SAL_USE_VCLPLUGIN: "svp",
  };
}
