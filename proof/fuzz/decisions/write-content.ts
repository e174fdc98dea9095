// Writes the content of paragraphs: runs and their wrappers, tracked in many ways.
//
// Words are numbered, so the text shows a word that is missing or occurs twice.

import type { Random } from "../../runner/random.ts";
import type { Choices } from "../choices.ts";
import type { TrackedFeature } from "./tracked-features.ts";
import type { TrackedMarks } from "./tracked-marks.ts";

export interface Writing {
  readonly choices: Choices<TrackedFeature>;
  readonly marks: TrackedMarks;
}

/** The element name of text: ordinary text, or deleted text. */
type Text = "t" | "delText";

export class ContentWriter {
  readonly #choices: Choices<TrackedFeature>;
  readonly #random: Random;
  readonly #marks: TrackedMarks;
  #words = 0;
  #boxes = 0;
  /** The notes that the text refers to. */
  readonly notes: string[] = [];
  /** Move sources and targets that are not yet in a paragraph. */
  readonly #waiting: string[] = [];

  constructor({ choices, marks }: Writing) {
    this.#choices = choices;
    this.#random = choices.random;
    this.#marks = marks;
  }

  /** Returns the content of one paragraph. */
  pieces(): string {
    const moved = this.#waiting.splice(0, this.#random.below(this.#waiting.length + 1));
    return [...this.#random.list(this.#random.between({ least: 0, most: 4 }), () => this.#piece()), ...moved].join("");
  }

  /** Returns the move sources and targets that are still waiting. */
  rest(): string {
    return this.#waiting.splice(0).join("");
  }

  /** Returns a run of one numbered word, sometimes with a tab, break or hyphen. */
  run(text: Text = "t"): string {
    const extra = this.#takes("tab, break or hyphen", 0.15)
      ? this.#random.pick(["<w:tab/>", "<w:br/>", "<w:noBreakHyphen/>"])
      : "";
    return `<w:r>${this.#runProperties()}${this.#word(text)}${extra}</w:r>`;
  }

  /** Returns one or two runs that were inserted, deleted or moved together. */
  tracked(name: "ins" | "del" | "moveFrom" | "moveTo"): string {
    const text = name === "del" ? "delText" : "t";
    const runs = this.#random.list(this.#random.between({ least: 1, most: 2 }), () => this.run(text));
    return this.#marks.around(name, runs.join(""));
  }

  #takes(feature: TrackedFeature, share: number): boolean {
    return this.#choices.takes(feature, share);
  }

