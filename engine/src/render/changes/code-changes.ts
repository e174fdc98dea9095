// Reads changes of links and fields: their marks and codes changed, the text stayed.
//
// A reader sees all that was done to one field as one change of a format, however many deletions and insertions record
// it. The parts of a field in one paragraph belong together, and so do adjacent codes.

import { codeWords, textContent } from "../../document/marks/fields.ts";
import { hyperlinkTarget, linkUrl } from "../../document/marks/hyperlinks.ts";
import { shownText } from "../../document/text/inlines.ts";
import type { Story } from "../../document/text/stories.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { Decision } from "../../revisions/decisions.ts";
import { ancestor, deletionAround, descendants } from "../../revisions/markup.ts";
import type { Revision } from "../../revisions/revision.ts";

export interface CodeChange {
  readonly decisions: readonly Decision[];
  readonly property: "link" | "field";
  /** The text that the first link or field of the change shows. */
  readonly text: string;
  readonly before: CodeValues;
  readonly after: CodeValues;
}

/** Maps `url` to a link's address or `code` to a field's code; null if unset. */
type CodeValues = Readonly<Record<string, string | null>>;

/** Maps each decision about codes alone to its change. All decisions of a change share one object. */
export function readCodeChanges(
  decisions: readonly Decision[],
  stories: readonly Story[],
): ReadonlyMap<Decision, CodeChange> {
  const storyOf = new Map(stories.map((story) => [story.tree, story]));
  const changes = new Map<Decision, CodeChange>();
  const coded = decisions.filter((decision) => isOfCodes(decision));
  const groups = new Groups(coded);
  for (const paragraph of paragraphsOf(coded)) {
    const story = storyOf.get(paragraph.tree);
    if (story !== undefined) for (const field of fieldsIn(story, paragraph.node, groups)) groups.add(field);
  }
  for (const { members, fields } of groups.all()) {
    const change = changeOf(members, fields);
    for (const decision of members) changes.set(decision, change);
  }
  return changes;
}

// policy: what makes a field, without what it shows
const CODES: ReadonlySet<NameId> = new Set([W.fldChar, W.instrText, W.delInstrText]);

function isOfCodes({ kind, revisions }: Decision): boolean {
  if (kind !== "insertion" && kind !== "deletion") return false;
  return revisions.every(({ tree, node, place }) => place === "content" && holdsCodesAlone(tree, node));
}

function holdsCodesAlone(tree: Tree, wrapper: NodeId): boolean {
  const shown = tree
    .children(wrapper)
    .flatMap((run) => (tree.name(run) === W.r ? tree.children(run) : [run]))
    .filter((child) => tree.isElement(child) && tree.name(child) !== W.rPr);
  return shown.length > 0 && shown.every((child) => CODES.has(tree.name(child)));
}

function paragraphsOf(decisions: readonly Decision[]): { readonly tree: Tree; readonly node: NodeId }[] {
  const known = new Map<Tree, Set<NodeId>>();
  for (const { tree, node } of decisions.flatMap(({ revisions }) => revisions)) {
    known.set(tree, (known.get(tree) ?? new Set()).add(ancestor(tree, node, W.p)));
  }
  return [...known].flatMap(([tree, nodes]) =>
    [...nodes].filter((node) => node !== NONE).map((node) => ({ tree, node })),
  );
}

/** A field in one paragraph, as read from all of its codes. */
interface CodedField {
  readonly decisions: Set<Decision>;
  /** True for each version that has the field; `base` and `revised` are its code there. */
  isInBase: boolean;
  isInRevised: boolean;
  base: string;
  revised: string;
  text: string;
  hasResult: boolean;
}

