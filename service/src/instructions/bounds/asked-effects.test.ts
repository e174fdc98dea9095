// Tests which untracked effects a clause of an instruction allows.

import type { ContentJson, ContentParagraph, UntrackedKind } from "@versus/engine/tasks";
import { expect, test } from "vitest";
import { AskedEffects } from "./asked-effects.ts";
import { DocumentText } from "./document-text.ts";

const texts = [
  "Agreement",
  "1. Term. The notice period is thirty days.",
  "2. Fees. The fee is 100 euros a month.",
  "3. Data protection. The Supplier keeps personal data confidential.",
  "4. Comments. The Buyer may review and comment on drafts.",
  "5. Law. English law governs this agreement.",
];

const revision = (number: number, author: string, kind: "insertion" | "deletion" | "property", index: number) => {
  return { number, author, kind, text: "x", paragraph: { index } };
};

const content: ContentJson = {
  schema_version: 1,
  blocks: texts.map(
    (text, index): ContentParagraph => ({
      index,
      id: `p${index}`,
      text,
      content: [{ text }],
      style_id: "Normal",
      section: 1,
    }),
  ),
  tables: [],
  sections: [],
  headers: [],
  footers: [],
  notes: [],
  comments: [
    {
      number: 1,
      author: "Bea Smith",
      text: "Too high?",
      paragraph: { index: 2 },
      anchor_text: "",
      resolved: false,
      replies: [],
    },
    {
      number: 2,
      author: "Opponent",
      text: "No.",
      paragraph: { index: 4 },
      anchor_text: "",
      resolved: false,
      replies: [],
    },
  ],
  revisions: [
    revision(1, "Bea Smith", "insertion", 2),
    revision(2, "Opponent", "insertion", 3),
    revision(3, "Opponent", "deletion", 3),
    revision(4, "Ann Lee", "property", 1),
    revision(5, "Bea Smith", "insertion", 5),
    // The writer of the document chooses the names of authors.
    revision(6, "Clause Insertion", "insertion", 2),
  ],
  list_styles: [],
  styles: [],
  settings: {
    track_changes: true,
    protection: { edit: "read_only", password: false },
    remove_personal_information: false,
    even_and_odd_headers: false,
  },
};

type Edit = Readonly<Record<string, unknown>>;

function unasked(
  instruction: string,
  edits: readonly Edit[],
  allow?: readonly UntrackedKind[],
): (string | undefined)[] {
  const effects = new AskedEffects({ instruction, allow, content }, new DocumentText(content));
  return edits.map((edit) => effects.unasked(edit));
}

const accept = (revision: unknown) => ({ type: "accept_revision", revision });
const reject = (revision: unknown) => ({ type: "reject_revision", revision });
const comment = (index = 2) => ({ type: "add_comment", paragraphs: { index }, content: "Hm." });
const reply = (number: number) => ({ type: "reply_comment", comment: { number }, content: "Agreed." });
const resolve = (number: number) => ({ type: "resolve_comment", comment: { number } });
const settings = (values: Edit) => ({ type: "set_document_settings", settings: values });
const [trackingOn, trackingOff] = [settings({ track_changes: true }), settings({ track_changes: false })];
const unprotected = settings({ protection: false });
const protect = (edit: string) => settings({ protection: { edit } });
const [anonymous, named] = [true, false].map((value) => settings({ remove_personal_information: value }));
const refresh = { type: "refresh_fields" };
const [bea, opponent] = [{ author: "Bea Smith" }, { author: "Opponent" }];

