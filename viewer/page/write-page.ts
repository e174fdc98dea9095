// Writes a whole page: today's script and styles around a stored fragment (docs/design/html.md).
//
// Start and end depend on the options and are small. The body depends on the document, and may be large: a server makes
// it once and stores it.
//
// The policy in the page allows this script and these styles by their hashes, and fonts and pictures as data. It allows
// nothing else: no request to any host, no frame, no form. Only a page that asks for web fonts may reach their
// provider. A fragment is data to this module; the engine escaped it.

import { policyHash, readBuilt } from "./built-files.ts";
import { embeddedFonts, fontHosts, type PageFonts } from "./page-fonts.ts";

export type { PageFonts } from "./page-fonts.ts";

/** The options of a page. */
export interface PageOptions {
  /** The origin with which messages are exchanged; undefined for a page without messages. */
  readonly origin: string | undefined;
  /**
   * The panel's filters and steps. The next three fields: cards of changes, cards over the document, cards of comments.
   */
  readonly navigator: boolean;
  readonly sidebarChangeCards: boolean;
  readonly inlineChangeCards: boolean;
  readonly commentCards: boolean;
  /** True if the reader may accept, reject and choose. A host applies the decisions, or a file holds them. */
  readonly decisions: boolean;
  readonly fonts: PageFonts;
}

/** The options of a downloaded page: no messages, everything else on. It makes no request to any host. */
export const wholePage: PageOptions = {
  origin: undefined,
  navigator: true,
  sidebarChangeCards: true,
  inlineChangeCards: true,
  commentCards: true,
  decisions: false,
  fonts: "embedded",
};

/** The header with which pages are served; a policy in the page cannot contain it. */
export const sandboxPolicy = "sandbox allow-scripts";

interface StoredFragment {
  readonly version: number;
  readonly css: string;
  readonly html: string;
  readonly data: { readonly documents: readonly { readonly name: string }[]; readonly fonts: readonly string[] };
}

/** Versions of fragments that pages can be made from. */
const readable: ReadonlySet<number> = new Set([1, 2, 3]);

/** Everything that the head of a page depends on besides its options: small, however large the document is. */
export interface PageFacts {
  /** Version of the fragment. */
  readonly version: number;
  readonly title: string;
  /** The hash of the document's style sheet, for the policy. */
  readonly css: string;
  /** The families of fonts that the document uses. */
  readonly fonts: readonly string[];
  /** False if the document has no italic text; undefined if that is not known. */
  readonly italics?: boolean;
}

/**
 * The part of a page that depends on the document alone. A service stores the body and sends it between `pageStart` and
 * `pageEnd` without reading it.
 */
export interface PageParts {
  readonly facts: PageFacts;
  readonly body: string;
}

/** Throws an Error for a fragment of an unknown version. */
export function splitPage(stored: string): PageParts {
  const { version, css, html, data } = JSON.parse(stored) as StoredFragment;
  requireKnown(version);
  return {
    facts: {
      version,
      title: data.documents.at(-1)?.name ?? "Redline",
      css: policyHash(css),
      fonts: data.fonts ?? [],
      italics: css.includes("font-style:italic"),
    },
    body: `<style>${css}</style></head><body><script type="application/json" id="vs-data">${inertJson(data)}</script>${inertBlocks(html)}`,
  };
}

/**
 * Returns the page up to its body, in pieces. The styles and fonts in it are the same bytes for every page, and are not
 * copied. Throws an Error for an unknown version.
 */
export function pageStart({ version, title, css, fonts, italics }: PageFacts, options: PageOptions): Uint8Array[] {
  requireKnown(version);
  const [script, styles] = [readBuilt("script.txt"), readBuilt("styles.txt")];
  const sheets = [...(options.fonts === "embedded" ? embeddedFonts(fonts, italics ?? true) : []), styles];
  const allowed = [...sheets.map(({ hash }) => hash), css].map((hash) => `'${hash}'`);
  const isWeb = options.fonts === "web";
  const policy = [
    "default-src 'none'",
    `script-src '${script.hash}'`,
    `style-src ${[...allowed, ...(isWeb ? [fontHosts.styles] : [])].join(" ")}`,
    `font-src ${isWeb ? `${fontHosts.files} ` : ""}data:`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "worker-src 'none'",
    "connect-src 'none'",
  ].join("; ");
  const head = [
    '<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">',
    `<title>${escapeText(title)}</title>`,
  ].join("");
  return [Buffer.from(head), ...sheets.flatMap(({ bytes }) => [styleStart, bytes, styleEnd])];
}

const styleStart = Buffer.from("<style>");
const styleEnd = Buffer.from("</style>");

/** Returns the page after its body, in pieces. */
export function pageEnd(options: PageOptions): Uint8Array[] {
  const settings = `<script type="application/json" id="vs-settings">${inertJson(settingsOf(options))}</script>`;
  return [Buffer.from(`${settings}<script>`), readBuilt("script.txt").bytes, Buffer.from("</script></body></html>\n")];
}

/** Returns the bytes of a whole page. */
export function joinPage({ facts, body }: PageParts, options: PageOptions): Buffer {
  return Buffer.concat([...pageStart(facts, options), Buffer.from(body), ...pageEnd(options)]);
}

/** Throws an Error for a fragment of an unknown version. */
export function writePage(stored: string, options: PageOptions): string {
  return joinPage(splitPage(stored), options).toString("utf8");
}

function requireKnown(version: number): void {
  if (!readable.has(version)) throw new Error(`Fragment version ${version} is not known`);
}

function settingsOf(asked: PageOptions): unknown {
  const { origin, navigator, sidebarChangeCards, inlineChangeCards, commentCards, decisions, fonts } = asked;
  return {
    origin: origin ?? null,
    fonts,
    options: {
      showInsertions: true,
      showDeletions: true,
      showComments: true,
      showMergeConflicts: true,
      showControls: navigator,
      showChangeCards: sidebarChangeCards,
      showInlineChangeCards: inlineChangeCards,
      showCommentCards: commentCards,
      showDecisions: decisions,
      theme: "light",
    },
  };
}

/** Returns JSON that no HTML parser can read as markup. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/**
 * Converts templates to data blocks, which the script parses one by one as it lays them out (VEW-5). The engine escapes
 * every `<` of the document, so the only tags here are its own.
 */
function inertBlocks(html: string): string {
  return html.replaceAll("<template ", '<script type="text/html" ').replaceAll("</template>", "</script>");
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
