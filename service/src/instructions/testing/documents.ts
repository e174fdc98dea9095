// Provides a document with its content JSON, and the engine's result for edits of it.

import { nodeZlib } from "@versus/engine/node-zlib";
import { type ContentJson, contentTask, editTask, type Refusal } from "@versus/engine/tasks";
import { documentOf } from "../../jobs/testing/documents.ts";

export interface EditableDocument {
  readonly content: string;
  readonly json: ContentJson;
  refusals(edits: readonly unknown[]): Promise<readonly Refusal[]>;
  /** Returns the texts of the body's paragraphs in the clean copy. */
  edited(edits: readonly unknown[]): readonly string[];
}

export function documentWith(...paragraphs: readonly string[]): EditableDocument {
  const document = documentOf(...paragraphs);
  const content = textOf(document);
  const edit = (edits: readonly unknown[]) =>
    editTask({ document, edits, author: "A", date: "2026-01-02T03:04:05Z", codec: nodeZlib });
  return {
    content,
    json: JSON.parse(content),
    refusals: async (edits) => {
      const outcome = edit(edits);
      return outcome.kind === "refused" ? outcome.refusals : [];
    },
    edited: (edits) => {
      const outcome = edit(edits);
      if (outcome.kind === "refused") throw new Error(outcome.refusals.map(({ message }) => message).join(" "));
      const { blocks }: ContentJson = JSON.parse(textOf(outcome.docx));
      return blocks.map(({ text }) => text);
    },
  };
}

function textOf(document: Uint8Array): string {
  return new TextDecoder().decode(contentTask({ document, codec: nodeZlib }).json);
}
