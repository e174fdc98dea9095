// Reads the properties of equal elements once: a document repeats a few thousands of times.
//
// Equal bytes in one part have equal meaning, because a prefix has one meaning in a part, or the bytes themselves
// rebind it. Nothing is remembered for a changed tree.

import { ByteNumbers } from "../../ooxml/same-bytes.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";

/** Returns a function that reads elements of one tree, and calls `read` once for equal bytes. */
export function remembered<Value>(tree: Tree, read: (node: NodeId) => Value): (node: NodeId) => Value {
  if (tree.isChanged) return read;
  const numbers = new ByteNumbers();
  const known: Value[] = [];
  const nothing = read(NONE);
  return (node) => {
    if (node === NONE) return nothing;
    const number = numbers.numberOf(tree.spanBytes(node));
    // Numbers count up from 1, so a new one is the next.
    if (number > known.length) known.push(read(node));
    return known[number - 1]!;
  };
}
