// Loads the engines that run in Node, each only in the process that runs it.

import type { CompareStage } from "@versus/engine/tasks";

export interface Engine {
  /** Compares. An engine with stages calls `onStage` at the start of each. Throws an error if it cannot compare. */
  readonly compare: (documents: Documents, onStage: (stage: CompareStage) => void) => Promise<Compared>;
}

export interface Compared {
  readonly docx: Uint8Array;
  /** The number of counted steps, if the engine reports them. */
  readonly steps?: number;
}

export interface Documents {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export type EngineName = "versus" | "floor" | "docxodus" | "wml-comparer" | "adeu";

export const engines: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  versus: loadVersus,
  floor: loadFloor,
  docxodus: loadDocxodus,
  "wml-comparer": loadWmlComparer,
  adeu: loadAdeu,
};

const AUTHOR = "Bench";
const DATE = "2026-01-02T03:04:05Z";
/** Compression level, the same as in Versus's redlines. */
const LEVEL = 6;

async function loadVersus(): Promise<Engine> {
  const { compareTask, Failure } = await import("@versus/engine/tasks");
  const { nodeZlib } = await import("@versus/engine/node-zlib");
  const names = { before: "before.docx", after: "after.docx" };
  const settings = { names, author: AUTHOR, date: DATE, codec: nodeZlib, formats: ["docx"] } as const;
  return {
    async compare(documents, onStage) {
      try {
        const { artifacts, steps } = compareTask({ ...documents, ...settings, onProgress: onStage });
        return { docx: artifacts.get("docx")!, steps };
      } catch (problem) {
        throw problem instanceof Failure ? new Error(problem.code) : problem;
      }
    },
  };
}

/** Loads the minimum of any comparison of these documents: opening and parsing both, writing one. */
async function loadFloor(): Promise<Engine> {
  const { openDocument, storiesOf, W, wordNames } = await import("@versus/engine/inside");
  const { nodeZlib } = await import("@versus/engine/node-zlib");
  return {
    async compare(documents) {
      const names = wordNames();
      const [before, after] = [documents.before, documents.after].map((bytes) =>
        openDocument(bytes, { codec: nodeZlib, names }),
      );
      for (const document of [before!, after!]) storiesOf(document);
      // A part is written again only if something in it changed.
      const tree = after!.package.tree(after!.main);
      const body = tree.child(tree.root, W.body);
      tree.append(body, tree.element(W.bookmarkEnd, [[W.id, "0"]]));
      return { docx: after!.package.save(LEVEL) };
    },
  };
}

async function loadDocxodus(): Promise<Engine> {
  const { docxDiffCompare, initialize } = await import("docxodus/core");
  await initialize();
  return {
    async compare({ before, after }) {
      return { docx: await docxDiffCompare(before, after, { authorForRevisions: AUTHOR }) };
    },
  };
}

/** Loads WmlComparer of Open-Xml-PowerTools from docxodus 5. Until version 7, docxodus was that comparison. */
async function loadWmlComparer(): Promise<Engine> {
  const { compareDocuments, initialize } = await import("docxodus5");
  await initialize();
  return {
    async compare({ before, after }) {
      return { docx: await compareDocuments(before, after, { authorName: AUTHOR }) };
    },
  };
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
      return { docx: await before.save() };
    },
  };
}
