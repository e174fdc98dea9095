// Builds multipart bodies for tests byte by byte, so that invalid ones are possible.

export interface TestPart {
  readonly name?: string;
  /** Set if the part is a file. */
  readonly fileName?: string;
  readonly content: string | Uint8Array;
  readonly type?: string;
}

export const boundary = "----versus-test-0123456789";

export const formHeaders = { "content-type": `multipart/form-data; boundary=${boundary}` };

export function formBody(parts: readonly TestPart[]): Buffer {
  return Buffer.concat([...parts.map(partBytes), Buffer.from(`--${boundary}--\r\n`)]);
}

export function file(name: string, fileName: string, content: string | Uint8Array = "content"): TestPart {
  return { name, fileName, content };
}

export function text(name: string, content: string): TestPart {
  return { name, content };
}

function partBytes({ name, fileName, content, type }: TestPart): Buffer {
  const named = name === undefined ? "" : `; name="${name}"`;
  const filed = fileName === undefined ? "" : `; filename="${fileName}"`;
  const kind = type ?? (fileName === undefined ? undefined : "application/octet-stream");
  const head = [
    `Content-Disposition: form-data${named}${filed}`,
    ...(kind === undefined ? [] : [`Content-Type: ${kind}`]),
  ];
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head.join("\r\n")}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
}
