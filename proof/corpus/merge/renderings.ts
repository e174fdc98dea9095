// Compares the texts rebuilt from the JSON and the Markdown of a merge with the engine's reading.
//
// The base and every revision are rebuilt.

import { readView } from "@versus/engine/inside";
import { rebuildJson, type Side } from "../compare/rebuild-json.ts";
import { rebuildMarkdown } from "../compare/rebuild-markdown.ts";
import { listDifference } from "../compare/redline-checks.ts";
import { openCorpusDocument } from "../read-document.ts";
import { bodyOf } from "./decided.ts";
import type { MergeCheck } from "./merge-checks.ts";
import type { Copy, Merged } from "./merger.ts";
import { acceptsOf, type MergeRecord } from "./read-record.ts";

interface Difference {
  readonly check: MergeCheck;
  readonly problem: string;
}

export function renderedDifferences(
  { docx, json, markdown }: Merged,
  copies: readonly Copy[],
  record: MergeRecord,
): Difference[] {
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const blocks = json === undefined ? undefined : JSON.parse(decode(json));
  const readings: { check: MergeCheck; rebuild: ((side: Side) => string[]) | undefined }[] = [
    { check: "the JSON rebuilds all", rebuild: blocks && ((side) => rebuildJson(blocks, side)) },
    {
      check: "the Markdown rebuilds all",
      rebuild: markdown && ((side) => rebuildMarkdown(decode(markdown), side, record.revisions)),
    },
  ];
  const body = bodyOf(openCorpusDocument(docx));
  const versions: Version[] = [{ side: "base", accepts: () => false }, ...copies.map(versionOf(record))];
  return versions.flatMap(({ side, accepts }) => {
    const wanted = readView(body, { accepts }).map(({ text }) => text);
    return readings.flatMap(({ check, rebuild }) => {
      const difference = rebuild === undefined ? undefined : listDifference(wanted, rebuild(side));
      return difference === undefined
        ? []
        : [{ check, problem: `${typeof side === "string" ? side : side.revision}: ${difference}` }];
    });
  });
}

interface Version {
  readonly side: Side;
  readonly accepts: (author: string) => boolean;
}

function versionOf(record: MergeRecord) {
  return ({ name }: Copy, index: number): Version => ({
    side: { revision: name },
    accepts: acceptsOf(record, (revisions) => revisions.includes(index)),
  });
}
