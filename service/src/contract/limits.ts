// Defines the limits of the API.
//
// KB and MB are 1,024-based. A limit that an operator can set is a default here, and its value comes from the
// configuration.

const KB = 1024;
const MB = 1024 * KB;

export const limits = {
  /** Bytes of one uploaded file. */
  sourceBytes: 100 * MB,
  /** Bytes of a form without its files: texts, names and boundaries. */
  formBytes: 4 * MB,
  /** The interval over which the speed of an upload is measured. */
  uploadSpanSeconds: 15,
  /** Bytes of a JSON body, for operations without a limit of their own. */
  jsonBytes: 64 * KB,
  /** Characters of a given author. */
  authorCharacters: 100,
  /** Characters of the name of an artifact, including its extension. */
  artifactNameCharacters: 150,
  /** Characters that are kept of the name of an uploaded file. */
  fileNameCharacters: 255,
  /** Lifetime of a download address. */
  downloadSeconds: 3600,
  /** A download slower than this rate over the interval is ended. */
  streamBytesPerSecond: 16 * KB,
  streamSpanSeconds: 30,
  /** Retry-After of a read of a comparison or merge that is not ready. */
  comparisonRetrySeconds: 1,
  /** Error details in one reply. */
  details: 200,
  /** Time for which a stored reply answers its Idempotency-Key. */
  idempotencyHours: 24,
  /** Characters of an Idempotency-Key. */
  idempotencyKeyCharacters: 255,
  /** Characters of an X-Request-Id that the service accepts. */
  requestIdCharacters: 128,
  /** Retry-After of a read of a file that is being prepared. */
  fileRetrySeconds: 1,
  /** Time for which a read of a file's content waits for its preparation. */
  contentWaitSeconds: 5,
  /** Characters of a text to search for in the content. */
  searchCharacters: 1000,
  /** Retry-After of a read of a creation that is not ready. */
  creationRetrySeconds: 5,
  /** Bytes of the list of paragraphs of a creation. */
  paragraphBytes: 200 * KB,
  /** Edits of one request. */
  edits: 200,
  /** Bytes of the edits of a request, and of the whole request without its template. */
  editBytes: 200 * KB,
  editRequestBytes: 208 * KB,
  /** Nesting depth of the values of an edit. Ordinary edits have a depth of about a dozen. */
  editDepth: 32,
  /** Characters of an instruction, and of the author of an edit. */
  instructionCharacters: 8000,
  editAuthorCharacters: 255,
  /** Retry-After of a read of an edit that is not ready. */
  editRetrySeconds: 1,
  /** Time for which a call that waits for its edit may wait. */
  editWaitSeconds: 30,
  /** Bytes of an output that is sent inside the reply. */
  inlineBytes: 20 * MB,
  /** Documents that one edit counts as. */
  editDocuments: 0,
  /** Documents that one comparison counts as. */
  comparisonDocuments: 2,
  /** Revisions of one merge. */
  leastRevisions: 2,
  mostRevisions: 50,
  /** Bytes of a request with decisions: enough for the ids of some 50,000 changes. */
  decisionBytes: MB,
  /** Characters of an id, author or revision in decisions. */
  decisionNameCharacters: 400,
  /** Documents that a request with decisions counts as. */
  decisionDocuments: 0,
  /** Documents that one upload counts as. */
  uploadDocuments: 1,
  /** Documents that one selective comparison counts as. */
  selectiveDocuments: 1,
  /** Documents that one creation counts as. */
  creationDocuments: 1,
  /** Documents that one version counts as, including the first version of a document. */
  versionDocuments: 1,
  /** Documents that one merge of versions counts as. */
  versionMergeDocuments: 0,
  /** Characters of the name and of the description of a document or version. */
  documentNameCharacters: 255,
  descriptionCharacters: 2000,
  /** Entries of metadata, and the characters of each name and value. */
  metadataEntries: 20,
  metadataNameCharacters: 40,
  metadataValueCharacters: 500,
  /** Rows of one page of a list: default and maximum. */
  pageRows: 50,
  mostPageRows: 200,
  /** Time for which a creating call may wait for its result, and the number of waiting calls per process. */
  waitSeconds: 20,
  waiters: 200,
  /** Notices in the record of a redline. */
  redlineNotices: 100,
  /** Characters of a reference. */
  referenceCharacters: 200,
  /** Webhooks per organization, event names per webhook, and listed delivery attempts. */
  webhooks: 20,
  webhookEvents: 50,
  webhookDeliveries: 100,
  webhookUrlCharacters: 2048,
  webhookDescriptionCharacters: 500,
} as const;

/** Limits of requests that an operator can set; 0 disables a limit. */
export interface RateLimits {
  /** Requests per minute of one key. */
  readonly perKey: number;
  /** POST requests per minute of one key; they count against `perKey` too. */
  readonly createsPerKey: number;
  /** Requests per minute from one address, counted before the key is checked. */
  readonly perAddress: number;
}

export const defaultRateLimits: RateLimits = { perKey: 600, createsPerKey: 120, perAddress: 1200 };

/** Downloads and content reads in progress at once; 0 disables a limit. */
export interface StreamLimits {
  /** Per download address, or per file content. */
  readonly perLink: number;
  /** Per address of a caller. */
  readonly perAddress: number;
}

export const defaultStreamLimits: StreamLimits = { perLink: 8, perAddress: 64 };

/** Calls with a form in progress at once; 0 disables a limit. */
export interface UploadLimits {
  readonly perOrganization: number;
  /** In one process of the API, for all organizations together. */
  readonly perProcess: number;
  /** Bytes that an upload must send in each interval after the first one. */
  readonly leastBytes: number;
}

export const defaultUploadLimits: UploadLimits = { perOrganization: 24, perProcess: 100, leastBytes: 64 * KB };
