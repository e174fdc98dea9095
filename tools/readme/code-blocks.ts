// Reads the code blocks of a Markdown text, and writes a shell program that runs them in order.

export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

export function codeBlocksOf(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = "", text = ""]) => ({ language, text }));
}

/** The file extension and the command that run the blocks of each language, as the guides describe. */
const programs: Readonly<Record<string, { readonly ending: string; readonly command: string }>> = {
  ts: { ending: "ts", command: "node" },
  python: { ending: "py", command: "python3" },
};

/** Files of a program that does not end by itself: they are saved, and `npm run acceptance -- viewer` runs them. */
const saved: Readonly<Record<string, string>> = { js: "server.mjs", html: "page.html" };

/** Returns a Bash program. Throws an error for a block that cannot be run. */
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
