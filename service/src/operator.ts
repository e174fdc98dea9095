// Carries out the operator's commands over the configured parts.

import { randomBytes } from "node:crypto";
import { attachAccount, detachAccount } from "./access/accounts.ts";
import { type Deletion, deleteOrganization } from "./access/delete-organization.ts";
import {
  createKey,
  type IssuedKey,
  type KeyParts,
  type ListedKey,
  listKeys,
  type NewKey,
  revokeKey,
  rotateKey,
} from "./access/keys.ts";
import {
  createOrganization,
  listOrganizations,
  type NewOrganization,
  type Organization,
  type OrganizationSettings,
  setOrganization,
} from "./access/organizations.ts";
import { findOrganization } from "./access/queries.ts";
import { type Rewrapping, rewrapKeys } from "./access/rewrap-keys.ts";
import { AccessRefused, isUuid } from "./access/rules.ts";
import { type AuditFilter, type ReadEntry, readAudit } from "./audit/read-audit.ts";
import type { ChainHead } from "./audit/seal.ts";
import { type Verification, verifyAudit } from "./audit/verify.ts";
import { regenerate } from "./comparisons/regenerate.ts";
import type { Config } from "./config.ts";
import type { ComparisonFormat } from "./contract/formats.ts";
import { openBossQueue } from "./jobs/boss-queue.ts";
import { databaseConfig, openConfigured, openConfiguredJournal, openConfiguredStore } from "./open-parts.ts";
import { inWords, requireConfiguredInstallation } from "./operate-store.ts";
import { comparedFormats } from "./redlines/renderers.ts";
import { jobKindsOf, renderers, slices } from "./register-slices.ts";
import { type OpenDatabaseClock, openDatabaseClock } from "./storage/database-clock.ts";
import type { Journal } from "./storage/journal.ts";

/**
 * The operator's commands. Every method throws AccessRefused if a request cannot be carried out. Organizations are
 * named by slug or id.
 */
export interface Operator {
  /** Without a document limit, uses the configured one for new organizations. Instructions are off by default. */
  createOrganization(wanted: WantedOrganization): Promise<Organization>;
  listOrganizations(): Promise<Organization[]>;
  setOrganization(organization: string, changes: Partial<OrganizationSettings>): Promise<void>;
  /** Takes as long as the organization's running work, and at least five seconds. */
  deleteOrganization(organization: string): Promise<Deletion>;
  /** Returns the address of the account. */
  attachAccount(organization: string): Promise<string>;
  detachAccount(organization: string): Promise<string>;
  createKey(wanted: NewKey): Promise<IssuedKey>;
  listKeys(organization?: string): Promise<ListedKey[]>;
  rotateKey(keyId: string, overlapMilliseconds: number): Promise<IssuedKey & { readonly replacedUntil: Date }>;
  revokeKey(keyId: string): Promise<Date>;
  /** Wraps every organization's content key with the current master key. */
  rewrapKeys(): Promise<Rewrapping>;
  /** Queues the renderings that older comparisons lack. Returns their number. */
  regenerate(format: string): Promise<number>;
  /** Yields the audit, oldest first. */
  readAudit(filter: AskedAudit): AsyncIterable<ReadEntry>;
  /** `known` is an end of the chain that was seen earlier. */
  verifyAudit(known?: ChainHead): Promise<Verification>;
  close(): Promise<void>;
}

export interface AskedAudit extends Omit<AuditFilter, "organizationId"> {
  /** Slug or id. Only the id finds a deleted organization. */
  readonly organization?: string;
}

export type WantedOrganization = Pick<NewOrganization, "slug" | "name" | "zeroDay" | "retentionDays"> &
  Partial<Pick<NewOrganization, "documentLimit" | "instruction" | "ocr">>;

