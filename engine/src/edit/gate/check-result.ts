// Checks the result of edits: rejecting the changes of the request must give the upload.
//
// The result must also break no rule of the format that the uploaded document follows.

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

/** Returns a copy of the result in which the changes of the request are decided. Changes of others stay as they are. */
export function decidedCopy({ document, own }: Workspace, verdict: Verdict): WordDocument {
  const copy = forkDocument(document);
  // Forks share node ids, but not trees.
  const treeOf = (part: string): Tree => document.package.tree(part);
  const ours = listRevisions(copy).filter(({ part, node }) => own.isOwn(treeOf(part), node));
  decide(
    copy,
    ours.map((revision) => ({ revision, verdict })),
  );
  return copy;
}

/** Throws a `Failure` if a result must not be returned. */
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

/** Returns the changed parts that contain text. */
export function storyParts({ uploaded, document }: Workspace): string[] {
  const parts = new Set(uploaded.addresses.parts.map(({ story }) => story.part));
  return [...parts].filter((part) => document.package.tree(part).isChanged);
}

function isSame({ uploaded, untracked, unfolded }: Workspace, part: string, rejected: WordDocument): boolean {
  const [before, after] = [uploaded.document.package.tree(part), rejected.package.tree(part)];
  const ignored = untracked.get(part) ?? new Set<NodeId>();
  // Content of the result that is unchanged from the upload, byte for byte, has one number in both and is not read.
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
  // A link that an edit turned into a field reads as that field.
  const linkCode = (link: NodeId): string | undefined => unfolded.get(part)?.get(link);
  const expected = linesBelow({ tree: before, isKnown, isIgnored: () => false, linkCode }, before.root);
  return found.length === expected.length && found.every((line, index) => line === expected[index]);
}

/** Returns the rules that documents break and the uploaded document follows. */
export function brokenRules({ uploaded }: Workspace, documents: readonly WordDocument[]): string[] {
  const isKnown = untouched();
  const broken = documents.flatMap((document) => rulesOf(lintDocument(document, isKnown)));
  if (broken.length === 0) return [];
  const known = rulesOf(lintDocument(uploaded.document));
  // Without any styles it is unknown which are missing. A style that the request needs creates the part.
  if (partsOf(uploaded.document, "styles").length === 0) known.push("style-unresolved");
  return broken.filter((rule) => !known.includes(rule));
}

/**
 * Returns a test for paragraphs that are unchanged and whose meaning does not depend on their position. The rules that they
 * break were broken before.
 */
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
