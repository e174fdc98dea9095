// Makes merges over HTTP, for tests with the whole service.

import { type Tenant, until, type WholeService } from "../../comparisons/testing/whole-service.ts";
import { MergeJob } from "../../contract/schemas.ts";
import { documentOf } from "../../jobs/testing/documents.ts";

export interface SentRevision {
  readonly bytes?: Uint8Array;
  readonly name?: string;
}

export interface Merging {
  readonly original?: Uint8Array;
  readonly originalName?: string;
  readonly revisions?: readonly SentRevision[];
  readonly authors?: readonly string[];
  readonly options?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Two copies that change different words. */
export const twoRevisions: readonly SentRevision[] = [
  { bytes: documentOf("The yearly fee is 20 euros."), name: "contract-a.docx" },
  { bytes: documentOf("The fee is 10 pounds."), name: "contract-b.docx" },
];

function mergeForm(merging: Merging = {}): FormData {
  const form = new FormData();
  const add = (field: string, bytes: Uint8Array, name: string) =>
    form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  add("original", merging.original ?? documentOf("The fee is 10 euros."), merging.originalName ?? "contract.docx");
  for (const { bytes, name = "contract.docx" } of merging.revisions ?? twoRevisions) {
    add("revisions", bytes ?? documentOf("The fee is 10 euros."), name);
  }
  for (const author of merging.authors ?? []) form.append("authors", author);
  for (const [name, value] of Object.entries(merging.options ?? {})) form.append(name, value);
  return form;
}

export function mergeCalls(service: () => WholeService) {
  const send = (tenant: Tenant, merging: Merging = {}) =>
    service().sendForm(tenant, "/v1/merge", mergeForm(merging), merging.headers);
  const read = async (tenant: Tenant, mergeId: string, query = "") =>
    MergeJob.strict().parse((await service().call(tenant, "GET", `/v1/merge/${mergeId}${query}`)).json());
  return {
    send,
    read,
    /** Creates a merge and returns its id. Throws if the call is refused. */
    create: async (tenant: Tenant, merging: Merging = {}): Promise<string> => {
      const reply = await send(tenant, merging);
      if (reply.statusCode !== 202) throw new Error(reply.body);
      return reply.json().merge_id;
    },
    untilEnded: (tenant: Tenant, mergeId: string, query = "") =>
      until(
        () => read(tenant, mergeId, query),
        ({ status }) => status !== "processing",
      ),
    row: (mergeId: string) =>
      service().database.selectFrom("merges").where("merge_id", "=", mergeId).selectAll().executeTakeFirstOrThrow(),
  };
}
