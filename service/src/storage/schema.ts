// The tables as queries see them; migrations/ makes them. Times come in from the caller's clock: no column is filled by
// the database's own. A JSON column takes text (JSON.stringify) and gives the parsed value, because the driver would
// write an array given to it as a Postgres array.

import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { ErrorDetail, ParagraphName } from "../contract/api-error.ts";

export interface Tables {
  processes: ProcessesTable;
  organizations: OrganizationsTable;
  accounts: AccountsTable;
  keys: KeysTable;
  comparisons: ComparisonsTable;
  merges: MergesTable;
  files: FilesTable;
  creations: CreationsTable;
  edits: EditsTable;
  documents: DocumentsTable;
  versions: VersionsTable;
  objects: ObjectsTable;
  artifacts: ArtifactsTable;
  jobs: JobsTable;
  usage_entries: UsageEntriesTable;
  idempotency: IdempotencyTable;
  audit_entries: AuditEntriesTable;
  audit_chain: AuditChainTable;
  rate_buckets: RateBucketsTable;
  installation: InstallationTable;
  uploads: UploadsTable;
  webhooks: WebhooksTable;
  webhook_messages: WebhookMessagesTable;
  webhook_deliveries: WebhookDeliveriesTable;
  limit_notices: LimitNoticesTable;
}

export interface OrganizationsTable {
  organization_id: string;
  slug: string;
  name: string;
  region: string;
  created_at: Date;
  zero_day: Generated<boolean>;
  retention_days: number | null;
  document_limit: number | null;
  instruction: Generated<boolean>;
  ocr: Generated<boolean>;
  /** The organization's content key, wrapped by the master key (data-keys.ts). Erased with the organization. */
  data_key: Uint8Array;
  deleted_at: Date | null;
}

/** The service account of an organization; without one while it is detached. */
export interface AccountsTable {
  account_id: string;
  address: string;
  organization_id: string | null;
}