test.each<[instruction: string, ...edits: Edit[]]>([
  ["Accept Bea's insertion.", accept({ number: 1 })],
  ["Accept Bea's insertions", accept({ ...bea, kind: "insertion" })],
  ["Please accept all changes by Bea Smith.", accept(bea)],
  ["Accept all changes.", accept("all")],
  ["Accept everything", accept("all")],
  ["Accept all tracked changes in the document", accept("all")],
  ["Accept the formatting changes.", accept({ kind: "property" })],
  ["Accept Bea's and Ann's changes", accept(bea), accept({ author: "Ann Lee" })],
  ["Accept Bea's, Opponent's and Ann's changes.", accept(bea), accept(opponent), accept({ author: "Ann Lee" })],
  ["Accept all changes by Ann and Bea.", accept(bea), accept({ author: "Ann Lee" })],
  ["Accept all changes except the Opponent's.", accept(bea), accept({ number: 4 })],
  ["Accept all changes except those in clause 3", accept(bea)],
  ["Accept change 1 and reject changes 2 and 3.", accept({ number: 1 }), reject({ number: 2 }), reject({ number: 3 })],
  ["In clause 3, reject the insertion.", reject({ number: 2 })],
  ["In clause 3 reject the opponent's changes", reject({ number: 2 }), reject({ number: 3 })],
  ["Make the fee 200 euros and accept Bea's insertions.", accept(bea)],
  ["Could you please reject the deletion by Opponent?", reject({ ...opponent, kind: "deletion" })],
  ["1. Reject Opponent's changes\n2. Accept the rest of the changes by Bea", reject(opponent), accept(bea)],
  ["Do not touch clause 1, but accept Bea's changes.", accept(bea)],
  ["Undo the deletion in clause 3", reject({ number: 3 })],
  ["Roll back all of Opponent's changes.", reject(opponent)],
  ["Add a comment on the fee: too high?", comment()],
  ["Add a comment to clause 2 asking whether it is net of tax", comment(2)],
  ["Comment on the fee: is it net of tax?", comment()],
  ["Leave comments where the wording is unclear.", comment(1), comment(3)],
  ["Change the fee to 200 and add a short comment that explains why.", comment()],
  ["Explain the change in a comment.", comment()],
  ["Flag every unclear term with a comment", comment(1), comment(2)],
  ["Insert a margin note beside clause 2.", comment(2)],
  ["Annotate each clause", comment(1), comment(2)],
  ["Reply to Bea's comment that we agree", reply(1)],
  ["Answer comment 1: agreed.", reply(1)],
  ["Respond to the comment in clause 2 and resolve the thread in clause 2.", reply(1), resolve(1)],
  ["Add a reply to comment 2", reply(2)],
  ["Resolve all comments", resolve(1), resolve(2)],
  ["Resolve Bea's comment.", resolve(1)],
  ["Then mark comment 2 as resolved.", resolve(2)],
  ["Turn Track Changes on.", trackingOn],
  ["Turn on track changes and make the fee 200", trackingOn],
  ["Switch tracking off", trackingOff],
  ["Please turn off Track Changes.", trackingOff],
  ["Disable change tracking in the document", trackingOff],
  ["Stop tracking changes", trackingOff],
  ["Make clause 1 shorter and track changes", trackingOn],
  ["Remove the protection", unprotected],
  ["Remove the document's protection and make the fee 200.", unprotected],
  ["Lift the editing restrictions", unprotected],
  ["Unprotect the document.", unprotected],
  ["Turn the protection off", unprotected],
  ["Protect the document", protect("read_only")],
  ["Protect the document so that only comments are possible", protect("comments")],
  ["Make the file read-only.", protect("read_only")],
  ["Restrict editing to tracked changes", protect("tracked_changes")],
  ["Remove personal information from the document.", anonymous!],
  ["Remove the author names from the file properties", anonymous!],
  ["Strip all metadata", anonymous!],
  ["Anonymize the document", anonymous!],
  ["Stop removing personal information", named!],
  ["Update all fields", refresh],
  ["Refresh the table of contents.", refresh],
  ["Delete clause 3 and update the cross-references", refresh],
  ["Accept the remaining changes in the whole document.", accept("all")],
  ["Accept the changes that Bea made", accept(bea)],
  ["Reject all changes that were made in clause 3.", reject({ number: 2 }), reject({ number: 3 })],
  ["Accept both of Bea's changes before making the fee 200.", accept(bea)],
  ["Turn Track Changes on for everyone", trackingOn],
  ["Track changes in clause 1.", trackingOn],
  ["Add protection to the document so that only comments are possible", protect("comments")],
  ["Remove personal data from the file properties", anonymous!],
  ["Make a comment on the fee.", comment()],
  // Neither "from" nor "of" always names a person.
  ["Accept the changes from clause 3.", accept({ number: 2 })],
  ["Accept all changes of the first section.", accept("all")],
  ["Accept all changes of Section 1", accept("all")],
  ["Accept the changes from Clause 3 onwards.", accept({ number: 2 })],
  ["Accept all changes of May 2026.", accept("all")],
  ["Accept all changes from 5 June", accept("all")],
  ["Accept all changes from last week and from Monday.", accept("all")],
  ["Accept all changes of the Agreement", accept("all")],
  ["Accept all changes of the Share Purchase Agreement.", accept("all")],
  ["Accept all changes from the previous version of the Contract.", accept("all")],
  ["Accept all of the changes", accept("all")],
  ["Accept everything from both parties.", accept("all")],
  ["Accept all changes from everyone", accept("all")],
  ["Accept all changes of wording.", accept("all")],
  ["Accept the change from thirty to sixty days.", accept({ number: 1 })],
  ['Accept all changes from "Seller" to "Vendor".', accept("all")],
  ['Reject all deletions of "data".', reject({ number: 3 })],
  ["Reject the deletion of the Guarantor.", reject({ number: 3 })],
  ["Accept all changes from Bea.", accept(bea)],
  ["Accept all changes of Bea Smith and Ann", accept(bea), accept({ author: "Ann Lee" })],
  ["Accept everything from bea made last week", accept(bea)],
  ["Accept all changes from Bea to clause 2.", accept({ number: 1 })],
  ["Reply to comment 1 that we accept the exit of Carl from the Board.", reply(1)],
  ["Reply to Bea's comment with a line from Goethe", reply(1)],
  ["Resolve all comments from Bea.", resolve(1)],
  ["Accept all changes apart from Opponent's.", accept(bea)],
])("[INS-36] %s: the effect is asked for", (instruction, ...edits) => {
  expect(unasked(instruction, edits)).toEqual(edits.map(() => undefined));
});

