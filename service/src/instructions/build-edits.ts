// Builds edits from an instruction in plain English with the configured language model.
//
// The answer of the model is not trusted. It is parsed strictly, checked against the instruction (bounds/), validated
// like explicit edits, and applied to the document. Problems are returned to the model once. Except for the resulting
// edits, nothing of the instruction, the document or the answer is logged or returned.

import { type ContentJson, checkEdits, type Refusal, type UntrackedKind } from "@versus/engine/tasks";
import { ApiError, type ErrorDetail } from "../contract/api-error.ts";
import type { CallerOrganization } from "../contract/app.ts";
import type { RandomBytes } from "../contract/ids.ts";
import { limits } from "../contract/limits.ts";
import { checkBounds } from "./bounds/check-bounds.ts";
import { type AnswerProblem, answerProblem, sentenceOf } from "./problem.ts";
import { firstPrompt, repairPrompt, type Task } from "./prompt.ts";
import { type FaultKind, type Prompt, type Provider, ProviderFault } from "./provider.ts";
import { missing, readAnswer } from "./read-answer.ts";
import { fillIn, makeReplacement } from "./replacement.ts";

export interface InstructionParts {
  /** Undefined if no provider is configured. */
  readonly provider: Provider | undefined;
  /** Maximum size of the content JSON that is sent. */
  readonly mostContentBytes: number;
  /** Time limit of all questions to the provider for one instruction. */
  readonly seconds: number;
  readonly random: RandomBytes;
  /** Takes a slot for a call of the organization and returns the function that releases it. Throws RATE_LIMITED. */
  readonly admit: (organizationId: string) => Promise<() => Promise<void>>;
  /** Called with the reason why the provider did not answer. */
  readonly onFault: (fault: { readonly kind: FaultKind; readonly status: number | undefined }) => void;
}

/** The caller of `buildEdits` already has a slot. */
export type BuildParts = Omit<InstructionParts, "admit">;

export interface InstructionCall {
  readonly organization: Pick<CallerOrganization, "instruction">;
  readonly instruction: string;
  readonly replacementText: string | undefined;
  /** The kinds of untracked effects that the caller allows. Undefined means those that the instruction asks for. */
  readonly allow: readonly UntrackedKind[] | undefined;
  /** The stored content JSON of the file. It is not read if it is too long. */
  readonly content: { readonly size: number; readonly read: () => Promise<Uint8Array> };
  /** Returns the engine's refusals of well-formed edits on this document. */
  readonly check: (edits: readonly unknown[]) => Promise<readonly Refusal[]>;
  /** Aborted if the caller disconnects. */
  readonly signal: AbortSignal;
}

/** Returns the provider. Throws INSTRUCTION_UNAVAILABLE if no provider may be asked. */
export function requireInstructions(
  { instruction }: Pick<CallerOrganization, "instruction">,
  { provider }: Pick<InstructionParts, "provider">,
): Provider {
  if (provider === undefined) {
    throw new ApiError("INSTRUCTION_UNAVAILABLE", "No language model is configured. Send `edits`.");
  }
  if (instruction) return provider;
  throw new ApiError("INSTRUCTION_UNAVAILABLE", "Instructions are switched off for the organization. Send `edits`.");
}

/**
 * Returns edits that the engine accepts. Throws INSTRUCTION_UNAVAILABLE, INSTRUCTION_NOT_UNDERSTOOD, INVALID_REQUEST
 * for a replacement text that no document can contain, SERVICE_UNAVAILABLE if the provider does not answer, and the
 * errors of `check`.
 */
export async function buildEdits(call: InstructionCall, parts: BuildParts): Promise<readonly unknown[]> {
  const provider = requireInstructions(call.organization, parts);
  const { instruction, replacementText, allow } = call;
  const replacement = replacementText === undefined ? undefined : makeReplacement(replacementText, parts.random);
  requireShort(call.content.size, parts.mostContentBytes);
  const content = Buffer.from(await call.content.read()).toString("utf8");
  const task: Task = { instruction, content, replacement, allow };
  const document: ContentJson = JSON.parse(content);
  const ask = asker(provider, AbortSignal.any([call.signal, AbortSignal.timeout(parts.seconds * 1000)]), parts);

  const first = firstPrompt(task, parts.random);
  const answer = await ask(first);
  const outcome = await examine(answer, { call, task, document });
  if ("edits" in outcome) return outcome.edits;
  const repaired = await examine(await ask(repairPrompt(first, answer, outcome.problems)), { call, task, document });
  if ("edits" in repaired) return repaired.edits;
  throw notUnderstood(repaired.problems);
}

