// Reads licence expressions (SPDX): names joined by AND and OR, with brackets.
//
// A dependency is permitted if at least one side of every OR and every side of every AND is permitted.

const allowedNames = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BSD-3-Clause-Clear",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

// Licences of data, not of code: permitted for packages that contain nothing else.
const allowedForData = new Set(["CC-BY-3.0", "CC-BY-4.0"]);
const dataPackage = /^(?:spdx-|caniuse-lite$)/;

/** True if a package may be used under a licence expression. An expression that cannot be read is not permitted. */
export function isAllowed(expression: string, packageName: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  const reader = { tokens, next: 0, packageName };
  const allowed = readAlternatives(reader);
  return allowed && reader.next === tokens.length;
}

interface Reader {
  readonly tokens: readonly string[];
  readonly packageName: string;
  next: number;
}

function readAlternatives(reader: Reader): boolean {
  let allowed = readConjunction(reader);
  while (reader.tokens[reader.next] === "OR") {
    reader.next += 1;
    allowed = readConjunction(reader) || allowed;
  }
  return allowed;
}

function readConjunction(reader: Reader): boolean {
  let allowed = readName(reader);
  while (reader.tokens[reader.next] === "AND") {
    reader.next += 1;
    allowed = readName(reader) && allowed;
  }
  return allowed;
}

function readName(reader: Reader): boolean {
  const token = reader.tokens[reader.next];
  reader.next += 1;
  if (token !== "(") return isAllowedName(token ?? "", reader.packageName);
  const allowed = readAlternatives(reader);
  const closed = reader.tokens[reader.next] === ")";
  reader.next += 1;
  return allowed && closed;
}

function isAllowedName(name: string, packageName: string): boolean {
  return allowedNames.has(name) || (allowedForData.has(name) && dataPackage.test(packageName));
}
