// What the operator's commands do, over the parts that the configuration names.

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
import { comparedFormats } from "./comparisons/renderers.ts";
import type { Config } from "./config.ts";
import type { ComparisonFormat } from "./contract/formats.ts";
import { openBossQueue } from "./jobs/boss-queue.ts";
import { databaseConfig, openConfigured, openConfiguredJournal, openConfiguredStore } from "./open-parts.ts";
import { inWords, requireConfiguredInstallation } from "./operate-store.ts";
import { jobKindsOf, renderers, slices } from "./register-slices.ts";
import type { Journal } from "./storage/journal.ts";

/** Every method throws AccessRefused when what is asked cannot be done; organizations are named by slug or id. */
export interface Operator {
  /** Without a limit, the one that is configured for new organizations; instructions are off unless it says so. */
  createOrganization(wanted: WantedOrganization): Promise<Organization>;
  listOrganizations(): Promise<Organization[]>;
  setOrganization(organization: string, changes: Partial<OrganizationSettings>): Promise<void>;
  /** Takes as long as the organization's running work, and five seconds at least. */
  deleteOrganization(organization: string): Promise<Deletion>;
  /** Gives the address of the account. */
  attachAccount(organization: string): Promise<string>;
  detachAccount(organization: string): Promise<string>;
  createKey(wanted: NewKey): Promise<IssuedKey>;
  listKeys(organization?: string): Promise<ListedKey[]>;
  rotateKey(keyId: string, overlapMilliseconds: number): Promise<IssuedKey & { readonly replacedUntil: Date }>;
  revokeKey(keyId: string): Promise<Date>;
  /** Wraps every organization's content key by the current master key. */
  rewrapKeys(): Promise<Rewrapping>;
  /** Queues the renderings that older comparisons lack, and tells how many. */
  regenerate(format: string): Promise<number>;
  /** The audit, oldest first. */
  readAudit(filter: AskedAudit): AsyncIterable<ReadEntry>;
  /** `known` is where the chain was seen to end before. */
  verifyAudit(known?: ChainHead): Promise<Verification>;
  close(): Promise<void>;
}

export interface AskedAudit extends Omit<AuditFilter, "organizationId"> {
  /** Slug or id; the id alone finds one that was deleted. */
  readonly organization?: string;
}

export type WantedOrganization = Pick<NewOrganization, "slug" | "name" | "zeroDay" | "retentionDays"> &
  Partial<Pick<NewOrganization, "documentLimit" | "instruction" | "ocr">>;

/** Connects when the first command asks. `actor` is who gives the commands, for the audit. */
export function openOperator(config: Config, actor: string): Operator {
  const { database, close } = openConfigured(config);
  const { masterKeys, keyPrefix, region, domain } = config;
  const clock = () => new Date();
  // Whoever gives commands acts with the rights of a role of the database: the audit names both.
  const role = decodeURIComponent(new URL(config.databaseUrl).username) || "its own role";
  const kept = openConfiguredJournal(config, database);
  const journal: Journal = { append: (entries) => inWords(kept.append(entries)) };
  const acting = { actor: `${actor} as ${role}`, journal };
  const parts: KeyParts = { database, clock, random: randomBytes, masterKeys, keyPrefix, ...acting };
  const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  return {
    createOrganization: (wanted) => {
      const documentLimit = wanted.documentLimit === undefined ? (config.documentLimit ?? null) : wanted.documentLimit;
      return createOrganization(parts, { instruction: false, ocr: false, ...wanted, documentLimit, region, domain });
    },
    listOrganizations: () => listOrganizations(parts),
    setOrganization: (organization, changes) => setOrganization(parts, organization, changes),
    deleteOrganization: async (organization) => {
      const store = openConfiguredStore(config);
      await requireConfiguredInstallation({ database, store });
      return deleteOrganization({ ...parts, store, pause }, organization);
    },
    attachAccount: (organization) => attachAccount(parts, organization),
    detachAccount: (organization) => detachAccount(parts, organization),
    createKey: async (wanted) => createKey(parts, wanted),
    listKeys: (organization) => listKeys(parts, organization),
    rotateKey: (keyId, overlapMilliseconds) => rotateKey(parts, keyId, overlapMilliseconds),
    revokeKey: (keyId) => revokeKey(parts, keyId),
    rewrapKeys: () => rewrapKeys(parts),
    regenerate: async (format) => {
      const made = readMadeFormat(format);
      const connection = databaseConfig(config);
      const runnable = config.runnableJobs;
      const queue = await openBossQueue({
        connection,
        database,
        clock,
        kinds: jobKindsOf(slices),
        runnable,
        report: () => {},
      });
      try {
        return await regenerate(made, { database, queue, clock, rendered: renderedFormats });
      } finally {
        await queue.stop();
      }
    },
    readAudit: async function* ({ organization, ...filter }) {
      const organizationId = organization === undefined ? undefined : await auditedId(parts, organization);
      yield* readAudit(database, { ...filter, ...(organizationId === undefined ? {} : { organizationId }) });
    },
    verifyAudit: (known) => verifyAudit(database, known),
    close,
  };
}

async function auditedId({ database }: KeyParts, slugOrId: string): Promise<string> {
  return isUuid(slugOrId) ? slugOrId : (await findOrganization(database, slugOrId)).organization_id;
}

const renderedFormats: readonly ComparisonFormat[] = renderers.map(({ format }) => format);

function readMadeFormat(text: string): ComparisonFormat {
  const made: readonly ComparisonFormat[] = [...comparedFormats, ...renderedFormats];
  const format = made.find((candidate) => candidate === text);
  if (format === undefined) throw new AccessRefused(`--format must be one of ${made.join(", ")}.`);
  return format;
}
