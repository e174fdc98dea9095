// Reads the parts of a document for judges and oracles.
//
// It follows relationships and digests contents with its own logic. It shares only the unpacking of the archive with
// the engine.

import { createHash } from "node:crypto";
import { type ArchiveEntry, openArchive, readEntry, readerLimits } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import { type Element, elementsIn, readXmlTree } from "./xml-tree.ts";

export interface Relationship {
  /** Last step of the relationship type, such as `image` or `footnotes`. */
  readonly kind: string;
  /** The target as written. */
  readonly target: string;
  /** Name of the target part in lower case; undefined if the target is outside the package or missing. */
  readonly part: string | undefined;
}

/** Number of characters of a digest: enough that two pictures of a pair never share one. */
const DIGEST_LENGTH = 16;
/** Maximum number of trees of earlier documents that are kept: styles and numbering of the documents of a pair. */
const MOST_SHARED_TREES = 8;
const sharedTrees = new Map<string, Element>();
/** The number of deflate in the zip format. */
const DEFLATED = 8;

export class ContentPackage {
  /** Name of the main part. */
  readonly main: string;
  readonly #entries: ReadonlyMap<string, ArchiveEntry>;
  readonly #trees = new Map<string, Element>();
  readonly #relationships = new Map<string, ReadonlyMap<string, Relationship>>();
  readonly #digests = new Map<string, string>();

  constructor(file: Uint8Array) {
    const { entries } = openArchive(file, readerLimits);
    this.#entries = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
    this.main = this.related("", "officeDocument") ?? this.#mainByType();
  }

  tree(part: string): Element {
    const known = this.#trees.get(part);
    if (known !== undefined) return known;
    const tree = readXmlTree(this.bytes(part));
    this.#trees.set(part, tree);
    return tree;
  }

  /** Returns the tree of a part that the documents of a pair often share. It is read once for all of them. */
  sharedTree(part: string): Element {
    const entry = this.#entries.get(part);
    const key = `${part} ${entry?.size} ${entry?.crc} ${entry?.compressedSize}`;
    const tree = sharedTrees.get(key) ?? readXmlTree(this.bytes(part));
    sharedTrees.delete(key);
    sharedTrees.set(key, tree);
    for (const oldest of sharedTrees.keys()) if (sharedTrees.size > MOST_SHARED_TREES) sharedTrees.delete(oldest);
    return tree;
  }

