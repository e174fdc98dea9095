// Returns the lines that a person pastes into a shell to turn the two contracts into a redline.

import type { Demo } from "./demo.ts";

type Shown = Pick<Demo, "url" | "key" | "folder">;

export function demoWords({ url, key, folder }: Shown): string {
  return `
Versus runs at ${url} (its description: ${url}/docs).
Two contracts, and all data until Ctrl-C removes it, are in ${folder}.

Compare them: paste these lines into another terminal. They leave redline.docx in the folder that you are in.

URL=${url} KEY=${key} DEMO=${folder}
${demoLines}
Open redline.docx in Word or LibreOffice. Ctrl-C here ends everything and removes what was made.
`;
}

/** Bash commands from the key to the redline in the current folder. The README has the same lines. */
const demoLines = `ID=$(curl -sS -H "Authorization: Bearer $KEY" -F original=@$DEMO/contract.docx -F modified=@$DEMO/contract-revised.docx $URL/v1/compare | grep -o 'cmp_[0-9a-z]*')
until curl -sS -H "Authorization: Bearer $KEY" $URL/v1/compare/$ID | tee comparison.json | grep -qE '"(ready|failed)"'; do sleep 1; done
curl -sS -o redline.docx "$(grep -o 'http[^"]*' comparison.json)"
`;
