// Tests the audit log.
//
// Every call leaves its entry, every change of an entry is detected, and a deleted organization leaves none of its ids.

import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { send } from "../calls/request.ts";
import { end, make, makeEnded, pathOf, subjects } from "../calls/subjects.ts";
import { once, type Stage, theme } from "../running/theme.ts";
import type { Organization, World } from "../running/world.ts";

export const audit = theme("audit", writeEntryTests);

/** Checks the log of the whole run. */
export const auditChain = theme("audit-chain", writeChainTests);

interface Entry {
  readonly place: number | null;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
}

async function entriesOf(world: World, words: readonly string[]): Promise<Entry[]> {
  const text = await world.versus(["audit", "list", ...words]);
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Entry]));
}

const PATIENCE_MILLISECONDS = 20_000;

/** Waits for entries, because batches are written each second. */
async function untilListed(
  world: World,
  words: readonly string[],
  isThere: (entries: Entry[]) => boolean,
): Promise<Entry[]> {
  for (const late = Date.now() + PATIENCE_MILLISECONDS; ; await setTimeout(500)) {
    const entries = await entriesOf(world, words);
    if (isThere(entries)) return entries;
    assert.ok(Date.now() < late, `missing: ${entries.map(({ action }) => action).join(" ")}`);
  }
}

function actionsOn(entries: readonly Entry[], subject: string): string[] {
  return entries.filter((entry) => entry.subject === subject).map(({ action }) => action);
}

function writeEntryTests({ service, world, test }: Stage): void {
  test("every route leaves its entry, under the id of its operation", [], async () => {
    const { slug, key } = await world.makeOrganization();
    const operations = service.description.operations().filter(({ needsKey }) => needsKey);
    assert.ok(operations.length > 40);
    for (const { method, path } of operations) {
      await send(method, service.url + path.replace(/\{[^}]+\}/g, "marker-of-the-path"), { key });
    }
    const has = (entries: readonly Entry[], id: string) => entries.some(({ action }) => action === id);
    const entries = await untilListed(world, ["--organization", slug], (found) =>
      operations.every(({ id }) => has(found, id)),
    );
    for (const { actor, details } of entries.filter(({ action }) => operations.some(({ id }) => id === action))) {
      assert.equal(actor, `key:${key.split("_")[1]}`);
      assert.ok(typeof details?.request_id === "string");
    }
    assert.ok(!JSON.stringify(entries).includes("marker-of-the-path"));
    assert.ok(entries.some(({ action, actor }) => action === "key.created" && /^operator:.+ as .+/.test(actor)));
  });

  for (const subject of subjects) {
    test(`what is done with a ${subject.noun}: made, read, downloaded, deleted`, [], async () => {
      const { slug, key } = await world.makeOrganization();
      const id = await make(service, subject, { key });
      // The creation is listed before anything is read, because its entry was written with it.
      assert.equal(actionsOn(await entriesOf(world, ["--organization", slug]), id).length, 1);
      await end(service, subject, { id, key });
      const read = await service.get(pathOf(subject, id), { key });
      const [download] = read.json.downloads ?? [];
      if (download !== undefined) await service.fetch(download.url);
      assert.ok((await service.call("DELETE", pathOf(subject, id), { key })).status < 300);
      const deleted = actionsOn(await entriesOf(world, ["--organization", slug]), id);
      assert.ok(
        deleted.some((action) => action.startsWith("delete")),
        deleted.join(" "),
      );
      const wanted = ["content.deleted", ...(download === undefined ? [] : ["download"])];
      await untilListed(world, ["--organization", slug], (entries) => {
        const downloaded = entries.some(({ action, actor }) => action === "download" && actor.startsWith("link:"));
        return actionsOn(entries, id).includes(wanted[0]!) && (download === undefined || downloaded);
      });
    });
  }

  test("a key that is none is counted by its address", [], async () => {
    for (let time = 0; time < 3; time++) await service.get("/v1/usage", { key: "versus_aaaaaaaaaaaa_nobody" });
    // The entry of a minute is written when the minute is over; a process that stops writes it at once.
    const api = await world.startApi({ VERSUS_CHILDREN: "1" });
    for (let time = 0; time < 3; time++)
      await service.at(api.url).get("/v1/usage", { key: "versus_aaaaaaaaaaaa_nobody" });
    await api.stop();
    const entries = await entriesOf(world, ["--action", "key.refused"]);
    assert.ok(entries.some(({ actor, details }) => actor.startsWith("address:") && details?.count === 3));
  });
}

function writeChainTests({ service, world, test }: Stage): void {
  const verify = () => world.versus(["audit", "verify"]);
  const sealed = once(async () => {
    for (const late = Date.now() + PATIENCE_MILLISECONDS; Date.now() < late; await setTimeout(1000)) {
      const said = await verify();
      const [, unsealed] = /(\d+) not sealed/.exec(said) ?? [];
      if (Number(unsealed) < 50) return /head (\S+)/.exec(said)?.[1] ?? "";
    }
    throw new Error("the log is not sealed");
  });

  test("the log of the whole run verifies, and against its own head", [], async () => {
    const head = await sealed();
    await world.versus(["audit", "verify", "--head", head]);
    await assert.rejects(world.versus(["audit", "verify", "--head", `1:${"ab".repeat(32)}`]), /entry 1 is not the one/);
  });

  test("an entry that was altered or removed is found", [], async () => {
    await sealed();
    const [entry] = await world.rows(
      "select * from audit_entries where place is not null and payload is not null order by place desc limit 1",
    );
    const put = (payload: unknown) =>
      world.rows("update audit_entries set payload = $2 where entry_id = $1 returning 1 as one", [
        entry.entry_id,
        payload,
      ]);
    await put(String(entry.payload).replace('"actor":"', '"actor":"x'));
    await assert.rejects(verify(), new RegExp(`entry ${entry.place} was changed`));
    await put(entry.payload);
    await verify();
    const columns = "entry_id, at, organization_id, payload, salt, payload_hash, place, seal, erased_in";
    const [middle] = await world.rows("select * from audit_entries where place = 7");
    await world.rows("delete from audit_entries where place = 7 returning 1 as one");
    await assert.rejects(verify(), /entries 7 to 7 are missing/);
    const values = columns.split(", ").map((column) => middle[column]);
    await world.rows(
      `insert into audit_entries (${columns}) overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning 1 as one`,
      values,
    );
    await verify();
  });

  test("a deleted organization leaves a log that verifies and no id of its documents", [], async () => {
    const gone: Organization = await world.makeOrganization();
    const ids: string[] = [];
    for (const subject of subjects) ids.push((await makeEnded(service, subject, { key: gone.key })).id);
    await untilListed(world, ["--organization", gone.slug], (entries) => entries.length > ids.length);
    await world.versus(["organizations", "delete", gone.slug, "--confirm", gone.slug]);
    await verify();
    const rows = await world.rows("select payload from audit_entries where payload is not null");
    const said = rows.map(({ payload }) => payload).join("\n");
    for (const id of ids) assert.ok(!said.includes(id), id);
    assert.ok(!said.includes(gone.slug));
    assert.ok(said.includes("organization.deleted"));
  });
}
