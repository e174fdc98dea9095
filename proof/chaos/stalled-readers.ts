// Opens one download several times without reading it.

import { type IncomingMessage, request } from "node:http";

export interface StalledReaders {
  /** Status codes of the replies. */
  readonly statuses: readonly number[];
  /** Reads the rest. Returns the number of readers that got the whole file, so were never cut off. */
  finish(): Promise<number>;
}

export async function stallReaders(url: string, count: number): Promise<StalledReaders> {
  const replies = await Promise.all(Array.from({ length: count }, () => openUnread(url)));
  const served = replies.filter(({ statusCode }) => statusCode === 200);
  return {
    statuses: replies.map(({ statusCode = 0 }) => statusCode),
    finish: async () => {
      const whole = await Promise.all(served.map(isWhole));
      return whole.filter((isSo) => isSo).length;
    },
  };
}

function openUnread(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false }, (reply) => {
      reply.on("error", () => {});
      // A reply without a file is read, to free its connection.
      if (reply.statusCode !== 200) reply.resume();
      resolve(reply);
    });
    asked.on("error", reject);
    asked.end();
  });
}

function isWhole(reply: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    reply.once("close", () => resolve(reply.complete));
    if (reply.destroyed) resolve(reply.complete);
    reply.resume();
  });
}
