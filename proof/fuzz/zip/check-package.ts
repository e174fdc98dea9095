// Checks bytes that are opened as a Word document: the result is a document or a Failure.
//
// An unchanged document without notices is saved as its own bytes. A changed one opens again with the same parts.

import { openDocument, type ReaderLimits, reachableParts, wordNames } from "@versus/engine/inside";
import { Failure } from "@versus/engine/tasks";
import { type Counts, demand } from "../target.ts";
import { isSame, noLimits, orFailure, watchedCodec } from "./check-archive.ts";

const LEVEL = 6;

export function checkPackage(bytes: Uint8Array, limits: ReaderLimits, counts: Counts): Failure | undefined {
  const open = (file: Uint8Array, within: ReaderLimits) =>
    openDocument(file, { codec: watchedCodec(within), names: wordNames(), limits: within });
  const opened = orFailure(() => open(bytes, limits));
  if (opened instanceof Failure) return opened;
  counts.add("opened as a document");
  const { package: parts, main, notices } = opened;
  orFailure(() => reachableParts(parts));
  orFailure(() => parts.passedThroughNotices());
  for (const name of parts.partNames)
    orFailure(() => (/\.(?:xml|rels)$/i.test(name) ? parts.tree(name) : parts.bytes(name)));
  if (notices.length === 0) demand(isSame(parts.save(LEVEL), bytes), "a package nobody changed is saved as its bytes");
  const tree = parts.tree(main);
  tree.append(tree.root, tree.textNode("changed"));
  const saved = orFailure(() => parts.save(LEVEL));
  demand(!(saved instanceof Failure), "a changed package can be saved", () => String(saved));
  const again = open(saved, noLimits);
  demand(again.main === main, "a changed package has the same main part");
  for (const name of parts.partNames)
    checkPart(name, { before: () => parts.bytes(name), after: () => again.package.bytes(name) });
  counts.add("a document changed and saved");
  return undefined;
}

function checkPart(name: string, { before, after }: { before: () => Uint8Array; after: () => Uint8Array }): void {
  const [one, other] = [orFailure(before), orFailure(after)];
  const isAlike = one instanceof Failure ? other instanceof Failure : !(other instanceof Failure) && isSame(one, other);
  demand(isAlike, "a saved package has every part as it was", () => name);
}
