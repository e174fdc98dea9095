// Reads a multipart form as it arrives: files stream into the object store, and texts are kept.
//
// Nothing large is ever in memory. Fields may come in any order.
//
// The first violation of a rule ends the reading. Stored files are deleted, and the one being stored is given up. The
// rest of the body is read and dropped for a while, because a client that still sends would otherwise see a cut
// connection instead of our answer. A client that is too slow is cut off after the answer.

import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { ApiError, type ErrorDetail, refusalFor } from "../contract/api-error.ts";
import { extensionOf, uploadedName } from "../contract/file-names.ts";
import type { FileRule, FormRules, ReceivedFile, ReceivedForm, TextRule } from "../contract/forms.ts";
import { listed, unknownField } from "../contract/invalid-values.ts";
import { limits } from "../contract/limits.ts";
import { isWritable } from "../contract/writable-json.ts";
import { type ObjectStore, type OrganizationKey, TooLarge } from "../storage/object-store.ts";
import { type FlowLimits, mostFormBytes, TooSlow, watchFlow } from "./form-flow.ts";

export interface FormPlace {
  readonly store: ObjectStore;
  readonly organization: OrganizationKey;
  readonly objectKey: (field: string, position: number) => string;
  /** Returns the part of a text that enters the digest. Default: the whole text. */
  readonly digested?: (field: string, value: string) => string;
  /** Aborted when the client closes the connection. */
  readonly signal: AbortSignal;
  /** Limits of speed. Default: no minimum speed. */
  readonly flow?: FlowLimits;
}

export interface StoredForm extends ReceivedForm {
  /**
   * Equal for equal forms: it covers names, values, file names and file contents, in order, without undigested fields.
   */
  readonly digest: Uint8Array;
  /** The keys of its files, and of adopted objects. */
  readonly objectKeys: readonly string[];
}

interface FormSource {
  readonly raw: Readable;
  readonly headers: IncomingHttpHeaders;
}

/** Reads the form. Throws an ApiError for a form that breaks its rules; then nothing of it remains in the store. */
export async function receiveForm(source: FormSource, rules: FormRules, place: FormPlace): Promise<StoredForm> {
  const reading = new FormReading(rules, place);
  try {
    await reading.read(source);
    return reading.form();
  } catch (error) {
    if (error instanceof TooSlow) cutSoon(source.raw);
    else await dropRest(source.raw, mostFormBytes(rules));
    await reading.giveUp(error);
    throw error;
  }
}

interface FilePart {
  readonly kind: "file";
  readonly field: string;
  readonly fileName: string;
  readonly objectKey: string;
  readonly stream: Readable;
  stored?: { readonly size: number; readonly sha256: Uint8Array };
}

interface TextPart {
  readonly kind: "text";
  readonly field: string;
  readonly value: string;
}

class FormReading {
  readonly #rules: FormRules;
  readonly #place: FormPlace;
  readonly #parts: (FilePart | TextPart)[] = [];
  readonly #storing: Promise<void>[] = [];

  constructor(rules: FormRules, place: FormPlace) {
    this.#rules = rules;
    this.#place = place;
  }

