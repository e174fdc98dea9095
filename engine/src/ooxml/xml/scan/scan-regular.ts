// size: the loop keeps its state in local variables; split into functions it runs a quarter slower.
//
// Reads markup while it is regular: plain text, and tags without declarations whose names are known. In a regular tag, single
// blanks separate the attributes and all values have double quotes. That is nearly all of what programs write. The loop stops
// before anything irregular: an error, a new name or an unusual blank. `scan.ts` reads that item, and refuses it if needed.
// Invariant: this loop refuses nothing and decides nothing; `scan.ts` would read the same.

import { ATTRIBUTE_USE, ELEMENT_USE, UNKNOWN } from "../qualified-names.ts";
import {
  ATTRIBUTE_NAME,
  ATTRIBUTE_SIZE,
  ATTRIBUTE_VALUE,
  ATTRIBUTES,
  END,
  NAME,
  NEXT,
  NODE_SIZE,
  PARENT,
  START,
  TEXT,
} from "../span-tree.ts";
import { EQUALS, GREATER, LESS, NAME_CLASS, QUOTE, SLASH, SPACE, TEXT_STOP, VALUE_STOP } from "./characters.ts";
import { FIRST_IN_NAME, LONG_CHARACTER } from "./lexer.ts";
import { DOCUMENT_DEPTH, type ScanState } from "./scan-state.ts";

/** Reads from a byte inside the root element. Returns the offset of the first irregular item. */
export function scanRegular(state: ScanState, from: number): number {
  const { bytes, nodes, attributes, open, names, lastElementWith } = state;
  // Local variables avoid a lookup of the imported tables at every use.
  const [textStop, valueStop, nameClass] = [TEXT_STOP, VALUE_STOP, NAME_CLASS];
  const lastRecord = nodes.length - NODE_SIZE;
  const lastAttribute = attributes.length - ATTRIBUTE_SIZE;
  let { depth, count, attributeCount } = state;
  let parent = open[depth - 1]!;
  let at = from;
  scan: while (count * NODE_SIZE <= lastRecord) {
    const record = count * NODE_SIZE;
    let end = at;
    let byte = bytes[at]!;
    if (byte !== LESS) {
      while (textStop[byte] === 0) {
        end += 1;
        byte = bytes[end]!;
      }
      if (byte !== LESS) break;
      nodes[record + START] = at;
      nodes[record + END] = end;
      nodes[record + NEXT] = count + 1;
      nodes[record + PARENT] = parent;
      nodes[record + NAME] = TEXT;
      nodes[record + ATTRIBUTES] = attributeCount;
      count += 1;
      at = end;
      continue;
    }

    if (bytes[at + 1] === SLASH) {
      const opened = parent * NODE_SIZE;
      const startTag = nodes[opened + START]!;
      const length = names.byteLength(nodes[opened + NAME]!);
      let index = 1;
      while (index <= length && bytes[at + 1 + index] === bytes[startTag + index]) index += 1;
      if (index <= length || bytes[at + 2 + length] !== GREATER) break;
      if (depth - 1 === state.scopeDepth || depth - 1 === DOCUMENT_DEPTH) break;
      at += length + 3;
      nodes[opened + END] = at;
      nodes[opened + NEXT] = count;
      depth -= 1;
      parent = open[depth - 1]!;
      continue;
    }

    end = at + 1;
    byte = bytes[end]!;
    if (nameClass[byte] !== FIRST_IN_NAME) break;
    let hash = 0;
    for (let kind = FIRST_IN_NAME; kind > 0 && kind < LONG_CHARACTER; kind = nameClass[byte]!) {
      hash = (Math.imul(hash, 31) + byte) | 0;
      end += 1;
      byte = bytes[end]!;
    }
    const name = names.known(at + 1, end, hash, ELEMENT_USE);
    if (name === UNKNOWN) break;

    let attribute = attributeCount * ATTRIBUTE_SIZE;
    while (byte === SPACE) {
      const nameStart = end + 1;
      end = nameStart;
      byte = bytes[end]!;
      if (nameClass[byte] !== FIRST_IN_NAME || attribute > lastAttribute) break scan;
      hash = 0;
      for (let kind = FIRST_IN_NAME; kind > 0 && kind < LONG_CHARACTER; kind = nameClass[byte]!) {
        hash = (Math.imul(hash, 31) + byte) | 0;
        end += 1;
        byte = bytes[end]!;
      }
      if (byte !== EQUALS || bytes[end + 1] !== QUOTE) break scan;
      const attributeName = names.known(nameStart, end, hash, ATTRIBUTE_USE);
      if (attributeName === UNKNOWN || names.isDeclaration(attributeName)) break scan;
      const twin = names.twin(attributeName);
      // Marks of a tag that turns out to be irregular are harmless, because this loop does not see its node number again.
      if (lastElementWith[twin] === count) break scan;
      lastElementWith[twin] = count;
      end += 2;
      attributes[attribute + ATTRIBUTE_NAME] = attributeName;
      attributes[attribute + ATTRIBUTE_VALUE] = end;
      attribute += ATTRIBUTE_SIZE;
      byte = bytes[end]!;
      while (valueStop[byte] === 0) {
        end += 1;
        byte = bytes[end]!;
      }
      if (byte !== QUOTE) break scan;
      end += 1;
      byte = bytes[end]!;
    }

    const isEmpty = byte === SLASH && bytes[end + 1] === GREATER;
    if (!isEmpty && (byte !== GREATER || depth === open.length)) break;
    nodes[record + START] = at;
    nodes[record + PARENT] = parent;
    nodes[record + NAME] = name;
    nodes[record + ATTRIBUTES] = attributeCount;
    attributeCount = attribute / ATTRIBUTE_SIZE;
    if (isEmpty) {
      nodes[record + END] = end + 2;
      nodes[record + NEXT] = count + 1;
      at = end + 2;
    } else {
      open[depth] = count;
      depth += 1;
      parent = count;
      at = end + 1;
    }
    count += 1;
  }
  state.depth = depth;
  state.count = count;
  state.attributeCount = attributeCount;
  return at;
}
