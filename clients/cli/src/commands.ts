// Lists the commands of the program, one entry each, in the order of the help.
//
// A command is loaded when it runs, with only the part of the engine that it needs. The help and the shell scripts
// describe all commands, so they load all.

import type { Command } from "./command.ts";

/** A command before it is loaded. */
interface CommandEntry {
  readonly name: string;
  readonly load: () => Promise<Command>;
}

interface Group<Item> {
  readonly title: string;
  readonly commands: readonly Item[];
}

const commandGroups: readonly Group<CommandEntry>[] = [
  {
    title: "Documents on this machine",
    commands: [
      { name: "compare", load: async () => (await import("./commands/compare.ts")).compare },
      { name: "merge", load: async () => (await import("./commands/merge.ts")).merge },
      { name: "view", load: async () => (await import("./commands/view.ts")).view },
      { name: "accept", load: async () => (await import("./commands/decide.ts")).accept },
      { name: "reject", load: async () => (await import("./commands/decide.ts")).reject },
      { name: "create", load: async () => (await import("./commands/create.ts")).create },
      { name: "edit", load: async () => (await import("./commands/edit.ts")).edit },
      { name: "read", load: async () => (await import("./commands/read.ts")).read },
      { name: "scrub", load: async () => (await import("./commands/scrub.ts")).scrub },
      { name: "mcp", load: async () => (await import("./commands/mcp.ts")).mcp },
      { name: "git-diff", load: async () => (await import("./commands/git-diff.ts")).gitDiff },
      {
        name: "completion",
        load: async () => (await import("./commands/completion.ts")).completionOf(loadCommands),
      },
    ],
  },
  {
    title: "The service, for its operator",
    commands: [
      { name: "serve", load: async () => (await import("./commands/serve.ts")).serve },
      { name: "migrate", load: async () => (await import("./commands/migrate.ts")).migrate },
      { name: "doctor", load: async () => (await import("./commands/doctor.ts")).doctor },
      { name: "settings", load: async () => (await import("./commands/settings.ts")).settings },
      { name: "regenerate", load: async () => (await import("./commands/regenerate.ts")).regenerate },
      { name: "backup", load: async () => (await import("./commands/backup.ts")).backup },
      { name: "restore", load: async () => (await import("./commands/restore.ts")).restore },
    ],
  },
  {
    title: "The store of the service",
    commands: [
      { name: "store adopt", load: async () => (await import("./commands/store/adopt.ts")).adoptStore },
      { name: "store sweep", load: async () => (await import("./commands/store/sweep.ts")).sweepStore },
      { name: "store encrypt", load: async () => (await import("./commands/store/encrypt.ts")).encryptStore },
    ],
  },
  {
    title: "Organizations",
    commands: [
      {
        name: "organizations create",
        load: async () => (await import("./commands/organizations/create.ts")).createOrganization,
      },
      {
        name: "organizations list",
        load: async () => (await import("./commands/organizations/list.ts")).listOrganizations,
      },
      {
        name: "organizations set",
        load: async () => (await import("./commands/organizations/set.ts")).setOrganization,
      },
      {
        name: "organizations attach-account",
        load: async () => (await import("./commands/organizations/attach-account.ts")).attachAccount,
      },
      {
        name: "organizations detach-account",
        load: async () => (await import("./commands/organizations/detach-account.ts")).detachAccount,
      },
      {
        name: "organizations delete",
        load: async () => (await import("./commands/organizations/delete.ts")).deleteOrganization,
      },
    ],
  },
  {
    title: "API keys",
    commands: [
      { name: "keys create", load: async () => (await import("./commands/keys/create.ts")).createKey },
      { name: "keys list", load: async () => (await import("./commands/keys/list.ts")).listKeys },
      { name: "keys rotate", load: async () => (await import("./commands/keys/rotate.ts")).rotateKey },
      { name: "keys revoke", load: async () => (await import("./commands/keys/revoke.ts")).revokeKey },
      { name: "keys rewrap", load: async () => (await import("./commands/keys/rewrap.ts")).rewrapKeys },
    ],
  },
  {
    title: "The audit log",
    commands: [
      { name: "audit list", load: async () => (await import("./commands/audit/list.ts")).listAudit },
      { name: "audit verify", load: async () => (await import("./commands/audit/verify.ts")).verifyAudit },
    ],
  },
];

const entries: readonly CommandEntry[] = commandGroups.flatMap(({ commands }) => commands);

export const commandNames: readonly string[] = entries.map(({ name }) => name);

/** Loads a command; undefined if no command has the name. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  return entries.find((entry) => entry.name === name)?.load();
}

/** Loads all commands, in the groups of the help. */
export function loadGroups(): Promise<Group<Command>[]> {
  return Promise.all(
    commandGroups.map(async ({ title, commands }) => ({
      title,
      commands: await Promise.all(commands.map(({ load }) => load())),
    })),
  );
}

/** Loads all commands. */
export async function loadCommands(): Promise<readonly Command[]> {
  return (await loadGroups()).flatMap(({ commands }) => commands);
}