  /** Fulfilled when everything has arrived and is stored. */
  async read({ raw, headers }: FormSource): Promise<void> {
    const parser = openParser(headers, this.#rules);
    let unwatch = () => {};
    try {
      await new Promise<void>((resolve, reject) => {
        parser.on("file", (field, stream, fileName) => {
          // The stream is destroyed with the form, and its reader receives the error.
          stream.on("error", () => {});
          const storing = this.#takeFile(field, stream, fileName);
          this.#storing.push(storing);
          storing.catch(reject);
        });
        parser.on("field", (field, value, _, isCut) => {
          try {
            this.#takeText(field, value, isCut);
          } catch (error) {
            reject(error);
          }
        });
        parser.on("finish", resolve);
        // The parser does not finish if the header of a part has no end. Then everything is read and stored, and
        // nothing follows.
        parser.on("prefinish", () => void this.#allStored().then(() => reject(brokenForm())));
        parser.on("error", () => reject(brokenForm()));
        raw.on("error", () => reject(brokenForm()));
        raw.on("close", () => {
          if (!raw.readableEnded) reject(brokenForm());
        });
        const flow = { leastBytes: 0, ...this.#place.flow, mostBytes: mostFormBytes(this.#rules) };
        unwatch = watchFlow({ raw, parser }, flow, reject);
        raw.pipe(parser);
      });
      await Promise.all(this.#storing);
    } finally {
      unwatch();
      raw.unpipe(parser);
    }
  }

  /** Waits for all files, and until after the moment in which a complete form finishes. */
  async #allStored(): Promise<void> {
    await setImmediate();
    await Promise.allSettled(this.#storing);
    await setImmediate();
    await setImmediate();
  }

  /** Returns the form. Throws if a field is missing, a file is empty, or a choice has no or several of its fields. */
  form(): StoredForm {
    const problems = this.#problems();
    if (problems.length > 0) throw refusalFor("INVALID_REQUEST", problems);
    const files = this.#files();
    const objectKeys = files.map(({ objectKey }) => objectKey);
    return {
      files: (field) => files.filter((file) => file.field === field).map(receivedFile),
      texts: (field) => this.#parts.flatMap((part) => (part.kind === "text" && part.field === field ? part.value : [])),
      digest: digestOf(
        this.#parts.filter(({ field }) => ruleFor(this.#rules.texts, field)?.undigested !== true),
        this.#place,
      ),
      objectKeys,
      adopt: (objectKey) => void objectKeys.push(objectKey),
      signal: this.#place.signal,
    };
  }

  /** Stops the storing, and removes the form's files from the store. */
  async giveUp(reason: unknown): Promise<void> {
    const files = this.#files();
    for (const { stream, stored } of files) {
      if (stored === undefined) stream.destroy(reason instanceof Error ? reason : brokenForm());
    }
    await Promise.allSettled(this.#storing);
    const kept = files.filter(({ stored }) => stored !== undefined).map(({ objectKey }) => objectKey);
    if (kept.length > 0) await this.#place.store.delete(kept);
  }

  async #takeFile(field: string, stream: Readable, givenName: string | undefined): Promise<void> {
    const rule = ruleFor(this.#rules.files, field);
    if (rule === undefined) throw this.#refusedField(field, "a file");
    const position = this.#countOf(field);
    if (position >= rule.most) throw tooOften(field, rule);
    const fileName = uploadedName(givenName ?? "");
    if (fileName === "") throw badField(field, "MISSING_FIELD", `\`${field}\` needs a file name.`);
    if (!rule.extensions.includes(extensionOf(fileName))) throw unsupportedType(field, rule);
    const part: FilePart = { kind: "file", field, fileName, stream, objectKey: this.#place.objectKey(field, position) };
    this.#parts.push(part);
    await this.#store(part);
  }

  async #store(part: FilePart): Promise<void> {
    const { store, organization } = this.#place;
    // The parser would wait for ever on a stream that the store destroyed, so the stream ends with the form.
    const content = part.stream.iterator({ destroyOnReturn: false });
    try {
      part.stored = await store.put(part.objectKey, content, { organization, mostBytes: limits.sourceBytes });
    } catch (error) {
      throw error instanceof TooLarge ? tooLarge(part.field) : error;
    }
  }

  #takeText(field: string, value: string, isCut: boolean): void {
    const rule = ruleFor(this.#rules.texts, field);
    if (rule === undefined) throw this.#refusedField(field, "text");
    if (this.#countOf(field) >= rule.most) throw tooOften(field, rule);
    if (this.#textBytes(value) > (this.#rules.textBytes ?? Number.POSITIVE_INFINITY)) throw tooMuchText(this.#rules);
    if (isCut || Buffer.byteLength(value) > rule.mostBytes) {
      throw badField(field, "INVALID_VALUE", `\`${field}\` must be at most ${rule.mostBytes} bytes long.`);
    }
    const { mostCharacters = Number.POSITIVE_INFINITY } = rule;
    if ([...value].length > mostCharacters) {
      throw badField(field, "INVALID_VALUE", `\`${field}\` must be at most ${mostCharacters} characters long.`);
    }
    if (rule.mostCharacters !== undefined && !isWritable(value)) {
      throw badField(field, "INVALID_VALUE", `\`${field}\` must not contain the character U+0000.`);
    }
    if (rule.values !== undefined && !rule.values.includes(value)) {
      const message = `\`${field}\` must be ${listed(rule.values)}.`;
      throw refusalFor("INVALID_REQUEST", [{ ...detailOf(field, "INVALID_VALUE", message), allowed: rule.values }]);
    }
    this.#parts.push({ kind: "text", field, value });
  }

  /** Returns the bytes of the texts so far, including this one. */
  #textBytes(value: string): number {
    const values = this.#parts.flatMap((part) => (part.kind === "text" ? [part.value] : []));
    return [...values, value].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  }

  #refusedField(field: string | undefined, came: "a file" | "text"): ApiError {
    const name = field ?? "";
    const rules: Readonly<Record<string, FileRule | TextRule>> = { ...this.#rules.files, ...this.#rules.texts };
    if (ruleFor(rules, name) === undefined)
      return refusalFor("INVALID_REQUEST", [unknownField(name.slice(0, 80), name, Object.keys(rules))]);
    const wanted = came === "text" ? "a file, with a file name" : "text, without a file name";
    return badField(name, "INVALID_VALUE", `\`${name}\` must be ${wanted}.`);
  }

  #problems(): ErrorDetail[] {
    const rules = Object.entries<FileRule | TextRule>({ ...this.#rules.files, ...this.#rules.texts });
    const { choices = [] } = this.#rules;
    const isChoice = (field: string): boolean => choices.some((fields) => fields.includes(field));
    const isLacking = (field: string, least: number): boolean => {
      const count = this.#countOf(field);
      return count < least && (count > 0 || !isChoice(field));
    };
    const missing = rules.filter(([field, { least }]) => isLacking(field, least)).map(missingField);
    const chosen = choices.flatMap((fields) => this.#choiceProblems(fields));
    const empty = this.#files().filter(({ stored }) => stored?.size === 0);
    const emptied = empty.map(({ field }) => detailOf(field, "INVALID_VALUE", `\`${field}\` is an empty file.`));
    return [...missing, ...chosen, ...emptied];
  }

  #choiceProblems(fields: readonly [string, ...string[]]): ErrorDetail[] {
    const [given, other] = fields.filter((field) => this.#countOf(field) > 0);
    const names = listed(fields.map((field) => `\`${field}\``));
    if (given === undefined) return [detailOf(fields[0], "MISSING_FIELD", `${names} is required.`)];
    return other === undefined ? [] : [detailOf(other, "INVALID_VALUE", `Send ${names}, not both.`)];
  }

  #countOf(field: string): number {
    return this.#parts.filter((part) => part.field === field).length;
  }

  #files(): FilePart[] {
    return this.#parts.filter((part) => part.kind === "file");
  }
}

/** A field may have the name of a property that every object has. */
function ruleFor<Rule>(rules: Readonly<Record<string, Rule>>, field: string): Rule | undefined {
  return Object.hasOwn(rules, field) ? rules[field] : undefined;
}

// Sizes that no honest form reaches; the parser stops there.
const headerBytes = 16 * 1024;
const headerLines = 32;

function openParser(headers: IncomingHttpHeaders, rules: FormRules): BusboyInstance {
  const fieldSize = Math.max(1, ...Object.values(rules.texts).map(({ mostBytes }) => mostBytes + 1));
  const most = [...Object.values(rules.files), ...Object.values(rules.texts)].reduce((sum, rule) => sum + rule.most, 0);
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { fieldSize, parts: most + 1, headerPairs: headerLines, headerSize: headerBytes },
    });
  } catch {
    throw brokenForm();
  }
}

function receivedFile({ fileName, objectKey, stored }: FilePart): ReceivedFile {
  if (stored === undefined) throw new Error("a file of a complete form is stored");
  return { fileName, objectKey, ...stored };
}

// Each piece has its length in front, so that two forms never give the same bytes.
function digestOf(
  parts: readonly (FilePart | TextPart)[],
  { digested = (_, value) => value }: Pick<FormPlace, "digested">,
): Uint8Array {
  const digest = createHash("sha256");
  const add = (piece: string | Uint8Array): void => {
    const bytes = Buffer.from(piece);
    digest.update(`${bytes.length}:`).update(bytes);
  };
  for (const part of parts) {
    add(part.kind);
    add(part.field);
    add(part.kind === "text" ? digested(part.field, part.value) : part.fileName);
    if (part.kind === "file") add(receivedFile(part).sha256);
  }
  return digest.digest();
}

/** For so long, and for at most the bytes of a form, the rest of a body is read from a client that still sends. */
const dropMilliseconds = 10_000;
const answerMilliseconds = 1_000;

async function dropRest(raw: Readable, mostBytes: number): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return;
  let bytes = 0;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, dropMilliseconds);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    raw.on("data", (piece: Uint8Array) => {
      bytes += piece.length;
      if (bytes > mostBytes) end();
    });
    for (const event of ["end", "error", "close"]) raw.once(event, end);
    raw.resume();
  });
  if (!raw.readableEnded) cutSoon(raw);
}

