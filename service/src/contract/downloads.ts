// What the routes of a slice and the download route agree on: how an artifact is named in an address, who signs
// addresses, and who is asked at every download whether the content may still be given out.

import type { DownloadEntry } from "./schemas.ts";

/** Names an artifact in an address. */
export type ArtifactKey = `${string}.${string}`;

const keyForm = /^([A-Za-z0-9_-]{1,100})\.([a-z][a-z0-9_]{0,40})$/;

/** The key of a rendering; `ownerId` is the id of a comparison or of another thing that owns artifacts. */
export function artifactKeyOf(ownerId: string, format: string): ArtifactKey {
  return `${ownerId}.${format}`;
}

/** What an artifact key names; undefined for any other text. */
export function readArtifactKey(text: string): { readonly ownerId: string; readonly format: string } | undefined {
  const [, ownerId, format] = keyForm.exec(text) ?? [];
  return ownerId === undefined || format === undefined ? undefined : { ownerId, format };
}

export interface DownloadTarget {
  readonly artifactKey: ArtifactKey;
  readonly fileName: string;
  /** The content's own deadline, where it has one; the address never outlives it. */
  readonly notAfter?: Date;
}

/** A signed address, and when it stops working. */
export type SignDownload = (target: DownloadTarget) => { readonly url: string; readonly expiresAt: Date };

/** An artifact as a reply lists it. */
export interface ListedDownload {
  readonly ownerId: string;
  /** The format that callers know it by. */
  readonly format: string;
  /** The format it is kept under, where that is another. */
  readonly keptAs?: string;
  readonly fileName: string;
  readonly notAfter: Date | undefined;
}

/** Its entry, with a fresh address. */
export function downloadEntry(
  { ownerId, format, keptAs = format, fileName, notAfter }: ListedDownload,
  signDownload: SignDownload,
): DownloadEntry {
  const artifactKey = artifactKeyOf(ownerId, keptAs);
  const { url, expiresAt } = signDownload({ artifactKey, fileName, ...(notAfter === undefined ? {} : { notAfter }) });
  return { format, url, file_name: fileName, expires_at: expiresAt.toISOString() };
}

/** The object behind an artifact that may be given out. */
export interface FoundDownload {
  readonly objectKey: string;
  readonly organization: { readonly organizationId: string; readonly dataKey: Uint8Array };
  readonly size: number;
  readonly sha256: Uint8Array;
  readonly mediaType: string;
}

/** Asked at every download. Undefined: the content is deleted, or due to be. */
export type FindDownload = (artifact: {
  readonly ownerId: string;
  readonly format: string;
}) => Promise<FoundDownload | undefined>;
