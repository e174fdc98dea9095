// Does the work of the tools with the service.
//
// Files are uploaded, processed there and fetched. Only decisions are made on this machine. The organization's
// retention applies to the uploaded files and the results.

import { type Finished, type Versus, VersusJobFailed, VersusRefusal } from "@versus/sdk";
import { type Backend, type NamedBytes, redlineOf, ToolRefusal } from "./work.ts";

const formats = ["docx", "md", "json"];
const file = ({ name, bytes }: NamedBytes) => ({ name, data: bytes });

/** Returns the work of the service. `here` decides files locally, because the service decides only its own results. */
export function remoteWork(versus: Versus, here: Pick<Backend, "decide">): Backend {
  const redline = async ({ download }: Finished<unknown>) =>
    redlineOf(await download("docx"), await download("md"), await download("json"));
  const upload = async (document: NamedBytes): Promise<string> =>
    (await versus.files.upload({ document: file(document) })).file_id;
  const work: Backend = {
    compare: async ({ original, modified, ...given }) => {
      const form = { original: file(original), modified: file(modified), ...given };
      return redline(await versus.compare(form, { formats }));
    },
    merge: async ({ original, revisions, ...given }) => {
      const form = { original: file(original), revisions: revisions.map(file), ...given };
      return redline(await versus.merge(form, { formats }));
    },
    read: async ({ document, format, ...part }) => {
      const id = await upload(document);
      if (format !== "json") return versus.files.markdown(id, { ...part, staged: format === "staged" });
      return JSON.stringify((await versus.files.content(id, part)).document);
    },
    edit: async ({ document, edits, author }) => {
      const request = {
        file_id: await upload(document),
        edits: edits as never,
        ...(author !== undefined && { author }),
      };
      const { job, download } = await versus.edit(request, { formats: ["docx", "redline"] });
      return { docx: await download("docx"), redline: await download("redline"), results: job.results ?? [] };
    },
    decide: (asked) => here.decide(asked),
    create: async ({ name, paragraphs, template }) => {
      const form = { name, paragraphs: paragraphs as never, ...(template && { style_template: file(template) }) };
      return (await versus.create(form)).download();
    },
    editReference: async () => (await versus.reference("edits")).text,
  };
  return Object.fromEntries(Object.entries(work).map(([name, act]) => [name, telling(act)])) as unknown as Backend;
}

/** Turns a refusal of the service into a ToolRefusal with its details, which explain how to correct the call. */
function telling<Given extends readonly never[], Value>(act: (...given: Given) => Promise<Value>) {
  return async (...given: Given): Promise<Value> => {
    try {
      return await act(...given);
    } catch (problem) {
      if (problem instanceof VersusRefusal) {
        const details = problem.details.length === 0 ? "" : `\n${JSON.stringify(problem.details, null, 1)}`;
        throw new ToolRefusal(problem.message + details);
      }
      if (problem instanceof VersusJobFailed) throw new ToolRefusal(problem.message);
      throw problem;
    }
  };
}
