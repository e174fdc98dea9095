// The embedded view of a redline: the whole file of the `viewer` format, made in the job that makes the redline, and the
// fragment behind it, kept so that every view of a comparison is shown by today's script (docs/design/html.md).

import { wholePage, writePage } from "@versus/viewer";

/** The artifact that holds the fragment. It is no format: no read lists it and no address leads to it. */
export const fragmentArtifact = "fragment";

/** Renderings with the whole file added, from the fragment among them. */
export function withPage(artifacts: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const made = new Map(artifacts);
  const fragment = made.get(fragmentArtifact);
  if (fragment !== undefined) made.set("viewer", Buffer.from(writePage(textOf(fragment), wholePage)));
  return made;
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
}
