import { describe, expect, test } from "vitest";
import { accept, compare, content, open, save, toJson } from "../src/index.ts";
import { docx, p } from "../testing/documents.ts";
import { browserCodec } from "./browser-codec.ts";
import { nodeZlib } from "./node-zlib.ts";

const text = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => ((index * index * 31) >> 7) % 61);
const sizes = [0, 1, 60, 5000, 40_000, 200_000];

describe("the codec of a browser", () => {
  test.each(sizes)("inflates %i bytes that Node deflated, and the other way round", (size) => {
    const bytes = text(size);
    expect(browserCodec.inflate(nodeZlib.deflate(bytes, 6), size)).toEqual(bytes);
    expect(nodeZlib.inflate(browserCodec.deflate(bytes, 6), size)).toEqual(bytes);
    expect(browserCodec.crc32(bytes)).toBe(nodeZlib.crc32(bytes));
  });

  test.each(sizes)("deflates %i bytes in two pieces that are one stream", (size) => {
    const bytes = text(size);
    const half = bytes.subarray(0, size >> 1);
    const pieces = [
      browserCodec.deflate(half, 6, { isLast: false }),
      browserCodec.deflate(bytes.subarray(size >> 1), 6, { after: half.subarray(-32_768), isLast: true }),
    ];
    expect(nodeZlib.inflate(Buffer.concat(pieces), size)).toEqual(bytes);
  });

  test("deflates a piece of any length, at any level, so that another can follow", () => {
    for (let size = 0; size < 400; size += 3) {
      const [bytes, level] = [text(size), 1 + (size % 9)];
      const first = browserCodec.deflate(bytes, level, { isLast: false });
      const second = browserCodec.deflate(bytes, level, { after: bytes, isLast: false });
      const stream = Buffer.concat([first, second, browserCodec.deflate(bytes, level, { isLast: true })]);
      const whole = Buffer.from(nodeZlib.inflate(stream, 3 * size));
      expect(whole.equals(Buffer.concat([bytes, bytes, bytes]))).toBe(true);
    }
  });

  test("refuses data that is cut, broken, or gives more than it says", () => {
    const deflated = nodeZlib.deflate(text(5000), 6);
    expect(() => browserCodec.inflate(deflated.subarray(0, -20), 5000)).toThrow();
    expect(() => browserCodec.inflate(Uint8Array.of(7, 7, 7, 7), 5000)).toThrow();
    expect(() => browserCodec.inflate(deflated, 4999)).toThrow(RangeError);
    const bomb = nodeZlib.deflate(new Uint8Array(1 << 26), 9);
    expect(() => browserCodec.inflate(bomb, 1000)).toThrow(RangeError);
  });

  test("a redline made with it holds what one made with Node's holds", () => {
    const [before, after] = ["in 30 days", "in 60 days"].map((words) => docx(`${p(words)}${p("The end.")}`));
    const [there, here] = [browserCodec, nodeZlib].map((codec) =>
      compare(open(before!, codec), open(after!, codec), { author: "Ann", date: "2026-01-02T03:04:05Z" }),
    );
    expect(toJson(there!)).toEqual(toJson(here!));
    const [theirs, ours] = [there!, here!].map(({ document }) => open(save(document), nodeZlib));
    expect(content(theirs!)).toEqual(content(ours!));
    expect(content(accept(theirs!)).blocks.map((block) => block.text)).toEqual(["in 60 days", "The end."]);
  });
});
