// Reads markup compatibility (ISO 29500-3) by one rule and never removes any markup.
//
// - In an mc:AlternateContent, the reader takes the first mc:Choice whose required namespaces are all understood. Without one
//   it takes the mc:Fallback, and without that nothing.
// - An element is skipped if its namespace is not understood and the root names it in mc:Ignorable. The reader still reads the
//   content of such an element if mc:ProcessContent names the element.
// The tree keeps every branch. Code that writes into one branch must also write the others, or remove them.

import { MC, type NameId, type NamespaceId, PLAIN } from "../xml/names.ts";
import { NO_NAME, NONE, type NodeId, type Tree } from "../xml/tree.ts";

/** The namespaces that a reader of a part understands, and those that it ignores. */
export interface NamespaceRules {
  readonly understood: ReadonlySet<NamespaceId>;
  readonly ignored: ReadonlySet<NamespaceId>;
  /** Ignored elements whose content is read. */
  readonly processed: ReadonlySet<NameId>;
}

export function readingOf(tree: Tree, understood: ReadonlySet<NamespaceId>): NamespaceRules {
  const prefixes = listOf(tree, MC.Ignorable);
  const namespaces = prefixes.map((prefix) => tree.bindingOf(tree.root, prefix)?.namespace);
  const ignored = namespaces.filter((namespace) => namespace !== undefined && !understood.has(namespace));
  const processed = listOf(tree, MC.ProcessContent).map((written) => {
    const [prefix, local] = written.split(":") as [string, string | undefined];
    const namespace = tree.bindingOf(tree.root, prefix)?.namespace;
    return namespace === undefined ? undefined : tree.names.nameId(namespace, local ?? "");
  });
  return {
    understood,
    ignored: new Set(ignored as NamespaceId[]),
    processed: new Set(processed.filter((name) => name !== undefined)),
  };
}

/** Returns the children of a node as a reader finds them: branches are chosen and ignored elements are skipped. */
export function readChildren(tree: Tree, node: NodeId, reading: NamespaceRules): NodeId[] {
  const children: NodeId[] = [];
  collectChildren(tree, node, { reading, into: children });
  return children;
}

function collectChildren(
  tree: Tree,
  node: NodeId,
  { reading, into }: { reading: NamespaceRules; into: NodeId[] },
): void {
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    const name = tree.name(child);
    if (name === MC.AlternateContent) {
      const branch = chooseBranch(tree, child, reading.understood);
      if (branch !== NONE) collectChildren(tree, branch, { reading, into });
    } else if (!isIgnored(tree, name, reading)) into.push(child);
    else if (reading.processed.has(name)) collectChildren(tree, child, { reading, into });
  }
}

function isIgnored(tree: Tree, name: NameId, { ignored }: NamespaceRules): boolean {
  return ignored.size > 0 && name !== NO_NAME && ignored.has(tree.names.namespaceOf(name));
}

/** Returns the branch of an mc:AlternateContent that is read, or NONE. */
function chooseBranch(tree: Tree, alternatives: NodeId, understood: ReadonlySet<NamespaceId>): NodeId {
  for (let branch = tree.firstChild(alternatives); branch !== NONE; branch = tree.nextSibling(branch)) {
    if (tree.name(branch) === MC.Fallback) return branch;
    if (tree.name(branch) !== MC.Choice) continue;
    const required = split(tree.attribute(branch, PLAIN.Requires)).map(
      (prefix) => tree.bindingOf(branch, prefix)?.namespace,
    );
    if (required.every((namespace) => namespace !== undefined && understood.has(namespace))) return branch;
  }
  return NONE;
}

function listOf(tree: Tree, name: NameId): string[] {
  return split(tree.attribute(tree.root, name));
}

function split(list: string | undefined): string[] {
  return (list ?? "").split(/\s+/).filter((entry) => entry !== "");
}
