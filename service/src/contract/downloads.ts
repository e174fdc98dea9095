// Defines the contract between the routes of a slice and the download route.
//
// It names an artifact in an address, signs addresses, and finds the content at every download, if it is still
// available.

import type { DownloadEntry } from "./schemas.ts";

/** The name of an artifact in an address: owner id, dot, format. */
export type ArtifactKey = `${string}.${string}`;

const keyForm = /^([A-Za-z0-9_-]{1,100})\.([a-z][a-z0-9_]{0,40})$/;

/** Returns the key of a rendering. `ownerId` is the id of a comparison or of another owner of artifacts. */
export function artifactKeyOf(ownerId: string, format: string): ArtifactKey {
  return `${ownerId}.${format}`;
}

/** Returns the owner and format of an artifact key, or undefined for any other text. */
export function readArtifactKey(text: string): { readonly ownerId: string; readonly format: string } | undefined {
  const [, ownerId, format] = keyForm.exec(text) ?? [];
  return ownerId === undefined || format === undefined ? undefined : { ownerId, format };
}

export interface DownloadTarget {
  readonly artifactKey: ArtifactKey;
  readonly fileName: string;
  /** The deletion time of the content; undefined without one. The address expires no later. */
  readonly notAfter?: Date;
}

/** Returns a signed address and the time at which it expires. */
export type SignDownload = (target: DownloadTarget) => { readonly url: string; readonly expiresAt: Date };

/** The input from which `downloadEntry` makes the entry of an artifact in a reply. */
export interface ListedDownload {
  readonly ownerId: string;
  /** The format as callers know it. */
  readonly format: string;
  /** The format under which the artifact is stored, if it differs from `format`. */
  readonly keptAs?: string;
  readonly fileName: string;
  readonly notAfter: Date | undefined;
}

/** Returns the entry of the artifact in a reply, with a new signed address. */
export function downloadEntry(
  { ownerId, format, keptAs = format, fileName, notAfter }: ListedDownload,
  signDownload: SignDownload,
): DownloadEntry {
  const artifactKey = artifactKeyOf(ownerId, keptAs);
  const { url, expiresAt } = signDownload({ artifactKey, fileName, ...(notAfter === undefined ? {} : { notAfter }) });
  return { format, url, file_name: fileName, expires_at: expiresAt.toISOString() };
}

/** The stored object of an artifact that may be downloaded. */
export interface FoundDownload {
  readonly objectKey: string;
  readonly organization: { readonly organizationId: string; readonly dataKey: Uint8Array };
  readonly size: number;
  readonly sha256: Uint8Array;
  readonly mediaType: string;
}

/** Called at every download. Returns undefined if the content is deleted or due to be deleted. */
export type FindDownload = (artifact: {
  readonly ownerId: string;
  readonly format: string;
}) => Promise<FoundDownload | undefined>;
