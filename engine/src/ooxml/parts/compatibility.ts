// Markup compatibility (ISO 29500-3): one rule for reading, and nothing is ever taken out.
//
// The rule: of an mc:AlternateContent we read the first mc:Choice whose required namespaces we all
// understand, else its mc:Fallback, else nothing; an element of a namespace that we do not
// understand and that the root names in mc:Ignorable is not read, unless mc:ProcessContent asks
// for what is in it. The tree keeps every branch: whoever writes into one has to write the others
// too, or remove them.

import { MC, type NameId, type NamespaceId, PLAIN } from "../xml/names.ts";
import { NO_NAME, NONE, type NodeId, type Tree } from "../xml/tree.ts";

/** What a reader needs to know to read a part by the rule. */
export interface Reading {
  readonly understood: ReadonlySet<NamespaceId>;
  readonly ignored: ReadonlySet<NamespaceId>;
  /** Ignored elements whose content is read all the same. */
  readonly processed: ReadonlySet<NameId>;
}

export function readingOf(tree: Tree, understood: ReadonlySet<NamespaceId>): Reading {
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

/** The children of a node as a reader meets them, branches chosen and ignored elements left out. */
export function readChildren(tree: Tree, node: NodeId, reading: Reading): NodeId[] {
  const children: NodeId[] = [];
  collectChildren(tree, node, { reading, into: children });
  return children;
}

function collectChildren(tree: Tree, node: NodeId, { reading, into }: { reading: Reading; into: NodeId[] }): void {
  for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
    const name = tree.name(child);
    if (name === MC.AlternateContent) {
      const branch = chooseBranch(tree, child, reading.understood);
      if (branch !== NONE) collectChildren(tree, branch, { reading, into });
    } else if (!isIgnored(tree, name, reading)) into.push(child);
    else if (reading.processed.has(name)) collectChildren(tree, child, { reading, into });
  }
}

function isIgnored(tree: Tree, name: NameId, { ignored }: Reading): boolean {
  return ignored.size > 0 && name !== NO_NAME && ignored.has(tree.names.namespaceOf(name));
}

/** The branch of an mc:AlternateContent that we read, or NONE. */
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