function fieldsIn(story: Story, paragraph: NodeId, groups: Groups): CodedField[] {
  const { tree } = story;
  const fields: CodedField[] = [];
  const open: CodedField[] = [];
  for (const node of descendants(tree, paragraph)) {
    const name = tree.name(node);
    if (!CODES.has(name)) {
      const text = shownText(story, node);
      if (text !== "" && deletionAround(tree, node) === NONE)
        for (const field of open) if (field.hasResult) field.text += text;
      continue;
    }
    const { decision, isInBase, isInRevised } = groups.at(tree, node);
    const type = tree.attribute(node, W.fldCharType);
    if (type === "begin") {
      const field = { decisions: new Set<Decision>(), base: "", revised: "", text: "", hasResult: false };
      open.push({ ...field, isInBase, isInRevised });
      fields.push(open.at(-1)!);
    }
    const field = open.at(-1);
    if (field === undefined) continue;
    if (decision !== undefined) field.decisions.add(decision);
    if (type === "separate") field.hasResult = true;
    else if (type === "end") open.pop();
    else if (type === undefined) {
      if (isInBase) field.base += textContent(story, node);
      if (isInRevised) field.revised += textContent(story, node);
    }
  }
  return fields.filter(({ decisions }) => decisions.size > 0);
}

interface Group {
  readonly members: Set<Decision>;
  readonly fields: CodedField[];
}

/** Groups decisions about codes. */
class Groups {
  readonly #groupOf = new Map<Decision, Group>();
  /** Maps a tree and a wrapper to its decision and revision. */
  readonly #decisions = new Map<Tree, Map<NodeId, { readonly decision: Decision; readonly revision: Revision }>>();

  constructor(decisions: readonly Decision[]) {
    for (const decision of decisions) {
      this.#groupOf.set(decision, { members: new Set([decision]), fields: [] });
      for (const revision of decision.revisions) {
        const ofTree = this.#decisions.get(revision.tree) ?? new Map();
        this.#decisions.set(revision.tree, ofTree.set(revision.node, { decision, revision }));
      }
    }
    for (const decision of decisions) for (const revision of decision.revisions) this.#joinNext(decision, revision);
  }

  /** Adjacent codes belong together. */
  #joinNext(decision: Decision, { tree, node }: Revision): void {
    const next = this.#decisions.get(tree)?.get(tree.nextSibling(node));
    if (next !== undefined) this.#join(decision, next.decision);
  }

  #join(one: Decision, other: Decision): void {
    const [into, from] = [this.#groupOf.get(one)!, this.#groupOf.get(other)!];
    if (into === from) return;
    for (const member of from.members) {
      into.members.add(member);
      this.#groupOf.set(member, into);
    }
    into.fields.push(...from.fields);
  }

  add(field: CodedField): void {
    const [first, ...others] = field.decisions;
    for (const other of others) this.#join(first!, other);
    this.#groupOf.get(first!)!.fields.push(field);
  }

  /** Returns the decision that a code is part of, and the versions that have the code. */
  at(tree: Tree, code: NodeId): { decision: Decision | undefined; isInBase: boolean; isInRevised: boolean } {
    for (let node = tree.parent(code); node !== NONE && tree.name(node) !== W.p; node = tree.parent(node)) {
      const known = this.#decisions.get(tree)?.get(node);
      if (known === undefined) continue;
      const isNew = known.revision.kind === "insertion";
      return { decision: known.decision, isInBase: !isNew, isInRevised: isNew };
    }
    return { decision: undefined, isInBase: true, isInRevised: true };
  }

  all(): Group[] {
    return [...new Set(this.#groupOf.values())];
  }
}

function changeOf(members: ReadonlySet<Decision>, fields: readonly CodedField[]): CodeChange {
  const before = Object.assign({}, ...fields.map(({ isInBase, base }) => (isInBase ? codeValues(base) : {})));
  const after = Object.assign(
    {},
    ...fields.map(({ isInRevised, revised }) => (isInRevised ? codeValues(revised) : {})),
  );
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => before[key] !== after[key],
  );
  const pick = (values: CodeValues): CodeValues => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return {
    decisions: [...members],
    property: keys.includes("url") ? "link" : "field",
    text: fields[0]?.text ?? "",
    before: pick(before),
    after: pick(after),
  };
}

/** Returns the values under the names of the content JSON. */
function codeValues(code: string): CodeValues {
  const target = hyperlinkTarget(code);
  const url = target === undefined ? undefined : linkUrl(target);
  return url === undefined ? { code: codeWords(code) } : { url };
}
