// The names of the platform the engine may use, and nothing else: each is pure, and the same in Node, in a
// worker and in a browser. The engine is compiled with no other platform declarations (tsconfig.json beside
// this file); every other compilation takes these two names from @types/node.

declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}