  /** Returns sizes and checksums of the parts whose lower-case names match. Equal parts give equal fingerprints. */
  fingerprint(names: RegExp): string {
    const matching = [...this.#entries].filter(([name]) => names.test(name));
    return matching
      .map(([, { size, crc }]) => `${size} ${crc}`)
      .sort()
      .join("\n");
  }

  /** Returns a digest of an element with its attributes and content. Targets replace relationship ids. */
  digestWithin(part: string, element: Element): string {
    return createHash("sha256").update(this.#canonicalText(part, element)).digest("hex").slice(0, DIGEST_LENGTH);
  }

  relationship(part: string, id: string | undefined): Relationship | undefined {
    return id === undefined ? undefined : this.#relationshipsOf(part).get(id);
  }

  /** Returns the first part that a relationship of this kind leads to. */
  related(part: string, kind: string): string | undefined {
    return this.allRelated(part, kind)[0];
  }

  /** Returns all parts that relationships of this kind lead to. */
  allRelated(part: string, kind: string): string[] {
    return [...this.#relationshipsOf(part).values()].flatMap((one) => (one.kind === kind ? (one.part ?? []) : []));
  }

  /**
   * Returns a digest of a relationship's target: of the part's content, or the address itself. Without such a
   * relationship, returns `missing`. XML is digested by its content, with the targets in place of ids, since ids have
   * no meaning.
   */
  digest(part: string, id: string | undefined): string {
    const relationship = this.relationship(part, id);
    if (relationship === undefined) return "missing";
    return relationship.part === undefined ? relationship.target : this.#digestPart(relationship.part);
  }

  #digestPart(part: string): string {
    const known = this.#digests.get(part);
    if (known !== undefined) return known;
    // Parts may refer to each other in circles.
    this.#digests.set(part, "itself");
    const digest = createHash("sha256").update(this.#contentOf(part)).digest("hex").slice(0, DIGEST_LENGTH);
    this.#digests.set(part, digest);
    return digest;
  }

  #contentOf(part: string): Uint8Array | string {
    if (!part.endsWith(".xml")) return this.#readAnyway(part);
    try {
      return this.#canonicalText(part, this.tree(part));
    } catch {
      return this.#readAnyway(part);
    }
  }

  #canonicalText(part: string, { name, attributes, children }: Element): string {
    const values = [...attributes]
      .filter(([attribute]) => attribute !== "relId")
      .map(([attribute, value]) => `${attribute}=${attribute.startsWith("r:") ? this.digest(part, value) : value}`);
    const inner = meaningful(children).map((child) =>
      typeof child === "string" ? child : this.#canonicalText(part, child),
    );
    return `<${[name, ...values.sort()].join("\u0001")}>${inner.join("")}</>`;
  }

  #relationshipsOf(part: string): ReadonlyMap<string, Relationship> {
    const known = this.#relationships.get(part);
    if (known !== undefined) return known;
    const name = part === "" ? "_rels/.rels" : part.replace(/([^/]+)$/, "_rels/$1.rels");
    const found = this.#entries.has(name) ? this.#readRelationships(name) : new Map<string, Relationship>();
    this.#relationships.set(part, found);
    return found;
  }

  #readRelationships(name: string): Map<string, Relationship> {
    const relationships = elementsIn(this.tree(name)).filter((element) => element.name === "rel:Relationship");
    return new Map(
      relationships.map(({ attributes }) => {
        const target = attributes.get("Target") ?? "";
        const isOutside = attributes.get("TargetMode") === "External";
        const part = isOutside ? undefined : this.#resolve(name, target);
        return [attributes.get("Id") ?? "", { kind: /[^/]*$/.exec(attributes.get("Type") ?? "")![0], target, part }];
      }),
    );
  }

  /** Resolves a target from the part that the relationships belong to. */
  #resolve(relationships: string, target: string): string | undefined {
    const base = new URL(relationships.replace(/_rels\/([^/]*)\.rels$/, "$1"), "file:///").href;
    const resolved = URL.parse(target.replaceAll("\\", "/"), base);
    if (resolved === null) return undefined;
    const part = safelyDecoded(resolved.pathname).slice(1).toLowerCase();
    return this.#entries.has(part) ? part : undefined;
  }

  /** Returns the part whose content type is that of a document, for a package without its relationships. */
  #mainByType(): string {
    const types = elementsIn(this.tree("[content_types].xml"));
    const main = types.find(({ attributes }) => attributes.get("ContentType")?.includes("main+xml"));
    return (main?.attributes.get("PartName") ?? "/word/document.xml").slice(1).toLowerCase();
  }

  /** Returns the unpacked content of a part. Throws an error if the part does not exist. */
  bytes(part: string): Uint8Array {
    const entry = this.#entries.get(part);
    if (entry === undefined) throw new Error(`there is no part ${part}`);
    return readEntry(entry, nodeZlib);
  }

  /** A picture with a wrong checksum is still a picture, and writing it again repairs the checksum. */
  #readAnyway(part: string): Uint8Array {
    const { data, size, method } = this.#entries.get(part)!;
    return method === DEFLATED ? nodeZlib.inflate(data, size) : data;
  }
}

/** White space between elements has no meaning; in an element with text only, it may have one. */
function meaningful(children: Element["children"]): Element["children"] {
  const hasElements = children.some((child) => typeof child !== "string");
  return hasElements ? children.filter((child) => typeof child !== "string" || child.trim() !== "") : children;
}

function safelyDecoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
