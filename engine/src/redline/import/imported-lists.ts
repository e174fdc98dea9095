// Adds lists of a source to the numbering part of the result, each under a free id.
//
// Word requires this order: picture bullets, definitions, lists.

import { namedLists } from "../../document/lists/named-lists.ts";
import { partOfKind } from "../../document/made-parts.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { W } from "../../document/word-names.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";
import type { ListTable, NumberingPart } from "./list-table.ts";
import type { FreshIds, ResultIds } from "./result-ids.ts";
import type { Adopt } from "./sources.ts";

const COMMENT_IDS = "http://schemas.microsoft.com/office/word/2016/wordml/cid";

/** Elements that follow picture bullets, definitions and lists. */
// policy: the order of a numbering part
const AFTER_BULLETS: ReadonlySet<NameId> = new Set([W.abstractNum, W.num, W.numIdMacAtCleanup]);
const AFTER_DEFINITIONS: ReadonlySet<NameId> = new Set([W.num, W.numIdMacAtCleanup]);
const AFTER_LISTS: ReadonlySet<NameId> = new Set([W.numIdMacAtCleanup]);

const NO_STYLES: ReadonlySet<string> = new Set();

export interface ListSources {
  readonly before: ListTable;
  /** The lists of the result before the first import. */
  readonly result: ListTable;
  readonly adopt: Adopt;
  readonly ids: ResultIds;
}

export class ImportedLists {
  readonly #document: WordDocument;
  readonly #sources: ListSources;
  #part: NumberingPart | undefined;
  readonly #lists: FreshIds;
  readonly #definitions: FreshIds;
  readonly #bullets: FreshIds;
  readonly #bulletIds = new Map<string, string>();
  readonly #identities: Set<string>;

  constructor(document: WordDocument, sources: ListSources) {
    const { result, ids } = sources;
    this.#document = document;
    this.#sources = sources;
    this.#lists = ids.numbers("list", () => [...result.lists.keys(), ...namedLists(document)]);
    this.#definitions = ids.numbers("definition", () => result.definitions.keys());
    this.#bullets = ids.numbers("bullet", () => result.bullets.keys());
    this.#identities = ids.identities(() =>
      [...result.definitions.keys()].map((id) => result.identityOf(id)?.toUpperCase() ?? ""),
    );
  }

  nextListId(): string {
    return this.#lists.next();
  }

  nextDefinitionId(): string {
    return this.#definitions.next();
  }

  /**
   * Copies a definition. Its link to a numbering style is kept only if the style is in `coming`, because a style of the
   * result with that id has its own definition.
   */
  importDefinition(definition: string, id: string, coming: ReadonlySet<string> = NO_STYLES): void {
    const { tree } = this.#target();
    const node = this.#graft(this.#sources.before.definitions.get(definition)!, AFTER_DEFINITIONS);
    tree.setAttribute(node, W.abstractNumId, id);
    for (const name of [W.styleLink, W.numStyleLink]) {
      const link = tree.child(node, name);
      const comesAlong = name === W.styleLink && coming.has(tree.attribute(link, W.val) ?? "");
      if (link !== NONE && !comesAlong) tree.remove(link);
    }
    this.#setIdentity(tree.child(node, W.nsid));
    this.#settle(node, childrenOf(tree, node, W.lvl));
  }

  /** Copies a list with a definition of the result. */
  importList(numId: string, { id, definition }: { id: string; definition: string }): void {
    const { tree } = this.#target();
    const node = this.#graft(this.#sources.before.lists.get(numId)!, AFTER_LISTS);
    tree.setAttribute(node, W.numId, id);
    tree.setAttribute(node, tree.names.of(COMMENT_IDS, "durableId"), undefined);
    tree.setAttribute(tree.child(node, W.abstractNumId), W.val, definition);
    this.#settle(
      node,
      childrenOf(tree, node, W.lvlOverride).flatMap((override) => childrenOf(tree, override, W.lvl)),
    );
  }

  #target(): NumberingPart {
    if (this.#part === undefined) {
      const name = partOfKind(this.#document, "numbering");
      this.#part = { name, tree: this.#document.package.tree(name) };
    }
    return this.#part;
  }

  #graft(original: NodeId, after: ReadonlySet<NameId>): NodeId {
    const { tree } = this.#target();
    const node = tree.graft(this.#sources.before.part!.tree, original);
    const next = tree.children(tree.root).find((child) => after.has(tree.name(child))) ?? NONE;
    tree.insertBefore(tree.root, node, next);
    return node;
  }

  /** Gives a w:nsid a free value, because Word treats two definitions with the same w:nsid as one. */
  #setIdentity(node: NodeId): void {
    if (node === NONE) return;
    const { tree } = this.#target();
    let identity = (tree.attribute(node, W.val) ?? "").toUpperCase();
    while (this.#identities.has(identity)) identity = following(identity);
    this.#identities.add(identity);
    tree.setAttribute(node, W.val, identity);
  }

  #settle(node: NodeId, levels: readonly NodeId[]): void {
    const { name, tree } = this.#target();
    for (const level of levels) this.#settleBullet(tree, tree.child(level, W.lvlPicBulletId));
    this.#sources.adopt(node, { from: this.#sources.before.part!.name, into: name, tree });
  }

  #settleBullet(tree: Tree, reference: NodeId): void {
    if (reference === NONE) return;
    const id = this.#bulletFor(tree.attribute(reference, W.val) ?? "");
    if (id === undefined) tree.remove(reference);
    else tree.setAttribute(reference, W.val, id);
  }

  /**
   * Returns the id of a picture bullet in the result with the same content, and imports the bullet if there is no such
   * one.
   */
  #bulletFor(id: string): string | undefined {
    const { before, result } = this.#sources;
    const original = before.bullets.get(id);
    const known = this.#bulletIds.get(id);
    if (known !== undefined || original === undefined) return known;
    const content = before.contentOf(original);
    const twin = [...result.bullets].find(([, node]) => result.contentOf(node) === content)?.[0];
    const mapped = twin ?? this.#bullets.next();
    this.#bulletIds.set(id, mapped);
    if (twin === undefined) this.#importBullet(original, mapped);
    return mapped;
  }

  #importBullet(original: NodeId, id: string): void {
    const { tree } = this.#target();
    const node = this.#graft(original, AFTER_BULLETS);
    tree.setAttribute(node, W.numPicBulletId, id);
    this.#settle(node, []);
  }
}

function childrenOf(tree: Tree, node: NodeId, name: NameId): NodeId[] {
  return tree.children(node).filter((child) => tree.name(child) === name);
}

const IDENTITIES = 0x80000000;
const IDENTITY_DIGITS = 8;

function following(identity: string): string {
  const number = (Number.parseInt(identity, 16) || 0) + 1;
  return (number % IDENTITIES).toString(16).toUpperCase().padStart(IDENTITY_DIGITS, "0");
}
