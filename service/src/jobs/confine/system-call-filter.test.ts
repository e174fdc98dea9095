// Tests the system call filter on both architectures by running its program.

import { expect, test } from "vitest";
import { systemCallFilter } from "./system-call-filter.ts";

const x64 = 0xc000003e;
const arm64 = 0xc00000b7;
const i386 = 0x40000003;

interface Call {
  readonly architecture: number;
  readonly number: number;
  readonly first?: number;
  readonly second?: number;
}

/** Returns the kernel's answer to a call, found by running the filter as the kernel does. */
function answerTo({ architecture, number, first = 0, second = 0 }: Call, filter: Buffer): string {
  const words: Readonly<Record<number, number>> = { 0: number, 4: architecture, 16: first, 24: second };
  let loaded = 0;
  for (let at = 0; at < filter.length / 8; at++) {
    const [code, value] = [filter.readUInt16LE(at * 8), filter.readUInt32LE(at * 8 + 4)];
    if (code === 0x06) return answers[value] ?? `error ${value & 0xffff}`;
    if (code === 0x20) loaded = words[value] ?? Number.NaN;
    else if (code === 0x54) loaded &= value;
    else {
      const isTrue = { 21: loaded === value, 53: loaded >= value, 69: (loaded & value) !== 0 }[code];
      at += filter.readUInt8(at * 8 + (isTrue === true ? 2 : 3));
    }
  }
  return "runs off its end";
}

const answers: Readonly<Record<number, string>> = { 2147418112: "allowed", 2147483648: "ends the process" };
const thread = 0x3d0f00;
const refused = "error 1";

test.each([
  ["x64", "read", { architecture: x64, number: 0 }, "allowed"],
  ["x64", "recvmsg of the channel", { architecture: x64, number: 47 }, "allowed"],
  ["x64", "sendmsg of the channel", { architecture: x64, number: 46 }, "allowed"],
  ["x64", "socket", { architecture: x64, number: 41 }, refused],
  ["x64", "connect", { architecture: x64, number: 42 }, refused],
  ["x64", "io_uring_setup", { architecture: x64, number: 425 }, refused],
  ["x64", "ptrace", { architecture: x64, number: 101 }, refused],
  ["x64", "kill", { architecture: x64, number: 62 }, refused],
  ["x64", "fork", { architecture: x64, number: 57 }, refused],
  ["x64", "a new process", { architecture: x64, number: 56, first: 17 }, refused],
  ["x64", "a new thread", { architecture: x64, number: 56, first: thread }, "allowed"],
  ["x64", "clone3", { architecture: x64, number: 435 }, "error 38"],
  ["x64", "limits of its own", { architecture: x64, number: 302, first: 0 }, "allowed"],
  ["x64", "limits of another", { architecture: x64, number: 302, first: 4711 }, refused],
  ["x64", "socket of x32", { architecture: x64, number: 0x40000000 + 41 }, "ends the process"],
  ["x64", "socketcall of 32 bits", { architecture: i386, number: 102 }, "ends the process"],
  ["arm64", "read", { architecture: arm64, number: 63 }, "allowed"],
  ["arm64", "socket", { architecture: arm64, number: 198 }, refused],
  ["arm64", "connect", { architecture: arm64, number: 203 }, refused],
  ["arm64", "ptrace", { architecture: arm64, number: 117 }, refused],
  ["arm64", "a new process", { architecture: arm64, number: 220, first: 17 }, refused],
  ["arm64", "a new thread", { architecture: arm64, number: 220, first: thread }, "allowed"],
  ["arm64", "sendmsg of the channel", { architecture: arm64, number: 211 }, "allowed"],
  ["arm64", "a call of 32 bits", { architecture: 0x40000028, number: 281 }, "ends the process"],
])("on %s, %s", (architecture, _, call, answer) => {
  expect(answerTo(call, systemCallFilter("child", architecture))).toBe(answer);
});

const unix = 1;
const internet = 2;
const stream = 1;
const streamWithFlags = 0x80801;
const datagrams = 2;

test.each([
  ["office", "a Unix stream", { number: 41, first: unix, second: streamWithFlags }, "allowed"],
  ["office", "Unix datagrams, which need no connection", { number: 41, first: unix, second: datagrams }, refused],
  ["office", "TCP", { number: 41, first: internet, second: stream }, refused],
  ["office", "a pair of streams", { number: 53, first: unix, second: stream }, "allowed"],
  ["office", "bind", { number: 49 }, "allowed"],
  ["office", "accept4", { number: 288 }, "allowed"],
  ["office", "connect", { number: 42 }, refused],
  ["office", "a new process", { number: 56, first: 17 }, refused],
  ["office", "a new thread", { number: 56, first: thread }, "allowed"],
  ["office", "ptrace", { number: 101 }, refused],
  ["officeHost", "connect", { number: 42 }, "allowed"],
  ["officeHost", "TCP", { number: 41, first: internet, second: stream }, refused],
  ["officeHost", "a new process", { number: 56, first: 17 }, "allowed"],
  ["officeHost", "kill", { number: 62 }, refused],
  ["officeHost", "limits of another", { number: 302, first: 4711 }, refused],
] as const)("[CNV-4] for %s, %s", (confinee, _, call, answer) => {
  expect(answerTo({ architecture: x64, ...call }, systemCallFilter(confinee, "x64"))).toBe(answer);
});

test("another architecture is refused with a sentence", () => {
  expect(() => systemCallFilter("child", "riscv64")).toThrow(/knows no system calls of riscv64/);
});
