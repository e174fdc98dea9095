// Returns the code blocks of a Markdown text, as a reader copies them.

import assert from "node:assert/strict";

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

export function codeBlocksOf(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = "", text = ""]) => ({ language, text }));
}

/** Returns the first code block of a language. */
export function codeBlockOf(markdown: string, language: string): string {
  const block = codeBlocksOf(markdown).find((each) => each.language === language);
  assert.ok(block, `there is no block of ${language}`);
  return block.text;
}
