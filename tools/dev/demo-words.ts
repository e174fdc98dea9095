// What a person is told to try: lines to paste into a shell that turn the two contracts into a redline.

import type { Demo } from "./demo.ts";

type Shown = Pick<Demo, "url" | "key" | "original" | "modified">;

export function demoWords(demo: Shown): string {
  return `
Versus runs at ${demo.url} (its description: ${demo.url}/docs).
An API key:    ${demo.key}
Two contracts: ${demo.original}
               ${demo.modified}

Compare them; these lines leave the redline in the folder that you are in:

${demoScript(demo)}
Open redline.docx in Word or LibreOffice. Ctrl-C ends everything and removes what was made.
`;
}

/** Bash, from the key to the redline in the current folder. */
function demoScript({ url, key, original, modified }: Shown): string {
  return `KEY=${key}
ID=$(curl -sS -H "Authorization: Bearer $KEY" -F original=@${original} -F modified=@${modified} ${url}/v1/compare | grep -o 'cmp_[0-9a-z]*')
until curl -sS -H "Authorization: Bearer $KEY" "${url}/v1/compare/$ID" | tee job.json | grep -qE '"(ready|failed)"'; do sleep 1; done
curl -sS -o redline.docx "$(grep -o 'http[^"]*' job.json)"
`;
}
