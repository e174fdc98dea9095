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
  ["ftp://x", "neither disk: nor s3:"],
  ["disk:relative/folder", "not an absolute path"],
  ["disk:", "not an absolute path"],
  ["s3:", "names no bucket"],
  ["s3://?region=x", "names no bucket"],
  ["s3://a b?region=x", "not an address"],
  ["s3://bucket/folder?region=x", "more than a bucket"],
  ["s3://bucket", "names no region"],
  ["s3://bucket?region=x&encryption=maybe", "AES256 or off"],
  ["s3://bucket?region=x&endpoint=localhost", "not an http address"],
  ["s3://bucket?region=x&secret=y", "no setting secret"],
])("the address %s is refused", (address, reason) => {
  expect(() => openStore(address)).toThrow(reason);
});