/** Connects at the first command. `actor` is the operator, for the audit. */
export function openOperator(config: Config, actor: string): Operator {
  const { database, close } = openConfigured(config);
  const { region, domain } = config;
  let clock: Promise<OpenDatabaseClock> | undefined;
  const connect = async (): Promise<KeyParts> => {
    clock ??= openDatabaseClock(database);
    const { now } = await clock.catch((problem: unknown) => {
      clock = undefined;
      throw problem;
    });
    return operatorParts(config, actor, { database, clock: now });
  };
  return {
    createOrganization: async (wanted) => {
      const documentLimit = wanted.documentLimit === undefined ? (config.documentLimit ?? null) : wanted.documentLimit;
      const asked = { instruction: false, ocr: false, ...wanted, documentLimit, region, domain };
      return createOrganization(await connect(), asked);
    },
    listOrganizations: async () => listOrganizations(await connect()),
    setOrganization: async (organization, changes) => setOrganization(await connect(), organization, changes),
    deleteOrganization: async (organization) => {
      const parts = await connect();
      const store = openConfiguredStore(config);
      await requireConfiguredInstallation({ database, store });
      const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
      return deleteOrganization({ ...parts, store, pause }, organization);
    },
    attachAccount: async (organization) => attachAccount(await connect(), organization),
    detachAccount: async (organization) => detachAccount(await connect(), organization),
    createKey: async (wanted) => createKey(await connect(), wanted),
    listKeys: async (organization) => listKeys(await connect(), organization),
    rotateKey: async (keyId, overlapMilliseconds) => rotateKey(await connect(), keyId, overlapMilliseconds),
    revokeKey: async (keyId) => revokeKey(await connect(), keyId),
    rewrapKeys: async () => rewrapKeys(await connect()),
    regenerate: async (format) => queueRenderings(config, readMadeFormat(format), await connect()),
    readAudit: async function* ({ organization, ...filter }) {
      const organizationId = organization === undefined ? undefined : await auditedId(database, organization);
      yield* readAudit(database, { ...filter, ...(organizationId === undefined ? {} : { organizationId }) });
    },
    verifyAudit: (known) => verifyAudit(database, known),
    close: async () => {
      await clock?.then((opened) => opened.close()).catch(() => {});
      await close();
    },
  };
}

function operatorParts(config: Config, actor: string, time: Pick<KeyParts, "database" | "clock">): KeyParts {
  const { masterKeys, keyPrefix } = config;
  // An operator acts with the rights of a database role, so the audit names both.
  const role = decodeURIComponent(new URL(config.databaseUrl).username) || "its own role";
  const kept = openConfiguredJournal(config, time);
  const journal: Journal = { append: (transaction, entries) => inWords(kept.append(transaction, entries)) };
  return { ...time, random: randomBytes, masterKeys, keyPrefix, actor: `${actor} as ${role}`, journal };
}

async function queueRenderings(
  config: Config,
  format: ComparisonFormat,
  { database, clock }: Pick<KeyParts, "database" | "clock">,
): Promise<number> {
  const queue = await openBossQueue({
    connection: databaseConfig(config),
    database,
    clock,
    kinds: jobKindsOf(slices),
    runnable: config.runnableJobs,
    report: () => {},
  });
  try {
    return await regenerate(format, { database, queue, clock, rendered: renderedFormats });
  } finally {
    await queue.stop();
  }
}

async function auditedId(database: KeyParts["database"], slugOrId: string): Promise<string> {
  return isUuid(slugOrId) ? slugOrId : (await findOrganization(database, slugOrId)).organization_id;
}

const renderedFormats: readonly ComparisonFormat[] = renderers.map(({ format }) => format);

function readMadeFormat(text: string): ComparisonFormat {
  const made: readonly ComparisonFormat[] = [...comparedFormats, ...renderedFormats];
  const format = made.find((candidate) => candidate === text);
  if (format === undefined) throw new AccessRefused(`--format must be one of ${made.join(", ")}.`);
  return format;
}
