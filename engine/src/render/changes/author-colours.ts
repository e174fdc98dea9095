// Gives each author of a merge a colour, the same on every surface (PRN-23).

import { type MergeRecord, revisionsByLabel } from "../../document/merge-record.ts";

/**
 * The colours of authors, as RRGGBB. Each has a contrast of at least 4.5 on white. The low bits of each colour (three of
 * red and blue, two of green) are 0. A print copy encodes story and kind there.
 */
export const AUTHOR_COLOURS = ["0050C8", "B82018", "187818", "7828B8", "A85000", "007480", "C01888", "686800"] as const;

/** The colour of changes that several authors made, or an unknown one. */
export const SHARED_COLOUR = "505458";

/** An author and the author's colour, as RRGGBB. */
export interface ColouredAuthor {
  readonly name: string;
  readonly colour: string;
}

/** The colours of the authors of a merge. */
export interface AuthorColours {
  /** In the order of the revisions. Beyond eight authors the colours repeat. */
  readonly authors: readonly ColouredAuthor[];
  /** Returns the colour of the changes with a label, the author that the document names. */
  readonly colourOf: (label: string) => string;
}

export function authorColours(record: Pick<MergeRecord, "revisions" | "labels">): AuthorColours {
  const names = [...new Set(record.revisions.map(({ author }) => author))];
  const colours = new Map(names.map((name, at) => [name, AUTHOR_COLOURS[at % AUTHOR_COLOURS.length]!]));
  const byLabel = revisionsByLabel(record);
  return {
    authors: [...colours].map(([name, colour]) => ({ name, colour })),
    colourOf: (label) => {
      const makers = (byLabel.get(label) ?? []).map((index) => record.revisions[index]?.author ?? "");
      const [first, ...others] = new Set(makers);
      return others.length > 0 || first === undefined ? SHARED_COLOUR : (colours.get(first) ?? SHARED_COLOUR);
    },
  };
}
