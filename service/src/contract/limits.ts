// The numbers of the contract. KB and MB are 1,024-based. A number that an operator may set is a default here and is
// read from the configuration.

const KB = 1024;
const MB = 1024 * KB;

export const limits = {
  /** Bytes of one uploaded file. */
  sourceBytes: 100 * MB,
  /** Bytes of a JSON body, where the operation has no limit of its own. */
  jsonBytes: 64 * KB,
  /** Characters of a given author. */
  authorCharacters: 100,
  /** Characters of the name of an artifact, extension included. */
  artifactNameCharacters: 150,
  /** Characters that we keep of the name of an uploaded file. */
  fileNameCharacters: 255,
  /** How long a download address works. */
  downloadSeconds: 3600,
  /** A reader who takes less than this, over the span, is cut off. */
  streamBytesPerSecond: 16 * KB,
  streamSpanSeconds: 30,
  /** Retry-After of a read of a comparison or merge that is not ready. */
  comparisonRetrySeconds: 1,
  /** Faults named in one reply. */
  details: 200,
  /** How long a stored reply answers its Idempotency-Key. */
  idempotencyHours: 24,
  /** Characters of an Idempotency-Key. */
  idempotencyKeyCharacters: 255,
  /** Characters of an X-Request-Id that we take over. */
  requestIdCharacters: 128,
  /** Retry-After of a read of a file that is being prepared. */
  fileRetrySeconds: 1,
  /** How long a read of a file's content waits for its preparation. */
  contentWaitSeconds: 5,
  /** Characters of a text that the content is searched for. */
  searchCharacters: 1000,
  /** Retry-After of a read of a creation that is not ready. */
  creationRetrySeconds: 5,
  /** Bytes of the list of paragraphs of a creation. */
  paragraphBytes: 200 * KB,
  /** Edits of one request. */
  edits: 200,
  /** Bytes of the edits of a request, and of the whole request but for its template. */
  editBytes: 200 * KB,
  editRequestBytes: 208 * KB,
  /** How deep the values of an edit may lie in one another. Those that are written so lie in a dozen. */
  editDepth: 32,
  /** Characters of an instruction, and of the author of an edit. */
  instructionCharacters: 8000,
  editAuthorCharacters: 255,
  /** Retry-After of a read of an edit that is not ready. */
  editRetrySeconds: 1,
  /** How long an edit that is waited for keeps its caller waiting. */
  editWaitSeconds: 30,
  /** Bytes of an output that is sent inside of the reply. */
  inlineBytes: 20 * MB,
  /** Documents that an edit counts for. */
  editDocuments: 0,
  /** Documents that a comparison counts for. */
  comparisonDocuments: 2,
  /** Revisions of one merge. */
  leastRevisions: 2,
  mostRevisions: 50,
  /** Bytes of a request with decisions: the ids of some 50,000 changes. */
  decisionBytes: MB,
  /** Characters of an id, author or revision in decisions. */
  decisionNameCharacters: 400,
  /** Documents that decisions count for. */
  decisionDocuments: 0,
  /** Documents that an upload counts for. */
  uploadDocuments: 1,
  /** Documents that a selective comparison counts for. */
  selectiveDocuments: 1,
  /** Documents that a creation counts for. */
  creationDocuments: 1,
  /** Documents that a version counts for, the first of a document too. */
  versionDocuments: 1,
  /** Documents that a merge of versions counts for. */
  versionMergeDocuments: 0,
  /** Characters of the name and of the description of a document or version. */
  documentNameCharacters: 255,
  descriptionCharacters: 2000,
  /** Entries of metadata, and the characters of their names and values. */
  metadataEntries: 20,
  metadataNameCharacters: 40,
  metadataValueCharacters: 500,
  /** Rows of one page of a list, unless the caller says how many. */
  pageRows: 50,
  mostPageRows: 200,
  /** How long a creating call keeps its caller waiting, and how many wait in one process. */
  waitSeconds: 20,
  waiters: 200,
  /** Characters of a reference. */
  referenceCharacters: 200,
  /** Webhooks of one organization, names of events in one, and the attempts that are listed. */
  webhooks: 20,
  webhookEvents: 50,
  webhookDeliveries: 100,
  webhookUrlCharacters: 2048,
  webhookDescriptionCharacters: 500,
} as const;

/** What an operator may set; 0 switches a limit off. */
export interface RateLimits {
  /** Requests a minute of one key. */
  readonly perKey: number;
  /** POST requests a minute of one key, within those. */
  readonly createsPerKey: number;
  /** Requests a minute from one address, counted before the key is looked at. */
  readonly perAddress: number;
}

export const defaultRateLimits: RateLimits = { perKey: 600, createsPerKey: 120, perAddress: 1200 };

/** Downloads and readings that are sent at the same time; 0 switches a limit off. */
export interface StreamLimits {
  /** Of one address of a download, or of one file's content. */
  readonly perLink: number;
  /** To one caller's address. */
  readonly perAddress: number;
}

export const defaultStreamLimits: StreamLimits = { perLink: 8, perAddress: 64 };

/** Calls with a form that are under way at once; 0 switches a limit off. */
export interface UploadLimits {
  readonly perOrganization: number;
  /** In one process of the API, of all organizations. */
  readonly perProcess: number;
}

export const defaultUploadLimits: UploadLimits = { perOrganization: 24, perProcess: 100 };
