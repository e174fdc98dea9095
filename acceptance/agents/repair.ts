// Repairs a refused request from the details of its refusal alone, by the rules of the `edits` topic.
//
// It never reads `reason` or `message`, and knows no types of edits, fields or documents.

export interface Detail {
  readonly field?: string;
  readonly edit?: number;
  readonly paragraphs?: readonly unknown[];
  readonly allowed?: readonly string[];
  readonly did_you_mean?: string;
  readonly context?: string;
}

type Json = Record<string | number, unknown>;

/** Returns the request with every repair that the details offer. */
export function repair(request: unknown, details: readonly Detail[]): unknown {
  const repaired = structuredClone(request) as Json;
  for (const detail of details) repairOne(repaired, detail, details);
  return repaired;
}

function repairOne(request: Json, detail: Detail, details: readonly Detail[]): void {
  const { field, edit, did_you_mean: meant, paragraphs = [], allowed = [] } = detail;
  if (field === undefined) return;
  const path = field.split(/[.[\]]+/).filter((name) => name !== "");
  const key = path.pop() ?? "";
  const parent = path.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], request);
  if (typeof parent !== "object" || parent === null) return;
  const own = parent as Json;
  if (meant !== undefined && namesTheField({ parent: own, key, meant }, detail, details)) {
    own[meant] = own[key];
    delete own[key];
  } else if (meant !== undefined) own[key] = meantValue(meant, own[key], detail);
  else if (own[key] === undefined && allowed.length === 1) own[key] = allowed[0];
  else if (paragraphs.length === 1 && edit !== undefined)
    ((request.edits as Json)[edit] as Json).paragraphs = paragraphs[0];
}

/** True if the name of the field is wrong, not its value. */
function namesTheField(
  { parent, key, meant }: { readonly parent: Json; readonly key: string; readonly meant: string },
  { field = "", allowed = [] }: Detail,
  details: readonly Detail[],
): boolean {
  if (Array.isArray(parent) || parent[key] === undefined || Object.hasOwn(parent, meant)) return false;
  const others = Object.keys(parent).filter((name) => name !== key);
  const known = others.filter((name) => allowed.includes(name));
  const isMissed = details.some((other) => other.field === `${field.slice(0, field.length - key.length)}${meant}`);
  if (isMissed || known.length * 2 > others.length) return true;
  if (typeof parent[key] !== "string") return !isJson(meant);
  return others.length === 0 && likeness(key, meant) > likeness(parent[key], meant);
}

/**
 * Returns the value for a field: text if text was searched, or if it replaces another string; otherwise parsed JSON.
 */
function meantValue(meant: string, current: unknown, { context }: Detail): unknown {
  const isText = context !== undefined || (typeof current === "string" && current !== meant && !/^[{[]/.test(meant));
  return isText || !isJson(meant) ? meant : JSON.parse(meant);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the share of common letter pairs of two words, from 0 to 1. */
function likeness(one: string, other: string): number {
  const [own, theirs] = [pairsOf(one), pairsOf(other)];
  const common = [...own].filter((pair) => theirs.has(pair)).length;
  return common / Math.max(1, own.size + theirs.size - common);
}

function pairsOf(word: string): Set<string> {
  const letters = word.toLowerCase();
  return new Set(Array.from(letters, (_, at) => letters.slice(at, at + 2)));
}
