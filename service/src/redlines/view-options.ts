// Reads the query of a view: embedding origin, panel content, decisions and fonts.

import type { PageFonts, PageOptions } from "@versus/viewer";
import { z } from "zod";
import { ApiError, quote } from "../contract/api-error.ts";

const switchMeanings = {
  navigator: "Show the filters and the Previous and Next buttons of the Revisions panel.",
  sidebar_change_cards: "Show a card in the panel for each change and conflict.",
  inline_change_cards:
    "Show the card of a clicked or navigated change over the document. Applies only while sidebar_change_cards is off.",
  comment_cards: "Show comment cards in the panel.",
} as const;

type SwitchName = keyof typeof switchMeanings;

const described = (meaning: string) =>
  z
    .string()
    .optional()
    .meta({ description: meaning, describedAs: { type: "boolean", default: true } });

export const ViewQuery = z.object({
  embed_origin: z.string().optional().meta({
    description:
      "The origin of the page that embeds the view: scheme, host and port. Must be https, except http://localhost and http://127.0.0.1. Without it the view neither sends nor accepts messages.",
  }),
  navigator: described(switchMeanings.navigator),
  sidebar_change_cards: described(switchMeanings.sidebar_change_cards),
  inline_change_cards: described(switchMeanings.inline_change_cards),
  comment_cards: described(switchMeanings.comment_cards),
  decisions: z
    .string()
    .optional()
    .meta({
      description:
        "Let the reader accept and reject changes and choose versions of conflicts. The view changes nothing: it sends the decisions to the embedding page.",
      describedAs: { type: "boolean", default: false },
    }),
  fonts: z
    .string()
    .optional()
    .meta({
      description:
        "Where the fonts of the document come from: embedded carries them in the page, none uses those of the reader's machine. Neither makes a request. Without the parameter, an installation with VERSUS_WEB_FONTS=on has the page ask Google Fonts.",
      describedAs: { type: "string", enum: ["embedded", "none"], default: "embedded" },
    }),
});

export interface ViewDefaults {
  /** True if pages use the web-font provider by default. */
  readonly webFonts: boolean;
}

/** Returns the options of the page. Throws INVALID_REQUEST. The last value of a repeated parameter counts. */
export function viewOptions(query: Readonly<Record<string, unknown>>, { webFonts }: ViewDefaults): PageOptions {
  const given = (name: string): string | undefined => {
    const value = [query[name]].flat().at(-1);
    return value === undefined ? undefined : String(value);
  };
  const isOn = (name: SwitchName): boolean => readSwitch(name, given(name), true);
  return {
    origin: readOrigin(given("embed_origin")),
    navigator: isOn("navigator"),
    sidebarChangeCards: isOn("sidebar_change_cards"),
    inlineChangeCards: isOn("inline_change_cards"),
    commentCards: isOn("comment_cards"),
    decisions: readSwitch("decisions", given("decisions"), false),
    fonts: readFonts(given("fonts"), webFonts ? "web" : "embedded"),
  };
}

function readFonts(value: string | undefined, absent: PageFonts): PageFonts {
  if (value === undefined) return absent;
  if (value === "embedded" || value === "none") return value;
  throw new ApiError("INVALID_REQUEST", `fonts must be embedded or none, not ${quote(value)}.`);
}

const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function readSwitch(name: SwitchName | "decisions", value: string | undefined, absent: boolean): boolean {
  const isOn = value === undefined ? absent : SWITCHES.get(value);
  if (isOn === undefined) {
    throw new ApiError("INVALID_REQUEST", `${name} must be true, false, 1 or 0, not ${quote(value ?? "")}.`);
  }
  return isOn;
}

const LOCAL: ReadonlySet<string> = new Set(["localhost", "127.0.0.1"]);

/**
 * Returns the origin as browsers report it: in lower case, without a default port. Throws INVALID_REQUEST unless it is
 * https, or http on localhost or 127.0.0.1.
 */
function readOrigin(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const isBare = /^https?:\/\/[^\s/?#@\\]+$/i.test(value);
  const url = isBare && URL.canParse(value) ? new URL(value) : undefined;
  const isAllowed = url !== undefined && (url.protocol === "https:" || LOCAL.has(url.hostname));
  if (!isAllowed) {
    throw new ApiError(
      "INVALID_REQUEST",
      `embed_origin must be an https origin without a path, such as https://app.example.com, not ${quote(value)}. http is allowed for localhost and 127.0.0.1.`,
    );
  }
  return url.origin;
}
