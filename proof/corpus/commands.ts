// Lists the commands of `npm run corpus`, one per line.

import type { Command } from "./command.ts";
import { compare } from "./compare/compare.ts";
import { conflicts } from "./conflicts/conflicts.ts";
import { content } from "./content/content.ts";
import { convertDoc } from "./convert-doc/convert-doc.ts";
import { convertPdfCommand } from "./convert-pdf/convert-pdf.ts";
import { counts } from "./counts/counts.ts";
import { create } from "./create/create.ts";
import { decisions } from "./decisions/decisions.ts";
import { determinism } from "./determinism/determinism.ts";
import { digests } from "./digests/digests.ts";
import { edit } from "./edit/edit.ts";
import { history } from "./history/history.ts";
import { hostile } from "./hostile/hostile.ts";
import { lint } from "./lint/lint.ts";
import { merge } from "./merge/merge.ts";
import { nested } from "./nested/nested.ts";
import { numbering } from "./numbering/numbering.ts";
import { pdf } from "./pdf/pdf.ts";
import { readability } from "./readability/readability.ts";
import { render } from "./render/render.ts";
import { roundtrip } from "./roundtrip/roundtrip.ts";
import { scrub } from "./scrub/scrub.ts";
import { selective } from "./selective/selective.ts";
import { self } from "./self/self.ts";
import { text } from "./text/text.ts";
import { truth } from "./truth/truth.ts";
import { viewer } from "./viewer/viewer.ts";

export const commands: readonly Command[] = [
  roundtrip,
  hostile,
  text,
  lint,
  numbering,
  decisions,
  render,
  content,
  compare,
  merge,
  conflicts,
  history,
  create,
  convertDoc,
  edit,
  self,
  selective,
  scrub,
  determinism,
  digests,
  truth,
  readability,
  counts,
  nested,
  pdf,
  convertPdfCommand,
  viewer,
];
