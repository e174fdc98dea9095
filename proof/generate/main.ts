// Writes a revised copy of a document and prints the truth about it as JSON.
//
// `node proof/generate/main.ts BASE.docx OUT.docx [--seed N] [--edits N] [--kinds a,b]`. If the base has tracked
// changes, the base with these changes accepted is written too. With `--noise`, the copy reads the same as the base,
// and the kinds of noise are printed.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { addNoise } from "./noise/add-noise.ts";
import { noiseKinds } from "./noise/noise-kinds.ts";
import { reviseDocument } from "./revise-document.ts";
import { editKinds } from "./truth.ts";

const USAGE = "node proof/generate/main.ts BASE.docx OUT.docx [--seed N] [--edits N] [--kinds a,b] [--noise]";

function main(words: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      seed: { type: "string", default: "1" },
      edits: { type: "string", default: "10" },
      kinds: { type: "string" },
      noise: { type: "boolean", default: false },
    },
  });
  const [base, out] = positionals;
  if (base === undefined || out === undefined) throw new Error(USAGE);
  const seed = Number(values.seed);
  const told = values.noise
    ? writeNoise(base, out, { seed, ...chosen(noiseKinds, values.kinds) })
    : writeRevision(base, out, { seed, edits: Number(values.edits), ...chosen(editKinds, values.kinds) });
  console.log(JSON.stringify(told, null, 2));
}

function writeRevision(base: string, out: string, options: Parameters<typeof reviseDocument>[1]): unknown {
  const revised = reviseDocument(readFileSync(base), options);
  writeFileSync(out, revised.bytes);
  if (revised.base !== undefined) writeFileSync(out.replace(/(\.\w+)?$/, "-base$1"), revised.base);
  return revised.truth;
}

function writeNoise(base: string, out: string, options: Parameters<typeof addNoise>[1]): unknown {
  const { bytes, kinds } = addNoise(readFileSync(base), options);
  writeFileSync(out, bytes);
  return { seed: options.seed, kinds };
}

/** Returns the kinds that a list names; all kinds apply without a list. */
function chosen<Kind extends string>(kinds: readonly Kind[], list: string | undefined): { kinds?: Kind[] } {
  if (list === undefined) return {};
  return {
    kinds: list.split(",").map((word) => {
      const kind = kinds.find((each) => each === word);
      if (kind === undefined) throw new Error(`There is no kind ${word}. The kinds are ${kinds.join(", ")}`);
      return kind;
    }),
  };
}

main(process.argv.slice(2));