function requireShort(size: number, mostBytes: number): void {
  if (size <= mostBytes) return;
  const [has, most] = [size, mostBytes].map((bytes) => Math.ceil(bytes / 1024));
  const message = `The document is too long for an instruction: its content JSON has ${has} KB, at most ${most} KB are allowed. Send \`edits\`.`;
  throw new ApiError("INSTRUCTION_UNAVAILABLE", message);
}

/** Returns a function that asks for the text of an answer. If the model does not give one, it throws a refusal. */
function asker(provider: Provider, signal: AbortSignal, { onFault }: BuildParts) {
  return async (prompt: Prompt): Promise<string> => {
    try {
      const answer = await provider.ask(prompt, signal);
      if (answer.kind === "text") return answer.text;
      throw new ApiError(
        "INSTRUCTION_NOT_UNDERSTOOD",
        answer.kind === "cut"
          ? "The language model could not return all edits in one answer. Ask for fewer changes."
          : "The language model declined to answer. Rephrase the instruction, or send `edits`.",
      );
    } catch (problem) {
      if (!(problem instanceof ProviderFault)) throw problem;
      onFault({ kind: problem.kind, status: problem.status });
      throw refusalOf(problem);
    }
  };
}

const leastRetrySeconds = 10;
const mostRetrySeconds = 600;

function refusalOf({ kind, retrySeconds = 0 }: ProviderFault): ApiError {
  if (kind === "refused") {
    const message =
      "The language model rejected the request, most likely because the document is too long for it. Send `edits`.";
    return new ApiError("INSTRUCTION_NOT_UNDERSTOOD", message);
  }
  const seconds = Math.min(Math.max(retrySeconds, leastRetrySeconds), mostRetrySeconds);
  return new ApiError(
    "SERVICE_UNAVAILABLE",
    "The language model is temporarily unavailable. Nothing was changed; try again later.",
    {
      headers: { "retry-after": String(seconds) },
    },
  );
}

type BuiltEdits = { readonly edits: readonly unknown[] } | { readonly problems: readonly AnswerProblem[] };

interface Examination {
  readonly call: InstructionCall;
  readonly task: Task;
  readonly document: ContentJson;
}

/** Checks an answer. Throws INSTRUCTION_NOT_UNDERSTOOD if the model reports that something is missing. */
async function examine(answer: string, { call, task, document }: Examination): Promise<BuiltEdits> {
  const read = readAnswer(answer);
  if (read.kind === "missing") throw new ApiError("INSTRUCTION_NOT_UNDERSTOOD", missing[read.what]);
  if (read.kind === "wrong") return read;
  const { edits, problems } = fillIn(
    read.built.map(({ edit }) => edit),
    task.replacement,
  );
  if (problems.length > 0) return { problems };
  const formal = [...sizeProblems(edits), ...checkEdits(edits)];
  if (formal.length > 0) return { problems: formal };
  const built = read.built.map((one, index) => ({ ...one, edit: edits[index] }));
  const beyond = checkBounds(built, { ...call, content: document });
  if (beyond.length > 0) return { problems: beyond };
  const refused = await call.check(edits);
  return refused.length > 0 ? { problems: refused } : { edits };
}

function sizeProblems(edits: readonly unknown[]): AnswerProblem[] {
  if (Buffer.byteLength(JSON.stringify(edits)) <= limits.editBytes) return [];
  return [answerProblem(`The edits have more than ${limits.editBytes / 1024} KB.`)];
}

/**
 * Returns the refusal with reasons only. The words of the problems come from the model and may be those of the
 * document.
 */
function notUnderstood(problems: readonly AnswerProblem[]): ApiError {
  const details = problems.map(
    (problem): ErrorDetail => ({
      ...(problem.edit === undefined ? {} : { edit: problem.edit }),
      reason: problem.reason,
      message: sentenceOf(problem),
    }),
  );
  const sentences = [...new Set(details.map(({ message }) => message))].slice(0, 3);
  const message = `The instruction could not be turned into valid edits: ${sentences.join("; ")}.`;
  return new ApiError("INSTRUCTION_NOT_UNDERSTOOD", message, { details });
}
