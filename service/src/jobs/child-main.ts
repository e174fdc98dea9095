// Runs as a child process of the sandbox: takes one task at a time, and answers.
//
// Document work runs only here. warm-child.ts watches the time and memory of this process from outside.

import { openDocument, type WordDocument, wordNames } from "@versus/engine/inside";
import { nodeZlib } from "@versus/engine/node-zlib";
import {
  type CompareRequest,
  compareTask,
  contentTask,
  countWords,
  createTask,
  decideTask,
  editTask,
  Failure,
  type HistoryJson,
  historyTask,
  type MergeRequest,
  mergeTask,
  printTask,
  readPartTask,
  type SourceName,
  scheduleTask,
  selectiveTask,
  wordsIn,
} from "@versus/engine/tasks";
import { readLegend } from "../pdf/legend-facts.ts";
import {
  type BindChildTask,
  type ChildAnswer,
  type ChildTask,
  type CompareChildTask,
  type ConvertPdfChildTask,
  type Crashed,
  type CreateChildTask,
  childReady,
  type DecideChildTask,
  type EditChildTask,
  type HistoryChildTask,
  type MergeChildTask,
  type ProbeChildTask,
  type Read,
  type Refused,
  type SelectiveChildTask,
} from "./child-protocol.ts";
import { engineFormatsFor, viewOf, withPages } from "./redline-pages.ts";

process.on("message", async (task: ChildTask) => tell(await answer(task)));
process.on("disconnect", () => process.exit());
tell(childReady);

function tell(message: ChildAnswer | typeof childReady): void {
  process.send?.(message);
}

async function answer(task: ChildTask): Promise<ChildAnswer> {
  try {
    return await work(task);
  } catch (problem) {
    if (problem instanceof Failure) return refusal(problem);
    if (isOutOfMemory(problem)) return { kind: "killed", reason: "memory" };
    return crash(problem);
  }
}

function work(task: ChildTask): ChildAnswer | Promise<ChildAnswer> {
  switch (task.kind) {
    case "compare":
      return compare(task);
    case "merge":
      return merge(task);
    case "view":
      return { kind: "viewed", view: viewOf(task.fragment) };
    case "history":
      return trace(task);
    case "read":
      return read(task.document);
    case "read_part":
      return readPartTask({ ...task, codec: nodeZlib });
    case "create":
      return create(task);
    case "selective":
      return select(task);
    case "edit":
      return edit(task);
    case "decide":
      return decide(task);
    case "print":
      return { kind: "printed", ...printTask({ bytes: task.document, codec: nodeZlib }) };
    case "bind":
      return bind(task);
    case "schedule":
      return { kind: "scheduled", schedule: scheduleTask({ ...task, codec: nodeZlib }) };
    case "check":
      return { kind: "checked", notices: openDocument(task.document, { codec: nodeZlib, names: wordNames() }).notices };
    case "convert_pdf":
      return convert(task);
    case "probe":
      return probe(task);
  }
}

/** The PDF writer is loaded with the first task that needs it. */
async function bind({ format, legend: sources, ...printed }: BindChildTask): Promise<ChildAnswer> {
  const { writeRedlinePdf } = await import("../pdf/redline-pdf.ts");
  const legend = sources === undefined ? undefined : readLegend(sources);
  return { kind: "bound", pdf: await writeRedlinePdf({ ...printed, legend }, format) };
}

function compare(task: CompareChildTask): ChildAnswer {
  let words = { before: 0, after: 0 };
  const onOpened: CompareRequest["onOpened"] = (before, after) => {
    words = { before: countWords(before), after: countWords(after) };
  };
  const formats = engineFormatsFor(task.formats);
  const { artifacts, notices, summary } = compareTask({ ...task, formats, codec: nodeZlib, onOpened });
  return { kind: "compared", artifacts: withPages(artifacts, task.formats), notices, summary: summary(), words };
}

function merge(task: MergeChildTask): ChildAnswer {
  let words = 0;
  const onOpened: MergeRequest["onOpened"] = (base, revisions) => {
    words = [base, ...revisions].reduce((sum, document) => sum + countWords(document), 0);
  };
  const formats = engineFormatsFor(task.formats);
  const { artifacts, notices, summary } = mergeTask({ ...task, formats, codec: nodeZlib, onOpened });
  return { kind: "merged", artifacts: withPages(artifacts, task.formats), notices, summary: summary(), words };
}

