// Posts documents with branched versions and their merge while workers die, and checks them.
//
// Every accepted version ends ready with its file and its redline, and is counted once.

import type { Client } from "pg";
import { readContent } from "../corpus/compare/read-content.ts";
import { compareDecided } from "../corpus/compare/redline-checks.ts";
import {
  type Caller,
  countedDocuments,
  download,
  type Job,
  postVersion,
  postVersionMerge,
  type ReadDocument,
  readDocument,
  readVersion,
} from "./call-service.ts";
import type { PassingKind } from "./delete-while-killing.ts";
import type { Findings } from "./findings.ts";
import { makeRevised } from "./make-pair.ts";
import type { ObjectListing } from "./start-store.ts";

const COPIES = 2;

/** Posts a document, and the versions made from its first version. Returns its id. */
async function postBranches(caller: Caller, number: number, mark: string): Promise<string> {
  const { base, revisions } = revised(number, mark);
  const parent = await postVersion(caller, { bytes: base, mark });
  for (const bytes of revisions) await postVersion(caller, { bytes, mark, parent });
  return parent.document_id;
}

function revised(number: number, mark: string) {
  return makeRevised(number, mark, { copies: COPIES, pages: 2 });
}

/** Returns `processing` while a version or redline is processed, `failed` if one failed. */
function statusOf({ versions }: ReadDocument): Job["status"] {
  const all = versions.flatMap(({ status, redline }) => [status, redline.status]);
  if (all.includes("processing")) return "processing";
  return all.includes("failed") ? "failed" : "ready";
}

export class KeptDocuments {
  readonly #caller: Caller;
  readonly #findings: Findings;
  /** Maps an id to the number of its document. */
  readonly #waiting = new Map<string, number>();
  #accepted = 0;

  constructor(caller: Caller, findings: Findings) {
    this.#caller = caller;
    this.#findings = findings;
  }

  get accepted(): number {
    return this.#accepted;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  async begin(number: number): Promise<void> {
    const id = await postBranches(this.#caller, number, markOf(number)).catch(String);
    const isAccepted = id.startsWith("doc_");
    this.#findings.check("a document and its versions are accepted", isAccepted, () => id);
    if (!isAccepted) return;
    this.#accepted += 1;
    this.#waiting.set(id, number);
  }

  /** Merges the versions of finished documents, and checks the documents whose merge is finished. */
  async look(): Promise<void> {
    for (const [id, number] of this.#waiting) {
      const document = await readDocument(this.#caller, id);
      const status = statusOf(document);
      if (status === "processing") continue;
      this.#findings.check("every version and redline ends ready", status === "ready", () => `${id} is ${status}`);
      const isMerged = document.versions.some(({ kind }) => kind === "merge");
      if (status === "ready" && !isMerged) {
        const ids = document.versions.slice(1).map(({ version_id: versionId }) => versionId);
        await postVersionMerge(this.#caller, id, ids);
        continue;
      }
      this.#waiting.delete(id);
      if (status === "ready") await this.#check(document, number);
    }
  }

  async finish(): Promise<void> {
    for (const id of this.#waiting.keys()) {
      this.#findings.check("every version and redline ends ready", false, () => `${id} is lost`);
    }
    const counted = await countedDocuments(this.#caller);
    const wanted = this.#accepted * (1 + COPIES);
    this.#findings.check("usage counts each version once, and no merge", counted === wanted, () => `${counted}`);
  }

  async #check({ versions }: ReadDocument, number: number): Promise<void> {
    const merged = versions.find(({ kind }) => kind === "merge");
    this.#findings.check("a merge is one version", versions.length === COPIES + 2 && merged !== undefined);
    for (const version of versions) {
      const { downloads } = await readVersion(this.#caller, version, "download");
      const { status } = await download(downloads[0]?.url ?? "");
      this.#findings.check("no version is without its file", status === 200, () => `${version.version_id} ${status}`);
    }
    if (merged === undefined) return;
    const { base, all } = revised(number, markOf(number));
    const { downloads } = await readVersion(this.#caller, merged, "redline");
    const { bytes } = await download(downloads[0]?.url ?? "");
    for (const [verdict, wanted] of [
      ["accept", all],
      ["reject", base],
    ] as const) {
      const { difference } = compareDecided(bytes, verdict, readContent(wanted));
      const told = verdict === "accept" ? "the merge has the changes of all versions" : "rejecting all gives the base";
      this.#findings.check(told, difference === undefined, () => `${merged.version_id} ${difference?.place}`);
    }
  }
}

/** A document is deleted with all its versions. One of four is deleted while its versions are processed. */
export const passingDocuments: PassingKind = {
  noun: "a document that is deleted",
  isAcknowledged: false,
  told: { accepted: 200, gone: 404 },
  post: postBranches,
  read: async (caller, id) => {
    const document = await readDocument(caller, id);
    const status = statusOf(document);
    const last = document.versions.at(-1);
    if (status !== "ready" || last === undefined) return { status, downloads: [] };
    const [own, redline] = [await readVersion(caller, last, "download"), await readVersion(caller, last, "redline")];
    return { status, downloads: [...own.downloads, ...redline.downloads] };
  },
};

/** Checks the versions of all organizations in the database and the store, without the service. */
export async function checkVersions(
  { database, store }: { readonly database: Client; readonly store: ObjectListing },
  findings: Findings,
): Promise<void> {
  const { rows } = await database.query<{ version_id: string; object_key: string | null }>(
    `select version_id, object_key from versions
     left join artifacts on owner_id = version_id and format = 'docx' and artifacts.status = 'ready'
     where versions.status = 'ready' and acknowledged_at is null and deleted_at is null`,
  );
  const objects = await store.list();
  for (const { version_id: id, object_key: key } of rows) {
    const isThere = key !== null && objects.some((name) => name.includes(key));
    findings.check("the file of every version lies in the store", isThere, () => id);
  }
  const stuck = await database.query<{ id: string }>(
    `select version_id as id from versions where status = 'processing' and acknowledged_at is null
     union all select comparison_id from comparisons
       where version_id is not null and status = 'processing' and acknowledged_at is null`,
  );
  findings.check("no version and no redline is stuck", stuck.rows.length === 0, () =>
    stuck.rows.map(({ id }) => id).join(" "),
  );
}

function markOf(number: number): string {
  return `kept-${number}`;
}
