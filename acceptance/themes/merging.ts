// Tests a merge from its submission to its renderings: labels, shared changes, conflicts, refusals.

import assert from "node:assert/strict";
import { type FormPart, zerosForm } from "../calls/form.ts";
import type { Call, Reply } from "../calls/request.ts";
import { type Download, refused, type Service } from "../calls/service.ts";
import { end, merges } from "../calls/subjects.ts";
import { type Draft, drafts } from "../documents/drafts.ts";
import { broken, wordDocument } from "../documents/word.ts";
import { readZipText } from "../documents/zip.ts";
import { once, type Stage, theme } from "../running/theme.ts";

export const merging = theme(
  "merging",
  writeReadTests,
  writeLabelTests,
  writeConflictTests,
  writeFailureTests,
  writeRefusalTests,
);

const file = (field: string, { name, content }: Pick<Draft, "name" | "content">): FormPart => {
  return { field, fileName: name, content };
};

/** Returns the form of a merge: the base, then the copies in this order. */
export function draftForm(copies: readonly Draft[] = drafts.copies): FormPart[] {
  return [file("original", drafts.base), ...copies.map((copy) => file("revisions", copy))];
}

export interface MergedDrafts {
  readonly id: string;
  readonly downloads: readonly Download[];
}

/** Makes a merge and waits until it is ready. */
export async function merge(
  service: Service,
  form: readonly FormPart[] = draftForm(),
  { format = "docx", ...call }: Call & { readonly format?: string } = {},
): Promise<MergedDrafts> {
  const posted = await service.postForm(form, call, merges.path);
  assert.equal(posted.status, 202, posted.body.toString());
  const id: string = posted.json.merge_id;
  await end(service, merges, { id, ...call });
  const { json } = await service.get(`/v1/merge/${id}?format=${format}`, call);
  assert.equal(json.status, "ready", JSON.stringify(json));
  return { id, downloads: json.downloads };
}

export interface MergeSegment {
  readonly type?: string;
  readonly text?: string;
  readonly id: string | number;
  readonly author: string;
  readonly revision: string;
  readonly authors?: readonly string[];
  readonly revisions?: readonly string[];
  readonly content?: readonly MergeSegment[];
}

export interface MergeJson {
  readonly kind: string;
  readonly documents: readonly { readonly role: string; readonly name: string }[];
  readonly summary: { readonly conflicts: number };
  readonly blocks: readonly {
    readonly id: string;
    readonly content: readonly MergeSegment[];
    readonly mark?: MergeSegment;
  }[];
  readonly conflicts: readonly {
    readonly id: number;
    readonly kind: string;
    readonly blocks: readonly string[];
    readonly sides: readonly { readonly revisions: readonly string[]; readonly text: string }[];
  }[];
}

export async function jsonOf(service: Service, id: string): Promise<MergeJson> {
  const { json } = await service.get(`/v1/merge/${id}?format=json`);
  return JSON.parse(String(await service.fetch(json.downloads[0].url)));
}

/** Returns every segment, including nested ones. */
export function segmentsOf({ blocks }: Pick<MergeJson, "blocks">): MergeSegment[] {
  const walk = (segment: MergeSegment): MergeSegment[] => [segment, ...(segment.content ?? []).flatMap(walk)];
  return blocks.flatMap(({ content, mark }) => [...content, ...(mark === undefined ? [] : [mark])].flatMap(walk));
}

function writeReadTests({ service, test }: Stage): void {
  const made = once(() => merge(service, draftForm(), { format: "json,docx,md" }));

  test("a ready merge has the renderings that are asked for, in that order", readRules, async () => {
    const { id, downloads } = await made();
    assert.deepEqual(
      downloads.map(({ format, file_name }) => `${format} ${file_name}`),
      ["json lease-merged.json", "docx lease-merged.docx", "md lease-merged.md"],
    );
    const { json, headers } = await service.get(`/v1/merge/${id}`);
    assert.deepEqual(Object.keys(json).sort(), [
      ...["created_at", "downloads", "finished_at", "merge_id", "notices", "original_file_name"],
      ...["revision_file_names", "status", "summary"],
    ]);
    assert.deepEqual(
      json.downloads.map(({ format }: Download) => format),
      ["docx"],
    );
    assert.match(headers["x-engine-version"] ?? "", /^\d+\.\d+\.\d+/);
    for (const format of ["viewers", "odt"]) {
      refused(await service.get(`/v1/merge/${id}?format=docx,${format}`), 400, "UNSUPPORTED_FORMAT");
    }
  });

  test(
    "ids of comparisons and merges are not taken for each other",
    ["errors.merge-read.INVALID_MERGE_ID"],
    async () => {
      const { id } = await made();
      const comparison = await service.submit();
      refused(await service.get(`/v1/merge/${comparison}`), 400, "INVALID_MERGE_ID");
      refused(await service.get(`/v1/compare/${id}`), 400, "INVALID_COMPARISON_ID");
      refused(await service.call("DELETE", `/v1/merge/${comparison}`), 400, "INVALID_MERGE_ID");
      refused(await service.get(`/v1/merge/${merges.never}`), 404, "MERGE_NOT_FOUND");
    },
  );
}

