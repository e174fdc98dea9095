// Converts the files of callers, and the forms that contain them, for upload.

/** A file: its path (in Node), its bytes, a Blob or a stream. Bytes, Blobs without a name and streams need `name`. */
export type Upload =
  | string
  | File
  | { readonly name: string; readonly data: Blob | Uint8Array | AsyncIterable<Uint8Array> };

type FormValue = Upload | boolean | number | readonly FormValue[] | object | undefined;

/**
 * Returns a form of the API. Undefined fields are left out. A list of files or texts repeats its field, and other lists
 * and objects are sent as JSON.
 */
export async function formOf(fields: object, files: readonly string[]): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields) as [string, FormValue][]) {
    const isFile = files.includes(name);
    // A list of files or names repeats its field. Any other list is a value in JSON.
    const isRepeated = Array.isArray(value) && (isFile || value.every((one) => typeof one === "string"));
    for (const one of isRepeated ? (value as readonly FormValue[]) : [value]) {
      if (one === undefined) continue;
      if (isFile) form.append(name, ...(await fileOf(one as Upload)));
      else form.append(name, typeof one === "object" ? JSON.stringify(one) : String(one));
    }
  }
  return form;
}

async function fileOf(upload: Upload): Promise<[Blob, string]> {
  if (typeof upload === "string") return [await openPath(upload), upload.split(/[\\/]/).at(-1)!];
  if (upload instanceof Blob) return [upload, upload.name];
  const { name, data } = upload;
  if (data instanceof Blob) return [data, name];
  if (data instanceof Uint8Array) return [new Blob([data as Uint8Array<ArrayBuffer>]), name];
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of data) pieces.push(piece as Uint8Array<ArrayBuffer>);
  return [new Blob(pieces), name];
}

/** Opens a file that is read from the disk while it is sent. Browsers have no paths. */
async function openPath(path: string): Promise<Blob> {
  const { openAsBlob } = await import("node:fs");
  return openAsBlob(path);
}