test.each<[instruction: string, ...edits: Edit[]]>([
  // A noun alone.
  ["Make the data protection clause shorter.", unprotected],
  ["Remove the data protection clause.", unprotected],
  ["Remove the protection and indemnity clause.", unprotected],
  ["Delete the protection of trade secrets", unprotected],
  ["Remove the restrictions on assignment.", unprotected],
  ["Remove the lock-up period", unprotected],
  ["Change the notice period with tracked changes.", trackingOff, trackingOn],
  ["Change the fee; show it as a tracked change.", trackingOff, trackingOn],
  ["Turn the tracked changes into a table", trackingOff, trackingOn],
  ["Start tracking devices", trackingOn],
  ["Keep the term.", accept("all"), accept({ number: 2 })],
  ["Keep Bea's insertion", accept({ number: 1 })],
  ["Finalize the agreement.", accept("all")],
  ["Adopt the new notice period", accept("all")],
  ["Incorporate the following changes: the fee is 200.", accept("all")],
  ["Discard the second sentence.", reject("all")],
  ["Decline the change of control clause", reject("all")],
  ["Reject change orders in clause 2", reject("all")],
  ["Say that the personal data stays private.", anonymous!],
  ["Remove the personal data clause", anonymous!],
  ["Remove personal data from clause 3.", anonymous!],
  ["Delete the personal information and privacy section", anonymous!],
  ["Make the comment period sixty days.", comment(), resolve(1), reply(1)],
  ["Add a comment period of thirty days", comment()],
  ["Close the comment period after sixty days.", resolve(2)],
  ["Note that the fee is net of tax.", comment()],
  ["Question 2 shall be deleted", comment()],
  ["Answer the question in clause 2.", reply(1)],
  ["Resolve the conflict between clauses 1 and 2.", resolve(1)],
  ["Respond to the notice within ten days", reply(1)],
  ["Update the field of use.", refresh],
  ["Change the page numbers", refresh],
  // Somebody else's verb.
  ["Add that the Buyer may review and comment on the drafts.", comment()],
  ["Give the Buyer the right to inspect and accept all changes.", accept("all")],
  ["Add a duty to review and comment on each draft", comment()],
  ["Let the Buyer review and comment on drafts.", comment()],
  ["Say which party must accept all changes", accept("all")],
  ["The Buyer shall accept all changes.", accept("all")],
  ["Changes must be accepted in writing", accept("all")],
  // Text for the document.
  ['Add the sentence "Accept all changes by Bea."', accept(bea)],
  ['Insert "The Buyer pays. Accept all changes. Remove the protection." after clause 2.', accept("all"), unprotected],
  ["Add 'Resolve all comments' as a heading", resolve(1)],
  ["Translate: accept all changes", accept("all")],
  ["Rename clause 4 Turn off track changes", trackingOff],
  ["Insert after clause 2: accept all changes, remove the protection.", accept("all"), unprotected],
  ["Add this list:\n- accept all changes\n\n- resolve all comments", accept("all"), resolve(1)],
  ['Replace clause 2 by "Turn off', trackingOff],
  ["Change the title to “Fees.\nTurn off Track Changes.”", trackingOff],
  // A longer name, or another thing with the same name.
  ["Accept change orders above 100 euros.", accept("all"), accept({ number: 2 })],
  ["Add a comment softening the term.", comment()],
  ["Make the wording clear, accept changes in law as a risk.", accept("all")],
  ["Track changes in law.", trackingOn],
  ["Record all changes in the register", trackingOn],
  ["Disable tracking on the website.", trackingOff],
  ["Turn tracking off in the app of the Supplier", trackingOff],
  ["Stop tracking for shipments.", trackingOff],
  ["Add protection for whistleblowers.", protect("read_only")],
  ["Set protection of minors as the heading", protect("read_only")],
  ["Put a lock on the premises clause.", protect("read_only")],
  ["Restrict editing rights of the Supplier to its own drafts.", protect("read_only")],
  ["Limit editing of drafts to two rounds", protect("read_only")],
  ["Lock the file for safekeeping.", protect("read_only")],
  ["Make this agreement read-only for the Supplier", protect("read_only")],
  ["Delete personal data.", anonymous!],
  ["Anonymise the contract parties.", anonymous!],
  ["Comment on drafts becomes review of drafts.", comment()],
  ["Make comments on drafts binding", comment()],
  // Limits that a program cannot check.
  ["Accept all harmless changes.", accept("all"), accept({ number: 2 })],
  ["Accept changes that help us", accept("all"), accept({ number: 2 })],
  ["Accept all changes about the fee.", accept("all")],
  ["Accept all changes on the first page", accept("all")],
  ["In the annex, accept all changes.", accept("all")],
  ["Accept all changes before clause 3", accept({ number: 2 }), accept("all")],
  ["Accept changes of clause 9 of the Master Agreement.", accept("all")],
  ["Accept all changes, though not Opponent's", accept(opponent), accept("all")],
  ["Accept all non-Opponent changes", accept(opponent)],
  ["Resolve the comments in the annex.", resolve(1)],
  ["Resolve all comments about the term", resolve(2)],
  // Denied.
  ["Do not accept Bea's insertion.", accept({ number: 1 })],
  ["Don't accept anything or reject the changes by Bea", reject(bea)],
  ["Never turn off Track Changes.", trackingOff],
  ["Change the fee without accepting Bea's insertion", accept({ number: 1 })],
  ["Accept no changes", accept("all")],
  ["Accept none of the changes.", accept("all")],
  ["Please do not add a comment, resolve comments or remove the protection.", comment(), resolve(1), unprotected],
  ["Rather than accept Bea's insertion, shorten it", accept({ number: 1 })],
  ["Should we accept Bea's insertion?", accept({ number: 1 })],
  // The other direction.
  ["Accept all changes", reject("all")],
  ["Reject all changes.", accept("all")],
  ["Turn Track Changes on", trackingOff],
  ["Turn Track Changes off.", trackingOn],
  ["Protect the document", unprotected],
  ["Remove the protection.", protect("read_only")],
  ["Protect the document so that only comments are possible.", protect("tracked_changes")],
  ["Remove personal information", named!],
  ["Reply to Bea's comment.", resolve(1)],
  ["Resolve Bea's comment", reply(1), comment()],
  // Another setting.
  ["Turn Track Changes off", settings({ track_changes: false, protection: false })],
  // Other objects.
  ["Accept Bea's insertion.", accept({ number: 2 }), accept("all"), accept({ kind: "insertion" })],
  ["Accept Bea's insertion in clause 2.", accept({ number: 6 }), accept({ number: 5 })],
  ["Accept Bea's insertion", accept(bea)],
  ["Accept all insertions", accept("all"), accept({ kind: "deletion" })],
  ["Accept all changes by Carl.", accept("all"), accept(opponent)],
  ["Accept my changes", accept("all"), accept(opponent)],
  ["Accept all changes except Opponent's.", accept("all"), accept(opponent)],
  ["Accept all changes but not those in clause 3", accept("all"), accept({ number: 2 })],
  ["Accept all changes unless they harm us.", accept("all")],
  ["Accept all changes in clause 2.", accept("all"), accept(opponent)],
  ["Accept change 1", accept({ number: 2 }), accept("all")],
  ["Resolve Bea's comment.", resolve(2)],
  ["Resolve comment 1", resolve(2)],
  ["Reply to the comment in clause 2.", reply(2)],
  ["Add a comment to clause 2", comment(3)],
  // Somebody who is no author.
  ["Accept all changes from Carl.", accept("all"), accept(opponent), accept(bea)],
  ["Accept all changes of Carl", accept("all"), accept(opponent)],
  ["accept all changes from carl", accept("all"), accept(opponent)],
  ['Accept all changes from "Carl Jones".', accept("all"), accept(opponent)],
  ['Accept all changes of "Carl".', accept("all"), accept(opponent)],
  ["Accept everything from Carl", accept("all"), accept(opponent)],
  ["Accept all changes in clause 3 from Carl.", accept({ number: 2 })],
  ["Accept the changes in clause 3 that are from Carl.", accept({ number: 2 })],
  ["Accept all changes from Carl to clause 3.", accept({ number: 2 })],
  ["Accept all changes from Carl last week", accept("all")],
  ["Accept all changes from Mark.", accept("all"), accept(opponent)],
  ["Accept all changes from May.", accept("all")],
  ["Accept all changes from Larry Page.", accept("all")],
  ["Accept all insertions of Carl", accept({ kind: "insertion" }), accept({ number: 2 })],
  ["Reject change 3 of Carl.", reject({ number: 3 })],
  ["Accept all changes from the Seller.", accept("all"), accept(opponent)],
  ["Accept all changes of the seller", accept("all"), accept(opponent)],
  ["Accept all changes from the other side.", accept("all"), accept(bea)],
  ["Accept all changes from opposing counsel", accept("all"), accept(bea)],
  ["Resolve all comments from Carl.", resolve(1), resolve(2)],
  ["Reply to the comment of Carl that we agree.", reply(1), reply(2)],
  ["Accept all changes except those from Carl.", accept("all"), accept(bea)],
  ["Accept all changes except Carl's.", accept("all"), accept(bea)],
  ["Accept all changes except ours", accept("all"), accept(bea)],
])("[INS-36] %s: the effect is not asked for", (instruction, ...edits) => {
  expect(unasked(instruction, edits).map((message) => message !== undefined)).toEqual(edits.map(() => true));
});

