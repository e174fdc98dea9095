// Puts marks around commented text, from the points where comments begin and end.
//
// A fragment has a point at each end of a comment, so that it does not grow where comments overlap. Here the text
// between two points gets a `mark` for each comment over it, with the one that began first outermost. At most a few
// comments are marked at once: those that began last. A comment over too many others keeps its point, which is then the
// target of jumps. Fragments of version 1 have marks and no points.

/** Maximum number of marks around one piece of text. More would look the same, and cost more than the text. */
const MOST_MARKS = 8;

/** A comment whose range has begun. They are linked in the order of their starts, because any of them may end first. */
interface OpenComment {
  readonly number: string;
  /** The point where it begins, until it has a mark. */
  point: HTMLElement | undefined;
  before: OpenComment | undefined;
  after: OpenComment | undefined;
}

/** The comments that are open while the blocks of a story are read in order. */
export class OpenComments {
  readonly #byNumber = new Map<string, OpenComment>();
  #last: OpenComment | undefined;

  get isEmpty(): boolean {
    return this.#last === undefined;
  }

  start(number: string, point: HTMLElement): void {
    if (this.#byNumber.has(number)) return;
    const comment: OpenComment = { number, point, before: this.#last, after: undefined };
    if (this.#last !== undefined) this.#last.after = comment;
    this.#last = comment;
    this.#byNumber.set(number, comment);
  }

  end(number: string): void {
    const comment = this.#byNumber.get(number);
    if (comment === undefined) return;
    this.#byNumber.delete(number);
    if (comment.before !== undefined) comment.before.after = comment.after;
    if (comment.after === undefined) this.#last = comment.before;
    else comment.after.before = comment.before;
  }

  /** Returns the comments that get marks, ordered by their starts. */
  marked(): OpenComment[] {
    const comments: OpenComment[] = [];
    for (let at = this.#last; at !== undefined && comments.length < MOST_MARKS; at = at.before) comments.unshift(at);
    return comments;
  }
}

/** Puts marks around the commented text of blocks, and removes the points. */
export function markComments(blocks: ParentNode, open: OpenComments): void {
  if (open.isEmpty && blocks.querySelector("i.cs") === null) return;
  // The text of a box is another story, and the box is one object in the paragraph around it.
  for (const paragraph of blocks.querySelectorAll<HTMLElement>(".p")) {
    const box = paragraph.closest<HTMLElement>(".box");
    new Marker(box === null ? open : boxComments(box)).mark(paragraph);
  }
}

const inBoxes = new WeakMap<HTMLElement, OpenComments>();

function boxComments(box: HTMLElement): OpenComments {
  const open = inBoxes.get(box) ?? new OpenComments();
  inBoxes.set(box, open);
  return open;
}

/** Numbers of lists and notes, paragraph marks, and comments without text: no comment covers them. */
const OTHER = ".n,.nl,.pm,.pt";
const LAYERS = "ins,del,.cf";

class Marker {
  readonly #open: OpenComments;
  #wanted: OpenComment[];

  constructor(open: OpenComments) {
    this.#open = open;
    this.#wanted = open.marked();
  }

  /** Puts marks inside changes and conflicts, and around links and formatting. */
  mark(parent: HTMLElement): void {
    let marks: HTMLElement[] = [];
    for (const node of [...parent.childNodes]) {
      if (node instanceof HTMLElement && node.matches("i.cs,i.ce")) this.#pass(node);
      else if (node instanceof HTMLElement && node.matches(OTHER)) marks = [];
      else if (node instanceof HTMLElement && node.matches(LAYERS)) {
        marks = [];
        this.mark(node);
      } else {
        marks = this.#marksFor(marks, node);
        marks.at(-1)?.append(node);
      }
    }
  }

  #pass(point: HTMLElement): void {
    const number = point.dataset.c ?? "";
    if (point.className === "cs") this.#open.start(number, point);
    else this.#open.end(number);
    this.#wanted = this.#open.marked();
    // A point that is the target of its comment stays until there is a mark.
    if (point.id === "") point.remove();
  }

  /** Returns the marks around a node: those of the previous node that are the same, and new ones. */
  #marksFor(marks: readonly HTMLElement[], node: ChildNode): HTMLElement[] {
    let shared = 0;
    while (shared < marks.length && marks[shared]!.dataset.c === this.#wanted[shared]?.number) shared += 1;
    const kept = marks.slice(0, shared);
    for (const comment of this.#wanted.slice(shared)) {
      const mark = document.createElement("mark");
      mark.className = "cm";
      if (comment.point !== undefined && comment.point.id !== "") mark.id = comment.point.id;
      comment.point?.remove();
      comment.point = undefined;
      mark.dataset.c = comment.number;
      const around = kept.at(-1);
      if (around === undefined) node.before(mark);
      else around.append(mark);
      kept.push(mark);
    }
    return kept;
  }
}
