// Tests how edits are built from an instruction and repaired.

import { editTypes } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { ApiError } from "../contract/api-error.ts";
import { type BuildParts, buildEdits, type InstructionCall } from "./build-edits.ts";
import { type Answer, type Prompt, ProviderFault } from "./provider.ts";
import { documentWith } from "./testing/documents.ts";

const document = documentWith("Term", "The notice period is thirty days.", "The fee is 100 euros.");
const instruction = "Change the notice period to sixty days.";

const replaced = { type: "replace", paragraphs: { index: 1 }, text: { match: "thirty" }, content: "sixty" };
const answerOf = (edits: readonly unknown[], asked = instruction) => JSON.stringify({ steps: [{ asked, edits }] });

/** Returns one answer after the other, and records the prompts. */
function scripted(...answers: readonly (string | Answer | ProviderFault)[]) {
  const prompts: Prompt[] = [];
  const faults: unknown[] = [];
  const parts: BuildParts = {
    provider: {
      ask: async (prompt) => {
        const answer = answers[prompts.length];
        prompts.push(prompt);
        if (answer === undefined) throw new Error("asked too often");
        if (answer instanceof ProviderFault) throw answer;
        return typeof answer === "string" ? { kind: "text", text: answer } : answer;
      },
    },
    mostContentBytes: 100_000,
    seconds: 10,
    random: (size) => Buffer.alloc(size, 7),
    onFault: (fault) => faults.push(fault),
  };
  return { parts, prompts, faults };
}

function contentOf(text: string): InstructionCall["content"] {
  const bytes = Buffer.from(text);
  return { size: bytes.length, read: async () => bytes };
}

const call: InstructionCall = {
  organization: { instruction: true },
  instruction,
  replacementText: undefined,
  allow: undefined,
  content: contentOf(document.content),
  check: document.refusals,
  signal: new AbortController().signal,
};

async function refused(parts: BuildParts, over: Partial<InstructionCall> = {}): Promise<ApiError> {
  const problem = await buildEdits({ ...call, ...over }, parts).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(ApiError);
  return problem as ApiError;
}

test("[INS-11] an answer that is right is given back, after one question", async () => {
  const { parts, prompts } = scripted(answerOf([replaced]));
  const edits = await buildEdits(call, parts);
  expect(edits).toEqual([replaced]);
  expect(document.edited(edits)[1]).toBe("The notice period is sixty days.");
  expect(prompts).toHaveLength(1);
});

test("[INS-2] the model is given the instruction, the schema, and the document between boundaries", async () => {
  const { parts, prompts } = scripted(answerOf([replaced]));
  await buildEdits(call, parts);
  const [{ system, turns } = { system: "", turns: [] }] = prompts;
  const boundary = "07".repeat(16);
  expect(turns.map(({ role }) => role)).toEqual(["user"]);
  expect(turns[0]?.text).toContain(`--- ${boundary} instruction\n${instruction}\n`);
  expect(turns[0]?.text).toContain(`--- ${boundary} document\n${document.content}\n--- ${boundary} end\n`);
  for (const type of Object.keys(editTypes)) expect(system).toContain(`"type":{"const":"${type}"}`);
  expect(system).not.toContain(boundary);
});