const readRules = [
  "merge.fields",
  "merge.artifacts",
  "merge.read",
  "6.names.merge",
  "errors.merge-read.UNSUPPORTED_FORMAT",
  "errors.merge-read.MERGE_NOT_FOUND",
] as const;

function writeLabelTests({ service, ordinary, zeroDay, test }: Stage): void {
  test("every change is labelled by its source, and a shared one by all", labelRules, async () => {
    const { id } = await merge(service);
    const json = await jsonOf(service, id);
    assert.equal(json.kind, "merge");
    const names = drafts.copies.map(({ name }) => name);
    assert.deepEqual(json.documents, [
      { role: "original", name: "lease.docx" },
      ...names.map((name) => ({ role: "revision", name })),
    ]);
    const changes = segmentsOf(json).filter(({ author }) => author !== undefined);
    const labels = names.map((name) => `${ordinary.slug}@`.concat(domainOf(changes), `-${name}`));
    for (const { author, revision, authors = [], revisions = [] } of changes) {
      assert.ok(authors.length > 0 && authors.every((one) => labels.includes(one)), author);
      assert.equal(author, authors.join(", "));
      assert.equal(revision, revisions.join(", "));
      assert.deepEqual(
        authors,
        revisions.map((name) => labels[names.indexOf(name)]),
      );
    }
    const graz = changes.filter(({ text, type }) => type === "insertion" && text === "Graz");
    assert.deepEqual(
      graz.map(({ revisions }) => revisions),
      [names],
    );
  });

  test("equal names are told apart, and authors are given by the form", nameRules, async () => {
    const same = drafts.copies.map((copy) => ({ ...copy, name: "lease.docx" }));
    const authors = ["Ann", " "].map((content) => ({ field: "authors", content }));
    const { id } = await merge(service, [...draftForm(same), ...authors]);
    const json = await jsonOf(service, id);
    assert.deepEqual(
      json.documents.map(({ name }) => name),
      ["lease.docx", "lease (2).docx", "lease (3).docx"],
    );
    const found = new Set(segmentsOf(json).flatMap((segment) => segment.authors ?? []));
    assert.ok(found.has("Ann"));
    assert.ok([...found].some((author) => author.endsWith("-lease (3).docx")));
  });

  test("another order of copies gives the same changes", ["7.order"], async () => {
    const [there, back] = [await merge(service), await merge(service, draftForm(drafts.copies.toReversed()))];
    const told = async ({ id }: MergedDrafts) => {
      const segments = segmentsOf(await jsonOf(service, id));
      return segments
        .map(({ type, text, revisions }) => JSON.stringify([type, text, revisions?.toSorted()]))
        .toSorted();
    };
    assert.deepEqual(await told(back), await told(there));
  });

  test("zero-day retention does not apply to a merge, and nobody acknowledges it", retentionRules, async () => {
    const { key } = zeroDay;
    const { id, downloads } = await merge(service, draftForm(), { key });
    refused(await service.post(`/v1/merge/${id}/acknowledge`, { key }), 404, "NOT_FOUND");
    const left = Date.parse(downloads[0]?.expires_at ?? "") - Date.now();
    assert.ok(left > 3_500_000, `${left} ms`);
    const { json } = await service.call("DELETE", `/v1/merge/${id}`, { key });
    assert.deepEqual(json, { merge_id: id, status: "deletion_queued" });
    refused(await service.get(`/v1/merge/${id}`, { key }), 410, "CONTENT_DELETED");
    refused(await service.get(downloads[0]?.url ?? ""), 410, "CONTENT_DELETED");
  });
}

/** Returns the service's own domain from the labels. */
function domainOf(changes: readonly MergeSegment[]): string {
  const [, domain = ""] = changes[0]?.authors?.[0]?.match(/@([^-]*)-/) ?? [];
  assert.ok(domain !== "");
  return domain;
}

const labelRules = [
  "7.merges",
  "merge.labels",
  "merge.original",
  "merge.revisions",
  "json.shared",
  "26.makers",
] as const;
const nameRules = ["merge.same-names", "7.authors"] as const;
const retentionRules = ["general.6.merges", "9.merges", "9.erase"] as const;

