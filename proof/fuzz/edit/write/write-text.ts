// Writes the content of paragraphs of a generated document: unique words and their wrappers.
//
// Words are `w` and four digits, with a space between neighbours, so a word can be found wherever edits put it. A
// paragraph begins with a bookmark `K…` and ends with one `E…`. These show the two ends of the paragraph even if its
// text is deleted.

import type { Choices } from "../../choices.ts";
import { TrackedMarks } from "../../decisions/tracked-marks.ts";
import type { DocumentFeature } from "./document-features.ts";
import { LINK_ID } from "./written-document.ts";

/** The kind of part that contains the text. Only the body has notes and comments. */
export type TextPlace = "body" | "page" | "note";

export class TextWriter {
  readonly #choices: Choices<DocumentFeature>;
  readonly marks: TrackedMarks;
  readonly notes: Record<"footnote" | "endnote", string[]> = { footnote: [], endnote: [] };
  readonly comments: string[] = [];
  readonly extensions: string[] = [];
  #words = 0;
  #paragraphs = 0;

  constructor(choices: Choices<DocumentFeature>) {
    this.#choices = choices;
    this.marks = new TrackedMarks(choices.random);
  }

  /** Returns a paragraph with its bookmarks around its content. */
  paragraph(properties: string, content: string): string {
    this.#paragraphs += 1;
    const number = String(this.#paragraphs).padStart(4, "0");
    const id = (0x10000000 + this.#paragraphs).toString(16).toUpperCase();
    const pPr = properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`;
    const ends = ["K", "E"].map((letter) => this.#bookmark(`${letter}${number}`, ""));
    return `<w:p w14:paraId="${id}">${pPr}${ends[0]}${content}${ends[1]}</w:p>`;
  }

  /** Returns some pieces of text with spaces between them. */
  pieces(place: TextPlace, least = 1): string {
    const { random } = this.#choices;
    const count = random.between({ least, most: 4 });
    let content = "";
    for (let at = 0; at < count; at += 1) content += this.#piece(place, at === 0);
    return content;
  }

  /** Returns runs of one or two words each, without anything else. */
  words(options: { readonly isFirst?: boolean; readonly isDeleted?: boolean } = {}): string {
    const { random } = this.#choices;
    return random.list(random.between({ least: 1, most: 3 }), () => this.#run(options)).join("");
  }

  #takes(feature: DocumentFeature, share: number): boolean {
    return this.#choices.takes(feature, share);
  }

  #bookmark(name: string, content: string): string {
    const id = this.marks.nextId();
    return `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${content}<w:bookmarkEnd w:id="${id}"/>`;
  }

  #word(): string {
    this.#words += 1;
    return `w${String(this.#words).padStart(4, "0")}`;
  }

  /** Returns a run of one or two words. The first run of a paragraph has no space before it. */
  #run({ isFirst = false, isDeleted = false }): string {
    const name = isDeleted ? "delText" : "t";
    const words = this.#choices.random.chance(0.5) ? `${this.#word()} ${this.#word()}` : this.#word();
    return `<w:r>${this.#look()}<w:${name} xml:space="preserve">${isFirst ? "" : " "}${words}</w:${name}></w:r>`;
  }

  #look(): string {
    const { random } = this.#choices;
    if (this.#takes("formatted by another", 0.03)) return `<w:rPr><w:b/>${this.marks.change("rPr", "<w:i/>")}</w:rPr>`;
    if (!this.#takes("formatted text", 0.25)) return "";
    return `<w:rPr>${random.pick(["<w:b/>", "<w:i/>", '<w:rStyle w:val="Strong"/>', '<w:sz w:val="28"/>'])}</w:rPr>`;
  }

  #piece(place: TextPlace, isFirst: boolean): string {
    const { random } = this.#choices;
    if (this.#takes("inserted by another", 0.05)) return this.marks.around("ins", this.#run({ isFirst }));
    if (this.#takes("deleted by another", 0.05))
      return this.marks.around("del", this.#run({ isFirst, isDeleted: true }));
    if (this.#takes("tab or line break", 0.05)) return `<w:r>${random.pick(["<w:tab/>", "<w:br/>"])}</w:r>`;
    if (place === "body" && this.#takes("page break", 0.02)) return '<w:r><w:br w:type="page"/></w:r>';
    if (place === "body" && this.#takes("link element", 0.05)) return this.#space(isFirst) + this.#linkElement();
    if (this.#takes("link field", 0.05))
      return this.#space(isFirst) + this.#field(` HYPERLINK "https://example.org/" `);
    if (this.#takes("field", 0.05)) return this.#space(isFirst) + this.#field(" DATE ");
    if (this.#takes("simple field", 0.03)) {
      return `${this.#space(isFirst)}<w:fldSimple w:instr=" AUTHOR ">${this.#run({ isFirst: true })}</w:fldSimple>`;
    }
    if (this.#takes("content control", 0.05)) return this.#control(this.words({ isFirst }));
    if (this.#takes("bookmark over text", 0.05)) return this.#bookmark(`B${this.#words}`, this.words({ isFirst }));
    if (place === "body" && this.#takes("comment thread", 0.06)) return this.#comment(isFirst);
    if (place === "body" && this.#takes("footnote of the document", 0.06)) return this.#note("footnote", isFirst);
    if (place === "body" && this.#takes("endnote of the document", 0.04)) return this.#note("endnote", isFirst);
    return this.words({ isFirst });
  }

  #space(isFirst: boolean): string {
    return isFirst ? "" : '<w:r><w:t xml:space="preserve"> </w:t></w:r>';
  }

  #linkElement(): string {
    return `<w:hyperlink r:id="${LINK_ID}">${this.words({ isFirst: true })}</w:hyperlink>`;
  }

  #field(code: string): string {
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const instruction = `<w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r>`;
    return `${mark("begin")}${instruction}${mark("separate")}${this.words({ isFirst: true })}${mark("end")}`;
  }

  #control(content: string): string {
    const id = this.marks.nextId();
    return `<w:sdt><w:sdtPr><w:id w:val="${id}"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  }

  /** Returns a thread on some words, sometimes resolved and with a reply. */
  #comment(isFirst: boolean): string {
    const ids = [this.#writeComment(undefined)];
    if (this.#takes("resolved thread with a reply", 0.4)) ids.push(this.#writeComment(ids[0]));
    const each = (write: (id: number) => string): string => ids.map(write).join("");
    const starts = each((id) => `<w:commentRangeStart w:id="${id}"/>`);
    const ends = each((id) => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`);
    return starts + this.words({ isFirst }) + ends;
  }

  #writeComment(parent: number | undefined): number {
    const id = this.comments.length;
    const paraId = (at: number): string => (0x20000000 + at).toString(16).toUpperCase();
    const paragraph = `<w:p w14:paraId="${paraId(id)}"><w:r><w:t>said ${this.#word()}</w:t></w:r></w:p>`;
    const made = `w:id="${id}" w:author="Cy" w:date="2024-01-02T03:04:00Z"`;
    this.comments.push(`<w:comment ${made}>${paragraph}</w:comment>`);
    const reply = parent === undefined ? "" : ` w15:paraIdParent="${paraId(parent)}"`;
    this.extensions.push(
      `<w15:commentEx w15:paraId="${paraId(id)}"${reply} w15:done="${parent === undefined ? 0 : 1}"/>`,
    );
    return id;
  }

  #note(kind: "footnote" | "endnote", isFirst: boolean): string {
    const before = this.words({ isFirst });
    const id = this.notes[kind].length + 1;
    const slot = this.notes[kind].push("") - 1;
    const count = this.#choices.random.chance(0.2) ? 2 : 1;
    const paragraphs = Array.from({ length: count }, (_, at) =>
      this.paragraph("", `${at === 0 ? `<w:r><w:${kind}Ref/></w:r>` : ""}${this.pieces("note")}`),
    );
    this.notes[kind][slot] = `<w:${kind} w:id="${id}">${paragraphs.join("")}</w:${kind}>`;
    return `${before}<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
  }
}
