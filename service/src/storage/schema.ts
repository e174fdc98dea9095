// Declares the tables for typed queries; migrations/ makes them.
//
// The writer gives every time: no column has a time as its default. A JSON column takes text (JSON.stringify) and
// returns the parsed value, because the driver would write an array as a Postgres array.

import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { ErrorDetail, ParagraphName } from "../contract/api-error.ts";
import type { RedlineRecord } from "../contract/record-schemas.ts";

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

/** The service account of an organization. Its organization is null while it is detached. */
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

/** The status of a comparison, a file or another owner. */
export type JobStatus = "processing" | "ready" | "failed";

/** Why a job of a caller failed, as the API shows it. */
export interface FailedJobError {
  readonly code: string;
  readonly upstream_code: string;
  readonly message: string;
  readonly source?: string;
}

/** The counts of a redline's changes, as its JSON has them. */
export type StoredSummary = NonNullable<RedlineRecord["summary"]>;

/** A notice about a redline, as its JSON has it. It may contain names of files, and never text of a document. */
export interface StoredRedlineNotice {
  readonly code: string;
  readonly message: string;
  readonly count: number;
  readonly actionable: boolean;
  readonly source?: string;
  readonly sources?: readonly string[];
  readonly insertions?: number;
  readonly deletions?: number;
}

/**
 * The options of a comparison's form, by the names of the library (`ignoreCase`). The engine has the table of options.
 */
export type StoredOptions = Readonly<Record<string, string | boolean>>;

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
  /** The options that the caller chose. */
  options: NullableJson<StoredOptions>;
  /** The stored document whose versions it compares. */
  document_id: string | null;
  /** The version whose redline it is. */
  version_id: string | null;
  summary: NullableJson<StoredSummary>;
  notices: NullableJson<readonly StoredRedlineNotice[]>;
}

/** A revised copy: its name, and the author of its changes. */
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
  /** In the order of the form; null after the content was deleted. */
  revisions: NullableJson<readonly StoredRevision[]>;
  zero_day: boolean;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
  documents: number;
  words: Generated<number>;
  engine_version: string;
  /** The options that the caller chose. */
  options: NullableJson<StoredOptions>;
  /** The stored document whose versions it merges. */
  document_id: string | null;
  summary: NullableJson<StoredSummary>;
  notices: NullableJson<readonly StoredRedlineNotice[]>;
}

export type FileKind = "upload" | "edit" | "redline" | "selective" | "created" | "decided";

/** A notice for the caller of a file, without text of the document. */
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
  /** The id of what the file is a result of. */
  source_id: string | null;
  created_at: Date;
  status: JobStatus;
  finished_at: Date | null;
  error: NullableJson<FileError>;
  file_name: string;
  size: number;
  /** Set when the file has been read. */
  words: number | null;
  zero_day: boolean;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
  /** The version of the engine that made the file or, for an upload, read it. */
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
  /** The position of the paragraph, from 0. `style_id` is the style that it asks for. */
  readonly paragraph?: number;
  readonly style_id?: string;
}

/** A document to be made from paragraphs. */
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
  /** The version of the engine that made the document. */
  engine_version: string | null;
}

/** Why a document was not edited, as the API shows it. */
export interface EditError {
  readonly code: string;
  readonly message: string;
  /** Their messages contain no text of the document. */
  readonly details?: readonly ErrorDetail[];
}

/** The effect of one edit of a request. It contains no text of the document. */
export interface StoredEditResult {
  readonly edit: number;
  readonly places: number;
  readonly paragraphs: readonly ParagraphName[];
  /** The paragraphs that the edit left out, if any. */
  readonly skipped?: readonly ParagraphName[];
}

/** The edits of a file. */
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
  /** Set when the redline is ready. */
  redline_file_id: string | null;
  edit_count: number;
  /** The author of the tracked changes. `date` is their date. */
  author: string;
  date: string;
  from_instruction: boolean;
  zero_day: boolean;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
  /** The effect of each edit, when it is ready. */
  results: NullableJson<readonly StoredEditResult[]>;
  /** The version of the engine that made the outputs. */
  engine_version: string | null;
  summary: NullableJson<StoredSummary>;
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
  /** The version of the engine that made its history, once that is made. */
  history_engine_version: Generated<string | null>;
  finished_at: Date | null;
  zero_day: boolean;
  delete_at: Date | null;
  acknowledged_at: Date | null;
  deleted_at: Date | null;
}

/** The stored objects of owners. Deleting an owner deletes its objects. */
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
  /** The job does not run before this time. */
  start_after: Date | null;
  admitted_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  /** In the queue, jobs of a kind with a lower turn go first. */
  turn: Generated<number>;
  /** True if the job is in the slow lane. */
  is_slow: Generated<boolean>;
  /** The job that waits for this one, if any. It may wait for others too. */
  next_job_id: string | null;
  /** For a job that follows others: how many of them have not ended. */
  waits_for: number | null;
  /** Set only if the job failed. */
  error_code: string | null;
  upstream_code: string | null;
  /** The trace of the call that enqueued the job. Set only if traces are kept. */
  traceparent: string | null;
}

export interface UsageEntriesTable {
  owner_id: string;
  organization_id: string;
  counted_at: Date;
  documents: number;
  words: Generated<number>;
  given_back_at: Date | null;
  /** The key of the call, and the caller's reference. */
  key_id: string | null;
  reference: string | null;
}

export interface IdempotencyTable {
  organization_id: string;
  idempotency_key: string;
  path: string;
  digest: Uint8Array;
  /** Null until the first call has created something. */
  status: number | null;
  headers: NullableJson<Record<string, string>>;
  /** Null until the first call has created something, and again after the owner's content was deleted. */
  body: string | null;
  /** The owner that the reply is about. */
  owner_id: string | null;
  created_at: Date;
  /** The last heartbeat of the first call's process; null in rows of older versions. */
  heard_at: Date | null;
}

/** Audit entries: ids and settings, never text of a document. */
export interface AuditEntriesTable {
  entry_id: GeneratedAlways<number>;
  at: Date;
  organization_id: string | null;
  /** JSON (AuditPayload), and the salt that is hashed with it. Both are null once the organization is erased. */
  payload: string | null;
  salt: Uint8Array | null;
  payload_hash: Uint8Array;
  /** Its number in the chain of seals; null until it is sealed. */
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

/** Tokens of keys and organizations (http/rate/), and processor seconds (jobs/cpu-budget.ts). */
export interface RateBucketsTable {
  bucket: string;
  tokens: number;
  granted: number;
  filled_at: Date;
}

/** The installation that the database belongs to (installation.ts), in one row. */
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
  trusted_at: Date | null;
}

/** Owners for which the API stores objects before it creates them (announced-uploads.ts). */
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
  /** The previous secret, while it still signs. */
  old_secret: Uint8Array | null;
  old_secret_until: Date | null;
  /** Since when no delivery has succeeded. */
  failing_since: Date | null;
}

/** An event that a webhook must still receive. */
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
  journal_id: string | null;
  /** Null in rows of programs from before this column; host and children are then null, too. */
  version: string | null;
  host: string | null;
  children: number | null;
}

/** The last month in which an organization was notified that its allowance is used up. */
export interface LimitNoticesTable {
  organization_id: string;
  month: Date;
}

type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>;
