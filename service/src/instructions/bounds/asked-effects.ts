// Checks the untracked effects of an answer.
//
// They are compared with the clauses of the instruction, or with `allow` of the request. Each effect needs a clause
// that asks for it in its direction. If the clause limits the objects, the edit may act on no others. If the clause
// asks for one object, the answer may add one comment, or act on one passage: items in one paragraph or in neighbouring
// ones.

import type { ContentJson, UntrackedKind } from "@versus/engine/tasks";
import type { UntrackedEffect } from "../../contract/untracked-effects.ts";
import { isObject } from "../read-answer.ts";
import { carriedKindOf, untrackedEffectsOf, untrackedKindOf } from "../untracked-effects.ts";
import { actedOn } from "./acted-on.ts";
import { type AskedItem, AskedObject, commentItems, decidedItems } from "./asked-objects.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import type { DocumentText, TextParagraph } from "./document-text.ts";
import { effectPatterns } from "./effect-patterns.ts";
import { namedPlaces } from "./named-places.ts";

type GivenEdit = Readonly<Record<string, unknown>>;

export interface EffectsAsked {
  readonly instruction: string;
  /** The kinds that the caller allows, in place of those that the instruction asks for. */
  readonly allow: readonly UntrackedKind[] | undefined;
  readonly content: ContentJson;
}

/** A clause that asks for an effect, and the items that earlier edits of the answer used it for. */
interface Grant {
  readonly clause: Clause;
  readonly object: AskedObject;
  readonly done: AskedItem[];
}

export class AskedEffects {
  readonly #allow: readonly UntrackedKind[] | undefined;
  readonly #content: ContentJson;
  readonly #document: DocumentText;
  readonly #clauses: readonly Clause[];
  readonly #grants = new Map<UntrackedEffect, readonly Grant[]>();

  constructor({ instruction, allow, content }: EffectsAsked, document: DocumentText) {
    this.#allow = allow;
    this.#content = content;
    this.#document = document;
    this.#clauses = allow === undefined ? clausesOf(instruction) : [];
  }

