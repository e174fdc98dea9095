// Normalizes links and field codes, so that a link element and a link field read the same.

import type { NodeId, Tree } from "@versus/engine/inside";
import { attributeOf } from "./element-text.ts";

interface LinkPart {
  readonly tree: Tree;
  /** Returns the target of a relationship of the part. */
  readonly targetOf: (id: string) => string;
}

/** Returns the code of a field that is equivalent to a w:hyperlink. */
export function linkCode({ tree, targetOf }: LinkPart, link: NodeId): string {
  const attribute = (local: string): string | undefined => attributeOf(tree, link, local);
  const id = attribute("id");
  const target = id === undefined ? undefined : targetOf(id);
  const [address, part] = splitAddress(target ?? "");
  const anchor = attribute("anchor") ?? attribute("docLocation") ?? part;
  const pieces = [
    "HYPERLINK",
    ...(address === "" ? [] : [`"${address}"`]),
    ...(anchor === undefined ? [] : [`\\l "${anchor}"`]),
    ...(attribute("tooltip") === undefined ? [] : [`\\o "${attribute("tooltip")}"`]),
    ...(attribute("tgtFrame") === undefined ? [] : [`\\t "${attribute("tgtFrame")}"`]),
  ];
  return pieces.join(" ");
}

function splitAddress(target: string): [string, string | undefined] {
  const at = target.indexOf("#");
  return at < 0 ? [target, undefined] : [target.slice(0, at), target.slice(at + 1)];
}

/**
 * Returns a code with single spaces, and for a HYPERLINK code with its switches in order. An address with a fragment
 * after # reads like the equivalent switch.
 */
export function fieldCode(code: string): string {
  const words = code.match(/"(?:\\.|[^"\\])*"|\S+/g) ?? [];
  if (words[0]?.toUpperCase() !== "HYPERLINK") return words.join(" ");
  const switches = new Map<string, string>();
  let pending = "";
  for (const one of words.slice(1)) {
    if (/^\\[a-z]$/i.test(one)) pending = one.toLowerCase();
    else {
      const value = one.replace(/^"|"$/g, "").replaceAll("\\\\", "\\").replaceAll('\\"', '"');
      const [address, part] = pending === "" ? splitAddress(value) : [value, undefined];
      switches.set(pending, address);
      if (part !== undefined) switches.set("\\l", part);
      pending = "";
    }
  }
  const sorted = [...switches].filter(([, value]) => value !== "").sort(([one], [other]) => (one < other ? -1 : 1));
  return `HYPERLINK ${sorted.map(([name, value]) => `${name}=${value}`).join(" ")}`;
}
