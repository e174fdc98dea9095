// What a setting is, and how the text of one is read. A reader throws with the rest of a sentence that the setting's
// name begins: "must be a number from 1 to 65535". It never repeats the text, which may be a secret.

import { isIP } from "node:net";

export interface Setting<Value> {
  /** The environment variable. With `_FILE` behind it, the name of a file that holds the text. */
  readonly name: string;
  /** One or two sentences for the operator. */
  readonly meaning: string;
  readonly read: (text: string) => Value;
  readonly absent: Absent;
  /** One whose default everybody knows, so that using it is told. */
  readonly isSecret?: true;
  /** One that is read again while the service runs, if it is in a file (SCR-1). */
  readonly isReread?: true;
}

/** What holds when nothing is given: a text for each environment, where there is none the setting is required; or nothing. */
export type Absent =
  | { readonly kind: "text"; readonly production?: string; readonly development?: string }
  | { readonly kind: "nothing"; readonly means: string };

export const required: Absent = { kind: "text" };

export function byDefault(text: string): Absent {
  return { kind: "text", production: text, development: text };
}

/** Required in production. */
export function inDevelopment(text: string): Absent {
  return { kind: "text", development: text };
}

export function byEnvironment(texts: { readonly production: string; readonly development: string }): Absent {
  return { kind: "text", ...texts };
}

/** The setting may be missing; its value is then undefined. */
export function optional<Value>(
  setting: Omit<Setting<Value>, "absent"> & { readonly means: string },
): Setting<Value | undefined> {
  const { means, ...rest } = setting;
  return { ...rest, absent: { kind: "nothing", means } };
}

export function oneOf<Choice extends string>(...choices: readonly Choice[]): (text: string) => Choice {
  return (text) => {
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) throw new Error(`must be ${choices.join(" or ")}`);
    return choice;
  };
}

export function wholeNumber({ least, most }: { readonly least: number; readonly most: number }) {
  return (text: string): number => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw new Error(`must be a whole number from ${least} to ${most}`);
    return value;
  };
}

export function matching(form: RegExp, words: string): (text: string) => string {
  return (text) => {
    if (!form.test(text)) throw new Error(`must be ${words}`);
    return text;
  };
}

/** An address that paths are put behind: no slash at its end, no parameters. */
export function readWebAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (
    url === undefined ||
    !isWeb ||
    url.search !== "" ||
    url.hash !== "" ||
    url.username !== "" ||
    text.endsWith("/")
  ) {
    throw new Error("must be an http or https address without a slash at the end");
  }
  return text;
}

const namedRanges: ReadonlySet<string> = new Set(["loopback", "linklocal", "uniquelocal"]);

/** Addresses, ranges such as 10.0.0.0/8, and loopback, linklocal or uniquelocal, joined by commas. */
export function readAddressRanges(text: string): readonly string[] {
  const ranges = text.split(",").map((range) => range.trim());
  if (ranges.every(isRange)) return ranges;
  throw new Error(
    "must be addresses, ranges such as 10.0.0.0/8, loopback, linklocal or uniquelocal, separated by commas",
  );
}

function isRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const kind = isIP(address);
  if (kind === 0) return namedRanges.has(text);
  if (bits === undefined) return true;
  // A range of everything would believe anybody.
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (kind === 4 ? 32 : 128);
}

/** Addresses, and ranges such as 10.0.0.0/8, joined by commas. */
export function readNetworks(text: string): readonly string[] {
  const ranges = text.split(",").map((range) => range.trim());
  if (ranges.every((range) => isRange(range) && !namedRanges.has(range))) return ranges;
  throw new Error("must be addresses or ranges such as 10.0.0.0/8, separated by commas");
}

export function readPem(text: string): string {
  if (!/^-----BEGIN [A-Z ]+-----/m.test(text)) throw new Error("must be PEM and start with -----BEGIN");
  return text;
}
