// The code blocks of a Markdown text, and one shell program that runs them in their order.

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

export function codeBlocksOf(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = "", text = ""]) => ({ language, text }));
}

/** How the blocks of each language are run, as the guides tell their readers. */
const programs: Readonly<Record<string, { readonly ending: string; readonly command: string }>> = {
  ts: { ending: "ts", command: "node" },
  python: { ending: "py", command: "python3" },
};

/** Files of a program that does not end by itself: they are saved, and `npm run acceptance -- viewer` runs them. */
const saved: Readonly<Record<string, string>> = { js: "server.mjs", html: "page.html" };

/** Bash. Throws for a block that nobody could run. */
export function programOf(blocks: readonly CodeBlock[]): string {
  const steps = blocks.map(({ language, text }, index) => {
    if (language === "sh") return text;
    const program = programs[language];
    if (saved[language] !== undefined) return save(saved[language], text);
    if (program === undefined) throw new Error(`a code block of ${language || "no language"} cannot be run`);
    const file = `block-${index}.${program.ending}`;
    return `${save(file, text)}${program.command} ${file}\n`;
  });
  return steps.join("\n");
}

function save(file: string, text: string): string {
  return `cat > ${file} <<'END_OF_BLOCK'\n${text}END_OF_BLOCK\n`;
}
