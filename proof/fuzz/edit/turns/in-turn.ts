// The addresses of an edit whose turn has come: where what it names stands in the document that the edits before it have made.

import { countMatches, locatorOf } from "../as-sent.ts";
import {
  type Addresser,
  type Beside,
  type Item,
  type Key,
  type Name,
  type PointName,
  type RefName,
  type TextName,
  Untranslated,
} from "../names.ts";
import {
  keysOf,
  type PartName,
  type Reading,
  type Standing,
  sameContainer,
  samePart,
  type TableStanding,
} from "../reading.ts";
import { type Found, findCutText, findText, piecesOf } from "./find-text.ts";
import { type History, type Placed, pointKey } from "./history.ts";

export class InTurn implements Addresser {
  readonly upload: Reading;
  readonly now: Reading;
  readonly #history: History;

  constructor(upload: Reading, now: Reading, history: History) {
    this.upload = upload;
    this.now = now;
    this.#history = history;
  }

  address(name: Name): unknown {
    switch (name.$) {
      case "paragraph":
        return locatorOf(name.isEnd ? this.#end(name.key) : this.start(name.key));
      case "paragraphs":
        return one(name.items.flatMap((item) => this.#itemRanges(item, name.isBlocks === true)));
      case "range":
        return {
          from: locatorOf(this.#front(this.start(name.from))),
          through: locatorOf(this.#withParts(name.through, this.start(name.through)).at(-1)!),
        };
      case "madeRange":
        return {
          from: locatorOf(this.#madeParagraph(name.from.ref)),
          through: locatorOf(this.#madeParagraph(name.through.ref)),
        };
      case "partRange":
        return {
          from: locatorOf(name.from === undefined ? this.start(name.key) : this.#madeParagraph(name.from.ref)),
          through: locatorOf(this.#madeParagraph(name.through.ref)),
        };
      case "all":
        return one(this.#ranges(this.#uploadedOf(name.kind, name.holds)));
      case "home":
        return "offset" in name.of ? locatorOf(this.#point(name.of).standing) : locatorOf(this.#text(name.of).standing);
      case "text":
        return selectorOf(this.#text(name.text));
      case "at":
        return this.#point(name.point).at;
      case "destination":
        return this.#destination(name.beside, name.position);
      case "ref":
        return this.#madeOrBehind(name);
      case "inPart":
        return { part: this.#madePart(name.part), index: name.index };
      case "table":
        return tableLocator(this.#table(name.keys));
      case "line":
        return this.#line(name);
      case "lineOfMade":
        return this.#lineOfMade(name);
      case "section":
        return { number: this.section(name.number) };
      case "note":
        return this.start(name.key).part;
      case "comment":
        return { number: this.#comment((text) => text === name.text) };
    }
  }

  start(key: Key): Standing {
    return this.#inOnePlace(this.now.starts.get(key), key);
  }

  /** Where a move is undecided, what names an empty paragraph may stand at either place. */
  #inOnePlace(standing: Standing | undefined, key: Key): Standing {
    const { mark, text } = known(standing, `paragraph ${key}`).paragraph;
    return known(mark?.kind === "move" && text === "" ? undefined : standing, `moved paragraph ${key}`);
  }

  #endOf(key: Key): Standing | undefined {
    if (this.#history.halved.has(key)) throw new Untranslated(`end of ${key}`);
    return this.now.ends.get(key);
  }

  /** Where a section is to end with a paragraph. */
  #end(key: Key): Standing {
    return known(this.#history.broken.has(key) ? undefined : this.#endOf(key), `end of ${key}`);
  }

  /** The place of a section in the document, from 1. */
  section(name: number | string): number {
    this.demandSections();
    const at = this.#history.sections.indexOf(name);
    if (at < 0) throw new Untranslated(`section ${name}`);
    return at + 1;
  }

  /** Stops where the removal of a break is undecided: the break is still there, and a new one before it takes after its section. */
  demandSections(): void {
    const isKnown = this.#history.sections.length === this.now.content.sections.length;
    if (!isKnown) throw new Untranslated("sections");
  }

  /** What stands for something that an earlier edit made. */
  made({ ref, kind }: RefName): unknown {
    if (kind === "section") return { number: this.section(ref) };
    if (kind === "comment") {
      const word = this.#wordOf(ref);
      return { number: this.#comment((text) => text.includes(word)) };
    }
    if (kind === "header" || kind === "note") return this.#madePart({ ref, kind });
    const standing = this.#madeParagraph(ref);
    return kind === "table" ? tableLocator(this.#tableOf(standing)) : locatorOf(standing);
  }

  #madeOrBehind({ name, isAfter }: Extract<Name, { $: "ref" }>): unknown {
    const placed = isAfter ? this.#history.after.get(`ref ${name.ref}`) : undefined;
    return placed === undefined ? this.made(name) : this.#lineHolding(placed, name.kind === "row" ? "row" : "column");
  }

  #wordOf(ref: string): string {
    const thing = known(this.#history.made.get(ref), `ref ${ref}`);
    if (thing.kind === "tail") throw new Untranslated(`ref ${ref}`);
    return thing.word;
  }

  #madeParagraph(ref: string): Standing {
    const thing = known(this.#history.made.get(ref), `ref ${ref}`);
    if (thing.kind !== "tail") return this.#holding(thing.word);
    const { text } = this.upload.starts.get(thing.key)!.paragraph;
    const behind = [...text.matchAll(/w\d{4}/g)].filter(({ index }) => index >= thing.offset);
    const found = behind.map(({ 0: word, index }) =>
      findText(this.upload, this.now, { key: thing.key, from: index, to: index + word.length }),
    );
    return known(
      found.find((one) => one !== undefined)?.standing ?? this.#endOf(thing.key),
      `second half of ${thing.key}`,
    );
  }

  /** The same, or the first of new paragraphs that were joined to it, where that is undecided. */
  #madeFront(ref: string): Standing {
    return this.#madeParagraph(this.#history.joinedMade.get(ref)?.from.ref ?? ref);
  }

  #madePart({ ref }: RefName): unknown {
    return known(this.#holding(this.#wordOf(ref)).part, `part ${ref}`);
  }

  #holding(word: string): Standing {
    const found = this.now.holding(word);
    return known(found.length === 1 ? found[0] : undefined, `paragraph of ${word}`);
  }

  #comment(isIt: (text: string) => boolean): number {
    return known(
      this.now.content.comments.find(({ text }) => isIt(text)),
      "comment",
    ).number;
  }

  // Paragraphs

  #itemRanges(item: Item, isBlocks: boolean): unknown[] {
    const tables = isBlocks && "from" in item ? this.#insideTables(this.#uploadedRange(item)) : [];
    return this.#ranges([...this.#itemStandings(item, isBlocks), ...tables], tables);
  }

  #itemStandings(item: Item, isBlocks: boolean): Standing[] {
    if ("ref" in item) return this.#withParts(item.ref, this.#madeFront(item.ref));
    if ("key" in item) {
      return isBlocks ? [this.#withMark(item.key)] : this.#withParts(item.key, this.#whole(this.start(item.key)));
    }
    const keys = this.#uploadedRange(item).flatMap(({ paragraph }) => keysOf(paragraph));
    return isBlocks
      ? keys.map((key) => this.#withMark(key))
      : keys.flatMap((key) => this.#withParts(key, this.start(key)));
  }

  #uploadedRange({ from, through }: Extract<Item, { from: Key }>): Standing[] {
    const { all } = this.upload;
    const [first, last] = [from, through].map((key) => all.indexOf(this.upload.starts.get(key)!));
    return all.slice(first, last! + 1);
  }

  /** A paragraph that is to go with its mark, which another that went before may have taken along: that is undecided. */
  #withMark(key: Key): Standing {
    const standing = this.#whole(this.start(key));
    const isTaken = [standing, this.upload.starts.get(key)].map((one) => one?.paragraph.mark?.kind === "deletion");
    return known(isTaken[0] && !isTaken[1] ? undefined : standing, `mark of ${key}`);
  }

  /** Where a join is undecided, a paragraph is only the last part of what it became. */
  #whole(standing: Standing): Standing {
    return known(this.#front(standing) === standing ? standing : undefined, "joined paragraph");
  }

  /** The first of the paragraphs that are joined with one, where that is undecided; else the paragraph itself. */
  #front(standing: Standing): Standing {
    const before = this.now.all[this.now.all.indexOf(standing) - 1];
    const isJoined = before !== undefined && samePart(before.part, standing.part) && this.#isJoined(before);
    return isJoined ? this.#front(before) : standing;
  }

  /** A paragraph, or a part of it, from its front on, with what was joined to it, where that is undecided; else alone. */
  #withParts(name: string, front: Standing): Standing[] {
    const through = this.#healed(name) ?? (this.#history.joinedMade.has(name) ? name : undefined);
    if (through === undefined) return [front];
    const { all } = this.now;
    return all.slice(all.indexOf(front), all.indexOf(this.#madeParagraph(through)) + 1);
  }

  /** The last of the parts that were joined again to one that is named. */
  #healed(name: string): string | undefined {
    const through = this.#history.healed.get(name);
    return through === undefined ? undefined : (this.#healed(through) ?? through);
  }

  /** The name of all that became one paragraph with one that is named, where that is undecided; else that name. */
  withJoined(name: Name): Name {
    if (name.$ === "paragraph") {
      const standing = this.start(name.key);
      const isAlone = this.#front(standing) === standing && !this.#history.healed.has(name.key);
      return isAlone ? name : { $: "range", from: name.key, through: name.key };
    }
    return (name.$ === "ref" ? this.#history.joinedMade.get(name.name.ref) : undefined) ?? name;
  }

  /** True if a paragraph was joined with others: it is a part of what it became. */
  isPart(key: Key): boolean {
    return this.#history.absorbed.has(key) || this.#history.joined.has(key);
  }

  /** A mark that another deleted stays his to decide: a join over it makes two paragraphs, in a clean copy too. */
  #isJoined(standing: Standing): boolean {
    const last = keysOf(standing.paragraph).at(-1) ?? "";
    const isOthers = this.upload.starts.get(last)?.paragraph.mark?.kind === "deletion";
    return this.#isGoing(standing) && this.#history.joined.has(last) && !isOthers;
  }

  /**
   * True if the mark of a paragraph goes with an edit of the batch, which is undecided. It is that of the last one whose name stands
   * there; one that moved took its name along.
   */
  #isGoing({ paragraph }: Standing): boolean {
    const { joined, removed } = this.#history;
    const last = keysOf(paragraph).at(-1);
    if (paragraph.mark?.kind === "move") return last === undefined;
    return paragraph.mark?.kind === "deletion" && last !== undefined && (joined.has(last) || removed.has(last));
  }

  /** All that stands by now in the tables that some uploaded paragraphs fill. */
  #insideTables(uploaded: readonly Standing[]): Standing[] {
    const named = new Set(uploaded.map(({ paragraph }) => paragraph));
    const covered = this.upload.tables.filter(
      ({ cells }) => cells.length > 0 && cells.every((cell) => named.has(cell)),
    );
    return covered.flatMap(({ cells }) => {
      const { part, table } = this.#table(cells.flatMap((cell) => keysOf(cell)));
      const isInside = ({ index }: Standing["paragraph"]): boolean =>
        index >= table.first_index! && index <= table.last_index!;
      return this.now.all.filter((one) => samePart(one.part, part) && isInside(one.paragraph));
    });
  }

  #uploadedOf(kind: string | undefined, holds = ""): Standing[] {
    const parts = this.upload.all.filter(({ part }) => kind === undefined || (part?.kind ?? "body") === kind);
    if (holds !== "") return this.#holdingUploaded(holds);
    return parts.flatMap(({ paragraph }) => keysOf(paragraph)).flatMap((key) => this.#withParts(key, this.start(key)));
  }

  /** The paragraphs with words of the upload that hold something. A field that came since then may show it too: that is no text of the upload. */
  #holdingUploaded(holds: string): Standing[] {
    const found = this.now.holding(holds).filter(({ paragraph }) => /w\d{4}/.test(paragraph.text));
    const isShown = found.some(({ paragraph }) =>
      paragraph.content.some((one) => "type" in one && one.type === "field" && one.text.includes(holds)),
    );
    if (isShown) throw new Untranslated("text that a new field shows");
    return found;
  }

  /** Paragraphs as locators, and as ranges where they follow each other; those of whole tables with these. */
  #ranges(standings: readonly Standing[], tables: readonly Standing[] = []): unknown[] {
    const order = [...new Set(standings)].sort((one, other) => this.now.all.indexOf(one) - this.now.all.indexOf(other));
    const runs: Standing[][] = [];
    for (const standing of order) {
      const last = runs.at(-1)?.at(-1);
      const follows =
        last !== undefined &&
        samePart(last.part, standing.part) &&
        last.paragraph.index + 1 === standing.paragraph.index;
      if (follows) runs.at(-1)!.push(standing);
      else runs.push([standing]);
    }
    const isCell = (run: readonly Standing[]): boolean =>
      run.every((standing) => tables.includes(standing) && sameContainer(standing, run[0]!));
    // A range inside one cell names the paragraphs, not the table, even if the table has no other cell.
    if (runs.some(isCell)) throw new Untranslated("table of one cell");
    return runs.map((run) =>
      run.length === 1 ? locatorOf(run[0]!) : { from: locatorOf(run[0]!), through: locatorOf(run.at(-1)!) },
    );
  }

  // Text

  /** The pieces into which text was cut by now: what is said of it is said of each. */
  pieces(text: TextName): TextName[] {
    return piecesOf(text, this.#history.cuts.get(text.key));
  }

  /** A word that is left of the only link of an uploaded paragraph. */
  linkWord(key: Key): TextName {
    const { text, content } = this.upload.starts.get(key)!.paragraph;
    const link = content.find((segment) => "type" in segment && segment.type === "hyperlink");
    const words = [...JSON.stringify(link ?? "").matchAll(/w\d{4}/g)].map(([word]) => {
      const from = text.indexOf(word);
      return { key, from, to: from + word.length };
    });
    const left = words.find((word) => word.from >= 0 && findText(this.upload, this.now, word) !== undefined);
    return known(left, `link of ${key}`);
  }

  #text(text: TextName): Found {
    return findCutText(this, text, this.#history.cuts.get(text.key));
  }

  #point({ key, offset, anchor }: PointName): { readonly standing: Standing; readonly at: unknown } {
    const word = this.#history.points.get(pointKey(key, offset));
    if (word !== undefined) {
      if (word === "") throw new Untranslated("point behind what has no word");
      const standing = this.#holding(word);
      // What is put at the end comes behind the range of a comment that ends there, whatever was put into that before.
      const isLast = anchor === "end" && !this.#history.joined.has(key) && standing.paragraph.text.endsWith(word);
      return { standing, at: isLast ? anchor : { after: { match: word } } };
    }
    if (typeof anchor !== "string") {
      const found = this.#text(anchor.text);
      if (offset === 0) this.#demandInside(key, found);
      return { standing: found.standing, at: { [anchor.side]: selectorOf(found) } };
    }
    const isEnd = anchor === "start" ? !this.#history.absorbed.has(key) : !this.#history.joined.has(key);
    const end = anchor === "start" ? this.now.starts.get(key) : this.#endOf(key);
    const { text } = this.upload.starts.get(key)!.paragraph;
    if (isEnd) {
      const standing = known(end, `paragraph ${key}`);
      this.#demandWholeLink(standing, text, anchor);
      return { standing, at: anchor };
    }
    const beside = anchor === "start" ? { key, from: 0, to: 1 } : { key, from: text.length - 1, to: text.length };
    const found = known(text === "" ? undefined : findText(this.upload, this.now, beside), "end of a joined paragraph");
    if (anchor === "start") this.#demandInside(key, found);
    return { standing: found.standing, at: { [anchor === "start" ? "before" : "after"]: selectorOf(found) } };
  }

  /** Stops where a link ends with text whose deletion is undecided: beside what still shows is inside of the link then. */
  #demandWholeLink({ paragraph }: Standing, text: string, side: "start" | "end"): void {
    const edge = paragraph.content.at(side === "start" ? 0 : -1);
    if (edge === undefined || !("type" in edge) || edge.type !== "hyperlink") return;
    const isCut = this.now.content.revisions.some(
      (one) =>
        one.kind === "deletion" &&
        one.text !== "" &&
        (side === "start" ? text.startsWith(one.text) : text.endsWith(one.text)),
    );
    if (isCut) throw new Untranslated("end of a link that is cut, which is undecided");
  }

  /** Stops where a paragraph that was joined still begins, because the join is undecided: new text at a start looks otherwise. */
  #demandInside(key: Key, { from }: Found): void {
    if (from === 0 && this.#history.absorbed.has(key)) throw new Untranslated("start of a joined paragraph");
  }

  // Destinations and tables

  #destination(beside: Beside, position: "before" | "after"): unknown {
    const placed = position === "after" ? this.#history.after.get(besideKey(beside, this.#history)) : undefined;
    if (placed !== undefined) return { ...this.#placed(placed), position };
    if ("table" in beside) return { table: tableLocator(this.#table(beside.table)), position };
    if ("made" in beside) {
      const { made } = beside;
      if (made.kind === "table") return { table: this.made(made), position };
      return { paragraph: position === "before" ? locatorOf(this.#madeFront(made.ref)) : this.made(made), position };
    }
    const { paragraph: key } = beside;
    const standing = position === "before" ? this.now.starts.get(key) : this.#behind(key);
    return { paragraph: locatorOf(this.#inOnePlace(standing, key)), position };
  }

  /** The paragraph that the end of one stands in; in a redline its mark may go by then, and it ends with the next. */
  #behind(key: Key): Standing | undefined {
    let standing = this.#endOf(key);
    if (this.upload.ends.get(key)?.paragraph.mark?.kind === "deletion") return standing;
    while (standing?.paragraph.mark?.kind === "deletion") standing = this.now.all[this.now.all.indexOf(standing) + 1];
    return standing;
  }

  /** Stops where a section was ended before with what stands for a paragraph that was made. */
  demandUnbroken(name: Name): void {
    if (name.$ !== "ref" || name.name.kind !== "paragraph") return;
    const { paragraph } = this.#madeParagraph(name.name.ref);
    const isBroken = [name.name.ref, ...keysOf(paragraph, "E")].some((key) => this.#history.broken.has(key));
    if (isBroken) throw new Untranslated("break behind a break");
  }

  /** Stops where a paragraph of a range stands in parts that are one again, which is undecided: a separator would come between them. */
  demandOne(name: Name): void {
    if (name.$ === "partRange" && this.#history.healed.size > 0) throw new Untranslated("parts that are one again");
    if (name.$ !== "range") return;
    const standings = this.#itemStandings(name, false);
    const keys = standings.flatMap(({ paragraph }) => keysOf(paragraph));
    if (standings.length > keys.length) throw new Untranslated("parts of a paragraph");
  }

  /** Stops where something was put at a destination before, or the paragraph ends with another by then. */
  demandFree({ beside, position }: Extract<Name, { $: "destination" }>): void {
    const isEnd = !("paragraph" in beside) || this.#behind(beside.paragraph) === this.now.ends.get(beside.paragraph);
    const isTaken = position === "after" && (!isEnd || this.#history.after.has(besideKey(beside, this.#history)));
    if (isTaken) throw new Untranslated("paragraph like one that it does not stand beside");
  }

  /** Stops where a new table is to stand beside one whose deletion is undecided: a paragraph comes between them, which stays. */
  demandApart({ beside, position }: Extract<Name, { $: "destination" }>): void {
    const { paragraph } = this.#destination(beside, position) as { paragraph?: { index: number; part?: PartName } };
    if (paragraph === undefined) return;
    const at = this.now.all.findIndex(
      (one) => samePart(one.part, paragraph.part) && one.paragraph.index === paragraph.index,
    );
    const [own, next] = [this.now.all[at], this.now.all[position === "after" ? at + 1 : at - 1]];
    const isGoing = next?.paragraph.table !== undefined && next.paragraph.mark?.kind === "deletion";
    const isApart = next?.paragraph.table?.number === own?.paragraph.table?.number || !samePart(next?.part, own?.part);
    if (isGoing && !isApart) throw new Untranslated("table beside one that goes");
  }

  /** True if one of some blocks is the last thing that was put at a destination. */
  isLastThere(items: readonly Item[], { beside, position }: Extract<Name, { $: "destination" }>): boolean {
    const placed = position === "after" ? this.#history.after.get(besideKey(beside, this.#history)) : undefined;
    return placed?.kind === "word" && items.some((item) => "ref" in item && this.#wordOf(item.ref) === placed.word);
  }

  #placed(placed: Placed): object {
    switch (placed.kind) {
      case "word":
        return { paragraph: locatorOf(this.#holding(placed.word)) };
      case "paragraph":
        return { paragraph: locatorOf(this.#inOnePlace(this.#behind(placed.key), placed.key)) };
      case "table":
        return this.#behindTable(placed);
      case "unknown":
        throw new Untranslated("destination behind what has no name");
    }
  }

  /** An empty paragraph that came with a table belongs to it. */
  #behindTable({ word, isFollowed, name }: Extract<Placed, { kind: "table" }>): object {
    const standing = this.#tableOf(this.#holding(word));
    const { part, table } = standing;
    if (isFollowed) return { table: tableLocator(standing) };
    // Between stands all that was put after the table itself, which may have brought another empty paragraph.
    if (name !== undefined && this.#history.after.has(name)) throw new Untranslated("paragraph that came with a table");
    const next = this.now.all.find(
      (one) => samePart(one.part, part) && one.paragraph.index === (table.last_index ?? Number.NaN) + 1,
    );
    const isSeparator = next !== undefined && next.paragraph.text === "" && keysOf(next.paragraph).length === 0;
    return isSeparator ? { paragraph: locatorOf(next) } : { table: tableLocator(standing) };
  }

  #table(keys: readonly Key[]): TableStanding {
    const [standing] = this.#standing(keys);
    return this.#tableOf(known(standing, "table"));
  }

  /** Where paragraphs of a table stand that are there. */
  #standing(keys: readonly Key[]): Standing[] {
    const { removed, movedOut } = this.#history;
    const left = keys.filter((key) => !removed.has(key) && !movedOut.has(key)).map((key) => this.now.starts.get(key));
    return left.filter((standing) => standing !== undefined);
  }

  #tableOf(standing: Standing): TableStanding {
    return known(this.now.tableAround(standing), "table");
  }

  #line({ axis, keys, isAfter }: Extract<Name, { $: "line" }>): unknown {
    const placed = isAfter ? this.#history.after.get(`${axis} ${keys[0]}`) : undefined;
    if (placed !== undefined) return this.#lineHolding(placed, axis);
    const found = this.#standing(keys).find((one) => one.paragraph.table !== undefined);
    const standing = known(found, axis);
    const { row, column } = standing.paragraph.table!;
    return { table: tableLocator(this.#tableOf(standing)), number: axis === "row" ? row : column };
  }

  /** A row or column of a table that was made: it had no others when it was named. */
  #lineOfMade({ axis, table, number, isAfter }: Extract<Name, { $: "lineOfMade" }>): unknown {
    const name = `${table} ${axis} ${number}`;
    const placed = isAfter ? this.#history.after.get(name) : undefined;
    return this.#lineHolding(placed ?? { kind: "word", word: this.#wordOf(name) }, axis);
  }

  /**
   * Stops where a new row or column would be like another one than in the batch: the line that it comes behind looks otherwise by now than
   * the line that it was to stand beside, or a mark in a cell of that goes, which is undecided.
   */
  demandLine(line: Name, axis: "row" | "column"): void {
    const [wanted, beside] = [{ ...line, isAfter: undefined }, line].map((name) =>
      this.#firstOfCells(this.address(name as Name), axis),
    );
    if (wanted!.some((paragraph) => paragraph !== undefined && this.#isGoing({ part: undefined, paragraph })))
      throw new Untranslated("line with a mark that goes");
    const isAlike = wanted!.every((paragraph, at) => isLike(paragraph, beside![at]));
    if (!isAlike) throw new Untranslated("line like one that it does not stand beside");
  }

  /** By place in a row or column: the first paragraph of each cell. */
  #firstOfCells(locator: unknown, axis: "row" | "column"): (Standing["paragraph"] | undefined)[] {
    const { table, number, part, index } = locator as Partial<Record<string, number>> & {
      readonly table?: { readonly number: number; readonly part?: Standing["part"] };
      readonly part?: Standing["part"];
    };
    const named = this.now.all.find((one) => samePart(one.part, part) && one.paragraph.index === index);
    const holder =
      table === undefined
        ? this.#tableOf(known(named, axis))
        : this.now.tables.find((one) => one.table.number === table.number && samePart(one.part, table.part));
    const place = table === undefined ? named?.paragraph.table?.[axis] : number;
    const other = axis === "row" ? "column" : "row";
    const firsts: (Standing["paragraph"] | undefined)[] = [];
    for (const cell of known(holder, axis).cells) {
      if (cell.table![axis] === place) firsts[cell.table![other]] ??= cell;
    }
    return firsts;
  }

  #lineHolding(placed: Placed, axis: "row" | "column"): unknown {
    if (placed.kind !== "word") throw new Untranslated(axis);
    const standing = this.#holding(placed.word);
    const { row, column } = standing.paragraph.table!;
    return { table: tableLocator(this.#tableOf(standing)), number: axis === "row" ? row : column };
  }
}

/** True if new text looks the same beside either of two paragraphs, as far as both tell it. */
function isLike(one: Standing["paragraph"] | undefined, other: Standing["paragraph"] | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  const [look, wanted] = [one, other].map(({ style_id, paragraph_format, list, content }) => {
    const last = content.at(-1) as { readonly format?: unknown } | undefined;
    return { paragraph: JSON.stringify([style_id, paragraph_format, list?.level, list?.instance]), last };
  });
  const isSameText =
    !look!.last || !wanted!.last || JSON.stringify(look!.last.format) === JSON.stringify(wanted!.last.format);
  return look!.paragraph === wanted!.paragraph && isSameText;
}

/** One paragraph or range, or a list of several. */
function one(items: readonly unknown[]): unknown {
  return items.length === 1 ? items[0] : items;
}

export function besideKey(beside: Beside, { made, splits }: History): string {
  if ("paragraph" in beside) return `paragraph ${beside.paragraph}`;
  if ("table" in beside) return `table ${beside.table[0]}`;
  // Behind the last part of a paragraph that was split is behind the paragraph.
  const thing = made.get(beside.made.ref);
  const isLast = thing?.kind === "tail" && Math.max(...(splits.get(thing.key) ?? [])) === thing.offset;
  return isLast ? `paragraph ${thing.key}` : `ref ${beside.made.ref}`;
}

function selectorOf({ standing, from, to }: Found): unknown {
  const { text } = standing.paragraph;
  const match = text.slice(from, to);
  // A break of pages that was put between has no characters to be named by.
  if (match.includes("\f")) throw new Untranslated("text with a break of pages in it");
  return { match, occurrence: countMatches(text, match, from) + 1 };
}

function tableLocator({ part, table }: TableStanding): unknown {
  return { number: table.number, ...(part === undefined ? {} : { part }) };
}

function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Untranslated(what);
  return value;
}
