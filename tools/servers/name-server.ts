// Starts a name server for tests: all names have the same IPv4 address, and some get no answer.

import { createSocket } from "node:dgram";

export interface NameServer {
  /** Address with its port, as settings have it. */
  readonly address: string;
  /** The number of questions that got no answer. */
  readonly unanswered: () => number;
  stop(): Promise<void>;
}

const headerBytes = 12;
const addressType = 1;
const answered = 0x8180;

/** Starts the server. `isSilent` returns true for a name that gets no answer. */
export async function startNameServer(address: string, isSilent: (name: string) => boolean): Promise<NameServer> {
  const socket = createSocket("udp4");
  let unanswered = 0;
  socket.on("message", (question, { port, address: asker }) => {
    const { name, type, end } = readQuestion(question);
    if (isSilent(name)) unanswered += 1;
    else socket.send(answerTo(question.subarray(0, end), type === addressType ? address : undefined), port, asker);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    unanswered: () => unanswered,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Returns the header and the question again, and the address if the question asks for its type. */
function answerTo(question: Buffer, address: string | undefined): Buffer {
  const reply = Buffer.from(question);
  reply.writeUInt16BE(answered, 2);
  reply.writeUInt16BE(address === undefined ? 0 : 1, 6);
  reply.fill(0, 8, headerBytes);
  if (address === undefined) return reply;
  // A pointer to the name, type A, class IN, no time to live, four bytes.
  const record = [0xc0, headerBytes, 0, addressType, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)];
  return Buffer.concat([reply, Buffer.from(record)]);
}
