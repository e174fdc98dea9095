// Defines the options of a comparison, one row each.
//
// Every surface reads this table: library, JSON, form, command line, MCP. A new option is one row here and its
// behaviour. For an option that affects text, `redline/content/wording.ts` does not compile until it has the behaviour.

/** An option of the command line without its dashes, and the value that it sets. */
interface Flag<Value> {
  readonly name: string;
  readonly sets: Value;
  readonly does: string;
}

interface Row<Value extends string | boolean, Affects extends string> {
  /** Every value that the option can have. */
  readonly values: readonly Value[];
  readonly default: Value;
  /** Undefined if the command line has no such option. */
  readonly flag?: Flag<Value>;
  /** An option of the command line that takes one of the values. */
  readonly valueFlag?: Pick<Flag<Value>, "name" | "does">;
  /**
   * `text`: two texts may count as equal. `pdf`: PDFs alone; a comparison does not read it. `marks` and `redline`:
   * other options of a comparison.
   */
  readonly affects: Affects;
  /** One sentence for the reference of the API. */
  readonly does: string;
}

interface ToggleRow<Affects extends string> {
  readonly default: boolean;
  readonly affects: Affects;
  readonly does: string;
  readonly flag?: readonly [name: string, does: string];
}

/** An option that is true or false. Its flag sets the opposite of the default. */
function toggle<const Affects extends string>({ flag, ...row }: ToggleRow<Affects>): Row<boolean, Affects> {
  const named = flag === undefined ? {} : { flag: { name: flag[0], sets: !row.default, does: flag[1] } };
  return { values: [true, false], ...row, ...named };
}

interface ChoiceRow<Value, Affects extends string> {
  readonly default: Value;
  readonly affects: Affects;
  readonly does: string;
  readonly flag: readonly [name: string, sets: Value, does: string];
}

/** An option with named values. Its flag sets one of them. */
function choice<const Value extends string, const Affects extends string>(
  values: readonly Value[],
  { flag, ...row }: ChoiceRow<NoInfer<Value>, Affects>,
): Row<Value, Affects> {
  return { values, ...row, flag: { name: flag[0], sets: flag[1], does: flag[2] } };
}

interface ValueRow<Value, Affects extends string> {
  readonly default: Value;
  readonly affects: Affects;
  readonly does: string;
  readonly flag: readonly [name: string, does: string];
}

/** An option with named values. Its flag takes the value. */
function valued<const Value extends string, const Affects extends string>(
  values: readonly Value[],
  { flag, ...row }: ValueRow<NoInfer<Value>, Affects>,
): Row<Value, Affects> {
  return { values, ...row, valueFlag: { name: flag[0], does: flag[1] } };
}

export const optionTable = {
  granularity: choice(["word", "character"], {
    default: "word",
    flag: ["characters", "character", "mark changed characters instead of whole words"],
    affects: "marks",
    does: "The smallest unit that a change marks.",
  }),
  detect_moves: toggle({
    default: true,
    flag: ["no-moves", "show moved text as deleted and inserted"],
    affects: "redline",
    does: "Show relocated text as a move. With false, a move is a deletion and an insertion.",
  }),
  formatting: valued(["visible", "all", "ignore"], {
    default: "visible",
    flag: ["formatting", "mark formatting changes that are visible, all, or none (ignore)"],
    affects: "redline",
    does: "Mark formatting that looks different (visible), every difference of direct formatting (all), or none (ignore).",
  }),
  ignore_formatting: toggle({
    default: false,
    flag: ["ignore-formatting", "do not mark formatting changes"],
    affects: "redline",
    does: "The same as formatting: ignore. Do not mark formatting changes; the redline has the formatting of the modified document.",
  }),
  ignore_case: toggle({
    default: false,
    flag: ["ignore-case", "do not mark words that differ only in letter case"],
    affects: "text",
    does: "Do not mark words that differ only in letter case; the redline shows the modified spelling.",
  }),
  ignore_whitespace: toggle({
    default: false,
    flag: ["ignore-whitespace", "do not mark text that differs only in white space"],
    affects: "text",
    does: "Do not mark text that differs only in white space; the redline shows the modified spacing.",
  }),
  ignore_typography: toggle({
    default: false,
    flag: ["ignore-typography", "treat all kinds of quotes, dashes and spaces as equal"],
    affects: "text",
    does: "Treat straight and curly quotes, all kinds of dashes, no-break spaces and repeated spaces as equal. The redline has the modified version.",
  }),
  comments: choice(["keep", "drop"], {
    default: "keep",
    flag: ["drop-comments", "drop", "leave out the comments of MODIFIED"],
    affects: "redline",
    does: "Keep or drop the comments of the modified document.",
  }),
  pdf_legend: toggle({
    default: false,
    affects: "pdf",
    does: "End the PDFs with one page that explains the marks, counts the changes and names both documents.",
  }),
} as const;

