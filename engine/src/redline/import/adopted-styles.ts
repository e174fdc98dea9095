// Maps the styles that copied content refers to: found in the result by id or by name, else imported.
//
// A style with the same id and kind counts as the same style, whatever its definition is. Style definitions cannot be
// tracked, so the definition of the result applies. An imported style brings its base style, next style, linked style
// and lists, each found or imported in the same way. An imported style is never a default style.

import {
  isNamedDefault,
  readStyles,
  type Style,
  type StyleKind,
  type StyleProperty,
  type StyleTable,
} from "../../document/formatting/styles.ts";
import { STYLE_NAMES } from "../../document/grammar.ts";
import { partOfKind } from "../../document/made-parts.ts";
import type { WordDocument } from "../../document/open-document.ts";
import { partsOf, storiesOf } from "../../document/text/stories.ts";
import { childValue } from "../../document/values.ts";
import { W } from "../../document/word-names.ts";
import { foldName } from "../../ooxml/parts/part-names.ts";
import { NameSet } from "../../ooxml/xml/name-set.ts";
import { elementsNamed } from "../../ooxml/xml/named-spans.ts";
import type { NameId } from "../../ooxml/xml/names.ts";
import { NONE } from "../../ooxml/xml/tree.ts";
import type { Adopt, AdoptionSources } from "./sources.ts";

export class AdoptedStyles {
  readonly #sources: AdoptionSources;
  readonly #adopt: Adopt;
  #before: StyleTable | undefined;
  #result: ResultStyles | undefined;
  /** Maps kind and source id to the id in the result. */
  readonly #mapped = new Map<string, string>();
  #missing: Set<string> | undefined;

  constructor(sources: AdoptionSources, adopt: Adopt) {
    this.#sources = sources;
    this.#adopt = adopt;
  }

  /**
   * Returns the id in the result of a style of the source, and imports the style if necessary. An id that has no style
   * in the source stays the same, because it shows as the default style. For such an id, returns undefined if the
   * result has a style with it (FMT-31).
   */
  idFor(kind: StyleKind, id: string): string | undefined {
    const style = this.#styleOf(kind, id);
    if (style !== undefined) return this.find(kind, id) ?? this.#import(style);
    if (this.#resultStyles().kinds.has(id)) return undefined;
    this.#idsWithoutStyle().add(id);
    return id;
  }

  /** Like `idFor`, but undefined for a style that would have to be imported or that both documents lack. */
  find(kind: StyleKind, id: string): string | undefined {
    const key = `${kind} ${id}`;
    const known = this.#mapped.get(key);
    if (known !== undefined) return known;
    const found = this.#findIn(this.#resultStyles(), kind, id);
    if (found !== undefined) this.#mapped.set(key, found);
    return found;
  }

  /**
   * Returns the id of the default paragraph style of the source if the result has no default. Copied paragraphs without
   * a style must then name it (FMT-56). Otherwise returns undefined.
   */
  get unnamedStyle(): string | undefined {
    if (this.#resultStyles().hasDefault) return undefined;
    this.#before ??= readStyles(this.#sources.before);
    return this.#before.defaults.get("paragraph")?.id;
  }

  /** True for the id of a style of the result that was imported. */
  isImported(id: string | undefined): boolean {
    return id !== undefined && this.#resultStyles().imported.has(id);
  }

  /** Returns the name of a source's paragraph style for comparison with the result. */
  comparedBefore(id: string): string {
    return this.find("paragraph", id) ?? (this.#styleOf("paragraph", id) === undefined ? `? ${id}` : `+ ${id}`);
  }

  /** Returns the name of a result's paragraph style for comparison with the source. */
  comparedResult(id: string): string {
    return this.#resultStyles().kinds.get(id) === "paragraph" ? id : `? ${id}`;
  }

  #findIn({ kinds, named }: ResultStyles, kind: StyleKind, id: string): string | undefined {
    if (kinds.get(id) === kind) return id;
    const name = this.#styleOf(kind, id)?.name ?? "";
    return name === "" ? undefined : named.get(foldName(name))?.find((candidate) => kinds.get(candidate) === kind);
  }

  #styleOf(kind: StyleKind, id: string): Style | undefined {
    this.#before ??= readStyles(this.#sources.before);
    const style = this.#before.byId.get(id);
    return style?.kind === kind ? style : undefined;
  }

  #resultStyles(): ResultStyles {
    this.#result ??= tabulate(readStyles(this.#sources.result));
    return this.#result;
  }

