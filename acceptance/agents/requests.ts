// Provides faulty edit requests as agents write them, with the intended request.
//
// They come from the large corpus, or are a few of our own.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { wordDocument } from "../documents/word.ts";

export interface FaultyRequest {
  /** The kind of fault. */
  readonly kind: string;
  readonly document: Buffer;
  /** The request that the service must refuse. */
  readonly request: object;
  /** The request that the agent meant; the service must accept it. */
  readonly fixed: object;
}

export interface FaultyRequests {
  readonly isCorpus: boolean;
  readonly requests: readonly FaultyRequest[];
}

/**
 * Returns the requests in the folder VERSUS_CORPUS, or in the corpus beside the repository. Without
 * `agents/requests.jsonl` there, returns a few requests of this file.
 */
export function faultyRequests(): FaultyRequests {
  const root = resolve(process.env.VERSUS_CORPUS || join(import.meta.dirname, "../../../shared/corpus"));
  const list = join(root, "agents/requests.jsonl");
  if (!existsSync(list)) return { isCorpus: false, requests: OWN };
  const lines = readFileSync(list, "utf8").split("\n");
  const requests = lines.flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line)]));
  return {
    isCorpus: true,
    requests: requests.map((one) => ({ ...one, document: readFileSync(join(root, one.document)) })),
  };
}

const document = wordDocument("Payment is due within thirty (30) days.", "Notices are given in writing.");
const first = { index: 0 };
const replace = { type: "replace", paragraphs: first, text: { match: "thirty (30) days" }, content: "60 days" };

function own(kind: string, edit: object, fixed: object = replace): FaultyRequest {
  return {
    kind,
    document,
    request: { schema_version: 1, edits: [edit] },
    fixed: { schema_version: 1, edits: [fixed] },
  };
}

const format = { type: "format", paragraphs: first, format: { color: "#FF0000" } };
const align = { type: "set_paragraph_format", paragraphs: first, paragraph_format: { alignment: "center" } };
const { text, ...untargeted } = replace;

const OWN: readonly FaultyRequest[] = [
  own("type misspelt", { ...replace, type: "replaceText" }),
  own("field misnamed", { ...untargeted, find: text }),
  own("string instead of selector", { ...replace, text: text.match }),
  own("number instead of locator", { ...replace, paragraphs: 0 }),
  own("letter case", { ...replace, text: { match: "Thirty (30) Days" } }),
  own("slip of a letter", { ...replace, text: { match: "thirty (30) dayz" } }),
  own("wrong paragraph", { ...replace, paragraphs: { index: 1 } }),
  own("key misnamed", { ...format, format: { colour: "#FF0000" } }, format),
  own("value misspelt", { ...align, paragraph_format: { alignment: "centre" } }, align),
  own("colour", { ...format, format: { color: "f00" } }, format),
];
