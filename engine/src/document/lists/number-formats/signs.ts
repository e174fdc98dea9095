// Numbers written with a fixed stock of signs: letters, signs of their own, or other digits.

export type WriteNumber = (value: number) => string;

/** Letters that start over doubled when they run out. */
export function alphabet(letters: string): WriteNumber {
  const signs = [...letters];
  return (value) => {
    if (value < 1) return "";
    const index = (value - 1) % (signs.length * MOST_REPEATS);
    return signs[index % signs.length]!.repeat(Math.floor(index / signs.length) + 1);
  };
}

/** Word starts over after the thirtieth repeat of a letter. */
const MOST_REPEATS = 30;

/** Signs of their own for the first numbers, plain digits after them. */
export function signs(row: string): WriteNumber {
  const each = [...row];
  return (value) => each[value - 1] ?? String(value);
}

/** Digits of another script in place of 0 to 9. */
export function digits(zeroToNine: string): WriteNumber {
  const each = [...zeroToNine];
  return (value) => String(value).replace(/\d/g, (digit) => each[Number(digit)]!);
}
