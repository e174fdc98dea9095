// Writes docs/api.md from the doc comments of the engine's public interface.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiReference } from "./api-reference.ts";
import { withDeclarations } from "./declarations.ts";

const root = join(import.meta.dirname, "../..");
const page = await withDeclarations(root, (declarations) => apiReference(root, declarations));
writeFileSync(join(root, "docs/api.md"), page);