export interface KeysTable {
  key_id: string;
  account_id: string;
  organization_id: string;
  name: string;
  scopes: string[];
  secret_hash: Uint8Array;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** Of a comparison, a file or another job of a caller. */
export type JobStatus = "processing" | "ready" | "failed";

/** Why a job of a caller failed, as the API shows it. */
export interface FailedJobError {
  readonly code: string;
  readonly upstream_code: string;
  readonly message: string;
  readonly source?: string;
}

/** As the engine takes them, and those of PDFs; what was not said is not there. */
export interface StoredOptions {
  readonly granularity?: "word" | "character";
  readonly detectMoves?: boolean;
  readonly ignoreFormatting?: boolean;
  readonly ignoreCase?: boolean;
  readonly ignoreWhitespace?: boolean;
  readonly ignoreTypography?: boolean;
  readonly comments?: "keep" | "drop";
  readonly pdfLegend?: boolean;
}

export interface ComparisonsTable {
  comparison_id: string;
  organization_id: string;
  account_id: string;
  /** The caller's own name for it. */
  reference: string | null;
  created_at: Date;
  status: JobStatus;
  finished_at: Date | null;
  error: NullableJson<FailedJobError>;
  author: string;
  original_name: string;
  modified_name: string;
  zero_day: Generated<boolean>;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
  documents: Generated<number>;
  words: Generated<number>;
  engine_version: string;
  /** What the caller said of how to compare. */
  options: NullableJson<StoredOptions>;
  /** The stored document whose versions it compares. */
  document_id: string | null;
  /** The version whose redline it is. */
  version_id: string | null;
}

/** A revised copy: its name, and who its changes are by. */
export interface StoredRevision {
  readonly name: string;
  readonly author: string;
}

export interface MergesTable {
  merge_id: string;
  organization_id: string;
  account_id: string;
  reference: string | null;
  created_at: Date;
  status: JobStatus;
  finished_at: Date | null;
  error: NullableJson<FailedJobError>;
  original_name: string;
  /** In the order of the form; null when the content is deleted. */
  revisions: NullableJson<readonly StoredRevision[]>;
  zero_day: boolean;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
  documents: number;
  words: Generated<number>;
  engine_version: string;
  /** The stored document whose versions it merges. */
  document_id: string | null;
}

export type FileKind = "upload" | "edit" | "redline" | "selective" | "created" | "decided";

/** Something that the caller of a file should know, without text of the document. */
export interface StoredNotice {
  readonly code: string;
  readonly message: string;
  readonly count: number;
}

/** Why a file could not be prepared, as the API shows it. */
export interface FileError {
  readonly code: string;
  readonly message: string;
}

/** An upload, or a document that we made. */
export interface FilesTable {
  file_id: string;
  organization_id: string;
  account_id: string;
  reference: string | null;
  kind: FileKind;
  /** What it is a result of. */
  source_id: string | null;
  created_at: Date;
  status: JobStatus;
  finished_at: Date | null;
  error: NullableJson<FileError>;
  file_name: string;
  size: number;
  /** Known when it has been read. */
  words: number | null;
  zero_day: boolean;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
  /** Of the engine that made it or, of an upload, read it. */
  engine_version: string | null;
  notices: NullableJson<readonly StoredNotice[]>;
}

/** Why a document could not be made, as the API shows it. */
export interface CreationError {
  readonly code: string;
  readonly message: string;
  readonly details?: CreationErrorDetail[];
}

export interface CreationErrorDetail {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
  /** The position of the paragraph, from 0, and the style that it asks for. */
  readonly paragraph?: number;
  readonly style_id?: string;
}

/** A document to be made of paragraphs. */
export interface CreationsTable {
  creation_id: string;
  organization_id: string;
  account_id: string;
  reference: string | null;
  created_at: Date;
  status: JobStatus;
  finished_at: Date | null;
  error: NullableJson<CreationError>;
  file_name: string;
  /** The document, when it is ready. */
  file_id: string | null;
  zero_day: boolean;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
  /** Of the engine that made the document. */
  engine_version: string | null;
}

/** Why a document was not edited, as the API shows it. */
export interface EditError {
  readonly code: string;
  readonly message: string;
  /** Their messages repeat no text. */
  readonly details?: readonly ErrorDetail[];
}

/** The effect of one edit of a request. It contains no text of the document. */
export interface StoredEditResult {
  readonly edit: number;
  readonly places: number;
  readonly paragraphs: readonly ParagraphName[];
  /** Those that it left out, if any. */
  readonly skipped?: readonly ParagraphName[];
}

/** Edits of a file. */
export interface EditsTable {
  edit_id: string;
  organization_id: string;
  account_id: string;
  reference: string | null;
  created_at: Date;
  status: JobStatus;
  finished_at: Date | null;
  error: NullableJson<EditError>;
  source_file_id: string;
  /** The edited document. */
  file_id: string;
  /** The name of the edited document. */
  file_name: Generated<string>;
  /** When it is ready. */
  redline_file_id: string | null;
  edit_count: number;
  /** Of the tracked changes. */
  author: string;
  date: string;
  from_instruction: boolean;
  zero_day: boolean;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
  /** The effect of each edit, when it is ready. */
  results: NullableJson<readonly StoredEditResult[]>;
  /** Of the engine that made the outputs. */
  engine_version: string | null;
}

/** A caller's own notes on a document or a version, by name: `{ "matter": "M-1047" }`. */
export type Metadata = Readonly<Record<string, string>>;

/** A stored document. */
export interface DocumentsTable {
  document_id: string;
  organization_id: string;
  account_id: string;
  created_at: Date;
  updated_at: Date;
  name: string;
  description: string | null;
  metadata: NullableJson<Metadata>;
  reference: string | null;
  next_number: number;
  status: "ready";
  /** When its last version was added. */
  finished_at: Date;
  zero_day: boolean;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
}

export type VersionKind = "upload" | "merge";

/** A version of a stored document. */
export interface VersionsTable {
  version_id: string;
  document_id: string;
  organization_id: string;
  account_id: string;
  created_at: Date;
  updated_at: Date;
  number: number;
  kind: VersionKind;
  parent_version_id: string | null;
  merge_id: string | null;
  /** The versions that were merged. */
  merged_version_ids: Generated<string[]>;
  redline_id: string | null;
  name: string;
  file_name: string;
  author: string | null;
  description: string | null;
  metadata: NullableJson<Metadata>;
  reference: string | null;
  status: JobStatus;
  error: NullableJson<FailedJobError>;
  words: number | null;
  engine_version: string | null;
  /** Of its history, once that is made. */
  history_engine_version: Generated<string | null>;
  finished_at: Date | null;
  zero_day: boolean;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
}

/** Every stored object. Deleting an owner deletes its objects. */
export interface ObjectsTable {
  object_key: string;
  organization_id: string;
  owner_id: string;
  role: string;
  sha256: Uint8Array;
  size: number;
  created_at: Date;
}

export type ArtifactStatus = "pending" | "ready" | "failed";

export interface ArtifactsTable {
  owner_id: string;
  format: string;
  status: ArtifactStatus;
  object_key: string | null;
  file_name: string;
  error_code: string | null;
  finished_at: Date | null;
}

export type JobState = "held" | "waiting" | "queued" | "running" | "done" | "failed";

export interface JobsTable {
  job_id: string;
  organization_id: string;
  kind: string;
  owner_id: string;
  state: JobState;
  payload: NullableJson<unknown>;
  attempts: Generated<number>;
  created_at: Date;
  /** Not to run before this time. */
  start_after: Date | null;
  admitted_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  /** Of the jobs of a kind that are in the queue, those with a lower one go first. */
  turn: Generated<number>;
  /** The job that follows this and others. */
  next_job_id: string | null;
  /** Of a job that follows others: how many have not ended. */
  waits_for: number | null;
  /** Of a failed job. */
  error_code: string | null;
  upstream_code: string | null;
  /** The trace of what asked for it, where traces are kept. */
  traceparent: string | null;
}

export interface UsageEntriesTable {
  owner_id: string;
  organization_id: string;
  counted_at: Date;
  documents: number;
  words: Generated<number>;
  given_back_at: Date | null;
  /** Who asked for it, and under which reference. */
  key_id: string | null;
  reference: string | null;
}

export interface IdempotencyTable {
  organization_id: string;
  idempotency_key: string;
  path: string;
  digest: Uint8Array;
  /** Empty while the first call runs. */
  status: number | null;
  headers: NullableJson<Record<string, string>>;
  /** Empty while the first call runs, and again when the owner's content was deleted. */
  body: string | null;
  /** The owner that the reply tells of. */
  owner_id: string | null;
  created_at: Date;
  /** When the process of the first call last said that it is alive; empty in rows of older versions. */
  heard_at: Date | null;
}

/** Who did what to what: ids only, never text of a document. */
export interface AuditEntriesTable {
  entry_id: GeneratedAlways<number>;
  at: Date;
  organization_id: string | null;
  /** JSON (AuditPayload), and what is hashed with it; both empty once its organization is erased. */
  payload: string | null;
  salt: Uint8Array | null;
  payload_hash: Uint8Array;
  /** Its number in the chain of seals; empty until it is sealed. */
  place: number | null;
  seal: Uint8Array | null;
  erased_in: string | null;
}

/** The end of the chain of seals, in one row. */
export interface AuditChainTable {
  only_one: Generated<boolean>;
  place: number;
  seal: Uint8Array;
}

/** The tokens of a caller; http/rate/ says how they flow. */
export interface RateBucketsTable {
  bucket: string;
  tokens: number;
  granted: number;
  filled_at: Date;
}

/** Which installation the database belongs to (installation.ts). One row. */
export interface InstallationTable {
  only_row: Generated<boolean>;
  installation_id: string;
  generation: number;
  restores: Generated<number>;
  restoring_from: string | null;
  journal_id: string | null;
  created_at: Date;
  held_orphans: number | null;
  held_at: Date | null;
}

/** For what the API stores objects before it is created (announced-uploads.ts). */
export interface UploadsTable {
  owner_id: string;
  organization_id: string;
  heard_at: Date;
  given_up_at: Date | null;
  removed_at: Date | null;
}

export interface WebhooksTable {
  webhook_id: string;
  organization_id: string;
  created_at: Date;
  url: string;
  events: string[];
  description: string | null;
  status: "active" | "disabled";
  /** Sealed under the organization's key. */
  secret: Uint8Array;
  /** The one before, while it is still signed with. */
  old_secret: Uint8Array | null;
  old_secret_until: Date | null;
  /** Since when no delivery succeeded. */
  failing_since: Date | null;
}

/** An event that a webhook has still to be told. */
export interface WebhookMessagesTable {
  webhook_id: string;
  event_id: string;
  organization_id: string;
  type: string;
  body: string;
  created_at: Date;
  attempts: number;
}

export interface WebhookDeliveriesTable {
  delivery_id: GeneratedAlways<number>;
  webhook_id: string;
  organization_id: string;
  event_id: string;
  type: string;
  attempt: number;
  status: "delivered" | "retrying" | "failed";
  response_status: number | null;
  at: Date;
}

export interface ProcessesTable {
  process_id: string;
  roles: string[];
  heard_at: Date;
}

/** The month of which an organization was told last that its allowance is used up. */
export interface LimitNoticesTable {
  organization_id: string;
  month: Date;
}

type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
