// Lists answers of models and providers to instructions, each with the expected outcome.
//
// Answers are right, repaired, wrong or missing.

import type { Said } from "../running/local-model.ts";
import { addAfter, answer, replace, texts, textsWith } from "./instructed.ts";

export interface Recorded {
  readonly name: string;
  readonly instruction: string;
  readonly replacementText?: string;
  /** The answers, in order. */
  readonly said: readonly Said[];
  /** The resulting texts of the document, or the refusal. */
  readonly outcome: readonly string[] | Refused;
  /** Expected settings of the clean copy. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Refused {
  readonly status: number;
  readonly code: "INSTRUCTION_NOT_UNDERSTOOD" | "SERVICE_UNAVAILABLE";
  readonly message?: RegExp;
  readonly reason?: string;
  readonly retryAfter?: string;
}

const sixty = "Make the notice period sixty days.";
const toSixty = answer([sixty, replace(1, "thirty", "sixty")]);
const sixtyDays = textsWith({ 1: "1. Term. The notice period is sixty days." });

const notUnderstood = (over: Omit<Refused, "status" | "code"> = {}): Refused => {
  return { status: 400, code: "INSTRUCTION_NOT_UNDERSTOOD", ...over };
};
const away = (retryAfter = "10"): Refused => ({ status: 503, code: "SERVICE_UNAVAILABLE", retryAfter });

const [title, term, fees, law, ...rest] = texts;

/** Answers that are accepted without a repair. */
const right: readonly Recorded[] = [
  { name: "words replaced", instruction: sixty, said: [toSixty], outcome: sixtyDays },
  {
    name: "an answer in many lines",
    instruction: sixty,
    said: [`\n${JSON.stringify(JSON.parse(toSixty), undefined, 2)}\n`],
    outcome: sixtyDays,
  },
  {
    name: "words added",
    instruction: "Say in clause 2 that the fee is net of tax.",
    said: [
      answer([
        "Say in clause 2 that the fee is net of tax",
        { type: "insert", paragraphs: { index: 2 }, at: { after: { match: "100 euros" } }, content: " (net of tax)" },
      ]),
    ],
    outcome: textsWith({ 2: "2. Fees. The fee is 100 euros (net of tax) a month." }),
  },
  {
    name: "words deleted",
    instruction: 'Strike "a month".',
    said: [answer(['Strike "a month"', { type: "delete", paragraphs: { index: 2 }, text: { match: " a month" } }])],
    outcome: textsWith({ 2: "2. Fees. The fee is 100 euros." }),
  },
  {
    name: "a paragraph added",
    instruction: "After clause 3, add a clause 4 on assignment: none without consent.",
    said: [
      answer([
        "After clause 3, add a clause 4 on assignment: none without consent.",
        addAfter(3, "4. Assignment. No party may assign without consent."),
      ]),
    ],
    outcome: [title, term, fees, law, "4. Assignment. No party may assign without consent.", ...rest],
  },
  {
    name: "a paragraph deleted",
    instruction: "Delete clause 3.",
    said: [answer(["Delete clause 3.", { type: "delete_paragraphs", paragraphs: { index: 3 } }])],
    outcome: [title, term, fees, ...rest],
  },
  {
    name: "a paragraph moved",
    instruction: "Move clause 3 before clause 2.",
    said: [
      answer([
        "Move clause 3 before clause 2.",
        {
          type: "move_paragraphs",
          paragraphs: { index: 3 },
          destination: { paragraph: { index: 2 }, position: "before" },
        },
      ]),
    ],
    outcome: [title, term, law, fees, ...rest],
  },
  {
    name: "formatting",
    instruction: "Centre the title, in bold.",
    said: [
      answer([
        "Centre the title, in bold.",
        { type: "format", paragraphs: { index: 0 }, format: { bold: true } },
        { type: "set_paragraph_format", paragraphs: { index: 0 }, paragraph_format: { alignment: "center" } },
      ]),
    ],
    outcome: texts,
  },
  {
    name: "everywhere",
    instruction: "Change euros to pounds throughout.",
    said: [
      answer([
        "Change euros to pounds throughout",
        {
          type: "replace",
          paragraphs: "all",
          text: { match: "euros", occurrence: "all" },
          content: "pounds",
        },
      ]),
    ],
    outcome: textsWith({ 2: "2. Fees. The fee is 100 pounds a month.", 7: "20 pounds" }),
  },
  {
    name: "a row added",
    instruction: "Add a row Training, 5 euros, to the table.",
    said: [
      answer([
        "Add a row Training, 5 euros, to the table.",
        {
          type: "insert_table_row",
          destination: { row: { table: { number: 1 }, number: 2 }, position: "after" },
          cells: ["Training", "5 euros"],
        },
      ]),
    ],
    outcome: [title, term, fees, law, ...rest.slice(0, 4), "Training", "5 euros", rest[4]],
  },
  {
    name: "a paragraph split, another joined",
    instruction: "Split clause 1 after its heading. Join clauses 2 and 3 with a space.",
    said: [
      answer(
        [
          "Split clause 1 after its heading",
          { type: "split_paragraph", paragraphs: { index: 1 }, at: { before: { match: "The notice" } } },
        ],
        [
          "Join clauses 2 and 3 with a space",
          {
            type: "join_paragraphs",
            paragraphs: { from: { index: 2 }, through: { index: 3 } },
            separator: " ",
          },
        ],
      ),
    ],
    outcome: [title, "1. Term. ", "The notice period is thirty days.", `${fees} ${law}`, ...rest],
  },
  {
    name: "a comment",
    instruction: "Comment on the fee: is it net of tax?",
    said: [
      answer([
        "Comment on the fee: is it net of tax?",
        { type: "add_comment", paragraphs: { index: 2 }, text: { match: "100 euros" }, content: "Net of tax?" },
      ]),
    ],
    outcome: texts,
  },
  {
    name: "a setting",
    instruction: "Turn Track Changes on.",
    said: [answer(["Turn Track Changes on", { type: "set_document_settings", settings: { track_changes: true } }])],
    outcome: texts,
    settings: { track_changes: true },
  },
  {
    name: "a link that the instruction gives",
    instruction: "Link English law to https://law.example/england.",
    said: [
      answer([
        "Link English law to https://law.example/england.",
        {
          type: "add_hyperlink",
          paragraphs: { index: 3 },
          text: { match: "English law" },
          url: "https://law.example/england",
        },
      ]),
    ],
    outcome: texts,
  },
];

const awkward = `“Affiliate” – $& $1 \\n {"a":[1]} <b>&amp;</b>\ttab ｆｕｌｌ é e\u0301 𝒳 עברית ☃  two  spaces `;
const lawText = "Change clause 3 to the text given.";

const replacement: readonly Recorded[] = [
  {
    name: "replacement_text, character by character",
    instruction: lawText,
    replacementText: awkward,
    said: [answer([lawText, replace(3, "English law governs this agreement.", "{{token}}")])],
    outcome: textsWith({ 3: `3. Law. ${awkward}` }),
  },
  {
    name: "replacement_text inside of other words",
    instruction: "Put the text given into clause 2, in brackets.",
    replacementText: "one hundred",
    said: [
      answer([
        "Put the text given into clause 2, in brackets.",
        {
          type: "insert",
          paragraphs: { index: 2 },
          at: { after: { match: "100" } },
          content: [{ text: " ({{token}})" }],
        },
      ]),
    ],
    outcome: textsWith({ 2: "2. Fees. The fee is 100 (one hundred) euros a month." }),
  },
  {
    name: "lines of replacement_text as paragraphs",
    instruction: "Replace clause 3 by the text given.",
    replacementText: `3. Law. French law.\r\n\r\n${awkward}\n`,
    said: [
      answer([
        "Replace clause 3 by the text given.",
        addAfter(3, "{{token}}"),
        { type: "delete_paragraphs", paragraphs: { index: 3 } },
      ]),
    ],
    outcome: [title, term, fees, "3. Law. French law.", "", awkward, ...rest],
  },
  {
    name: "replacement_text written anew by the model, then by its token",
    instruction: lawText,
    replacementText: "French law governs.",
    said: [
      answer([lawText, replace(3, "English law governs this agreement.", "French law governs.")]),
      answer([lawText, replace(3, "English law governs this agreement.", "{{token}}")]),
    ],
    outcome: textsWith({ 3: "3. Law. French law governs." }),
  },
  {
    name: "replacement_text of several lines in the middle of a paragraph, then as paragraphs",
    instruction: lawText,
    replacementText: "3. Law.\nFrench law governs.",
    said: [
      answer([lawText, replace(3, "English law governs this agreement.", "{{token}}")]),
      answer([lawText, addAfter(3, "{{token}}"), { type: "delete_paragraphs", paragraphs: { index: 3 } }]),
    ],
    outcome: [title, term, fees, "3. Law.", "French law governs.", ...rest],
  },
  {
    name: "replacement_text that never comes",
    instruction: lawText,
    replacementText: "French law governs.",
    said: Array(2).fill(answer([lawText, replace(3, "English", "French")])),
    outcome: notUnderstood({ reason: "REPLACEMENT_MISSING", message: /replacement_text/ }),
  },
];

const repaired: readonly Recorded[] = [
  ["a code fence", `\`\`\`json\n${toSixty}\n\`\`\``],
  ["words around the answer", `Here are the edits:\n${toSixty}`],
  ["edits without their words", JSON.stringify({ edits: [replace(1, "thirty", "sixty")] })],
  ["text that is not there", answer([sixty, replace(1, "ninety", "sixty")])],
  ["text that is there more than once", answer([sixty, replace(1, "t", "sixty")])],
  ["a field that no edit has", answer([sixty, { ...replace(1, "thirty", "sixty"), reason: "asked" }])],
  ["words that the instruction does not have", answer(["Set the period.", replace(1, "thirty", "sixty")])],
  ["a paragraph that is not there", answer([sixty, replace(99, "thirty", "sixty")])],
].map(([name = "", first = ""]) => ({
  name: `${name}, repaired`,
  instruction: sixty,
  said: [first, toSixty],
  outcome: sixtyDays,
}));

const twice = (name: string, said: Said, over: Omit<Refused, "status" | "code">): Recorded => {
  return { name: `${name}, twice`, instruction: sixty, said: [said, said], outcome: notUnderstood(over) };
};
const many = answer([sixty, ...Array<object>(201).fill(replace(1, "thirty", "sixty"))]);

const wrong: readonly Recorded[] = [
  twice("prose", "I have changed the notice period for you.", { reason: "INVALID_ANSWER" }),
  twice("nothing", "", { reason: "INVALID_ANSWER" }),
  twice("more edits than a request has", many, { reason: "INVALID_ANSWER" }),
  twice("brackets without end", '{"steps":'.concat("[".repeat(100_000)), { reason: "INVALID_ANSWER" }),
  twice("an edit of no type", answer([sixty, { type: "run_macro", name: "x" }]), { reason: "UNKNOWN_TYPE" }),
  twice("text that is not there", answer([sixty, replace(1, "ninety", "sixty")]), {
    reason: "TEXT_NOT_FOUND",
    message: /quote it/,
  }),
  ...Object.entries({ place: /no place/, choice: /Say which/, text: /Give the words/, change: /no change/ }).map(
    ([missing, message]): Recorded => ({
      name: `the model says that there is no ${missing}`,
      instruction: sixty,
      said: [JSON.stringify({ missing })],
      outcome: notUnderstood({ message }),
    }),
  ),
];

const ended = (name: string, said: readonly Said[], outcome: Refused): Recorded => {
  return { name, instruction: sixty, said, outcome };
};

/** The two answers with `stop` depend on the protocol. All except the last one end at once. */
const absent: readonly Recorded[] = [
  ended("a fault of the provider", [{ status: 500 }], away()),
  ended("a provider that is overloaded", [{ status: 529 }], away()),
  ended("too many requests", [{ status: 429, headers: { "retry-after": "42" } }], away("42")),
  ended("a key that the provider does not know", [{ status: 401 }], away()),
  ended("a request that the provider does not take", [{ status: 400 }], notUnderstood({ message: /too long/ })),
  ended("a redirection", [{ status: 307, headers: { location: "http://127.0.0.1:9/" } }], away()),
  ended("a page in place of an answer", [{ body: "<html>down</html>" }], away()),
  ended("an answer of another form", [{ body: '{"ok":true}' }], away()),
  ended("a fault when the answer is to be repaired", ["Done!", { status: 503 }], away()),
  ended("an answer that was cut", [{ stop: "cut" }], notUnderstood({ message: /fewer changes/ })),
  ended("a model that declines", [{ stop: "declined" }], notUnderstood({ message: /declined/ })),
  ended("more than is read", [{ endless: "noise" }], away()),
  ended("an answer that never ends", [{ endless: "silence" }], away()),
];

export const recordedAnswers: readonly Recorded[] = [...right, ...replacement, ...repaired, ...wrong, ...absent];
