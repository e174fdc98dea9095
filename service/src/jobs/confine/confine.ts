// The wall around a child process, built by the system and not by the child.
//
// `bubblewrap` gives it namespaces of its own: a network without addresses, no other processes, and a file system of
// nothing but Node, its libraries and our packages. `seccomp` is for containers that allow no namespaces: the kernel
// refuses the same system calls, and Landlock (Linux 5.13 and later) the files; other processes can be seen but not
// touched. `off` is for development on systems that have neither.
//
// Both walls refuse sockets through one filter. It is needed beside the namespaces, too: sockets to a hypervisor
// (AF_VSOCK) know no namespaces. docs/decisions/0004-walls-of-child-processes.md tells what else was looked at.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Confinee, systemCallFilter } from "./system-call-filter.ts";

export const sandboxModes = ["bubblewrap", "seccomp", "off"] as const;
export type SandboxMode = (typeof sandboxModes)[number];

export interface Confined {
  readonly words: readonly string[];
  /** The system call filter for bubblewrap, which reads it from `filterFd` and writes Node's number to `numberFd`. */
  readonly filter?: Buffer;
}

/** Behind the three standard streams and the channel. */
export const numberFd = 4;
export const filterFd = 5;

const programs = { bubblewrap: "/usr/bin/bwrap", seccomp: "/usr/bin/perl" } as const;

/** What a program behind the wall may touch. */
export interface Openings {
  /** Files and folders. */
  readonly readable: readonly string[];
  /** Where it may write: `bubblewrap` puts an empty folder in memory there, for the others it is one that exists. */
  readonly writable?: { readonly path: string; readonly mostBytes: number };
  /** A folder where it may make sockets; where `bubblewrap` stands, they go to `writable`. */
  readonly sockets?: string;
  /** Devices: only `bubblewrap` makes a difference, where nothing is there that is not named. */
  readonly devices?: readonly string[];
  readonly confinee?: Confinee;
}

/** Runs `words`, whose program is Node, with nothing to read but itself and `readable`. */
export function confine(mode: SandboxMode, words: readonly string[], readable: readonly string[]): Confined {
  return confineProgram(mode, words, { readable: [process.execPath, ...sharedLibraries(), ...readable] });
}

/** Runs `words` with nothing but these openings. */
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
 * No /proc, /dev, /etc or /tmp: Node runs without. Node is the first process of its namespace, so that the number that
 * bubblewrap tells is Node's and not that of a process between them. The environment needs no clearing: it is started
 * with the two variables of the channel.
 */
function namespaces({ readable, writable, devices = [] }: Openings): string[] {
  return [
    ...["--unshare-all", "--as-pid-1", "--die-with-parent", "--new-session", "--cap-drop", "ALL"],
    ...["--info-fd", String(numberFd), "--seccomp", String(filterFd)],
    // First, so that it hides nothing: what may be read may lie below it.
    ...(writable === undefined ? [] : ["--size", String(writable.mostBytes), "--tmpfs", writable.path]),
    ...readable.flatMap((path) => ["--ro-bind", path, path]),
    ...devices.flatMap((path) => ["--dev-bind", path, path]),
    // Where the loader looks for libraries that lie in no folder of the system.
    ...["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"],
    ...["--remount-ro", "/", "--chdir", "/"],
  ];
}

let libraries: readonly string[] | undefined;

/** Those that this very Node was loaded with. */
function sharedLibraries(): readonly string[] {
  if (libraries !== undefined) return libraries;
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  const { excludeNetwork = false } = report;
  // It would look up names of addresses.
  report.excludeNetwork = true;
  const { sharedObjects = [] } = report.getReport() as { readonly sharedObjects?: readonly string[] };
  report.excludeNetwork = excludeNetwork;
  libraries = sharedObjects.filter((path) => path.startsWith("/") && !path.endsWith(".node"));
  return libraries;
}

// No program of Debian 12 sets a filter for another but Perl, which is in every image of Debian and Ubuntu. Its words:
// the number of prctl, the filter, how many files follow, and the files; then the command. Landlock has the same
// numbers everywhere; where the kernel has none of it (the call fails), Node's permission model alone keeps files. A file
// that begins with "+" may be written, and in a folder that begins with "=" sockets may be made.
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

/** True if, in the mode `seccomp`, the kernel keeps files from children, and not only Node's permission model. */
export function hasLandlock(): boolean {
  return spawnSync(programs.seccomp, ["-e", "exit(syscall(444, 0, 0, 1) > 0 ? 0 : 1)"], { env: {} }).status === 0;
}

/** Read by Node when it starts, which it does without when the file is missing but not when it may not be read. */
const opensslSettings = "/etc/ssl/openssl.cnf";

function launcherWords({ readable, writable, sockets, devices = [], confinee }: Openings): string[] {
  const prctl = process.arch === "arm64" ? "167" : "157";
  const there = [...readable, opensslSettings].filter((path) => existsSync(path));
  const written = [...devices, ...(writable === undefined ? [] : [writable.path])].map((path) => `+${path}`);
  const files = [...there, ...written, ...(sockets === undefined ? [] : [`=${sockets}`])];
  return [prctl, systemCallFilter(confinee).toString("hex"), String(files.length), ...files];
}