function writeConflictTests({ service, test }: Stage): void {
  const made = once(() => merge(service, draftForm(), { format: "json,docx,md" }));

  test("the JSON has one conflict of each kind, with its blocks and its sides", conflictRules, async () => {
    const json = await jsonOf(service, (await made()).id);
    assert.deepEqual(json.conflicts.map(({ kind }) => kind).toSorted(), ["blocks", "move", "text"]);
    assert.equal(json.summary.conflicts, 3);
    const blocks = new Set(json.blocks.map(({ id }) => id));
    for (const conflict of json.conflicts) {
      assert.ok(conflict.blocks.length > 0 && conflict.blocks.every((id) => blocks.has(id)));
      assert.deepEqual(
        conflict.sides.flatMap(({ revisions }) => revisions).toSorted(),
        drafts.copies.map(({ name }) => name),
      );
    }
    const text = json.conflicts.find(({ kind }) => kind === "text");
    assert.deepEqual(
      text?.sides.map((side) => side.text),
      ["45", "60"],
    );
  });

  test("a conflict holds the deletion of everybody and one insertion for each version", conflictRules, async () => {
    const json = await jsonOf(service, (await made()).id);
    const { id } = json.conflicts.find(({ kind }) => kind === "text")!;
    const segment = segmentsOf(json).find(({ type, id: own }) => type === "conflict" && own === id);
    assert.deepEqual(
      segment?.content?.map(({ type, text, revisions }) => [type, text, revisions]),
      [
        ["deletion", "30", drafts.copies.map(({ name }) => name)],
        ["insertion", "45", [drafts.copies[0].name]],
        ["insertion", "60", [drafts.copies[1].name]],
      ],
    );
  });

  test("Word and Markdown show the conflict", ["7.anchors", "8.conflicts"], async () => {
    const { downloads } = await made();
    const docx = await service.fetch(downloads[1]?.url);
    assert.match(readZipText(docx, "word/document.xml"), /<w:bookmarkStart [^>]*w:name="_VsConflict_1"/);
    const comments = readZipText(docx, "word/comments.xml");
    assert.match(comments, /w:author="Versus"/);
    for (const { name } of drafts.copies) assert.ok(comments.includes(name), name);
    const markdown = String(await service.fetch(downloads[2]?.url));
    assert.match(markdown, /<conflict id="1">.*<\/conflict>/s);
  });
}

const conflictRules = ["26.conflicts", "json.conflicts"] as const;

function writeFailureTests({ service, test }: Stage): void {
  const sound = drafts.copies[0];
  const failing: readonly (readonly [string, Buffer, readonly [string, string]])[] = [
    ["that is no archive", Buffer.from("no archive"), ["DOCUMENT_UNREADABLE", "PACKAGE_INVALID"]],
    ["whose main part is broken", broken.mainPart(), ["DOCUMENT_UNREADABLE", "XML_INVALID"]],
    ["that is encrypted", broken.encrypted(), ["DOCUMENT_PROTECTED", "ENCRYPTED"]],
  ];
  for (const [what, content, [code, upstream]] of failing) {
    test(`a source ${what} is accepted, and the merge fails by its name`, failureRules, async () => {
      const bad = { name: "bad.docx", content };
      const forms = {
        original: [file("original", bad), file("revisions", sound), file("revisions", sound)],
        "revisions[1]": [file("original", drafts.base), file("revisions", sound), file("revisions", bad)],
      };
      for (const [source, form] of Object.entries(forms)) {
        const posted = await service.postForm(form, {}, merges.path);
        assert.equal(posted.status, 202);
        failed(await end(service, merges, { id: posted.json.merge_id }), { code, upstream_code: upstream, source });
      }
    });
  }
}

function failed({ status, json }: Reply, expected: object): void {
  const { message, ...error } = json.error;
  assert.deepEqual([status, json.status, json.downloads, error], [200, "failed", [], expected]);
  assert.match(message, /^[A-Z].*[.]$/);
}

const failureRules = [
  "merge.failed",
  "6.merge-checks",
  "6.merge-source",
  "job.DOCUMENT_PROTECTED",
  "states.failed-is-200",
] as const;

function writeRefusalTests({ service, test }: Stage): void {
  const [original, first, second] = draftForm() as [FormPart, FormPart, FormPart];
  const send = (...parts: readonly FormPart[]) => service.postForm(parts, {}, merges.path);
  const small = wordDocument("A.");

  const refusals: readonly (readonly [string, readonly FormPart[], string])[] = [
    ["a single revision", [original, first], "revisions"],
    ["no original", [first, second], "original"],
    ["an empty revision", [original, first, { ...second, content: "" }], "revisions"],
    ["too few authors", [original, first, second, { field: "authors", content: "Ann" }], "authors"],
    [
      "51 revisions",
      [original, ...Array.from({ length: 51 }, () => file("revisions", { name: "a.docx", content: small }))],
      "revisions",
    ],
  ];
  for (const [what, form, field] of refusals) {
    test(`${what} is INVALID_REQUEST, and the field is named`, refusalRules, async () => {
      const reply = await send(...form);
      refused(reply, 400, "INVALID_REQUEST");
      assert.equal(reply.json.error.details[0].field, field);
    });
  }

  test("another extension is UNSUPPORTED_FILE_TYPE", ["errors.merge.UNSUPPORTED_FILE_TYPE"], async () => {
    refused(await send(original, first, { ...second, fileName: "second.txt" }), 400, "UNSUPPORTED_FILE_TYPE");
  });

  test("a file over 100 MB is FILE_TOO_LARGE", ["errors.merge.FILE_TOO_LARGE"], async () => {
    const reply = await service.post(merges.path, zerosForm("revisions", 101 * 1024 * 1024));
    refused(reply, 413, "FILE_TOO_LARGE");
  });
}

const refusalRules = [
  "errors.merge.INVALID_REQUEST",
  "merge.single",
  "limits.revisions",
  "26.fifty",
  "7.authors",
] as const;
