// Tests edits that a language model with recorded answers builds from an instruction.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import type { Reply } from "../calls/request.ts";
import { refused, type Service } from "../calls/service.ts";
import { files, make } from "../calls/subjects.ts";
import { hostileOrders } from "../documents/hostile-orders.ts";
import { agreementWith, answer, replace, texts } from "../documents/instructed.ts";
import { type Recorded, type Refused, recordedAnswers } from "../documents/recorded-answers.ts";
import { wordDocument } from "../documents/word.ts";
import { LocalModel, modelKey, type ProtocolName, protocolNames } from "../running/local-model.ts";
import { once, type Stage, theme } from "../running/theme.ts";

export const instruction = theme(
  "instruction",
  writeRecordedTests,
  writeHostileTests,
  writeSwitchTests,
  writeSilenceTests,
);

/** Seconds for every answer here except the one that never ends, also on a machine that stops for some seconds. */
const SECONDS = "20";

/** A model, an API for each protocol that uses it, and an organization that may use it. */
const modelled = new WeakMap<Stage["world"], () => Promise<Modelled>>();

interface Modelled {
  readonly model: LocalModel;
  readonly services: Readonly<Record<ProtocolName, Service>>;
  readonly logs: readonly (readonly string[])[];
  readonly slug: string;
  readonly fileId: string;
}

function modelOf({ world, service }: Stage): () => Promise<Modelled> {
  const known = modelled.get(world);
  if (known !== undefined) return known;
  const start = once(async (): Promise<Modelled> => {
    const model = new LocalModel();
    await model.listen();
    const { slug, key } = await world.makeOrganization(["--instruction", "on"]);
    const apis = await Promise.all(
      protocolNames.map((name) => world.startApi({ ...model.settings(name), VERSUS_INSTRUCTION_SECONDS: SECONDS })),
    );
    const [openai, anthropic] = apis.map(({ url }) => service.at(url, key));
    const fileId = await upload(openai!, agreementWith());
    return {
      model,
      services: { openai: openai!, anthropic: anthropic! },
      logs: apis.map(({ lines }) => lines),
      slug,
      fileId,
    };
  });
  modelled.set(world, start);
  return start;
}

function upload(service: Service, content: Buffer): Promise<string> {
  return make(service, files, { form: [{ field: "document", fileName: "agreement.docx", content }] });
}

function instruct(service: Service, body: object, key?: string): Promise<Reply> {
  return service.post("/v1/edit", {
    headers: { "content-type": "application/json" },
    ...(key === undefined ? {} : { key }),
    body: Buffer.from(JSON.stringify({ schema_version: 1, wait: true, ...body })),
  });
}

async function contentOf(service: Service, fileId: string) {
  const reply = await service.get(`/v1/files/${fileId}/content?format=json`);
  assert.equal(reply.status, 200, reply.body.toString());
  return reply.json.document;
}

/** Returns the content of the resulting document. */
async function edited(service: Service, reply: Reply) {
  assert.equal(`${reply.status} ${reply.json.status}`, "200 ready", reply.body.toString());
  return contentOf(service, reply.json.file_id);
}

const textsOf = (document: { readonly blocks: readonly { readonly text: string }[] }) =>
  document.blocks.map(({ text }) => text);

