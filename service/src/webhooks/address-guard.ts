// Decides which addresses deliveries may be sent to.
//
// Only addresses of the public internet and the ranges that the operator allows are permitted, so that no webhook
// reaches the network of the service. An IPv6 address that represents an IPv4 address (mapped, or translated by NAT64)
// is treated as that IPv4 address. Any other IPv6 address must be global unicast, and must not contain another address
// (6to4, Teredo).

import { BlockList, isIP } from "node:net";

export type IsAllowed = (address: string) => boolean;

/**
 * Special ranges of IPv4 (RFC 6890 and its successors), and one public address that is an internal service of a cloud.
 */
const refusedRanges = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "168.63.129.16/32",
  // Ranges of global unicast: protocol assignments including Teredo, documentation, 6to4.
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
];
const globalUnicast = listOf(["2000::/3"]);
const refused = listOf(refusedRanges);

/**
 * Returns the guard. `allowed` contains ranges such as 10.1.0.0/16, and single addresses. Text that is not an address
 * is refused.
 */
export function addressGuard(allowed: readonly string[]): IsAllowed {
  const own = listOf(allowed);
  return (address) => {
    const kind = isIP(address);
    if (kind === 0 || address.includes("%")) return false;
    if (kind === 4) return isIn(own, address, "ipv4") || !isIn(refused, address, "ipv4");
    if (isIn(own, address, "ipv6")) return true;
    const inner = innerAddress(address);
    if (inner !== undefined) return isIn(own, inner, "ipv4") || !isIn(refused, inner, "ipv4");
    return isIn(globalUnicast, address, "ipv6") && !isIn(refused, address, "ipv6");
  };
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function isIn(list: BlockList, address: string, family: "ipv4" | "ipv6"): boolean {
  return list.check(address, family);
}

/** Returns the IPv4 address of a mapped (::ffff:0:0/96) or translated (64:ff9b::/96) address, or undefined. */
function innerAddress(address: string): string | undefined {
  const groups = groupsOf(address);
  const front = groups.slice(0, 6).join(":");
  if (front !== "0:0:0:0:0:ffff" && front !== "64:ff9b:0:0:0:0") return undefined;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

/** Returns the eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser normalizes every spelling of an address.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [front = "", back] = written.split("::");
  const [before, after] = [front, back ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const zeros = back === undefined ? 0 : 8 - before!.length - after!.length;
  return [...before!, ...Array.from({ length: zeros }, () => "0"), ...after!];
}
