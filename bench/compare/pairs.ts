// Which documents are compared: long contracts with known edits, and real pairs.
//
// Both lie in the corpus outside the repository, which VERSUS_CORPUS names. Without it the contracts are made here, and
// there are no real pairs.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { NONE, type NodeId, openDocument, type Tree, W, wordNames } from "@versus/engine";
import { nodeZlib } from "@versus/engine/node-zlib";
import { makeContract, PARAGRAPHS_A_PAGE } from "../make-contract.ts";
import { countMarked } from "./marked-text.ts";

/** Two files. */
export interface Pair {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** How many characters its edits touch, moved ones once, where that is known. */
  readonly edited?: number;
}

export interface RealPairs {
  readonly pairs: readonly Pair[];
  /** How many were passed over, for documents that hold tracked changes before anything is compared. */
  readonly passedOver: number;
}

/** Of made contracts: one paragraph in so many gets other words, and one in so many goes. */
const CHANGE_EVERY = 20;
const REMOVE_EVERY = 100;
const LEVEL = 6;

/** The contract of so many paragraphs, from the corpus or else made in a folder. */
export function contractOf(paragraphs: number, folder: string): Pair {
  const name = `${paragraphs.toLocaleString("en")} paragraphs`;
  const found = join(corpusRoot(), "synthetic", String(paragraphs));
  if (existsSync(join(found, "after.docx"))) return { ...filesIn(name, found), ...editedIn(found) };
  const made = join(folder, `contract-${paragraphs}`);
  mkdirSync(made, { recursive: true });
  const pair = filesIn(`${name}, made here`, made);
  const contract = makeContract(paragraphs / PARAGRAPHS_A_PAGE);
  writeFileSync(pair.before, contract);
  writeFileSync(pair.after, revise(contract));
  return pair;
}

/** So many of the real pairs, chosen by a seed; a larger sample holds every smaller one. */
export function realPairs(size: number, seed: number): RealPairs {
  const shuffled = allPairs()
    .map((pair) => ({ pair, rank: createHash("sha256").update(`${seed} ${pair.name}`).digest("hex") }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));
  const pairs: Pair[] = [];
  let passedOver = 0;
  for (const { pair } of shuffled) {
    if (pairs.length === size) break;
    if (holdsMarks(pair.before) || holdsMarks(pair.after)) passedOver += 1;
    else pairs.push(pair);
  }
  return { pairs, passedOver };
}

function corpusRoot(): string {
  const named = process.env.VERSUS_CORPUS;
  return named ? resolve(named) : join(import.meta.dirname, "../../../shared/corpus");
}

/** The sets of the index: each revision with its base, or in a chain with the one before it. */
function allPairs(): Pair[] {
  const root = join(corpusRoot(), "pairs");
  if (!existsSync(join(root, "INDEX.tsv"))) return [];
  const [, ...lines] = readFileSync(join(root, "INDEX.tsv"), "utf8").split(/\r?\n/);
  return lines
    .filter((line) => line !== "")
    .flatMap((line) => {
      const [name = "", kind = "", files = ""] = line.split("\t");
      const members = files.split(",").filter((member) => member !== "tracked");
      const fileOf = (member: string): string => join(root, name, `${member}.docx`);
      return members.slice(1).map((after, index) => {
        const before = kind === "chain" ? members[index]! : members[0]!;
        return { name: `${name} ${before}-${after}`, before: fileOf(before), after: fileOf(after) };
      });
    });
}

function filesIn(name: string, folder: string): Pair {
  return { name, before: join(folder, "before.docx"), after: join(folder, "after.docx") };
}

function editedIn(folder: string): { edited: number } {
  const { insChars, delChars, movedChars } = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8"));
  return { edited: insChars + delChars + movedChars };
}

/** Whether a file holds tracked changes. One that cannot be read is left to the engines. */
function holdsMarks(file: string): boolean {
  try {
    return countMarked(readFileSync(file)) > 0;
  } catch {
    return false;
  }
}

function revise(docx: Uint8Array): Uint8Array {
  const { package: opened, main } = openDocument(docx, { codec: nodeZlib, names: wordNames() });
  const tree = opened.tree(main);
  const paragraphs = tree.children(tree.child(tree.root, W.body)).filter((child) => tree.name(child) === W.p);
  for (const [index, paragraph] of paragraphs.entries()) {
    if (index % REMOVE_EVERY === REMOVE_EVERY - 1) tree.remove(paragraph);
    else if (index % CHANGE_EVERY === 1) changeText(tree, paragraph);
  }
  return opened.save(LEVEL);
}

function changeText(tree: Tree, paragraph: NodeId): void {
  const run = tree.child(paragraph, W.r);
  const text = run === NONE ? NONE : tree.firstChild(tree.child(run, W.t));
  if (text === NONE) return;
  const [first, , ...others] = tree.text(text).split(" ");
  tree.setText(text, [first, "amended", ...others, "as", "restated "].join(" "));
}
