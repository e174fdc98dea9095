// The gate: what edits made leaves only if rejecting the changes of the request gives the uploaded document back, and if it
// breaks no rule of the format that the uploaded document keeps.

import { isDependent } from "../../document/grammar.ts";
import { forkDocument, type WordDocument } from "../../document/open-document.ts";
import { partsOf } from "../../document/text/stories.ts";
import { Failure } from "../../failures/failure.ts";
import { NamedSpans } from "../../ooxml/xml/named-spans.ts";
import type { SpanTree } from "../../ooxml/xml/span-tree.ts";
import type { NodeId, Tree } from "../../ooxml/xml/tree.ts";
import { decide } from "../../revisions/decide/decide.ts";
import type { IsKnown } from "../../revisions/lint/indexed-part.ts";
import { lintDocument } from "../../revisions/lint/lint-document.ts";
import { listRevisions } from "../../revisions/list-revisions.ts";
import type { Verdict } from "../../revisions/revision.ts";
import type { Workspace } from "../apply/workspace.ts";
import { linesBelow } from "./canonical-lines.ts";
import { keepsMarks } from "./kept-marks.ts";

/** A copy of the result in which the changes of the request are decided, and those of others are as they were. */
export function decidedCopy({ document, own }: Workspace, verdict: Verdict): WordDocument {
  const copy = forkDocument(document);
  // Forks share the numbers of nodes, not the trees.
  const treeOf = (part: string): Tree => document.package.tree(part);
  const ours = listRevisions(copy).filter(({ part, node }) => own.isOwn(treeOf(part), node));
  decide(
    copy,
    ours.map((revision) => ({ revision, verdict })),
  );
  return copy;
}

/** Throws a Failure when a result must not leave. */
export function checkResult(work: Workspace, clean: WordDocument): void {
  const rejected = decidedCopy(work, "reject");
  for (const part of storyParts(work)) {
    const [before, after] = [work.uploaded.document.package.tree(part), rejected.package.tree(part)];
    if (!isSame(work, part, rejected) || !keepsMarks(before, after)) {
      throw new Failure("OUTPUT_NOT_REVERSIBLE", "Rejecting the edits would not restore the document", { part });
    }
  }
  const [rule] = brokenRules(work, [work.document, clean]);
  if (rule !== undefined) throw new Failure("OUTPUT_INVALID", `The result would break a rule of the format (${rule})`);
}

/** The parts that hold text and changed. */
export function storyParts({ uploaded, document }: Workspace): string[] {
  const parts = new Set(uploaded.addresses.parts.map(({ story }) => story.part));
  return [...parts].filter((part) => document.package.tree(part).isChanged);
}

function isSame({ uploaded, untracked, unfolded }: Workspace, part: string, rejected: WordDocument): boolean {
  const [before, after] = [uploaded.document.package.tree(part), rejected.package.tree(part)];
  const ignored = untracked.get(part) ?? new Set<NodeId>();
  // What stands in the result as it was uploaded, to the byte, has one number in both and need not be read.
  const same = new Uint8Array(after.span.count);
  const isSameNode = (node: NodeId): boolean =>
    node < after.span.count && after.isClosed(node) && before.isClosed(node);
  const found = linesBelow(
    {
      tree: after,
      isKnown: (node) => {
        const isSame = isSameNode(node);
        if (isSame) same[node] = 1;
        return isSame;
      },
      isIgnored: (node) => ignored.has(node),
    },
    after.root,
  );
  const isKnown = (node: NodeId): boolean => same[node] === 1;
  // A link that an edit made a field of reads as that field.
  const linkCode = (link: NodeId): string | undefined => unfolded.get(part)?.get(link);
  const expected = linesBelow({ tree: before, isKnown, isIgnored: () => false, linkCode }, before.root);
  return found.length === expected.length && found.every((line, index) => line === expected[index]);
}

/** The rules that documents break and the uploaded one keeps. */
export function brokenRules({ uploaded }: Workspace, documents: readonly WordDocument[]): string[] {
  const isKnown = untouched();
  const broken = documents.flatMap((document) => rulesOf(lintDocument(document, isKnown)));
  if (broken.length === 0) return [];
  const known = rulesOf(lintDocument(uploaded.document));
  // Where there are no styles at all nobody can tell which are missing; a style that the request needs makes the part.
  if (partsOf(uploaded.document, "styles").length === 0) known.push("style-unresolved");
  return broken.filter((rule) => !known.includes(rule));
}

/** Tells paragraphs that are as they were uploaded and say the same wherever they stand: what they break, they broke before. */
function untouched(): IsKnown {
  const spans = new Map<SpanTree, NamedSpans>();
  return (tree, paragraph) => {
    const known = spans.get(tree.span) ?? new NamedSpans(tree.span, (name) => isDependent(tree.names, name));
    spans.set(tree.span, known);
    return known.isFree(tree, paragraph);
  };
}

function rulesOf(findings: ReturnType<typeof lintDocument>): string[] {
  return findings.map(({ rule }) => rule);
}
