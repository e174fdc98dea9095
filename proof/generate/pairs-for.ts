// Plans revised copies, so that every kind of edit occurs often and many documents are used.
//
// Documents are chosen by their entry in the manifest; none is opened here. Each plan has one kind that its document
// was chosen for, the kinds taking turns, and a few others that the document may offer, with a preference for rare
// kinds. A kind that the document does not offer is skipped when the copy is made, and the truth shows that.
//
// The last quarter of the plans is for the later kinds, together with any other kinds. Later kinds occur only there.

import type { Corpus } from "../corpus/find-corpus.ts";
import { type CorpusFile, extensionOf } from "../corpus/manifest.ts";
import { wordFiles } from "../corpus/word-files.ts";
import { drawIndex, type RandomNumbers, seededRandom, shuffle } from "../runner/random.ts";
import { type EditKind, editKinds, laterKinds } from "./truth.ts";

/** A document and the options with which `reviseDocument` revises it. */
export interface PairPlan {
  /** Path from the root of the corpus. */
  readonly path: string;
  readonly seed: number;
  readonly edits: number;
  /** The kind that the document was chosen for comes first. */
  readonly kinds: readonly EditKind[];
}

export interface PairSettings {
  readonly corpus: Corpus;
  readonly count: number;
  readonly seed: number;
}

const MOST_BYTES = 2_000_000;
const MOST_EDITS = 40;
/** Maximum number of other kinds of one pair. */
const MOST_OTHERS = 8;
/** A kind that any document with text offers; tried last. */
const LAST_RESORT: EditKind = "replace_word";

export function* pairsFor({ corpus, count, seed }: PairSettings): Generator<PairPlan> {
  const pools = poolsOf(corpus, seed);
  const offered = editKinds.filter((kind) => pools.get(kind)!.length > 0);
  const withRare = (kinds: readonly EditKind[]) => [...kinds, ...kinds.filter((kind) => RARE.has(kind))];
  const first = offered.filter((kind) => !LATER.has(kind));
  const turns = withRare(first);
  const laterTurns = withRare(offered.filter((kind) => LATER.has(kind)));
  const used = new Map<EditKind, number>();
  for (let number = 0; number < count && turns.length > 0; number += 1) {
    const isLater = number >= (1 - LATER_SHARE) * count && laterTurns.length > 0;
    const kind = isLater ? laterTurns[number % laterTurns.length]! : turns[number % turns.length]!;
    const times = used.get(kind) ?? 0;
    const pool = pools.get(kind)!;
    used.set(kind, times + 1);
    const beside = isLater ? offered : first;
    yield planOf(pool[times % pool.length]!, { kind, beside, pools, random: seededRandom("pair", seed, number) });
  }
}

const LATER: ReadonlySet<EditKind> = new Set(laterKinds);
const LATER_SHARE = 0.25;

/** Kinds that few documents offer, or that chosen documents often do not offer: they have two turns. */
const RARE: ReadonlySet<EditKind> = new Set([
  "text_box",
  "delete_note",
  "image_swap",
  "link_target",
  "change_date",
  "change_signs",
]);

interface Choice {
  readonly kind: EditKind;
  /** The kinds that may be combined with it. */
  readonly beside: readonly EditKind[];
  readonly pools: Pools;
  readonly random: RandomNumbers;
}

function planOf(file: CorpusFile, choice: Choice): PairPlan {
  const { kind, random } = choice;
  // Small numbers of edits are more frequent than large ones.
  const edits = 1 + Math.floor(MOST_EDITS * random() ** 2);
  const most = Math.min(edits - 1, drawIndex(random, MOST_OTHERS + 1));
  const kinds = new Set([kind, ...otherKinds(file, choice).slice(0, most), LAST_RESORT]);
  return { path: file.path, seed: drawIndex(random, 2 ** 31), edits, kinds: [...kinds] };
}

type Pools = ReadonlyMap<EditKind, readonly CorpusFile[]>;

/** Maps each kind to the documents that may offer it, in random order. */
function poolsOf(corpus: Corpus, seed: number): Pools {
  const bases = basesOf(corpus);
  return new Map(
    editKinds.map((kind) => [
      kind,
      shuffle(
        bases.filter((file) => mayOffer(file, kind)),
        seededRandom("bases", seed, kind),
      ),
    ]),
  );
}

/**
 * Features that exclude a document as base: a signature that an edit breaks, a part that does not open, no body,
 * hostile content, or imported content (`w:altChunk`).
 */
const HINDRANCES = ["signed", "unreadable_part", "nobody", "hostile", "altchunk"];
const LEAST_TEXT = 300;

/** Returns the documents that can be a base. */
export function basesOf(corpus: Corpus): CorpusFile[] {
  return wordFiles(corpus).filter(isBase);
}

function isBase(file: CorpusFile): boolean {
  const { features, bytes } = file;
  const isSound = !HINDRANCES.some((feature) => features.has(feature));
  const isReadable = extensionOf(file) === "docx" && bytes <= MOST_BYTES;
  return isSound && isReadable && (features.get("textlen") ?? LEAST_TEXT) >= LEAST_TEXT;
}

type Need = (features: CorpusFile["features"]) => boolean;

const has =
  (feature: string, least = 1): Need =>
  (features) =>
    (features.get(feature) ?? 0) >= least;
const hasNotes: Need = (features) => features.has("footnote") || features.has("endnote");
/** Few documents with fewer paragraphs have the text for these kinds. */
const hasParagraphs = has("paragraphs", 12);

/** The condition on the manifest entry for a kind; other kinds need only text. */
const NEEDS: Partial<Readonly<Record<EditKind, Need>>> = {
  insert_sentence: hasParagraphs,
  delete_sentence: hasParagraphs,
  split_paragraph: hasParagraphs,
  join_paragraphs: hasParagraphs,
  move_paragraph: hasParagraphs,
  move_with_edit: hasParagraphs,
  move_block: hasParagraphs,
  insert_row: has("table"),
  delete_row: has("table"),
  insert_column: has("table"),
  delete_column: has("table"),
  cell_text: has("table"),
  merge_cells: has("table"),
  note_text: hasNotes,
  insert_note: hasNotes,
  delete_note: hasNotes,
  header_text: has("header"),
  footer_text: has("footer"),
  text_box: has("textbox"),
  link_target: has("hyperlink"),
  image_swap: has("image"),
  change_level: has("numbered"),
  restart_numbering: has("numbered"),
  change_number: hasParagraphs,
  change_date: hasParagraphs,
  change_signs: hasParagraphs,
  cjk_character: has("cjk"),
  rename_term: hasParagraphs,
  split_list: hasParagraphs,
  table_alignment: has("table"),
  row_break: has("table"),
  cell_shading: has("table"),
};

function mayOffer({ features }: CorpusFile, kind: EditKind): boolean {
  return NEEDS[kind]?.(features) ?? true;
}

/** Returns the other kinds that a document may offer, in random order with a preference for rare kinds. */
function otherKinds(file: CorpusFile, { kind, beside, pools, random }: Choice): EditKind[] {
  const offered = beside.filter((other) => other !== kind && mayOffer(file, other));
  // With exponentially distributed ranks, each kind is first with a probability proportional to its weight.
  const drawn = offered.map((other) => ({ other, rank: -Math.log(1 - random()) * pools.get(other)!.length }));
  return drawn.sort((one, next) => one.rank - next.rank).map(({ other }) => other);
}
