// Properties read once for all that are written alike: a document says the same few things thousands of times.
//
// Two elements of one part with the same bytes say the same, for prefixes mean one thing in a part, or what is
// bound anew is so in the bytes. In a tree that was changed nothing is remembered.

import { ByteNumbers } from "../../ooxml/same-bytes.ts";
import { NONE, type NodeId, type Tree } from "../../ooxml/xml/tree.ts";

/** Reads elements of one tree by a function of what they say. */
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
