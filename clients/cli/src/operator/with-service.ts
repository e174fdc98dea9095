// Runs an operator's command: loads the service and reads its configuration.
//
// The configuration comes from the environment. Errors of either are explained in words.

import { readFileSync } from "node:fs";
import type * as Service from "@versus/service";
import { Refusal, type Surroundings } from "../command.ts";
import { loadService } from "./load-service.ts";

export interface ServiceUse {
  readonly service: typeof Service;
  readonly config: Service.Config;
  /** Reads the secrets in files again, and changes `config` in place. */
  readonly reread: Service.ReadConfig["reread"];
}

/**
 * Throws a Refusal if the service is not installed, its configuration is invalid, it refuses the call, or a part of it
 * is unavailable.
 */
export async function withService<Value>(
  { environment, stderr }: Pick<Surroundings, "environment" | "stderr">,
  use: (given: ServiceUse) => Promise<Value>,
): Promise<Value> {
  const service = await loadService();
  try {
    const { config, warnings, reread } = service.readConfig(environment, (path) => readFileSync(path, "utf8"));
    for (const warning of warnings) stderr.write(`versus: ${warning}\n`);
    return await use({ service, config, reread });
  } catch (error) {
    throw refusalOf(error, service);
  }
}

/** Runs a function with the operator's calls, and closes them afterwards. */
export function withOperator<Value>(
  surroundings: Surroundings,
  use: (operator: Service.Operator, service: typeof Service) => Promise<Value>,
): Promise<Value> {
  return withService(surroundings, async ({ service, config }) => {
    const operator = service.openOperator(config, `operator:${surroundings.user()}`);
    try {
      return await use(operator, service);
    } finally {
      await operator.close();
    }
  });
}

function refusalOf(error: unknown, { AccessRefused, ConfigInvalid, databaseProblem }: typeof Service): unknown {
  if (error instanceof AccessRefused) return new Refusal(error.message);
  if (error instanceof ConfigInvalid) return new Refusal(faultWords(error.faults));
  const known = databaseProblem(error);
  if (known !== undefined) return new Refusal(known);
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
  // Errors of the system, Postgres and the store have a code; our own faults have none, and those of Node begin with
  // `ERR_`.
  const isOurs = code === undefined || code.startsWith("ERR_");
  return isOurs
    ? error
    : new Refusal(`A part of the service does not work (${code}). Run \`versus doctor\` for details.`);
}

function faultWords(faults: readonly string[]): string {
  const [fault, ...others] = faults;
  if (others.length === 0) return `${fault} \`versus settings\` explains the settings.`;
  const lines = faults.map((line) => `  ${line}\n`).join("");
  return `The configuration is invalid:\n${lines}\`versus settings\` explains the settings.`;
}
