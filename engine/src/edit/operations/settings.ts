// Implements set_document_settings: Track Changes, a restriction, personal information. Untracked.

import { clearAuthors, type ProtectionChange, writeSettings } from "../../document/write-settings.ts";
import { ensure } from "../../failures/failure.ts";
import type { Workspace } from "../apply/workspace.ts";
import type { Operation } from "./operation.ts";

interface SettingsGiven {
  readonly track_changes?: boolean;
  readonly protection?: { readonly edit: keyof typeof KINDS; readonly password?: string } | false;
  readonly remove_personal_information?: boolean;
}

const KINDS = { tracked_changes: "trackedChanges", read_only: "readOnly", comments: "comments" } as const;

export const setDocumentSettings: Operation<"set_document_settings"> = ({ edit }) => {
  const given = edit.settings;
  const { track_changes: trackRevisions, remove_personal_information: removePersonalInformation } = given;
  return {
    found: {
      touches: [],
      apply: (work) => {
        writeSettings(work.document, {
          ...(trackRevisions === undefined ? {} : { trackRevisions }),
          ...(removePersonalInformation === undefined ? {} : { removePersonalInformation }),
          ...(given.protection === undefined ? {} : { protection: protectionOf(work, given.protection) }),
        });
        if (removePersonalInformation === true) clearAuthors(work.document);
      },
    },
  };
};

/** Returns the protection. The hashed password comes with the request, not in the edit. */
function protectionOf(
  { passwordHash }: Workspace,
  protection: NonNullable<SettingsGiven["protection"]>,
): ProtectionChange | false {
  if (protection === false) return false;
  ensure(protection.password === undefined || passwordHash !== undefined, "a password is hashed by who sends the edit");
  return { edit: KINDS[protection.edit], password: passwordHash };
}
