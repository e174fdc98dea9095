// The engines that run inside Node, each loaded only in the process that is to run it.

import type { CompareStage } from "@versus/engine";

export interface Engine {
  /** Told the stages as they begin, by the engine that has them. Throws when it cannot. */
  readonly compare: (documents: Documents, onStage: (stage: CompareStage) => void) => Promise<Uint8Array>;
}

export interface Documents {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export type EngineName = "versus" | "docxodus" | "wml-comparer" | "adeu";

export const engines: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  versus: loadVersus,
  docxodus: loadDocxodus,
  "wml-comparer": loadWmlComparer,
  adeu: loadAdeu,
};

const AUTHOR = "Bench";
const DATE = "2026-01-02T03:04:05Z";

async function loadVersus(): Promise<Engine> {
  const { compareTask, Failure } = await import("@versus/engine");
  const { nodeZlib } = await import("@versus/engine/node-zlib");
  const names = { before: "before.docx", after: "after.docx" };
  const settings = { names, author: AUTHOR, date: DATE, codec: nodeZlib, formats: ["docx"] } as const;
  return {
    async compare(documents, onStage) {
      try {
        return compareTask({ ...documents, ...settings, onProgress: onStage }).artifacts.get("docx")!;
      } catch (problem) {
        throw problem instanceof Failure ? new Error(problem.code) : problem;
      }
    },
  };
}

async function loadDocxodus(): Promise<Engine> {
  const { docxDiffCompare, initialize } = await import("docxodus/core");
  await initialize();
  return { compare: ({ before, after }) => docxDiffCompare(before, after, { authorForRevisions: AUTHOR }) };
}

/** Docxodus up to 7 was WmlComparer of Open-Xml-PowerTools. */
async function loadWmlComparer(): Promise<Engine> {
  const { compareDocuments, initialize } = await import("docxodus5");
  await initialize();
  return { compare: ({ before, after }) => compareDocuments(before, after, { authorName: AUTHOR }) };
}

/** Adeu finds edits between the texts of two documents, then makes them in the first. */
async function loadAdeu(): Promise<Engine> {
  const { _extractTextFromDoc, DocumentObject, generate_structured_edits, RedlineEngine } = await import("@adeu/core");
  type Read = Extract<ReturnType<typeof _extractTextFromDoc>, { structure: unknown }>;
  return {
    async compare(documents) {
      const before = await DocumentObject.load(Buffer.from(documents.before));
      const after = await DocumentObject.load(Buffer.from(documents.after));
      const [one, other] = [before, after].map((document) => _extractTextFromDoc(document, true, false, false, true));
      const [original, modified] = [one as Read, other as Read];
      const { edits } = generate_structured_edits(original.text, original.structure, modified.text, modified.structure);
      const { edits_skipped: skipped } = new RedlineEngine(before, AUTHOR).process_batch(edits);
      if (skipped > 0) throw new Error("some of its edits were skipped");
      return before.save();
    },
  };
}
