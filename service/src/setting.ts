// Declares settings and the readers of their texts.
//
// A reader throws the rest of a sentence that begins with the setting's name: "must be a number from 1 to 65535". It
// never repeats the text, which may be a secret.

import { Resolver } from "node:dns";
import { isIP } from "node:net";

export interface Setting<Value> {
  /** The environment variable. With `_FILE` appended, the variable names a file that contains the text. */
  readonly name: string;
  /** One or two sentences for the operator. */
  readonly meaning: string;
  readonly read: (text: string) => Value;
  readonly absent: Absent;
  /** Set if the default is publicly known, so that its use is reported. */
  readonly isSecret?: true;
  /** Set if the setting is read again while the service runs, if it is in a file (SEC-1). */
  readonly isReread?: true;
}

/**
 * The default of a setting: a text for each environment, or no value. An environment without a text requires the
 * setting.
 */
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

/** Makes a setting that may be missing; its value is then undefined. */
export function optional<Value>(
  setting: Omit<Setting<Value>, "absent"> & { readonly means: string },
): Setting<Value | undefined> {
  const { means, ...rest } = setting;
  return { ...rest, absent: { kind: "nothing", means } };
}

export function choiceOf<Choice extends string>(...choices: readonly Choice[]): (text: string) => Choice {
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

/** Reads a base address to which paths are appended: no trailing slash, no parameters. */
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

/** Reads addresses, ranges such as 10.0.0.0/8, and loopback, linklocal or uniquelocal, separated by commas. */
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
  // A range of all addresses would trust everybody.
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (kind === 4 ? 32 : 128);
}

/** Reads addresses and ranges such as 10.0.0.0/8, separated by commas. */
export function readNetworks(text: string): readonly string[] {
  const ranges = text.split(",").map((range) => range.trim());
  if (ranges.every((range) => isRange(range) && !namedRanges.has(range))) return ranges;
  throw new Error("must be addresses or ranges such as 10.0.0.0/8, separated by commas");
}

/** Reads addresses, each with or without a port, separated by commas. */
export function readNameServers(text: string): readonly string[] {
  const servers = text.split(",").map((server) => server.trim());
  try {
    new Resolver().setServers(servers);
    return servers;
  } catch {
    throw new Error("must be addresses of name servers such as 10.0.0.2 or 10.0.0.2:5353, separated by commas");
  }
}

export function readPem(text: string): string {
  if (!/^-----BEGIN [A-Z ]+-----/m.test(text)) throw new Error("must be PEM and start with -----BEGIN");
  return text;
}