  /**
   * Returns a sentence for the model if the edit has an untracked effect that was not asked for, otherwise undefined.
   */
  unasked(edit: GivenEdit): string | undefined {
    if (this.#allow !== undefined) {
      const carried = carriedKindOf(edit);
      if (carried === undefined || this.#allow.includes(carried)) return undefined;
      return `The request does not allow ${carried}. Leave this edit out.`;
    }
    if (untrackedKindOf(edit) === undefined) return undefined;
    const effects = untrackedEffectsOf(edit);
    if (effects.length === 0) return `The instruction does not ask for ${String(edit.type)}.`;
    const unasked = effects.find((effect) => !this.#isAsked(effect, edit));
    if (unasked === undefined) return undefined;
    return `No clause of the instruction asks for this effect (${unasked}) on what the edit names, with a verb and its object. Leave the edit out.`;
  }

  /**
   * Returns the paragraphs of the tracked changes and comments that the edit decides, answers or resolves. Empty
   * without `allow`.
   */
  paragraphsOf(edit: GivenEdit): readonly TextParagraph[] {
    // Without `allow`, the clause that asks for the effect limits these paragraphs.
    if (this.#allow === undefined) return [];
    const items = [
      ...(edit.revision === undefined ? [] : decidedItems(edit, this.#content, this.#document)),
      ...commentItems(edit, this.#content, this.#document),
    ];
    return items.flatMap(({ paragraph }) => (paragraph === undefined ? [] : [paragraph]));
  }

  #isAsked(effect: UntrackedEffect, edit: GivenEdit): boolean {
    return this.#grantsOf(effect).some((grant) => this.#isGranted(grant, effect, edit));
  }

  #grantsOf(effect: UntrackedEffect): readonly Grant[] {
    const known = this.#grants.get(effect);
    if (known !== undefined) return known;
    const clauses = this.#clauses.filter(({ text }) => effectPatterns[effect].some((pattern) => pattern.test(text)));
    const grants = clauses.map((clause) => ({ clause, object: new AskedObject(clause, this.#document), done: [] }));
    this.#grants.set(effect, grants);
    return grants;
  }

  #isGranted(grant: Grant, effect: UntrackedEffect, edit: GivenEdit): boolean {
    switch (effect) {
      case "comment_added":
        return this.#isPlaced(grant, edit);
      case "comment_answered":
        return this.#isCovered(grant, commentItems(edit, this.#content, this.#document), this.#content.comments);
      case "comment_resolved":
        return this.#isClearlyCovered(grant, commentItems(edit, this.#content, this.#document), this.#content.comments);
      case "changes_accepted":
      case "changes_rejected":
        return this.#isClearlyCovered(
          grant,
          decidedItems(edit, this.#content, this.#document),
          this.#content.revisions,
        );
      case "protection_set":
        return isProtectionNamed(grant.clause, edit);
      default:
        return true;
    }
  }

  /**
   * True if a new comment is in the paragraphs to which its clause limits itself. A clause that asks for a single
   * comment grants only one. A clause with a plural, for example "add comments", grants several.
   */
  #isPlaced({ clause, object, done }: Grant, edit: GivenEdit): boolean {
    if (object.isOne && done.length > 0) return false;
    const places = namedPlaces(clause.scope, this.#document);
    const on = actedOn(edit, this.#document);
    if (places !== undefined && !on.every((paragraph) => places.has(paragraph))) return false;
    done.push({ number: 0, author: "", paragraph: on[0] });
    return true;
  }

  #isClearlyCovered(grant: Grant, items: readonly AskedItem[], all: readonly { readonly author: string }[]): boolean {
    return !grant.object.isUnclear(authorsOf(all)) && this.#isCovered(grant, items, all);
  }

  // The engine, not this function, refuses an edit that names nothing of the document.
  #isCovered(
    { object, done }: Grant,
    items: readonly AskedItem[],
    all: readonly { readonly author: string }[],
  ): boolean {
    const authors = authorsOf(all);
    if (!items.every((item) => object.covers(item, authors))) return false;
    if (object.isOne && !isOnePassage([...done, ...items])) return false;
    done.push(...items);
    return true;
  }
}

function authorsOf(items: readonly { readonly author: string }[]): readonly string[] {
  return [...new Set(items.map(({ author }) => author))];
}

/**
 * True if the items are in one paragraph or in neighbouring ones. Several items are not if one has no address. A single
 * item always is.
 */
function isOnePassage(items: readonly AskedItem[]): boolean {
  const places = items.flatMap(({ paragraph }) => (paragraph === undefined ? [] : [paragraph]));
  if (places.length < items.length && items.length > 1) return false;
  const sorted = places.toSorted((one, other) => one.paragraph.index - other.paragraph.index);
  return sorted.every((one, at) => at === 0 || isBeside(one, sorted[at - 1]!));
}

function isBeside(one: TextParagraph, other: TextParagraph): boolean {
  return one.part === other.part && Math.abs(one.paragraph.index - other.paragraph.index) <= 1;
}

const protections: readonly (readonly [edit: string, words: RegExp])[] = [
  ["read_only", /\bread[ -]only\b|\bno (?:changes|edits|editing)\b/],
  ["comments", /\bcomments?\b/],
  ["tracked_changes", /\btrack(?:ed)?[ -]changes?\b|\btracking\b/],
];

/** True if the clause does not name a kind of protection, or names the kind of the edit. */
function isProtectionNamed({ whole }: Clause, { settings }: GivenEdit): boolean {
  const { protection } = isObject(settings) ? settings : {};
  const named = protections.flatMap(([edit, words]) => (words.test(whole) ? [edit] : []));
  return named.length === 0 || (isObject(protection) && named.includes(String(protection.edit)));
}
