// Tests reading the addresses of S3 stores.

import { expect, test } from "vitest";
import { openStore, readS3Address } from "./open-store.ts";

test("an address of Amazon's store names bucket and region, and asks for encryption", () => {
  expect(readS3Address("s3://my-bucket?region=eu-west-2")).toEqual({
    bucket: "my-bucket",
    region: "eu-west-2",
    encryption: "AES256",
  });
});

test("an address of another store names its endpoint, and may do without encryption", () => {
  const address = "s3://my.bucket/?region=default&endpoint=http%3A%2F%2F127.0.0.1%3A7480&encryption=off";
  expect(readS3Address(address)).toEqual({
    bucket: "my.bucket",
    region: "default",
    endpoint: "http://127.0.0.1:7480",
    encryption: "off",
  });
});

test.each([
  ["ftp://x", "disk: or s3:"],
  ["disk:relative/folder", "absolute path"],
  ["disk:", "absolute path"],
  ["s3:", "one bucket"],
  ["s3://?region=x", "one bucket"],
  ["s3://a b?region=x", "s3://bucket"],
  ["s3://bucket/folder?region=x", "one bucket"],
  ["s3://bucket", "region"],
  ["s3://bucket?region=x&encryption=maybe", "AES256 or off"],
  ["s3://bucket?region=x&endpoint=localhost", "endpoint"],
  ["s3://bucket?region=x&secret=y", "secret"],
])("the address %s is refused", (address, reason) => {
  expect(() => openStore(address)).toThrow(reason);
});