function writeRecordedTests(stage: Stage): void {
  const { test, world } = stage;
  const start = modelOf(stage);

  test("there are forty recorded answers and more", [], () => assert.ok(recordedAnswers.length >= 40));

  recordedAnswers.forEach((recorded, index) => {
    const protocol = protocolNames[index % protocolNames.length]!;
    test(`${protocol}: ${recorded.name}`, rulesOf(recorded), async () => {
      const { model, services, fileId } = await start();
      const service = services[protocol];
      model.play(...recorded.said);
      const { instruction: words, replacementText } = recorded;
      const given = replacementText === undefined ? {} : { replacement_text: replacementText };
      const count = () => world.rows("select 1 from edits where source_file_id = $1", [fileId]);
      const before = await count();
      const reply = await instruct(service, { file_id: fileId, instruction: words, ...given });
      assert.equal(model.questions.length, recorded.said.length, "questions");
      if (isRefused(recorded.outcome)) {
        checkRefusal(reply, recorded.outcome);
        assert.equal((await count()).length, before.length, "an edit was made");
        return;
      }
      const document = await edited(service, reply);
      assert.deepEqual(textsOf(document), recorded.outcome);
      for (const [key, value] of Object.entries(recorded.settings ?? {}))
        assert.deepEqual(document.settings[key], value);
      checkEdits(reply, recorded);
    });
  });

  test(
    "a provider is given the content JSON and the schema of edits, with its key where it belongs",
    providerRules,
    async () => {
      const { model, services, fileId } = await start();
      const words = "Make the notice period sixty days.";
      for (const protocol of protocolNames) {
        model.play(answer([words, replace(1, "thirty", "sixty")]));
        const document = await contentOf(services[protocol], fileId);
        await instruct(services[protocol], { file_id: fileId, instruction: words });
        const [question] = model.questions;
        assert.equal(question?.protocol, protocol);
        assert.ok(question.text.includes(JSON.stringify(document)), "no content");
        assert.ok(question.text.includes(words), "no instruction");
        for (const type of ["set_document_settings", "insert_table_of_contents"]) {
          assert.ok(question.system.includes(`"type":{"const":"${type}"}`), "no schema");
        }
        const { authorization, "x-api-key": key } = question.headers;
        assert.equal(
          protocol === "openai" ? authorization : key,
          protocol === "openai" ? `Bearer ${modelKey}` : modelKey,
        );
      }
    },
  );
}

const providerRules = ["13.instruction-provider"] as const;

function rulesOf({ outcome, said, replacementText }: Recorded) {
  if (isRefused(outcome)) return outcome.status === 400 ? (["13.instruction-not-understood"] as const) : [];
  if (replacementText !== undefined) return ["13.replacement-text"] as const;
  return said.length > 1 ? (["13.instruction-validated"] as const) : (["13.instruction-edits"] as const);
}

function isRefused(outcome: Recorded["outcome"]): outcome is Refused {
  return "code" in outcome;
}

function checkRefusal(reply: Reply, { status, code, message, reason, retryAfter }: Refused): void {
  refused(reply, status, code, message);
  assert.equal(reply.headers["retry-after"], retryAfter);
  const details: readonly { readonly reason: string; readonly message: string }[] = reply.json.error.details ?? [];
  if (reason !== undefined)
    assert.ok(
      details.some((detail) => detail.reason === reason),
      JSON.stringify(details),
    );
  const told = JSON.stringify(reply.json.error);
  for (const word of ["thirty", "ninety", "euros", "English", "said by the provider"])
    assert.ok(!told.includes(word), word);
}

/** Checks that the reply lists the edits of the last answer. With replacement text, only their number is checked. */
function checkEdits(reply: Reply, { said, replacementText }: Recorded): void {
  const last = said.at(-1);
  if (typeof last !== "string") return;
  const written = editsOf(last);
  if (replacementText === undefined) assert.deepEqual(reply.json.edits, written);
  else assert.equal(reply.json.edits.length, written.length);
  assert.equal(reply.json.edit_count, reply.json.edits.length);
}

function writeHostileTests(stage: Stage): void {
  const { test, world } = stage;
  const start = modelOf(stage);
  test("there are ten documents that give orders", [], () => assert.equal(hostileOrders.length, 10));

  hostileOrders.forEach(({ name, document, instruction: words, changed, faithful, obeying }, index) => {
    const protocol = protocolNames[index % protocolNames.length]!;
    const uploaded = once(async () => upload((await start()).services[protocol], document));
    const play = async (...said: readonly string[]) => {
      const { model, services } = await start();
      const fileId = await uploaded();
      model.play(...said);
      return {
        service: services[protocol],
        fileId,
        reply: await instruct(services[protocol], { file_id: fileId, instruction: words }),
      };
    };

    test(`${name}: a model that obeys changes nothing`, dataRules, async () => {
      const { service, reply, fileId } = await play(obeying, obeying);
      refused(reply, 400, "INSTRUCTION_NOT_UNDERSTOOD");
      assert.ok(reply.json.error.details.every(({ reason }: { readonly reason: string }) => reason === "NOT_ASKED"));
      assert.deepEqual(await world.rows("select 1 from edits where source_file_id = $1", [fileId]), []);
      // The edits could be applied: a caller who writes them gets them.
      await edited(service, await instruct(service, { file_id: fileId, edits: editsOf(obeying) }));
    });

    test(`${name}: a model that does not, or not again, changes what was asked alone`, dataRules, async () => {
      for (const said of [[faithful], [obeying, faithful]]) {
        const { service, reply, fileId } = await play(...said);
        const [before, after] = [await contentOf(service, fileId), await edited(service, reply)];
        assert.equal(after.blocks[changed.index].text, changed.text);
        assert.deepEqual(apartFrom(after, changed.index), apartFrom(before, changed.index));
      }
    });
  });
}

