// Removes the content that markup compatibility ignores, before the reference reader reads.

import type { XmlDocument, XmlElement } from "libxml2-wasm";

export const MC = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const MICROSOFT = "http://schemas.microsoft.com/office/word";

/**
 * The namespaces of alternatives that are chosen. They repeat the engine's list on purpose, so that the readers are
 * independent.
 */
const UNDERSTOOD: readonly RegExp[] = [
  /^http:\/\/(schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/(wordprocessingml|drawingml|officeDocument)\//,
  /^urn:schemas-microsoft-com:(vml|office:office|office:word)$/,
  new RegExp(`^${MICROSOFT}/2010/(wordprocessing(Shape|Group|Canvas|Drawing)|wordml)$`),
  new RegExp(`^${MICROSOFT}/(2012/wordml|2016/wordml/cid)$`),
];

function isUnderstood(uri: string | null): boolean {
  return uri !== null && UNDERSTOOD.some((pattern) => pattern.test(uri));
}

/**
 * Removes ignored elements and branches that are not chosen. It goes from the last element to the first, so that
 * inner elements are removed before outer ones.
 */
export function applyCompatibility(document: XmlDocument): void {
  for (const alternatives of elements(document, "//mc:AlternateContent").reverse()) chooseBranch(alternatives);
  for (const uri of ignoredNamespaces(document.root)) {
    for (const ignored of elements(document, `//*[namespace-uri() = "${uri}"]`).reverse()) ignored.remove();
  }
}

function chooseBranch(alternatives: XmlElement): void {
  const branches = alternatives.find("mc:Choice | mc:Fallback", { mc: MC }) as XmlElement[];
  const chosen = branches.find(
    (branch) => branch.name === "Fallback" || requiredNamespaces(branch).every(isUnderstood),
  );
  for (const branch of branches) if (branch !== chosen) branch.remove();
}

function requiredNamespaces(choice: XmlElement): (string | null)[] {
  return words(choice.attr("Requires")?.value).map((prefix) => choice.namespaceForPrefix(prefix));
}

function ignoredNamespaces(root: XmlElement): string[] {
  const uris = words(root.attr("Ignorable", "mc")?.value).map((prefix) => root.namespaceForPrefix(prefix));
  return uris.filter((uri) => uri !== null && !isUnderstood(uri)) as string[];
}

function elements(document: XmlDocument, path: string): XmlElement[] {
  return document.root.find(path, { mc: MC }) as XmlElement[];
}

function words(list: string | undefined): string[] {
  return (list ?? "").split(/\s+/).filter((word) => word !== "");
}
