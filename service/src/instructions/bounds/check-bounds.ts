// Whether an answer keeps to what the instruction asks, as far as a program can tell (docs/design/instructions.md).
//
// The model has read the document, and text of a document may give orders. So each edit names the words of the instruction
// that ask for it, and is held to them: they must be there, they must ask for what it does where that is grave, it
// must be where they say, and what it writes must not be a sentence, an address or a name that only the document could
// have given it.

import type { ContentJson } from "@versus/engine/tasks";
import type { AnswerProblem } from "../problem.ts";
import { type BuiltEdit, isObject } from "../read-answer.ts";
import { actedOn, destinationOf } from "./acted-on.ts";
import { unaskedOperation } from "./asked-operations.ts";
import { DocumentText, type TextParagraph } from "./document-text.ts";
import { foreignAddress, foreignSentence, type Sources, sourcesOf } from "./foreign-text.ts";
import { InstructionWords } from "./instruction-words.ts";
import { namedPlaces } from "./named-places.ts";
import { newTextOf } from "./new-text.ts";
import { fold } from "./words.ts";

export interface AskedFor {
  readonly instruction: string;
  readonly replacementText: string | undefined;
  readonly content: ContentJson;
}

/** One problem at most for an edit. */
export function checkBounds(built: readonly BuiltEdit[], asked: AskedFor): AnswerProblem[] {
  const check = new BoundsCheck(built, asked);
  return built.flatMap((one, index) => {
    const message = check.messageFor(one);
    return message === undefined ? [] : [{ edit: index, reason: "NOT_ASKED" as const, message }];
  });
}

class BoundsCheck {
  readonly #instruction: InstructionWords;
  readonly #document: DocumentText;
  readonly #sources: Sources;
  /** Where each step puts new paragraphs and tables. */
  readonly #destinations = new Map<number, TextParagraph[]>();
  /** By the sentences that name them. */
  readonly #places = new Map<string, ReadonlySet<TextParagraph> | undefined>();

  constructor(built: readonly BuiltEdit[], { instruction, replacementText, content }: AskedFor) {
    this.#instruction = new InstructionWords(instruction);
    this.#document = new DocumentText(content);
    const given = `${instruction}\n${replacementText ?? ""}`;
    const changed = new Set(built.flatMap(({ edit }) => actedOn(edit, this.#document)));
    this.#sources = sourcesOf(given, changed, this.#document);
    for (const { step, edit } of built) {
      const known = this.#destinations.get(step) ?? [];
      this.#destinations.set(step, [...known, ...destinationOf(edit, this.#document)]);
    }
  }

  messageFor({ asked, step, edit }: BuiltEdit): string | undefined {
    if (!isObject(edit)) return undefined;
    const sentences = this.#instruction.sentencesAround(asked);
    if (sentences === undefined) return '"asked" must repeat words of the instruction exactly.';
    return (
      unaskedOperation(edit, { sentences, isRewritten: this.#isRewritten(edit, step) }) ??
      this.#misplaced(edit, sentences) ??
      this.#unnamedAuthor(edit) ??
      this.#foreignText(edit, sentences)
    );
  }

  /** Something new is put where the edit takes something away, or right beside it. */
  #isRewritten(edit: Readonly<Record<string, unknown>>, step: number): boolean {
    const destinations = this.#destinations.get(step) ?? [];
    if (destinations.length === 0) return false;
    return actedOn(edit, this.#document).some(({ part, paragraph: { index } }) =>
      destinations.some((one) => one.part === part && Math.abs(one.paragraph.index - index) <= 1),
    );
  }

  #misplaced(edit: Readonly<Record<string, unknown>>, sentences: string): string | undefined {
    if (!this.#places.has(sentences)) this.#places.set(sentences, namedPlaces(sentences, this.#document));
    const places = this.#places.get(sentences);
    if (places === undefined || actedOn(edit, this.#document).every((paragraph) => places.has(paragraph)))
      return undefined;
    return 'This edit is not at the place that the words in "asked" name.';
  }

  #unnamedAuthor({ author }: Readonly<Record<string, unknown>>): string | undefined {
    if (typeof author !== "string" || this.#instruction.text.includes(fold(author))) return undefined;
    return "The instruction does not name this author. Leave the field out.";
  }

  #foreignText(edit: unknown, sentences: string): string | undefined {
    const { texts, urls } = newTextOf(edit);
    const address = foreignAddress({ texts, urls }, this.#sources);
    if (address) return "An address in this edit is neither in the instruction nor one that the document links to.";
    if (!foreignSentence(texts, sentences, this.#sources)) return undefined;
    return "This edit copies a sentence from elsewhere in the document, which the instruction does not ask for.";
  }
}
