// The lists that set_numbering makes by name: nine levels each.

import { LEVELS } from "../../../document/lists/numbering.ts";

interface PresetLevel {
  readonly format: string;
  readonly text: string;
  /** How far the label hangs out, in twentieths of a point. */
  readonly hanging: number;
}

/** Formats by turns, each numeral with a full stop. */
function byTurns(...formats: readonly string[]): (level: number) => PresetLevel {
  return (level) => ({ format: formats[level % formats.length]!, text: `%${level + 1}.`, hanging: 360 });
}

function bullets(...signs: readonly string[]): (level: number) => PresetLevel {
  return (level) => ({ format: "bullet", text: signs[level % signs.length]!, hanging: 360 });
}

function numeralsUpTo(level: number): string {
  return Array.from({ length: level + 1 }, (_, index) => `%${index + 1}`).join(".");
}

/** As contracts number their clauses. */
const CLAUSES: readonly (readonly [format: string, text: string])[] = [
  ["decimal", "%1."],
  ["decimal", "%1.%2"],
  ["lowerLetter", "(%3)"],
  ["lowerRoman", "(%4)"],
  ["upperLetter", "(%5)"],
  ["upperRoman", "(%6)"],
  ["decimal", "(%7)"],
  ["lowerLetter", "%8."],
  ["lowerRoman", "%9."],
];

const PRESETS: Readonly<Record<string, (level: number) => PresetLevel>> = {
  decimal: byTurns("decimal", "lowerLetter", "lowerRoman"),
  decimal_outline: (level) => ({ format: "decimal", text: `${numeralsUpTo(level)}.`, hanging: 720 }),
  lower_letter: byTurns("lowerLetter", "lowerRoman", "decimal"),
  lower_roman: byTurns("lowerRoman", "lowerLetter", "decimal"),
  upper_letter: byTurns("upperLetter", "decimal", "lowerLetter"),
  upper_roman: byTurns("upperRoman", "upperLetter", "decimal"),
  legal: (level) => ({ format: CLAUSES[level]![0], text: CLAUSES[level]![1], hanging: 720 }),
  bullet: bullets("\u2022", "\u25e6", "\u25aa"),
  dash: bullets("\u2013"),
};

/** The levels of a preset as XML. */
export function presetLevels(preset: string): string {
  return Array.from({ length: LEVELS }, (_, level) => {
    const { format, text, hanging } = PRESETS[preset]!(level);
    const indent = `<w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="${hanging}"/></w:pPr>`;
    return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/>${indent}</w:lvl>`;
  }).join("");
}
