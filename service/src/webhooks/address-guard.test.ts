// Tests which addresses deliveries may be sent to.

import { describe, expect, test } from "vitest";
import { addressGuard } from "./address-guard.ts";

const isAllowed = addressGuard([]);

const refusedAddresses = {
  loopback: ["127.0.0.1", "127.255.255.254", "::1", "0:0:0:0:0:0:0:1"],
  unspecified: ["0.0.0.0", "0.1.2.3", "::"],
  private: ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  "unique local": ["fc00::1", "fd12:3456::1"],
  "link local": ["169.254.0.1", "fe80::1", "fe80::1%eth0", "febf::1", "fec0::1"],
  metadata: ["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16", "169.254.170.2"],
  "carrier grade NAT": ["100.64.0.1", "100.127.255.255"],
  benchmark: ["198.18.0.1", "198.19.255.255", "2001:2::1"],
  documentation: ["192.0.2.1", "198.51.100.7", "203.0.113.9", "2001:db8::1", "3fff::1"],
  protocol: ["192.0.0.1", "192.0.0.170", "192.88.99.1"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"],
  "reserved and broadcast": ["240.0.0.1", "255.255.255.255"],
  mapped: [
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::FFFF:10.0.0.1",
    "::ffff:169.254.169.254",
    "0:0:0:0:0:ffff:c0a8:0101",
  ],
  "translated, of a private address": ["64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe"],
  "translated locally": ["64:ff9b:1::808:808"],
  compatible: ["::127.0.0.1", "::8.8.8.8"],
  "6to4": ["2002:7f00:1::", "2002:808:808::1"],
  teredo: ["2001:0:1:2:3:4:5:6"],
  discard: ["100::1"],
  "no address": ["", "localhost", "example.com", "127.1", "2130706433", "0x7f000001", "1.2.3.4.5", "[::1]"],
};

describe.each(Object.entries(refusedAddresses))("%s", (_, addresses) => {
  test.each(addresses)("%j is refused", (address) => expect(isAllowed(address)).toBe(false));
});

test.each([
  ...["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1", "192.167.255.255"],
  ...["198.17.255.255", "198.20.0.1", "223.255.255.255", "169.253.1.1", "11.0.0.1", "168.63.129.17"],
  ...["2606:4700:4700::1111", "2a00:1450:4001:81b::200e", "2001:4860:4860::8888", "64:ff9b::808:808", "::ffff:8.8.8.8"],
])("%s is allowed: it is public", (address) => expect(isAllowed(address)).toBe(true));

test("a range that the operator allows is allowed, in every form of its addresses, and nothing beside it", () => {
  const isAllowedThere = addressGuard(["10.1.0.0/16", "fd00:1::/32", "127.0.0.1"]);
  for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::a01:203", "fd00:1::9", "127.0.0.1", "8.8.8.8"]) {
    expect(isAllowedThere(address), address).toBe(true);
  }
  for (const address of ["10.2.0.1", "127.0.0.2", "fd00:2::1", "::1", "::ffff:10.2.0.1", "169.254.169.254"]) {
    expect(isAllowedThere(address), address).toBe(false);
  }
});

test("every address of a refused IPv4 range is refused mapped and translated too", () => {
  for (let byte = 0; byte < 256; byte++) {
    const inner = `${byte}.64.0.1`;
    expect(isAllowed(`::ffff:${inner}`), inner).toBe(isAllowed(inner));
    expect(isAllowed(`64:ff9b::${inner}`), inner).toBe(isAllowed(inner));
  }
});
