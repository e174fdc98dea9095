// Makes a contract and revised copies that agree once and conflict in text, blocks and a move.

import { richDocument, wordDocument } from "./word.ts";

const ASSIGNMENT =
  "Neither party may assign this agreement to anybody without the written consent of the other party first.";

interface Copy {
  readonly days: string;
  readonly added: readonly string[];
  readonly assignment: "first" | "middle" | "last";
  readonly courts: string;
  readonly repairs?: string;
}

function linesOf({ days, added, assignment, courts, repairs = "the roof and the walls" }: Copy): readonly string[] {
  const clause = (place: Copy["assignment"]) => (assignment === place ? [ASSIGNMENT] : []);
  return [
    "This lease is made between the two parties named below.",
    ...clause("first"),
    `The fee is due in ${days} days.`,
    "Notices are given in writing.",
    ...added,
    "The agreement begins when both have signed it.",
    `Disputes go to the courts of ${courts}.`,
    ...clause("middle"),
    "It ends after a year unless both parties renew it in time.",
    "The tenant keeps the rooms clean and pays for what it breaks.",
    `The landlord insures the house and repairs ${repairs}.`,
    ...clause("last"),
    "Both parties have read it and sign it of their own will.",
  ];
}

const base: Copy = { days: "30", added: [], assignment: "middle", courts: "Vienna" };
const ann: Copy = { days: "45", added: ["Late fees bear interest."], assignment: "last", courts: "Graz" };
const bea: Copy = { days: "60", added: ["Each party pays its own costs."], assignment: "first", courts: "Graz" };
const cy: Copy = {
  ...{ days: "60", added: ["Keys are returned in time."], assignment: "middle", courts: "Linz" },
  repairs: "the roof, the walls and the stairs",
};

export interface Draft {
  readonly name: string;
  readonly lines: readonly string[];
  readonly content: Buffer;
}

function draft(name: string, copy: Copy): Draft {
  const lines = linesOf(copy);
  return { name, lines, content: wordDocument(...lines) };
}

export const drafts = {
  base: draft("lease.docx", base),
  /** The names contain commas, which also separate several names. */
  copies: [draft("lease, Ann.docx", ann), draft("lease, Bea.docx", bea)],
} as const;

/** A third copy: it agrees with one copy in one conflict, with none in another, and has a change of its own. */
export const thirdDraft = draft("lease, Cy.docx", cy);

/** Returns a document with one line, in which two copies colour the same words differently. */
function coloured(color: string): Buffer {
  const properties = color === "" ? "" : `<w:rPr><w:color w:val="${color}"/></w:rPr>`;
  return richDocument(`<w:p><w:r>${properties}<w:t>The fee is due.</w:t></w:r></w:p>`, {});
}

export const colours = { base: coloured(""), copies: [coloured("FF0000"), coloured("00AA00")] } as const;
