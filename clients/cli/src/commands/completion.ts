// Runs `versus completion`: prints shell scripts that complete commands and options.
//
// The scripts are written from the table of commands.

import { onlyWord, readWords } from "../arguments/read-words.ts";
import { type Command, type CommandOptions, Misuse } from "../command.ts";

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Returns the command. `all` is called only when a script is written, because the command is in the list itself. */
export function completionOf(all: () => Promise<readonly Command[]>): Command {
  return {
    name: "completion",
    summary: "print a script that completes commands and options in a shell",
    usage: "versus completion bash|zsh|fish",
    help: `Prints a script for the shell. Switch it on:

  bash  versus completion bash > ~/.local/share/bash-completion/completions/versus
  zsh   versus completion zsh > "\${fpath[1]}/_versus"
  fish  versus completion fish > ~/.config/fish/completions/versus.fish

  -h, --help  print this help
`,
    options: {},
    run: async (words, { stdout }) => {
      const { positionals } = readWords(words, {});
      const shell = onlyWord(positionals, "The name of a shell");
      if (!isShell(shell)) throw new Misuse(`Unknown shell "${shell}". It must be ${Object.keys(SHELLS).join(", ")}.`);
      stdout.write(SHELLS[shell](await all()));
    },
  };
}

function isShell(word: string): word is keyof typeof SHELLS {
  return Object.hasOwn(SHELLS, word);
}

/** Returns the words for a command's options. */
function optionWords(options: CommandOptions = {}): string[] {
  const words = Object.entries(options).flatMap(([name, { short }]) => [
    `--${name}`,
    ...(short === undefined ? [] : [`-${short}`]),
  ]);
  return [...words, "--help"];
}

/** Returns a map of the words before the cursor to the words of command names that may follow. */
function nameWords(all: readonly Command[]): Map<string, string[]> {
  const following = new Map<string, string[]>();
  for (const { name } of all) {
    const words = name.split(" ");
    for (const [index, word] of words.entries()) {
      const before = words.slice(0, index).join(" ");
      following.set(before, [...new Set([...(following.get(before) ?? []), word])]);
    }
  }
  return following;
}

/** Returns the script for bash. If no command or option matches the word, the shell completes file names. */
function bashScript(all: readonly Command[]): string {
  const names = [...nameWords(all)].map(([before, words]) => `    "${before}") names="${words.join(" ")}" ;;`);
  const options = all.map(({ name, options: own }) => `    "${name}") options="${optionWords(own).join(" ")}" ;;`);
  return `# Completion of versus for bash. Written by: versus completion bash
_versus() {
  local word="\${COMP_WORDS[COMP_CWORD]}" first="\${COMP_WORDS[1]}" names="" options="--help" before="" command=""
  [ "$COMP_CWORD" -eq 2 ] && before="$first"
  case "$before" in
${names.join("\n")}
  esac
  [ "$COMP_CWORD" -gt 2 ] && names=""
  for command in "$first \${COMP_WORDS[2]}" "$first"; do
    case "$command" in
${options.join("\n").replaceAll(/^ {4}/gm, "      ")}
      *) continue ;;
    esac
    break
  done
  if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word"))
  else COMPREPLY=($(compgen -W "$names" -- "$word"))
  fi
}
complete -o default -F _versus versus
`;
}

/** Returns the script for zsh, which can read the script for bash. */
function zshScript(all: readonly Command[]): string {
  return `#compdef versus
autoload -U +X bashcompinit && bashcompinit
${bashScript(all)}`;
}

function fishScript(all: readonly Command[]): string {
  const names = all.map(({ name, summary }) => {
    const words = name.split(" ");
    const [first = "", second] = words;
    const isSeen = second === undefined ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${first}`;
    return `complete -c versus -n '${isSeen}' -a '${second ?? first}' -d '${quoted(summary)}'`;
  });
  const groups = [...new Set(all.filter(({ name }) => name.includes(" ")).map(({ name }) => name.split(" ")[0]!))];
  const first = groups.map((group) => `complete -c versus -n '__fish_use_subcommand' -a '${group}'`);
  const options = all.flatMap(({ name, options: own = {} }) =>
    Object.entries(own).map(([option, { type, short }]) => {
      const seen = name
        .split(" ")
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join("; and ");
      const letter = short === undefined ? "" : ` -s ${short}`;
      return `complete -c versus -n '${seen}' -l ${option}${letter}${type === "string" ? " -r" : ""}`;
    }),
  );
  return `# Completion of versus for fish. Written by: versus completion fish\n${[...first, ...names, ...options].join("\n")}\n`;
}

function quoted(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
}
