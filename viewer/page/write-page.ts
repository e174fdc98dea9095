// A whole page: today's script and styles around a stored fragment (docs/design/html.md).
//
// The policy in the page allows this script and these styles by their hashes, fonts of the provider, pictures as data, and
// nothing else: no request to the service, no frame, no form. A fragment is data to this function; the engine escaped it.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a page is asked to show. */
export interface PageOptions {
  /** The origin that messages are exchanged with; undefined for a page that is silent. */
  readonly origin: string | undefined;
  /** The panel's filters and steps, cards of changes, cards over the document, cards of comments. */
  readonly navigator: boolean;
  readonly sidebarChangeCards: boolean;
  readonly inlineChangeCards: boolean;
  readonly commentCards: boolean;
}

/** The page of a download: silent, with everything on. */
export const wholePage: PageOptions = {
  origin: undefined,
  navigator: true,
  sidebarChangeCards: true,
  inlineChangeCards: true,
  commentCards: true,
};

/** The header that pages are served with; a policy in the page cannot say it. */
export const sandboxPolicy = "sandbox allow-scripts";

interface StoredFragment {
  readonly version: number;
  readonly css: string;
  readonly html: string;
  readonly data: { readonly documents: readonly { readonly name: string }[] };
}

/** Fragments that pages can be made of. */
const readable: ReadonlySet<number> = new Set([1]);

/** Throws an Error for a fragment of a version that is not known. */
export function writePage(stored: string, options: PageOptions): string {
  const fragment = JSON.parse(stored) as StoredFragment;
  if (!readable.has(fragment.version)) throw new Error(`Fragment version ${fragment.version} is not known`);
  const { script, styles } = viewerFiles();
  const css = `${styles}${fragment.css}`;
  const policy = [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(css)}' https://fonts.googleapis.com`,
    "font-src https://fonts.gstatic.com data:",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "worker-src 'none'",
    "connect-src 'none'",
  ].join("; ");
  const title = fragment.data.documents.at(-1)?.name ?? "Redline";
  return [
    '<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">',
    `<title>${escapeText(title)}</title><style>${css}</style></head><body>`,
    `<script type="application/json" id="vs-data">${inertJson(fragment.data)}</script>`,
    `<script type="application/json" id="vs-settings">${inertJson(settingsOf(options))}</script>`,
    inertBlocks(fragment.html),
    `<script>${script}</script></body></html>\n`,
  ].join("");
}

function settingsOf({ origin, navigator, sidebarChangeCards, inlineChangeCards, commentCards }: PageOptions): unknown {
  return {
    origin: origin ?? null,
    options: {
      showInsertions: true,
      showDeletions: true,
      showComments: true,
      showMergeConflicts: true,
      showControls: navigator,
      showChangeCards: sidebarChangeCards,
      showInlineChangeCards: inlineChangeCards,
      showCommentCards: commentCards,
      theme: "light",
    },
  };
}

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** JSON that no HTML parser can take for markup. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/**
 * Templates as data blocks, which the script parses one by one as it lays them out (VEW-5). The engine escapes every `<` of the
 * document, so the only tags here are its own.
 */
function inertBlocks(html: string): string {
  return html.replaceAll("<template ", '<script type="text/html" ').replaceAll("</template>", "</script>");
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

interface ViewerFiles {
  readonly script: string;
  readonly styles: string;
}

let files: ViewerFiles | undefined;

function viewerFiles(): ViewerFiles {
  const read = (name: string): string => readFileSync(join(import.meta.dirname, "../built", name), "utf8");
  files ??= { script: read("script.txt"), styles: read("styles.txt") };
  return files;
}