  #import(style: Style): string {
    const { before, result } = this.#sources;
    const [from] = partsOf(before, "styles");
    const into = partOfKind(result, "styles");
    const tree = result.package.tree(into);
    const isUnnamed = style.id === this.unnamedStyle;
    const node = tree.graft(before.package.tree(from!), style.node);
    tree.append(tree.root, node);
    const id = this.#register(style, { tree, node });
    this.#mapReference({ tree, node }, W.basedOn, style.kind);
    if (isUnnamed) this.#addDefaults({ tree, node }, id);
    this.#mapReference({ tree, node }, W.next, "paragraph");
    this.#mapLink({ tree, node }, style, id);
    dropChild({ tree, node }, W.rsid);
    this.#adopt(node, { from: from!, into, tree });
    return id;
  }

  /**
   * Bases the default style of the source on a style with the document defaults of the source, because text without a
   * style shows both (FMT-56).
   */
  #addDefaults({ tree, node }: StyleProperty, style: string): void {
    const { tree: from, documentDefaults } = readStyles(this.#sources.before);
    const wrapped = documentDefaults === NONE ? [] : from!.children(documentDefaults);
    const held = wrapped.flatMap((wrapper) => from!.children(wrapper)).filter((holder) => from!.isElement(holder));
    if (held.length === 0 || tree.child(node, W.basedOn) !== NONE) return;
    const { kinds, named, imported } = this.#resultStyles();
    const taken = (candidate: string): boolean => kinds.has(candidate) || named.has(foldName(candidate));
    const id = firstFree(`${style}Defaults`, taken);
    kinds.set(id, "paragraph");
    named.set(id, [id]);
    imported.add(id);
    const made = tree.element(W.style, [
      [W.type, "paragraph"],
      [W.styleId, id],
    ]);
    tree.append(made, tree.element(W.name, [[W.val, id]]));
    for (const name of [W.pPr, W.rPr]) {
      for (const holder of held) if (from!.name(holder) === name) tree.append(made, tree.graft(from!, holder));
    }
    tree.append(tree.root, made);
    const next = tree.children(node).find((child) => !BEFORE_BASE.has(tree.name(child)));
    tree.insertBefore(node, tree.element(W.basedOn, [[W.val, id]]), next ?? NONE);
  }

  /** Gives an imported style a unique id and name, and adds it to the tables. */
  #register(style: Style, { tree, node }: StyleProperty): string {
    const { kinds, named, imported, hasDefault } = this.#resultStyles();
    const missing = this.#idsWithoutStyle();
    const id = firstFree(style.id, (candidate) => kinds.has(candidate) || missing.has(candidate));
    // A style called `Normal` would be the default style of a result without one (FMT-56).
    const isTaken = (candidate: string): boolean =>
      named.has(foldName(candidate)) || (!hasDefault && isNamedDefault({ kind: style.kind, name: candidate }));
    const name = firstFree(style.name, (candidate) => candidate !== "" && isTaken(candidate));
    kinds.set(id, style.kind);
    named.set(foldName(name), [id]);
    imported.add(id);
    this.#mapped.set(`${style.kind} ${style.id}`, id);
    tree.setAttribute(node, W.styleId, id);
    tree.setAttribute(node, W.default, undefined);
    if (name === style.name) return id;
    tree.setAttribute(tree.child(node, W.name), W.val, name);
    this.#sources.onRenamed?.(style.name, name);
    return id;
  }

  /** Returns the ids that the result names without defining them. An imported style takes none of them (FMT-30). */
  #idsWithoutStyle(): Set<string> {
    if (this.#missing === undefined) {
      const { kinds } = this.#resultStyles();
      this.#missing = new Set(namedStyles(this.#sources.result).filter((id) => !kinds.has(id)));
    }
    return this.#missing;
  }

  /** Maps a reference from one style to another. A reference to a missing style is removed. */
  #mapReference(owner: StyleProperty, name: NameId, kind: StyleKind): void {
    const { tree, node } = owner;
    const reference = tree.child(node, name);
    if (reference === NONE) return;
    const id = tree.attribute(reference, W.val) ?? "";
    const isThere = this.#styleOf(kind, id) !== undefined || this.find(kind, id) !== undefined;
    const mapped = isThere ? (this.find(kind, id) ?? this.idFor(kind, id)) : undefined;
    if (mapped !== undefined) tree.setAttribute(reference, W.val, mapped);
    else tree.remove(reference);
  }

  /**
   * Two linked styles refer only to each other. So an imported style keeps its link only to another imported style, or
   * to a style of the result that already links to it.
   */
  #mapLink(owner: StyleProperty, { kind }: Style, id: string): void {
    const other = OTHER_HALVES.get(kind);
    if (other !== undefined) this.#mapReference(owner, W.link, other);
    const { imported, links } = this.#resultStyles();
    const half = childValue(owner.tree, owner.node, W.link) ?? "";
    if (other === undefined || (!imported.has(half) && links.get(half) !== id)) dropChild(owner, W.link);
  }
}

