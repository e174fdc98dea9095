// Checks that an answer does only what the instruction asks for, as far as a program can tell.
//
// The model has read the document, and text of a document may contain orders. So each edit quotes the words of the
// instruction that ask for it, and is checked against them (docs/design/instructions.md):
// - The instruction must contain the words.
// - A grave or untracked edit must be asked for explicitly.
// - The edit must be at the position that the words name.
// - Its new text must not be a sentence, an address or a name that only the document could have supplied.

import type { ContentJson, UntrackedKind } from "@versus/engine/tasks";
import type { AnswerProblem } from "../problem.ts";
import { type BuiltEdit, isObject } from "../read-answer.ts";
import { actedOn, besideOf, destinationOf, ofSections } from "./acted-on.ts";
import { AskedEffects } from "./asked-effects.ts";
import { unaskedOperation } from "./asked-operations.ts";
import { DocumentText, type TextParagraph } from "./document-text.ts";
import { foreignAddress, foreignSentence, type Sources, sourcesOf } from "./foreign-text.ts";
import { InstructionWords } from "./instruction-words.ts";
import { namedPlaces, namesHeaderOrFooter } from "./named-places.ts";
import { newTextOf } from "./new-text.ts";
import { fold, wordPositions } from "./words.ts";

export interface AskedFor {
  readonly instruction: string;
  readonly replacementText: string | undefined;
  /** The kinds of untracked effects that the caller allows. Undefined means those that the instruction asks for. */
  readonly allow: readonly UntrackedKind[] | undefined;
  readonly content: ContentJson;
}

/** Returns at most one problem for each edit. */
export function checkBounds(built: readonly BuiltEdit[], asked: AskedFor): AnswerProblem[] {
  const check = new BoundsCheck(built, asked);
  return built.flatMap((one, index) => {
    const message = check.messageFor(one);
    return message === undefined ? [] : [{ edit: index, reason: "NOT_ASKED" as const, message }];
  });
}

interface NamedPlace {
  /** The sentences that name the position, folded. */
  readonly sentences: string;
  readonly places: ReadonlySet<TextParagraph>;
}

class BoundsCheck {
  readonly #instruction: InstructionWords;
  readonly #document: DocumentText;
  readonly #sources: Sources;
  readonly #effects: AskedEffects;
  /** Maps a step to the paragraphs at the destinations of its new paragraphs and tables. */
  readonly #destinations = new Map<number, TextParagraph[]>();
  /** Maps the sentences to the paragraphs that they name. */
  readonly #places = new Map<string, ReadonlySet<TextParagraph> | undefined>();

  constructor(built: readonly BuiltEdit[], asked: AskedFor) {
    const { instruction, replacementText, content } = asked;
    this.#instruction = new InstructionWords(instruction);
    this.#document = new DocumentText(content);
    this.#effects = new AskedEffects(asked, this.#document);
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
      this.#effects.unasked(edit) ??
      this.#misplaced(edit, sentences) ??
      this.#unnamedAuthor(edit) ??
      this.#foreignText(edit, sentences)
    );
  }

  /** True if the same step inserts paragraphs or a table where the edit acts, or directly beside it. */
  #isRewritten(edit: Readonly<Record<string, unknown>>, step: number): boolean {
    const destinations = this.#destinations.get(step) ?? [];
    if (destinations.length === 0) return false;
    return actedOn(edit, this.#document).some(({ part, paragraph: { index } }) =>
      destinations.some((one) => one.part === part && Math.abs(one.paragraph.index - index) <= 1),
    );
  }

  #misplaced(edit: Readonly<Record<string, unknown>>, sentences: string): string | undefined {
    if (!this.#places.has(sentences)) this.#places.set(sentences, this.#placesOf(sentences));
    const places = this.#places.get(sentences);
    if (places === undefined || this.#isAt(edit, { sentences, places })) return undefined;
    return 'This edit is not at the place that the words in "asked" name.';
  }

  /**
   * Returns the paragraphs that the sentences name. If the sentences ask for no edit, those that all other sentences
   * name.
   */
  #placesOf(sentences: string): ReadonlySet<TextParagraph> | undefined {
    const asking = this.#instruction.areIdle(sentences) ? this.#instruction.requests : sentences;
    return namedPlaces(asking, this.#document);
  }

  /**
   * True if the edit acts only on the named paragraphs, and inserts only into them or next to them. To add a header or
   * footer, it is enough that the sentences name one.
   */
  #isAt(edit: Readonly<Record<string, unknown>>, { sentences, places }: NamedPlace): boolean {
    if (edit.type === "add_header_footer") return namesHeaderOrFooter(sentences);
    const acted = [
      ...actedOn(edit, this.#document),
      ...ofSections(edit, this.#document),
      ...this.#effects.paragraphsOf(edit),
    ];
    if (!acted.every((paragraph) => places.has(paragraph))) return false;
    const beside = besideOf(edit, this.#document);
    if (beside.length === 0) return true;
    const placed = new Set([...places].map(({ part, paragraph }) => `${part}/${paragraph.index}`));
    const isNear = ({ part, paragraph: { index } }: TextParagraph) =>
      [index - 1, index, index + 1].some((one) => placed.has(`${part}/${one}`));
    return beside.some(isNear);
  }

  #unnamedAuthor({ author }: Readonly<Record<string, unknown>>): string | undefined {
    if (typeof author !== "string" || author.trim() === "") return undefined;
    if (wordPositions(fold(author), this.#instruction.text).length > 0) return undefined;
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