  #word(text: Text): string {
    this.#words += 1;
    return `<w:${text} xml:space="preserve">w${this.#words} </w:${text}>`;
  }

  #runProperties(): string {
    if (this.#takes("run properties", 0.12)) return `<w:rPr><w:b/>${this.#marks.change("rPr", "<w:i/>")}</w:rPr>`;
    return this.#random.chance(0.1) ? "<w:rPr><w:b/></w:rPr>" : "";
  }

  #piece(): string {
    if (this.#takes("inserted run", 0.16)) return this.tracked("ins");
    if (this.#takes("deleted run", 0.16)) return this.tracked("del");
    if (this.#takes("inserted and then deleted", 0.08))
      return this.#marks.around("ins", this.tracked("del") + this.#maybeRun());
    if (this.#takes("moved run", 0.07)) return this.#movedRun();
    if (this.#takes("hyperlink", 0.05)) return this.#hyperlink();
    if (this.#takes("field", 0.05)) return this.#field();
    if (this.#takes("simple field", 0.03)) return this.#simpleField();
    if (this.#takes("content control", 0.04)) return this.#control(this.run() + this.#maybeTracked());
    if (this.#takes("tracked content control", 0.05)) return this.#trackedControl();
    if (this.#takes("equation", 0.05)) return this.#equation();
    if (this.#takes("footnote", 0.05)) return this.#footnote();
    if (this.#takes("text box with a twin", 0.04)) return this.#textBox();
    if (this.#takes("bookmark across changes", 0.05)) return this.#bookmark();
    return this.run();
  }

  #maybeRun(): string {
    return this.#random.chance(0.4) ? this.run() : "";
  }

  #maybeTracked(): string {
    return this.#random.chance(0.5) ? this.tracked(this.#random.pick(["ins", "del"])) : "";
  }

  /** Returns the source or target of a move. The other one goes into this paragraph or a later one. */
  #movedRun(): string {
    const name = `move${this.#marks.nextId()}`;
    const word = this.#word("t");
    const half = (kind: "moveFrom" | "moveTo"): string => {
      const range = this.#marks.range(kind, name);
      return range.start + this.#marks.around(kind, `<w:r>${word}</w:r>`) + range.end;
    };
    const [first, second] = this.#random.chance(0.5)
      ? [half("moveFrom"), half("moveTo")]
      : [half("moveTo"), half("moveFrom")];
    this.#waiting.push(second!);
    return first!;
  }

  #hyperlink(): string {
    const content = this.#takes("changes in a hyperlink", 0.6)
      ? this.#maybeRun() + this.tracked(this.#random.pick(["ins", "del"]))
      : this.run();
    return `<w:hyperlink w:anchor="there">${content}</w:hyperlink>`;
  }

  #field(): string {
    if (this.#takes("deleted field", 0.3)) return this.#marks.around("del", this.#fieldRuns("delText"));
    return this.#random.chance(0.3) ? this.#marks.around("ins", this.#fieldRuns("t")) : this.#fieldRuns("t");
  }

  #fieldRuns(text: Text): string {
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const code = text === "t" ? "instrText" : "delInstrText";
    const between = text === "t" && this.#random.chance(0.3) ? "" : this.run(text);
    return `${mark("begin")}<w:r><w:${code}> DATE </w:${code}></w:r>${mark("separate")}${between}${mark("end")}`;
  }

  #simpleField(): string {
    return `<w:fldSimple w:instr=" AUTHOR ">${this.run()}${this.#maybeTracked()}</w:fldSimple>`;
  }

  #control(content: string): string {
    return `<w:sdt><w:sdtPr><w:id w:val="${this.#marks.nextId()}"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  }

  /** Returns a tracked content control. Two ranges track it, one around each of its tags. */
  #trackedControl(): string {
    const kind = this.#random.pick(["Ins", "Del"]);
    const range = (): { start: string; end: string } => {
      const made = this.#marks.made();
      const id = /w:id="\d+"/.exec(made)![0];
      return { start: `<w:customXml${kind}RangeStart ${made}/>`, end: `<w:customXml${kind}RangeEnd ${id}/>` };
    };
    const [opening, closing] = [range(), range()];
    return opening.start + this.#control(opening.end + this.run() + closing.start) + closing.end;
  }

  #equation(): string {
    const run = (): string => {
      this.#words += 1;
      return `<m:r><m:t>x${this.#words}</m:t></m:r>`;
    };
    const sign = this.#takes("changed equation sign", 0.4)
      ? `<m:fPr><m:ctrlPr>${this.#marks.mark(this.#random.pick(["ins", "del"]))}</m:ctrlPr></m:fPr>`
      : "";
    const fraction = `<m:f>${sign}<m:num>${run()}</m:num><m:den>${run()}</m:den></m:f>`;
    const equation = `<m:oMath>${run()}${fraction}</m:oMath>`;
    return this.#random.chance(0.4) ? this.#marks.around("ins", equation) : equation;
  }

  #footnote(): string {
    const id = this.notes.length + FIRST_NOTE;
    const content = `<w:r><w:footnoteRef/></w:r>${this.run()}${this.#maybeTracked()}`;
    this.notes.push(`<w:footnote w:id="${id}"><w:p>${content}</w:p></w:footnote>`);
    const reference = `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    if (!this.#takes("footnote in tracked text", 0.6)) return reference;
    return this.#marks.around(this.#random.pick(["ins", "del"]), reference);
  }

  /** Returns a text box. The box is in a choice, and again with the same ids in the fallback. */
  #textBox(): string {
    this.#boxes += 1;
    const mark = this.#random.chance(0.4)
      ? `<w:pPr><w:rPr>${this.#marks.mark(this.#random.pick(["ins", "del"]))}</w:rPr></w:pPr>`
      : "";
    const content = `<w:p>${mark}${this.run()}${this.#maybeTracked()}</w:p><w:p>${this.run()}${this.#maybeTracked()}</w:p>`;
    const box = `<w:txbxContent>${content}</w:txbxContent>`;
    const run = `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${drawing(this.#boxes, box)}</mc:Choice><mc:Fallback>${picture(this.#boxes, box)}</mc:Fallback></mc:AlternateContent></w:r>`;
    return this.#random.chance(0.3) ? this.#marks.around("ins", run) : run;
  }

  #bookmark(): string {
    const id = this.#marks.nextId();
    const start = `<w:bookmarkStart w:id="${id}" w:name="b${id}"/>`;
    const end = `<w:bookmarkEnd w:id="${id}"/>`;
    const kind = this.#random.pick(["ins", "del"] as const);
    const text = kind === "del" ? "delText" : "t";
    const inside = this.#marks.around(kind, this.run(text) + this.#random.pick([start, ""]) + this.run(text));
    return inside.includes(start) ? inside + this.run() + end : start + inside + end;
  }
}

/** Id of the first note. Lower ids belong to the separators. */
const FIRST_NOTE = 2;

function drawing(id: number, box: string): string {
  const shape = `<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr/><wps:txbx>${box}</wps:txbx><wps:bodyPr/></wps:wsp>`;
  const data = `<a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">${shape}</a:graphicData>`;
  const size = '<wp:extent cx="914400" cy="914400"/>';
  return `<w:drawing><wp:inline>${size}<wp:docPr id="${id}" name="Box ${id}"/><a:graphic>${data}</a:graphic></wp:inline></w:drawing>`;
}

function picture(id: number, box: string): string {
  return `<w:pict><v:shape id="box${id}" style="width:72pt;height:72pt"><v:textbox>${box}</v:textbox></v:shape></w:pict>`;
}
