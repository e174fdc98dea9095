// Finds the islands of change of a redline: changes that touch each other are one thing to look at.
//
// Changes at separate positions are one island too if they are one change. Examples: both positions of a move, the
// cells of an inserted or deleted column, a note and the reference that is inserted or deleted with it.

import { isChanged, type Piece, type RedlineStory } from "./pieces.ts";

export interface Island {
  /** In the order of the redline. */
  readonly pieces: readonly Piece[];
  /** The names of the moves in it. */
  readonly moves: ReadonlySet<string>;
}

export function findIslands(stories: readonly RedlineStory[]): Island[] {
  const runs = stories.flatMap((story) => runsOf(story));
  const groups = new Map<string, Run>();
  const roots = new Map<Run, Run>(runs.map((run) => [run, run]));
  for (const run of runs) {
    for (const tie of run.ties) {
      const first = groups.get(tie);
      if (first === undefined) groups.set(tie, run);
      else roots.set(rootOf(roots, run), rootOf(roots, first));
    }
  }
  const joined = [...Map.groupBy(runs, (run) => rootOf(roots, run)).values()];
  return joined.map((members) => {
    const pieces = members.flatMap((run) => run.pieces);
    return { pieces, moves: new Set(pieces.flatMap(({ move }) => move ?? [])) };
  });
}

/** Changes that touch, and the keys that connect them with other runs. */
interface Run {
  readonly pieces: Piece[];
  readonly ties: Set<string>;
}

function rootOf(roots: Map<Run, Run>, run: Run): Run {
  let root = run;
  while (roots.get(root)! !== root) root = roots.get(root)!;
  roots.set(run, root);
  return root;
}

function runsOf(story: RedlineStory): Run[] {
  const runs: Run[] = [];
  let open: Run | undefined;
  for (const piece of story.pieces) {
    if (!isChanged(piece)) {
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { pieces: [], ties: new Set() };
      runs.push(open);
    }
    open.pieces.push(piece);
    for (const tie of tiesOf(story, piece)) open.ties.add(tie);
  }
  return runs;
}

const NOTE = /^w:(footnote|endnote)Reference (.*)$/;

function tiesOf({ kind, id, part }: RedlineStory, piece: Piece): string[] {
  const ties = piece.move === undefined ? [] : [`move ${piece.move}`];
  const [, noted, number] = NOTE.exec(piece.detail) ?? [];
  if (noted !== undefined && piece.mark !== "kept") ties.push(`${noted} ${number} ${piece.mark}`);
  const isNote = kind === "footnote" || kind === "endnote";
  if (isNote && piece.mark !== "kept") ties.push(`${kind} ${id} ${piece.mark}`);
  if (piece.kind === "cell" && piece.mark !== "kept") ties.push(...columnTies(part, piece));
  return ties;
}

/** A cell shares a key with the cell below it that has the same column number. */
function columnTies(part: string, { detail, mark }: Piece): string[] {
  const [table, row, column] = detail.split(" ").map(Number) as [number, number, number];
  return [row, row + 1].map((line) => `cell ${part} ${table} ${line} ${column} ${mark}`);
}