/** Children of a style before the reference to its base style, in the schema. */
const BEFORE_BASE = new NameSet([W.name, W.aliases]);

const OTHER_HALVES: ReadonlyMap<StyleKind, StyleKind> = new Map([
  ["paragraph", "character"],
  ["character", "paragraph"],
]);

interface ResultStyles {
  /** Maps an id to the kind of its style. */
  readonly kinds: Map<string, StyleKind>;
  /** Maps a folded name to the ids of its styles. */
  readonly named: Map<string, readonly string[]>;
  /** Maps an id to the id of the linked style. */
  readonly links: ReadonlyMap<string, string | undefined>;
  /** The ids of imported styles. */
  readonly imported: Set<string>;
  /** True if there is a default paragraph style. */
  readonly hasDefault: boolean;
}

function tabulate({ byId, defaults }: StyleTable): ResultStyles {
  const styles = [...byId.values()];
  const byName = Map.groupBy(styles, ({ name }) => foldName(name));
  return {
    kinds: new Map(styles.map(({ id, kind }) => [id, kind])),
    named: new Map([...byName].map(([name, members]) => [name, members.map(({ id }) => id)])),
    links: new Map(styles.map(({ id, link }) => [id, link])),
    imported: new Set(),
    hasDefault: defaults.has("paragraph"),
  };
}

/** Returns the ids of styles that stories and list levels of a document name. */
function namedStyles(document: WordDocument): string[] {
  const trees = new Set(storiesOf(document).map(({ tree }) => tree));
  for (const part of partsOf(document, "numbering")) trees.add(document.package.tree(part));
  return [...trees].flatMap((tree) =>
    elementsNamed(tree, STYLE_REFERENCES).flatMap((node) => tree.attribute(node, W.val) ?? []),
  );
}

const STYLE_REFERENCES = new NameSet(STYLE_NAMES.keys());

function firstFree(wanted: string, isTaken: (candidate: string) => boolean): string {
  let candidate = wanted;
  for (let number = 1; isTaken(candidate); number += 1) candidate = `${wanted}${number}`;
  return candidate;
}

function dropChild({ tree, node }: StyleProperty, name: NameId): void {
  const child = tree.child(node, name);
  if (child !== NONE) tree.remove(child);
}