const dataRules = ["13.instruction-data"] as const;

function editsOf(said: string): unknown[] {
  const { steps } = JSON.parse(said) as { readonly steps: readonly { readonly edits: readonly unknown[] }[] };
  return steps.flatMap(({ edits }) => edits);
}

/** Returns everything of a document except the paragraph, and except the ids, which depend on texts. */
function apartFrom(document: { readonly blocks: readonly object[] }, index: number): unknown {
  const blocks = document.blocks.filter((_, place) => place !== index);
  return JSON.parse(JSON.stringify({ ...document, blocks }, (key, value) => (key === "id" ? undefined : value)));
}

function writeSwitchTests(stage: Stage): void {
  const { test, world, service, ordinary } = stage;
  const start = modelOf(stage);
  const words = "Make the notice period sixty days.";
  const right = answer([words, replace(1, "thirty", "sixty")]);

  test("it is off by default: nothing is sent", switchRules, async () => {
    const { model, services } = await start();
    const fileId = await upload(service, agreementWith());
    for (const protocol of protocolNames) {
      model.play(right);
      const reply = await instruct(services[protocol], { file_id: fileId, instruction: words }, ordinary.key);
      refused(reply, 400, "INSTRUCTION_UNAVAILABLE", /switched off/);
      assert.deepEqual(model.questions, []);
    }
  });

  test("without a provider it is off for all", switchRules, async () => {
    const { model } = await start();
    const { key } = await world.makeOrganization(["--instruction", "on"]);
    const own = service.at(service.url, key);
    model.play(right);
    const fileId = await upload(own, agreementWith());
    refused(await instruct(own, { file_id: fileId, instruction: words }), 400, "INSTRUCTION_UNAVAILABLE", /configured/);
    assert.deepEqual(model.questions, []);
  });

  test("the operator switches it off and on", switchRules, async () => {
    const { model, services, slug, fileId } = await start();
    const turn = async (way: "on" | "off", status: number) => {
      await world.versus(["organizations", "set", slug, "--instruction", way]);
      for (const late = Date.now() + 5000; ; await setTimeout(100)) {
        model.play(right);
        const reply = await instruct(services.openai, { file_id: fileId, instruction: words });
        if (reply.status === status) return;
        assert.ok(Date.now() < late, `it is not ${way}`);
      }
    };
    await turn("off", 400);
    assert.deepEqual(model.questions, []);
    await turn("on", 200);
  });

  test("a document that is too long is not sent", ["13.instruction-unavailable"], async () => {
    const { model, services } = await start();
    const long = Array.from({ length: 5000 }, (_, index) => `Paragraph ${index} of a document that is long.`);
    const fileId = await upload(services.openai, wordDocument(...long));
    model.play(right);
    const reply = await instruct(services.openai, { file_id: fileId, instruction: words });
    refused(reply, 400, "INSTRUCTION_UNAVAILABLE", /512 KB/);
    assert.deepEqual(model.questions, []);
  });
}

const switchRules = ["13.instruction-unavailable", "21.instruction-switch"] as const;

function writeSilenceTests(stage: Stage): void {
  const { test } = stage;
  const start = modelOf(stage);
  test(
    "the logs have the faults of the provider, and no key, instruction, document or answer",
    ["5.not-logged"],
    async () => {
      const { logs, model } = await start();
      const lines = logs.flat().join("\n");
      assert.match(lines, /"kind":"busy","status":500,"msg":"language model"/);
      for (const secret of [modelKey, "notice period", "sixty", "said by the provider", texts[3]]) {
        assert.ok(!lines.includes(secret), secret);
      }
      await model.close();
    },
  );
}
