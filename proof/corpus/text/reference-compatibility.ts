// Markup compatibility for the reference reader: what is not read is taken out of the document before it is read.

import type { XmlDocument, XmlElement } from "libxml2-wasm";

export const MC = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const MICROSOFT = "http://schemas.microsoft.com/office/word";

/** The namespaces of choices that are taken, written out once more. */
const UNDERSTOOD: readonly RegExp[] = [
  /^http:\/\/(schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/(wordprocessingml|drawingml|officeDocument)\//,
  /^urn:schemas-microsoft-com:(vml|office:office|office:word)$/,
  new RegExp(`^${MICROSOFT}/2010/(wordprocessing(Shape|Group|Canvas|Drawing)|wordml)$`),
  new RegExp(`^${MICROSOFT}/(2012/wordml|2016/wordml/cid)$`),
];

function isUnderstood(uri: string | null): boolean {
  return uri !== null && UNDERSTOOD.some((pattern) => pattern.test(uri));
}

/** Takes out ignored elements and branches that are not chosen. Last ones first: what is inside goes before what is around. */
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
