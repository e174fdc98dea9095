// Tests that deploy/configuration.md equals the page that `versus settings` prints.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settings } from "./config.ts";
import { configurationPage } from "./configuration-page.ts";

test("deploy/configuration.md is what `versus settings` prints", () => {
  const page = readFileSync(join(import.meta.dirname, "../../deploy/configuration.md"), "utf8");
  expect(page).toBe(configurationPage());
});

test("the page has one line for every setting, and no secret", () => {
  const page = configurationPage();
  for (const { name } of Object.values(settings)) expect(page.split(`| \`${name}\` |`)).toHaveLength(2);
  expect(page).not.toMatch(/[A-Za-z0-9+/]{40}=/);
});
