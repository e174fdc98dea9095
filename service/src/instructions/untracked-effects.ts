// Determines the effects of edits that Word does not track.
//
// They are comments, decisions on other people's changes, and settings. Nobody can reject such an effect.

import { type EditType, editTypes, type UntrackedKind } from "@versus/engine/tasks";
import { type UntrackedEffect, untrackedEffects } from "../contract/untracked-effects.ts";
import { isObject } from "./read-answer.ts";

const effectOfType: Readonly<Record<string, UntrackedEffect>> = {
  add_comment: "comment_added",
  reply_comment: "comment_answered",
  resolve_comment: "comment_resolved",
  accept_revision: "changes_accepted",
  reject_revision: "changes_rejected",
  refresh_fields: "fields_refreshed",
};

const types = new Map<string, EditType>(Object.entries(editTypes));

/** Returns the kind of untracked effect that is the purpose of the edit's type, or undefined. */
export function untrackedKindOf(edit: Readonly<Record<string, unknown>>): UntrackedKind | undefined {
  const asked = types.get(String(edit.type))?.asked;
  return typeof asked === "object" && "effect" in asked ? asked.effect : undefined;
}

/** Returns the kind of untracked effect that an edit has, as its purpose or as a side effect, or undefined. */
export function carriedKindOf(edit: Readonly<Record<string, unknown>>): UntrackedKind | undefined {
  return edit.type === "insert_table_of_contents" ? "settings" : untrackedKindOf(edit);
}

/** Returns the untracked effects that are the purpose of an edit. */
export function untrackedEffectsOf(edit: Readonly<Record<string, unknown>>): UntrackedEffect[] {
  if (edit.type === "set_document_settings") return settingEffects(edit.settings);
  const effect = effectOfType[String(edit.type)];
  return effect === undefined ? [] : [effect];
}

function settingEffects(settings: unknown): UntrackedEffect[] {
  if (!isObject(settings)) return [];
  const { track_changes: tracking, protection, remove_personal_information: removal } = settings;
  const effects: UntrackedEffect[] = [];
  if (tracking !== undefined) effects.push(tracking === true ? "track_changes_on" : "track_changes_off");
  if (protection !== undefined) effects.push(protection === false ? "protection_removed" : "protection_set");
  if (removal !== undefined)
    effects.push(removal === true ? "personal_information_removed" : "personal_information_kept");
  return effects;
}

interface UntrackedNotice {
  readonly code: "UNTRACKED_EFFECTS";
  readonly message: string;
  readonly count: number;
  readonly effects: { readonly edit: number; readonly effect: UntrackedEffect }[];
}

/** Returns the notice that names every untracked effect of the applied edits, or undefined without one. */
export function untrackedNotice(edits: readonly unknown[]): UntrackedNotice | undefined {
  const effects = edits.flatMap((edit, index) => {
    if (!isObject(edit)) return [];
    // A table of contents makes Word update the fields.
    const own = edit.type === "insert_table_of_contents" ? ["fields_refreshed" as const] : untrackedEffectsOf(edit);
    return own.map((effect) => ({ edit: index, effect }));
  });
  if (effects.length === 0) return undefined;
  const counts = Map.groupBy(effects, ({ effect }) => effect);
  const sentences = [...counts].map(([effect, { length }]) => {
    return `${untrackedEffects[effect]}${length === 1 ? "" : ` (${length} times)`}`;
  });
  const message = `Rejecting the tracked changes does not undo these effects: ${sentences.join("; ")}.`;
  return { code: "UNTRACKED_EFFECTS", message, count: effects.length, effects };
}
