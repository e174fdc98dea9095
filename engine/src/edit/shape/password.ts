// Removes the password from edits (set_document_settings).
//
// The caller that runs edits removes and hashes it, so that it is stored nowhere.

export interface TakenPassword {
  readonly edits: readonly unknown[];
  /** The password of the editing restriction; undefined if no edit has one. */
  readonly password: string | undefined;
}

interface Settings {
  readonly type: unknown;
  readonly settings?: { readonly protection?: { readonly password?: string } };
}

/** Returns edits of a checked form without the password that one of them contains. */
export function takePassword(edits: readonly unknown[]): TakenPassword {
  let taken: string | undefined;
  const kept = (edits as readonly Settings[]).map((edit) => {
    const { password, ...protection } = (edit.type === "set_document_settings" && edit.settings?.protection) || {};
    if (password === undefined) return edit;
    taken ??= password;
    return { ...edit, settings: { ...edit.settings, protection } };
  });
  return { edits: kept, password: taken };
}
