// Builds the seccomp program (classic BPF) that refuses system calls to a child.
//
// A child reads its program, uses the one channel that it was started with, and needs memory and threads. The filter
// refuses every way to open another channel, to look into other processes, to end or start one, and the calls through
// which kernels are most often attacked. All other calls are allowed: the calls that Node makes change with its
// versions, and a list of allowed calls would break at an update.
//
// LibreOffice and its host program communicate over a Unix socket, and the host starts LibreOffice. Each gets back
// exactly the calls that it needs for that, with Unix stream sockets only. LibreOffice, which reads the documents, can
// listen but cannot connect.
//
// System calls have different numbers on each architecture. A call through another architecture (32-bit, x32) would
// have other numbers, so it ends the process.

type Architecture = "x64" | "arm64";

/** Numbers on x64 and on arm64; undefined if the call does not exist there. */
type Numbers = readonly [x64: number, arm64: number | undefined];

const refused = {
  // Addresses: the channel to the parent is a socket that is already connected.
  socket: [41, 198],
  socketpair: [53, 199],
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  sendto: [44, 206],
  sendmmsg: [307, 269],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // Memory and files of other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  shmget: [29, 194],
  shmat: [30, 196],
  msgget: [68, 186],
  semget: [64, 190],
  mq_open: [240, 180],
  // Signals. `abort` raises one, and ends the process with a memory fault if the signal is refused.
  kill: [62, 129],
  tkill: [200, 130],
  tgkill: [234, 131],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  pidfd_send_signal: [424, 424],
  // Further processes.
  fork: [57, undefined],
  vfork: [58, undefined],
  // Namespaces and mounts.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_by_handle_at: [304, 265],
  // Parts of the kernel that a computing program never needs.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
} as const satisfies Readonly<Record<string, Numbers>>;

const architectures: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
const clone: Numbers = [56, 220];
const clone3: Numbers = [435, 435];
const prlimit: Numbers = [302, 261];
/** The flag of x32 calls, which share the architecture of x64. */
const x32Bit = 0x40000000;
const cloneThread = 0x10000;
const familyUnix = 1;
const typeStream = 1;
/** Masks the type of a socket, without its flags. */
const typeBits = 0xf;

// Offsets in struct seccomp_data. Only the lower half of an argument is read, because both architectures are
// little-endian.
const offsetOfNumber = 0;
const offsetOfArchitecture = 4;
const offsetOfFirstArgument = 16;
const offsetOfSecondArgument = 24;

// Instructions: load a word, compare it, return an answer.
const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const jumpIfAnyBit = 0x45;
const maskWith = 0x54;
const answer = 0x06;

const allow = 0x7fff0000;
const endProcess = 0x80000000;
const failWith = (code: number): number => 0x00050000 | code;
const notPermitted = 1;
const notImplemented = 38;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/**
 * The program that a filter is for: a child that computes, the host program that starts LibreOffice, or LibreOffice.
 */
export type Confinee = "child" | "officeHost" | "office";

type RefusedCall = keyof typeof refused;

interface Rights {
  /** Calls of the table that are allowed. */
  readonly calls: ReadonlySet<RefusedCall>;
  readonly isStarting: boolean;
}

const listening: readonly RefusedCall[] = ["socket", "socketpair", "bind", "listen", "accept", "accept4", "sendto"];
const rightsOf: Readonly<Record<Confinee, Rights>> = {
  child: { calls: new Set(), isStarting: false },
  officeHost: { calls: new Set([...listening, "connect", "fork", "vfork"]), isStarting: true },
  office: { calls: new Set(listening), isStarting: false },
};

/** Throws on an unknown architecture. */
export function systemCallFilter(confinee: Confinee = "child", architecture: string = process.arch): Buffer {
  if (architecture !== "x64" && architecture !== "arm64") {
    throw new Error(`The sandbox knows no system calls of ${architecture}: it runs on x64 and arm64.`);
  }
  const { calls, isStarting } = rightsOf[confinee];
  const number = ([x64, arm64]: Numbers): number | undefined => (architecture === "x64" ? x64 : arm64);
  return toBytes([
    [load, 0, 0, offsetOfArchitecture],
    [jumpIfEqual, 1, 0, architectures[architecture]],
    [answer, 0, 0, endProcess],
    [load, 0, 0, offsetOfNumber],
    ...(architecture === "x64" ? answerWhen(jumpIfAtLeast, x32Bit, endProcess) : []),
    ...Object.entries(refused).flatMap(([name, numbers]) =>
      calls.has(name as RefusedCall) ? [] : answerWhen(jumpIfEqual, number(numbers), failWith(notPermitted)),
    ),
    ...(calls.has("socket")
      ? [refused.socket, refused.socketpair].flatMap((pair) => allowUnixStreams(number(pair)))
      : []),
    // The C library then uses clone, whose flags the filter can read.
    ...answerWhen(jumpIfEqual, number(clone3), failWith(notImplemented)),
    ...(isStarting ? [] : allowWhenFirst(number(clone), [jumpIfAnyBit, cloneThread])),
    // A process may use prlimit for itself only.
    ...allowWhenFirst(number(prlimit), [jumpIfEqual, 0]),
    [answer, 0, 0, allow],
  ]);
}

function answerWhen(jump: number, value: number | undefined, reply: number): Instruction[] {
  if (value === undefined) return [];
  return [
    [jump, 0, 1, value],
    [answer, 0, 0, reply],
  ];
}

/** Allows the call if its first argument passes the jump, and refuses it otherwise. */
function allowWhenFirst(number: number | undefined, [jump, value]: readonly [number, number]): Instruction[] {
  if (number === undefined) return [];
  return [
    [jumpIfEqual, 0, 4, number],
    [load, 0, 0, offsetOfFirstArgument],
    [jump, 0, 1, value],
    [answer, 0, 0, allow],
    [answer, 0, 0, failWith(notPermitted)],
  ];
}

/** Allows the call only for sockets of the type Unix stream, which reach no network. */
function allowUnixStreams(number: number | undefined): Instruction[] {
  if (number === undefined) return [];
  return [
    [jumpIfEqual, 0, 7, number],
    [load, 0, 0, offsetOfFirstArgument],
    [jumpIfEqual, 0, 4, familyUnix],
    [load, 0, 0, offsetOfSecondArgument],
    [maskWith, 0, 0, typeBits],
    [jumpIfEqual, 0, 1, typeStream],
    [answer, 0, 0, allow],
    [answer, 0, 0, failWith(notPermitted)],
  ];
}

/** Encodes the instructions as struct sock_filter. */
function toBytes(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  instructions.forEach(([code, ifTrue, ifFalse, value], at) => {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(ifTrue, at * 8 + 2);
    bytes.writeUInt8(ifFalse, at * 8 + 3);
    bytes.writeUInt32LE(value, at * 8 + 4);
  });
  return bytes;
}
