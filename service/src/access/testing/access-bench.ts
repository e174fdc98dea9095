// Gives the tests of access a database, a clock that they set, and the parts that the functions take.

import { randomBytes } from "node:crypto";
import { readAudit } from "../../audit/read-audit.ts";
import { noJournal } from "../../storage/journal.ts";
import { makeTestDatabase, type TestDatabase } from "../../storage/testing/test-database.ts";
import { testMasterKeys } from "../../storage/testing/test-organization.ts";
import type { KeyParts } from "../keys.ts";
import { createOrganization, type NewOrganization, type Organization } from "../organizations.ts";

export interface AccessBench extends TestDatabase {
  readonly parts: KeyParts;
  /** Moves the clock forward. */
  pass(milliseconds: number): void;
  makeOrganization(slug: string, settings?: Partial<NewOrganization>): Promise<Organization>;
  /** Returns the audit as lines such as `operator:test key.created 0123456789ab`, oldest first. */
  audit(organizationId: string): Promise<string[]>;
}

export async function makeAccessBench(): Promise<AccessBench> {
  const open = await makeTestDatabase();
  let time = Date.parse("2026-03-04T05:06:07Z");
  const { database } = open;
  const parts: KeyParts = {
    database,
    clock: () => new Date(time),
    random: randomBytes,
    masterKeys: testMasterKeys,
    journal: noJournal,
    actor: "operator:test",
    keyPrefix: "vs",
  };
  const settings = { zeroDay: false, retentionDays: null, documentLimit: null, instruction: false, ocr: false };
  const place = { region: "us", domain: "versus.test" };
  return {
    ...open,
    parts,
    pass: (milliseconds) => {
      time += milliseconds;
    },
    makeOrganization: (slug, wanted) =>
      createOrganization(parts, { slug, name: slug.toUpperCase(), ...settings, ...place, ...wanted }),
    audit: async (organizationId) => {
      const lines: string[] = [];
      for await (const { action, subject, actor } of readAudit(database, { organizationId })) {
        lines.push(`${actor} ${action}${subject === null ? "" : ` ${subject}`}`);
      }
      return lines;
    },
  };
}
