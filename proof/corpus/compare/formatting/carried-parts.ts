// Collects the carried content of a package, which no tracked change can show.
//
// Its differences are counted and are not a problem.

import type { ContentPackage } from "../../../reading/content-package.ts";
import type { Equivalence, EquivalenceName } from "../content/equivalences.ts";
import type { NumberingContent } from "./numbering-content.ts";

const PARTS: readonly (readonly [name: EquivalenceName, parts: RegExp])[] = [
  ["theme (carried)", /^word\/theme\/[^/]*\.xml$/],
  ["settings (carried)", /^word\/(?:web)?settings\.xml$/],
  ["fonts (carried)", /^word\/(?:fonttable\.xml|fonts\/.*)$/],
  ["docProps (carried)", /^docprops\//],
  ["custom XML (carried)", /^customxml\/[^/]*\.xml$/],
];

/** Call this after the whole document was read: only then it is known which lists are used. */
export function carriedParts(parts: ContentPackage, numbering: NumberingContent): Equivalence[] {
  return [
    ...PARTS.map(([name, names]) => ({ name, detail: parts.fingerprint(names) })),
    { name: "numbering definitions no paragraph uses (carried)", detail: numbering.unused() },
  ];
}
