// Fuzzes scripts that are written and read again.
//
// Every view shows the text that the script describes, and deciding gives the same text as the view.

import {
  checkScript,
  decideAuthors,
  lintDocument,
  readView,
  storiesOf,
  type WordDocument,
  writeScript,
} from "@versus/engine/inside";
import { openCorpusDocument } from "../../corpus/read-document.ts";
import { Random } from "../../runner/random.ts";
import { type Counts, demand, type Target } from "../target.ts";
import { projectScript } from "./project-script.ts";
import { AUTHORS, authorsOf, randomScript, scriptFeatures } from "./random-script.ts";
import { openSources, type SourceTexts } from "./script-sources.ts";

export interface ScriptCase extends SourceTexts {
  /** Seed of the script. */
  readonly seed: number;
}

export const scriptsTarget: Target<ScriptCase> = {
  name: "scripts",
  features: [...scriptFeatures],
  exceptions: [],
  generate: generateCase,
  check: checkCase,
  shrinking: {
    length: ({ base }) => base.length,
    without: (from, first, end) => ({ ...from, base: from.base.filter((_, at) => at < first || at >= end) }),
  },
  show: ({ base, revisions, seed }) => JSON.stringify({ base, revisions, seed }, undefined, 1),
};

function generateCase(random: Random): ScriptCase {
  let number = 0;
  const paragraph = (letter: string): string =>
    random
      .list(1 + random.below(8), () => {
        number += 1;
        return `${letter}${number}`;
      })
      .join(" ");
  return {
    base: random.list(2 + random.below(8), () => paragraph("w")),
    revisions: ["a", "b"].map((letter) => random.list(3, () => paragraph(letter))),
    seed: random.next(),
  };
}

const LEVEL = 1;

function checkCase({ seed, ...texts }: ScriptCase, counts: Counts): void {
  if (texts.base.length === 0) return;
  const met = { features: new Set<string>() };
  const script = randomScript(openSources(texts), new Random(seed), met);
  for (const feature of met.features) counts.add(feature);
  const broken = checkScript(script);
  demand(broken.length === 0, "a script keeps its laws", () => broken.join(", "));
  const bytes = writeScript(script).document.package.save(LEVEL);
  const rules = lintDocument(openCorpusDocument(bytes)).map(({ rule }) => rule);
  demand(rules.length === 0, "what is written breaks no rule", () => rules.join(", "));
  for (const accepted of [[], ["Ann"], ["Bea"], [...AUTHORS]]) {
    const chosen = new Set<string>(accepted);
    const view = { accepts: (author: string) => authorsOf(author).some((one) => chosen.has(one)) };
    const wanted = projectScript(script, chosen);
    const document = openCorpusDocument(bytes);
    const said = `accepting ${accepted.join(" and ") || "nobody"}`;
    holdsTo(wanted, textsOf(document, view), `a view shows what the script says, ${said}`);
    decideAuthors(document, view);
    holdsTo(wanted, textsOf(document, "accepted"), `deciding gives what the script says, ${said}`);
  }
}

function textsOf(document: WordDocument, view: Parameters<typeof readView>[1]): string[] {
  const body = storiesOf(document).find(({ kind }) => kind === "body")!;
  return readView(body, view).map(({ text }) => text);
}

function holdsTo(wanted: readonly string[], found: readonly string[], property: string): void {
  const isSame = wanted.length === found.length && wanted.every((text, at) => text === found[at]);
  demand(isSame, property, () => `\nwanted ${JSON.stringify(wanted)}\nfound  ${JSON.stringify(found)}`);
}