type Table = typeof optionTable;

/** The name of an option on the wire: in forms, JSON and the stored row. */
export type OptionName = keyof Table;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type ValueOf<Name extends OptionName> = Table[Name] extends Row<infer Value, string> ? Value : never;
type NamesThatAffect<Affects> = {
  [Name in OptionName]: Table[Name] extends Row<infer _, infer Own> ? (Own extends Affects ? Name : never) : never;
}[OptionName];

/** All options as a form and the JSON of a redline name them. */
export type WireOptions = { readonly [Name in OptionName]: ValueOf<Name> };

/** All options as the library names them. */
export type AllOptions = { readonly [Name in OptionName as Camel<Name>]: ValueOf<Name> };

/**
 * The options that a comparison reads: rules that define which differences are changes and how a redline shows them.
 */
export type CompareOptions = Omit<AllOptions, Camel<NamesThatAffect<"pdf">>>;

/** The options that let two texts count as equal, as the library names them. */
export type TextOption = Camel<NamesThatAffect<"text">>;

export const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** Returns `ignoreCase` for `ignore_case`. */
export function camelName(name: OptionName): keyof AllOptions {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as keyof AllOptions;
}

/** Renames options of the library to those of the wire. Options that are left out stay left out. */
export function toWire(options: AllOptions): WireOptions;
export function toWire(options: Partial<AllOptions>): Partial<WireOptions>;
export function toWire(options: Partial<AllOptions>): Partial<WireOptions> {
  const given = optionNames.map((name) => [name, options[camelName(name)]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Renames options of the wire to those of the library. Options that are left out stay left out. */
export function fromWire(options: WireOptions): AllOptions;
export function fromWire(options: Partial<WireOptions>): Partial<AllOptions>;
export function fromWire(options: Partial<WireOptions>): Partial<AllOptions> {
  const given = optionNames.map((name) => [camelName(name), options[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** The value of `formatting` that options mean, and if they contradict each other. */
interface FormattingMeaning {
  readonly formatting: AllOptions["formatting"] | undefined;
  readonly isContradiction: boolean;
}

/** Reads `formatting` and the older `ignoreFormatting`, which means `ignore`. */
export function readFormatting({ formatting, ignoreFormatting }: Partial<AllOptions>): FormattingMeaning {
  if (ignoreFormatting !== true) return { formatting, isContradiction: false };
  return { formatting: "ignore", isContradiction: formatting !== undefined && formatting !== "ignore" };
}

/** The default of every option. */
export const allDefaults: AllOptions = fromWire(
  Object.fromEntries(optionNames.map((name) => [name, optionTable[name].default])) as unknown as WireOptions,
);

/** An option of the command line with the row that it sets. */
export interface OptionFlag extends Flag<string | boolean> {
  readonly option: OptionName;
}

/** The options of the command line, in the order of the table. */
export const optionFlags: readonly OptionFlag[] = optionNames.flatMap((option) => {
  const { flag }: Row<string | boolean, string> = optionTable[option];
  return flag === undefined ? [] : [{ ...flag, option }];
});

/** An option of the command line that takes a value. */
export interface OptionValueFlag extends Pick<Flag<string>, "name" | "does"> {
  readonly option: OptionName;
  readonly values: readonly string[];
}

/** The options of the command line that take a value, in the order of the table. */
export const optionValueFlags: readonly OptionValueFlag[] = optionNames.flatMap((option) => {
  const { valueFlag, values }: Row<string | boolean, string> = optionTable[option];
  return valueFlag === undefined ? [] : [{ ...valueFlag, option, values: values.map(String) }];
});
