// Exports every public name of the package.

export type { Deletion } from "./access/delete-organization.ts";
export type { ListedKey } from "./access/keys.ts";
export type { Organization, OrganizationSettings } from "./access/organizations.ts";
export { AccessRefused, defaultOverlapMilliseconds, readScopes, scopes } from "./access/rules.ts";
export { type Config, ConfigInvalid, type ReadConfig, readConfig } from "./config.ts";
export { configurationPage } from "./configuration-page.ts";
export { databaseProblem } from "./database-problems.ts";
export { diagnose, type Finding } from "./doctor.ts";
export { type Role, type RunningService, serve } from "./main.ts";
export { migrateConfigured } from "./migrate-configured.ts";
export { backupConfigured, restoreConfigured } from "./operate-backup.ts";
export { adoptConfigured, encryptConfigured, sweepConfigured } from "./operate-store.ts";
export { type Operator, openOperator } from "./operator.ts";
