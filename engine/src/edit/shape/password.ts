// The password that an edit may hold (set_document_settings): whoever runs edits takes it out and hashes it, so that it is
// kept nowhere.

export interface TakenPassword {
  readonly edits: readonly unknown[];
  /** What the settings of the document are to be protected with. */
  readonly password: string | undefined;
}

interface Settings {
  readonly type: unknown;
  readonly settings?: { readonly protection?: { readonly password?: string } };
}

/** Edits of the right form without the password that one of them holds. */
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
