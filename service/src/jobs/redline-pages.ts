// Makes the pages of a redline, in the child process that makes the redline.
//
// The pages are the content of a comparison's view and the whole file of the `viewer` format. A page grows with its
// document, so no event loop that serves callers writes one.

import type { CompareFormat } from "@versus/engine/tasks";
import { joinPage, type PageFacts, splitPage, wholePage } from "@versus/viewer";

/** The artifact that a view is sent from. It is not a format: no read lists it, and no address leads to it. */
export const viewArtifact = "view";

/** An artifact that a child makes of a redline. */
export type RedlineArtifact = Exclude<CompareFormat, "fragment"> | typeof viewArtifact | "viewer";

const pages: ReadonlySet<RedlineArtifact> = new Set([viewArtifact, "viewer"]);

/** Returns the formats to request from the engine: the fragment replaces the formats that are pages. */
export function engineFormatsFor(formats: readonly RedlineArtifact[]): CompareFormat[] {
  const own = formats.filter((format): format is Exclude<CompareFormat, "fragment"> => !pages.has(format));
  return formats.some((format) => pages.has(format)) ? [...own, "fragment"] : own;
}

/** Returns the requested artifacts, with the pages made from the engine's fragment. */
export function withPages(
  made: ReadonlyMap<CompareFormat, Uint8Array>,
  formats: readonly RedlineArtifact[],
): Map<RedlineArtifact, Uint8Array> {
  const fragment = made.get("fragment");
  const parts = fragment === undefined ? undefined : splitPage(decodeUtf8(fragment));
  const encoder = new TextEncoder();
  const make = (format: RedlineArtifact): Uint8Array => {
    if (format === viewArtifact) return encoder.encode(storedView(parts!));
    if (format !== "viewer") return made.get(format)!;
    return joinPage(parts!, wholePage);
  };
  return new Map(formats.map((format) => [format, make(format)]));
}

/** Returns the view of a fragment that an older version stored without a view. */
export function viewOf(fragment: Uint8Array): Uint8Array {
  return new TextEncoder().encode(storedView(splitPage(decodeUtf8(fragment))));
}

/** Returns a line with the facts for the start of the page, then the body as it is sent. */
function storedView({ facts, body }: ReturnType<typeof splitPage>): string {
  return `${JSON.stringify(facts)}\n${body}`;
}

/** Maximum length of the first line: more than a file name and all fonts of a document need. */
const mostFactBytes = 256 * 1024;

export interface OpenedView {
  readonly facts: PageFacts;
  /** The length of the first line in bytes. */
  readonly factBytes: number;
  /** Must be iterated or closed: an unread body keeps its source open. */
  readonly body: AsyncGenerator<Uint8Array>;
}

/** Reads the first line of a stored view. Throws an Error for content that is not a view. */
export async function openView(content: AsyncIterable<Uint8Array>): Promise<OpenedView> {
  const pieces = content[Symbol.asyncIterator]();
  let read: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    const { value, done } = await pieces.next();
    if (done === true || read.length > mostFactBytes) {
      await pieces.return?.();
      throw new Error("A stored view does not begin with its facts");
    }
    read = Buffer.concat([read, value]);
    end = read.indexOf("\n");
  }
  const rest = read.subarray(end + 1);
  return { facts: JSON.parse(read.toString("utf8", 0, end)), factBytes: end + 1, body: bodyOf(rest, pieces) };
}

async function* bodyOf(rest: Uint8Array, pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (rest.length > 0) yield rest;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
  } finally {
    await pieces.return?.();
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
}
