// Fuzzes the engine's reader and writer of archives with damaged archives.
//
// The reader returns a Failure or an archive that is consistent with its directory. It never throws another error and
// never uses more memory than declared. An opened archive is written so that it reads the same, also from front to
// back. An undamaged archive within the limits is always opened.

import { openArchive, type ReaderLimits } from "@versus/engine/inside";
import { Failure } from "@versus/engine/tasks";
import { type Counts, demand, type Target } from "../target.ts";
import { buildZip } from "./build-zip.ts";
import {
  type Archive,
  checkKept,
  checkLimits,
  checkReplaced,
  isSame,
  orFailure,
  readEntries,
  watchedCodec,
} from "./check-archive.ts";
import { checkPackage } from "./check-package.ts";
import { generateZip, type ZipCase } from "./generate-zip.ts";
import { buildMutated, mutationNames } from "./mutate-zip.ts";
import { archiveFeatures, outcomeFeatures } from "./zip-features.ts";

export const zipTarget: Target<ZipCase> = {
  name: "zip",
  features: [...archiveFeatures, ...mutationNames, ...outcomeFeatures],
  exceptions: [],
  generate: generateZip,
  check: checkZip,
  shrinking: {
    length: ({ plan, mutations }) => mutations.length + plan.entries.length,
    without: leaveOut,
  },
  show: showZip,
};

function checkZip(input: ZipCase, counts: Counts): void {
  const { plan, mutations, limits, features } = input;
  for (const feature of [...features, ...mutations.map(({ name }) => name)]) counts.add(feature);
  const bytes = buildMutated(plan, mutations);
  const archive = orFailure(() => openArchive(bytes, limits));
  if (archive instanceof Failure) {
    counts.add(isOfLimits(archive) ? "refused for a limit" : "refused");
    demand(isOfLimits(archive) ? mayBeRefused(input) : mutations.length > 0, "a sound archive is opened", () =>
      String(archive),
    );
  } else {
    counts.add(mutations.length > 0 ? "opened though mutated" : "opened");
    const codec = watchedCodec(limits);
    checkLimits(archive, limits);
    const contents = readEntries(archive, codec, counts);
    if (mutations.length === 0) checkContents(input, archive, contents);
    checkKept(archive, codec, counts);
    checkReplaced(archive, codec, counts);
  }
  const refusal = checkPackage(bytes, limits, counts);
  const mustOpen = input.isDocument && mutations.length === 0 && !(archive instanceof Failure);
  demand(!mustOpen || refusal === undefined || isOfLimits(refusal), "a sound document is opened", () =>
    String(refusal),
  );
}

function isOfLimits({ code }: Failure): boolean {
  return code === "EXPANDS_TOO_LARGE" || code === "TOO_MANY_PARTS";
}

/**
 * True if the archive may be refused: it breaks a limit according to its plan, or it is mutated and may claim anything.
 */
function mayBeRefused({ plan, mutations, limits }: ZipCase): boolean {
  if (mutations.length > 0) return true;
  const sizes = plan.entries.map(({ content }) => content.length);
  const isTight = limits.fileBytes < buildZip(plan).bytes.length || limits.entries < sizes.length;
  return isTight || sizes.reduce((sum, size) => sum + size, 0) > limits.unpackedBytes || expandsFar(plan, limits);
}

function expandsFar({ entries }: ZipCase["plan"], limits: ReaderLimits): boolean {
  return entries.some(({ content, method }) => method === "deflated" && content.length > limits.ratioFreeBytes);
}

function checkContents({ plan }: ZipCase, archive: Archive, contents: readonly (Uint8Array | Failure)[]): void {
  demand(contents.length === plan.entries.length, "a sound archive has all its entries");
  for (const [index, { content, name, isUtf8 }] of plan.entries.entries()) {
    const text = Buffer.from(name).toString(isUtf8 ? "utf8" : "latin1");
    demand(archive.entries[index]!.name === text, "a sound entry has its name", () => `${text.length} characters`);
    const read = contents[index]!;
    demand(!(read instanceof Failure) && isSame(read, content), "a sound entry is read as it was packed", () =>
      String(read),
    );
  }
}

/** The sequence to shrink has the mutations first, then the entries. */
function leaveOut(from: ZipCase, first: number, end: number): ZipCase {
  const stays = (index: number) => index < first || index >= end;
  const { mutations, plan } = from;
  return {
    ...from,
    isDocument: from.isDocument && end <= mutations.length,
    mutations: mutations.filter((_, index) => stays(index)),
    plan: { ...plan, entries: plan.entries.filter((_, index) => stays(mutations.length + index)) },
  };
}

const MOST_SHOWN = 3000;

function showZip({ plan, mutations }: ZipCase): string {
  const done = mutations.map(({ name, seed }) => `${name} (${seed})`).join(", ");
  const base64 = Buffer.from(buildMutated(plan, mutations)).toString("base64");
  return `${plan.entries.length} entries; ${done || "nothing"} done to them\nbase64 ${base64.slice(0, MOST_SHOWN)}`;
}