/** Stops reading, and closes the connection when the answer has had time to leave. */
function cutSoon(raw: Readable): void {
  raw.removeAllListeners("data");
  raw.pause();
  setTimeout(() => raw.destroy(), answerMilliseconds);
}

function detailOf(field: string, reason: string, message: string): ErrorDetail {
  return { field: field.slice(0, 80), reason, message };
}

function missingField([field, { least, most }]: [string, FileRule | TextRule]): ErrorDetail {
  const message = most > 1 && least > 1 ? `Send \`${field}\` at least ${least} times.` : `\`${field}\` is required.`;
  return detailOf(field, "MISSING_FIELD", message);
}

function badField(field: string, reason: string, message: string): ApiError {
  return refusalFor("INVALID_REQUEST", [detailOf(field, reason, message)]);
}

function tooOften(field: string, { most }: FileRule | TextRule): ApiError {
  return badField(field, "INVALID_VALUE", `Send \`${field}\` ${most === 1 ? "once" : `at most ${most} times`}.`);
}

function unsupportedType(field: string, { extensions }: FileRule): ApiError {
  const message = `\`${field}\` must be a ${listed(extensions)} file.`;
  return refusalFor("UNSUPPORTED_FILE_TYPE", [{ ...detailOf(field, "INVALID_VALUE", message), allowed: extensions }]);
}

function tooLarge(field: string): ApiError {
  const message = `\`${field}\` must be at most ${limits.sourceBytes / (1024 * 1024)} MB.`;
  return refusalFor("FILE_TOO_LARGE", [detailOf(field, "INVALID_VALUE", message)]);
}

function tooMuchText({ textBytes = 0 }: FormRules): ApiError {
  return new ApiError(
    "REQUEST_TOO_LARGE",
    `The text fields of the form must have at most ${textBytes / 1024} KB together.`,
  );
}

function brokenForm(): ApiError {
  return new ApiError(
    "INVALID_REQUEST",
    "The body is not a complete multipart/form-data form. Send it again, with the boundary that its Content-Type names.",
  );
}
