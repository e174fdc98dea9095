// The commands of the program: one line each, in the order of the help.

import type { Command } from "./command.ts";
import { listAudit } from "./commands/audit/list.ts";
import { verifyAudit } from "./commands/audit/verify.ts";
import { compare } from "./commands/compare.ts";
import { completionOf } from "./commands/completion.ts";
import { create } from "./commands/create.ts";
import { accept, reject } from "./commands/decide.ts";
import { doctor } from "./commands/doctor.ts";
import { edit } from "./commands/edit.ts";
import { gitDiff } from "./commands/git-diff.ts";
import { createKey } from "./commands/keys/create.ts";
import { listKeys } from "./commands/keys/list.ts";
import { revokeKey } from "./commands/keys/revoke.ts";
import { rewrapKeys } from "./commands/keys/rewrap.ts";
import { rotateKey } from "./commands/keys/rotate.ts";
import { mcp } from "./commands/mcp.ts";
import { merge } from "./commands/merge.ts";
import { migrate } from "./commands/migrate.ts";
import { attachAccount } from "./commands/organizations/attach-account.ts";
import { createOrganization } from "./commands/organizations/create.ts";
import { deleteOrganization } from "./commands/organizations/delete.ts";
import { detachAccount } from "./commands/organizations/detach-account.ts";
import { listOrganizations } from "./commands/organizations/list.ts";
import { setOrganization } from "./commands/organizations/set.ts";
import { read } from "./commands/read.ts";
import { regenerate } from "./commands/regenerate.ts";
import { scrub } from "./commands/scrub.ts";
import { serve } from "./commands/serve.ts";
import { settings } from "./commands/settings.ts";
import { adoptStore } from "./commands/store/adopt.ts";
import { encryptStore } from "./commands/store/encrypt.ts";
import { sweepStore } from "./commands/store/sweep.ts";
import { view } from "./commands/view.ts";

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

const completion = completionOf(() => commands);

export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Documents on this machine",
    commands: [compare, merge, view, accept, reject, create, edit, read, scrub, mcp, gitDiff, completion],
  },
  { title: "The service, for its operator", commands: [serve, migrate, doctor, settings, regenerate] },
  { title: "The store of the service", commands: [adoptStore, sweepStore, encryptStore] },
  {
    title: "Organizations",
    commands: [
      createOrganization,
      listOrganizations,
      setOrganization,
      attachAccount,
      detachAccount,
      deleteOrganization,
    ],
  },
  { title: "API keys", commands: [createKey, listKeys, rotateKey, revokeKey, rewrapKeys] },
  { title: "The audit log", commands: [listAudit, verifyAudit] },
];

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands);
