// Makes new words and sentences in the script of the surrounding text.

import { drawIndex, type RandomNumbers, shuffle } from "../runner/random.ts";

type Script = "latin" | "cyrillic" | "arabic" | "hebrew" | "han";

const WORDS: Readonly<Record<Script, readonly string[]>> = {
  latin: (
    "agreement assignment breach business calendar claim commercial confidential consent customer damages delivery " +
    "disclosure dispute effective exclusive executed fees governing indemnity invoice liability limited material " +
    "mutual notice obligation party payment performance prior reasonable renewal schedule services supplier " +
    "termination territory thirty warranty waiver written"
  ).split(" "),
  cyrillic: "договор сторона оплата услуга поставка срок уведомление ответственность согласие приложение".split(" "),
  arabic: "عقد طرف دفع خدمة تسليم إشعار مسؤولية موافقة ملحق شرط".split(" "),
  hebrew: "הסכם צד תשלום שירות מסירה הודעה אחריות הסכמה נספח תנאי".split(" "),
  han: "合同 当事 付款 服务 交付 通知 责任 同意 附件 条款".split(" "),
};

const SCRIPTS: readonly (readonly [Script, RegExp])[] = [
  ["han", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["arabic", /\p{Script=Arabic}/u],
  ["hebrew", /\p{Script=Hebrew}/u],
];

const OTHER = String.raw`\p{L}\p{M}\p{N}_'’\-`;
/** A single word of at least three letters; in scripts without spaces between words, two letters. */
export const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u.source +
  `|(?<![${OTHER}])(?:(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}])[\\p{L}\\p{M}]){3,}(?![${OTHER}])`;

function scriptOf(text: string): Script {
  return SCRIPTS.find(([, pattern]) => pattern.test(text))?.[0] ?? "latin";
}

/** Returns another word in the same script. It begins with a capital letter if the word does. */
export function otherWord(word: string, random: RandomNumbers): string {
  const others = WORDS[scriptOf(word)].filter((other) => other !== word.toLowerCase());
  const drawn = others[drawIndex(random, others.length)]!;
  const isCapital = word[0] !== word[0]!.toLowerCase();
  return isCapital ? drawn[0]!.toUpperCase() + drawn.slice(1) : drawn;
}

/** Returns a few words in the script of a text, with spaces if the script has them. */
export function someWords(like: string, count: number, random: RandomNumbers): string {
  const script = scriptOf(like);
  const drawn = shuffle(WORDS[script], random).slice(0, count);
  return drawn.join(script === "han" ? "" : " ");
}

const SUBJECTS = ["The Supplier", "The Customer", "Each party", "The receiving party", "Neither party", "The Agent"];
const VERBS = ["shall deliver", "must not disclose", "may terminate", "agrees to maintain", "will indemnify"];

/** Returns a sentence in the script of a text. */
export function newSentence(like: string, random: RandomNumbers): string {
  const script = scriptOf(like);
  const words = someWords(like, 3 + drawIndex(random, 5), random);
  if (script === "han") return `${words}。`;
  if (script !== "latin") return `${words}.`;
  return `${SUBJECTS[drawIndex(random, SUBJECTS.length)]} ${VERBS[drawIndex(random, VERBS.length)]} the ${words}.`;
}

/** Returns the separator of sentences or words in the script of a text. */
export function spaceIn(like: string): string {
  return scriptOf(like) === "han" ? "" : " ";
}