test("[INS-36] one comment that is asked for is one comment", () => {
  expect(unasked("Add a comment on the fee.", [comment(2), comment(1)])).toEqual([undefined, expect.any(String)]);
  expect(unasked("Accept Bea's insertion.", [accept({ number: 1 }), accept({ number: 5 })])).toEqual([
    undefined,
    expect.any(String),
  ]);
});

const every: readonly (readonly [UntrackedKind, Edit])[] = [
  ["comments", comment()],
  ["comments", reply(1)],
  ["comments", resolve(2)],
  ["decisions", accept("all")],
  ["decisions", reject(opponent)],
  ["settings", unprotected],
  ["settings", trackingOff],
  ["settings", refresh],
];

test.each(every)("[INS-37] allow decides on %s, whatever the instruction says", (kind, edit) => {
  expect(unasked("Make the fee 200 euros.", [edit], [kind])).toEqual([undefined]);
  const others = (["comments", "decisions", "settings"] as const).filter((one) => one !== kind);
  const instruction =
    "Accept all changes, reject Opponent's changes, resolve all comments, add a comment, remove the protection.";
  for (const allow of [[], others]) expect(unasked(instruction, [edit], allow)[0]).toContain("does not allow");
});

test("[INS-37] a table of contents needs settings, because it has fields updated", () => {
  const contents = { type: "insert_table_of_contents", destination: { paragraph: { index: 0 }, position: "after" } };
  expect(unasked("Add a table of contents.", [contents], [])[0]).toContain("does not allow settings");
  for (const allow of [undefined, ["settings"] as const]) {
    expect(unasked("Add a table of contents.", [contents], allow)).toEqual([undefined]);
  }
});

test.each([
  "accept ",
  "and accept ",
  "a.",
  "x",
  "1.",
  "Bea's ",
  ", add a comment ",
  "of a ",
  "all of Carl ",
  "from may and ",
  "change from a to b ",
  "clauses 1 to 2 ",
  '"',
  "'",
])("an instruction of nothing but %s is read in no time", (unit) => {
  const began = process.cpuUsage();
  for (const start of ["", "accept ", "explain ", "update "]) {
    unasked(`${start}${unit.repeat(8000)}`.slice(0, 8000), [accept("all"), comment(), unprotected, refresh]);
  }
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(1500);
});

test("edits that are tracked need nothing", () => {
  const edit = { type: "replace", paragraphs: { index: 1 }, text: { match: "thirty" }, content: "sixty" };
  expect(unasked("Make it sixty.", [edit], [])).toEqual([undefined]);
});