test("[INS-11] what the engine refuses goes back once, with its reason, and a repaired answer is taken", async () => {
  const wrong = { ...replaced, text: { match: "ninety" } };
  const { parts, prompts } = scripted(answerOf([wrong]), answerOf([replaced]));
  expect(await buildEdits(call, parts)).toEqual([replaced]);
  expect(prompts[1]?.turns.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  expect(prompts[1]?.turns[1]?.text).toBe(answerOf([wrong]));
  expect(prompts[1]?.turns[2]?.text).toContain('"edit":0,');
  expect(prompts[1]?.turns[2]?.text).toContain("TEXT_NOT_FOUND");
});

test.each([
  ["no JSON", "Of course!", "INVALID_ANSWER"],
  ["an unknown field", answerOf([{ ...replaced, because: "x" }]), "UNKNOWN_FIELD"],
  ["an unknown type", answerOf([{ type: "run_program" }]), "UNKNOWN_TYPE"],
  ["words that nobody said", answerOf([replaced], "Set the fee to 1 euro."), "NOT_ASKED"],
  ["edits of more than 200 KB", answerOf([{ ...replaced, content: "x".repeat(205_000) }]), "INVALID_ANSWER"],
])("[INS-12] %s, twice, is not understood; the caller is told by reasons alone", async (_, answer, reason) => {
  const { parts, prompts } = scripted(answer, answer);
  const refusal = await refused(parts);
  expect(refusal).toMatchObject({ code: "INSTRUCTION_NOT_UNDERSTOOD", status: 400 });
  expect(refusal.details).toMatchObject([{ reason }]);
  expect(prompts).toHaveLength(2);
  const told = refusal.message + JSON.stringify(refusal.details);
  expect(told).not.toMatch(/notice|fee|euro|because|run_program/);
});

test("a fault of the engine's check is passed on", async () => {
  const { parts } = scripted(answerOf([replaced]));
  const gone = new ApiError("CONTENT_DELETED");
  const check = () => Promise.reject(gone);
  expect(await refused(parts, { check })).toBe(gone);
});

test.each([
  ["place", /no place that fits/],
  ["choice", /Several places/],
  ["text", /replacement_text/],
  ["operation", /No edit type/],
  ["change", /no change/],
])("[INS-13] what the model says is missing (%s) is told at once", async (code, words) => {
  const { parts, prompts } = scripted(JSON.stringify({ missing: code }));
  const refusal = await refused(parts);
  expect(refusal.code).toBe("INSTRUCTION_NOT_UNDERSTOOD");
  expect(refusal.message).toMatch(words);
  expect(prompts).toHaveLength(1);
});

test.each<Answer["kind"] & ("cut" | "declined")>(["cut", "declined"])(
  "[INS-13] an answer that was %s is not asked for again",
  async (kind) => {
    const { parts, prompts } = scripted({ kind });
    expect((await refused(parts)).code).toBe("INSTRUCTION_NOT_UNDERSTOOD");
    expect(prompts).toHaveLength(1);
  },
);

test.each(["unreachable", "slow", "busy", "misconfigured", "unreadable"] as const)(
  "[INS-14] a provider that is %s is away for now, and the operator learns of it",
  async (kind) => {
    const { parts, faults } = scripted(new ProviderFault(kind, { status: 500 }));
    const refusal = await refused(parts);
    expect(refusal).toMatchObject({ code: "SERVICE_UNAVAILABLE", headers: { "retry-after": "10" } });
    expect(faults).toEqual([{ kind, status: 500 }]);
  },
);

test.each([
  [1, "10"],
  [42, "42"],
  [86_400, "600"],
])("[INS-14] a provider that wants to be left alone for %i seconds is given %s", async (retrySeconds, told) => {
  const { parts } = scripted(new ProviderFault("busy", { status: 429, retrySeconds }));
  expect((await refused(parts)).headers).toEqual({ "retry-after": told });
});

test("[INS-14] a provider that does not take the request would not take it again", async () => {
  const { parts } = scripted(new ProviderFault("refused", { status: 400 }));
  expect((await refused(parts)).code).toBe("INSTRUCTION_NOT_UNDERSTOOD");
});

test("[INS-1] the switch of the organization, a missing provider and a long document: nobody is asked", async () => {
  const { parts, prompts } = scripted();
  const off = await refused(parts, { organization: { instruction: false } });
  const missing = await refused({ ...parts, provider: undefined });
  const size = 10 * 1024 * 1024;
  const long = await refused(parts, { content: { size, read: () => Promise.reject(new Error("read")) } });
  for (const refusal of [off, missing, long]) expect(refusal.code).toBe("INSTRUCTION_UNAVAILABLE");
  expect(long.message).toMatch(/has 10240 KB, at most 98 KB/);
  expect(prompts).toEqual([]);
});

test("[INS-20] replacement_text is shown with its token, and comes back as it was given", async () => {
  const text = "Either party may end this “Agreement” –\nwith $& notice.\n";
  const token = `{{replacement-${"07".repeat(8)}}}`;
  const asked = "After the fee, add the text.";
  const edit = {
    type: "insert_paragraphs",
    destination: { paragraph: { index: 2 }, position: "after" },
    new_paragraphs: [{ content: token }],
  };
  const retyped = { ...edit, new_paragraphs: [{ content: "Either party may end." }] };
  const { parts, prompts } = scripted(answerOf([retyped], asked), answerOf([edit], asked));
  const edits = await buildEdits({ ...call, instruction: asked, replacementText: text }, parts);
  expect(document.edited(edits).slice(3)).toEqual(["Either party may end this “Agreement” –", "with $& notice."]);
  expect(prompts[0]?.turns[0]?.text).toContain(`The token of replacement_text is ${token}.`);
  expect(prompts[1]?.turns[2]?.text).toContain("REPLACEMENT_MISSING");
});