function trace(task: HistoryChildTask): ChildAnswer {
  const { artifacts } = historyTask({ ...task, codec: nodeZlib, formats: ["json", "docx"] });
  const { blocks }: HistoryJson = JSON.parse(new TextDecoder().decode(artifacts.get("json")));
  const members = new TextEncoder().encode(JSON.stringify({ blocks }).slice(1));
  return { kind: "traced", blocks: members, docx: artifacts.get("docx")! };
}

function read(document: Uint8Array): Read {
  let words = 0;
  const onOpened = (opened: WordDocument): void => {
    words = countWords(opened);
  };
  const { json, markdown, staged, schemaVersion, revisions } = contentTask({ document, codec: nodeZlib, onOpened });
  const members = { schema_version: schemaVersion, markdown: new TextDecoder().decode(staged), revisions };
  const rest = new TextEncoder().encode(JSON.stringify(members).slice(1));
  return {
    kind: "read",
    readings: new Map([
      ["json", json],
      ["md", markdown],
      ["staged", rest],
    ]),
    words,
  };
}

function create(task: CreateChildTask): ChildAnswer {
  const outcome = createTask({ ...task, codec: nodeZlib });
  return outcome.kind === "created" ? outcome : { kind: "refused", problems: outcome.problems };
}

function edit(task: EditChildTask): ChildAnswer {
  const outcome = editTask({ ...task, codec: nodeZlib });
  if (outcome.kind === "refused") return { kind: "unedited", refusals: outcome.refusals };
  // A function does not cross the channel.
  return { ...outcome, summary: outcome.summary() };
}

function decide(task: DecideChildTask): ChildAnswer {
  const outcome = decideTask({ ...task, codec: nodeZlib });
  return outcome.kind === "decided" ? outcome : { kind: "undecided", problems: outcome.problems };
}

async function select({ names, createdAt, ...task }: SelectiveChildTask): Promise<ChildAnswer> {
  const comparison = selectiveTask({ ...task, codec: nodeZlib });
  if (comparison.kind !== "compared") return { kind: "unselected", refusal: comparison };
  // Loaded on demand: most children draw no PDF and would start later.
  const { writeSelectivePdf } = await import("../pdf/selective-pdf.ts");
  const pdf = await writeSelectivePdf({ ...comparison, names, createdAt });
  // An unchanged word is compared on both sides, so it counts twice.
  const texts = comparison.paragraphs.flatMap(({ content }) => content);
  const words = texts.reduce((sum, { type, text }) => sum + wordsIn(text) * (type === undefined ? 2 : 1), 0);
  return { kind: "selected", comparison, pdf, words };
}

// Loaded on demand, because the PDF parser is large.
async function convert({ pdf, scans }: ConvertPdfChildTask): Promise<ChildAnswer> {
  const { convertPdf } = await import("../convert/pdf/convert-pdf.ts");
  return convertPdf(pdf, scans);
}

// Loaded on demand. It tries to open sockets.
async function probe({ targets }: ProbeChildTask): Promise<ChildAnswer> {
  const { reachedOf } = await import("./confine/attempts.ts");
  return { kind: "probed", reached: await reachedOf(targets) };
}

function refusal({ code, rule, place }: Failure): Refused {
  const { source, part } = place;
  return {
    kind: "failed",
    code,
    rule,
    ...(isSource(source) ? { source } : {}),
    ...(part === undefined ? {} : { part }),
  };
}

const sources: ReadonlySet<string> = new Set(["before", "after", "style_template", "base"] satisfies SourceName[]);

function isSource(source: string | undefined): source is SourceName {
  return source !== undefined && (sources.has(source) || /^(?:revisions|versions)\[\d+\]$/.test(source));
}

// Buffers are outside the heap: if the system has no more memory, Node throws instead of ending the process.
function isOutOfMemory(problem: unknown): boolean {
  return problem instanceof RangeError && /allocation failed/i.test(problem.message);
}

function crash(problem: unknown): Crashed {
  const { name, stack = "" } = problem instanceof Error ? problem : new Error("what was thrown is no error");
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return { kind: "crashed", trace: [name, ...frames].join("\n") };
}
