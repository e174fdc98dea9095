// Builds the command line for the wall around a child process, which the system enforces (SRV-23).
//
// `bubblewrap` gives the child its own namespaces: a network without addresses, no other processes, and a file system
// that contains only Node, its libraries and our packages. `seccomp` is for containers that allow no namespaces. The
// kernel refuses the same system calls, and Landlock (Linux 5.13 and later) protects files; other processes are visible
// but cannot be touched. `off` is for development on systems that have neither.
//
// Both walls refuse sockets through one filter. The namespaces need it too, because sockets to a hypervisor (AF_VSOCK)
// ignore namespaces. docs/decisions/0004-walls-of-child-processes.md lists the alternatives that were examined.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Confinee, systemCallFilter } from "./system-call-filter.ts";

export const sandboxModes = ["bubblewrap", "seccomp", "off"] as const;
export type SandboxMode = (typeof sandboxModes)[number];

export interface Confined {
  readonly words: readonly string[];
  /** The system call filter for bubblewrap, which reads it from `filterFd` and writes Node's pid to `numberFd`. */
  readonly filter?: Buffer;
}

/** File descriptors after the three standard streams and the channel. */
export const numberFd = 4;
export const filterFd = 5;

const programs = { bubblewrap: "/usr/bin/bwrap", seccomp: "/usr/bin/perl" } as const;

/** The files, folders and devices that a program behind the wall may use. */
export interface Openings {
  /** Files and folders. */
  readonly readable: readonly string[];
  /**
   * The folder that the program may write. `bubblewrap` mounts an empty folder in memory there; the other modes need an
   * existing folder.
   */
  readonly writable?: { readonly path: string; readonly mostBytes: number };
  /** A folder where the program may create sockets. `bubblewrap` ignores it: there, `writable` serves for this. */
  readonly sockets?: string;
  /** Devices that the program may read and write. */
  readonly devices?: readonly string[];
  readonly confinee?: Confinee;
}

/**
 * Returns the command that runs `words`, whose program is Node. The wall permits reading Node, its libraries and
 * `readable`. The mode `off` returns `words` without a wall.
 */
export function confine(mode: SandboxMode, words: readonly string[], readable: readonly string[]): Confined {
  return confineProgram(mode, words, { readable: [process.execPath, ...sharedLibraries(), ...readable] });
}

/** Returns the command that runs `words` behind a wall with these openings. The mode `off` builds no wall. */
export function confineProgram(mode: SandboxMode, words: readonly string[], openings: Openings): Confined {
  switch (mode) {
    case "bubblewrap": {
      const filter = systemCallFilter(openings.confinee);
      return { words: [programs.bubblewrap, ...namespaces(openings), "--", ...words], filter };
    }
    case "seccomp":
      return { words: [programs.seccomp, "-e", launcher, ...launcherWords(openings), ...words] };
    case "off":
      return { words };
  }
}

/**
 * There is no /proc, /dev, /etc or /tmp, except for the openings and the loader's cache. Node needs no more. The
 * program is the first process of its namespace, so the pid that bubblewrap reports is the program's and not that of a
 * process between them. The environment needs no clearing: it contains only the channel's and the caller's variables.
 */
function namespaces({ readable, writable, devices = [] }: Openings): string[] {
  return [
    ...["--unshare-all", "--as-pid-1", "--die-with-parent", "--new-session", "--cap-drop", "ALL"],
    ...["--info-fd", String(numberFd), "--seccomp", String(filterFd)],
    // First, so that it hides nothing: readable paths may be below it.
    ...(writable === undefined ? [] : ["--size", String(writable.mostBytes), "--tmpfs", writable.path]),
    ...readable.flatMap((path) => ["--ro-bind", path, path]),
    ...devices.flatMap((path) => ["--dev-bind", path, path]),
    // The loader needs it for libraries that are not in a system folder.
    ...["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"],
    ...["--remount-ro", "/", "--chdir", "/"],
  ];
}

let libraries: readonly string[] | undefined;

/** Returns the libraries that this Node process has loaded. */
function sharedLibraries(): readonly string[] {
  if (libraries !== undefined) return libraries;
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  const { excludeNetwork = false } = report;
  // The network section would look up names of addresses.
  report.excludeNetwork = true;
  const { sharedObjects = [] } = report.getReport() as { readonly sharedObjects?: readonly string[] };
  report.excludeNetwork = excludeNetwork;
  libraries = sharedObjects.filter((path) => path.startsWith("/") && !path.endsWith(".node"));
  return libraries;
}

// Perl is the only program in Debian 12 that can set a filter for another program, and every image of Debian and Ubuntu
// has it. The arguments: the number of prctl, the filter, the number of files, the files, then the command. Landlock
// has the same numbers everywhere. If the kernel lacks Landlock (the call fails), only Node's permission model protects
// files. "+" before a file allows writing, and "=" before a folder allows creating sockets in it.
const launcher = `
my ($prctl, $filter, $count) = (shift() + 0, pack("H*", shift()), shift);
my @files = splice @ARGV, 0, $count;
my $rules = syscall 444, my $handled = pack("Q", 0x1fff), 8, 0;
if ($rules >= 0) {
  for my $file (@files) {
    my $how = $file =~ s/^([+=])// ? $1 : "";
    my $rights = $how eq "=" ? 0x200 : -d $file ? ($how ? 0x1fff : 0xd) : ($how ? 0x6 : 0x5);
    sysopen my $handle, $file, 0 or die "$file: $!\\n";
    my $rule = pack "Q l", $rights, fileno $handle;
    syscall(445, $rules, 1, $rule, 0) == 0 or die "Landlock refuses $file: $!\\n";
  }
}
syscall($prctl, 38, 1, 0, 0, 0) == 0 or die "no_new_privs: $!\\n";
if ($rules >= 0) { syscall(446, $rules, 0) == 0 or die "Landlock: $!\\n" }
my $program = pack "S x![Q] P", length($filter) / 8, $filter;
syscall($prctl, 22, 2, $program, 0, 0) == 0 or die "seccomp: $!\\n";
exec { $ARGV[0] } @ARGV or die "exec: $!\\n";
`;

/** True if the kernel protects files from children in the mode `seccomp`, in addition to Node's permission model. */
export function hasLandlock(): boolean {
  return spawnSync(programs.seccomp, ["-e", "exit(syscall(444, 0, 0, 1) > 0 ? 0 : 1)"], { env: {} }).status === 0;
}

/**
 * Node reads this file at its start. It starts without the file if the file is missing, but not if it must not be read.
 */
const opensslSettings = "/etc/ssl/openssl.cnf";

function launcherWords({ readable, writable, sockets, devices = [], confinee }: Openings): string[] {
  const prctl = process.arch === "arm64" ? "167" : "157";
  const there = [...readable, opensslSettings].filter((path) => existsSync(path));
  const written = [...devices, ...(writable === undefined ? [] : [writable.path])].map((path) => `+${path}`);
  const files = [...there, ...written, ...(sockets === undefined ? [] : [`=${sockets}`])];
  return [prctl, systemCallFilter(confinee).toString("hex"), String(files.length), ...files];
}
