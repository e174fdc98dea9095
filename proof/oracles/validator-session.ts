// Runs the Open XML SDK's validator in a separate process. Receives bytes and answers with errors.

import { answerQuestions, quietConsole } from "./answer-questions.ts";

quietConsole();
const { default: validate, ready } = await import("@ooxml-tools/validate");
await ready();
await answerQuestions(async ({ bytes }) => {
  const errors = await validate(new Uint8Array(Buffer.from(bytes, "base64")), "docx", "Microsoft365");
  return errors.map(({ id, description, path }) => ({ id, description, part: path.partUri, xpath: path.xpath }));
});
