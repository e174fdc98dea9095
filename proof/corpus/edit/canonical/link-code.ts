// Links and the codes of fields, so that a link that is an element and one that is a field read alike.

import type { NodeId, Tree } from "@versus/engine/inside";
import { attributeOf } from "./element-text.ts";

interface LinkPart {
  readonly tree: Tree;
  /** What a relationship of the part leads to. */
  readonly targetOf: (id: string) => string;
}

/** The code of the field that says what a w:hyperlink says. */
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

/** A code with its switches in order: an address with a part after # reads like the switch that says the same. */
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
