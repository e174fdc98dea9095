// Writes numbers with a fixed set of signs: letters, special signs, or other digits.

export type WriteNumber = (value: number) => string;

/** Returns a format of letters that are doubled when the alphabet ends, then tripled, and so on. */
export function alphabet(letters: string): WriteNumber {
  const signs = [...letters];
  return (value) => {
    if (value < 1) return "";
    const index = (value - 1) % (signs.length * MOST_REPEATS);
    return signs[index % signs.length]!.repeat(Math.floor(index / signs.length) + 1);
  };
}

/** Maximum repeats of a letter; after that Word starts again. */
const MOST_REPEATS = 30;

/** Returns a format with special signs for the first numbers and digits for all others. */
export function signs(row: string): WriteNumber {
  const each = [...row];
  return (value) => each[value - 1] ?? String(value);
}

/** Returns a format with the digits of another script instead of 0 to 9. */
export function digits(zeroToNine: string): WriteNumber {
  const each = [...zeroToNine];
  return (value) => String(value).replace(/\d/g, (digit) => each[Number(digit)]!);
}
