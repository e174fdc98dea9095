// Reads a document with tracked changes for all renderings in one walk, so ids and segments agree.

import { FlowLabellers } from "../document/lists/flow-labellers.ts";
import { numberingOf } from "../document/lists/numbering.ts";
import { readMergeRecord } from "../document/merge-record.ts";
import type { WordDocument } from "../document/open-document.ts";
import { type Addresses, addressesOf } from "../document/text/addresses.ts";
import { type Story, storiesOf } from "../document/text/stories.ts";
import { textBoxStories } from "../document/text/text-boxes.ts";
import { noticesInWords } from "../failures/notice-words.ts";
import { blockIds, type IdOf } from "../revisions/block-ids.ts";
import { conflictComments } from "../revisions/choose/conflict-anchors.ts";
import { isOpen, listConflicts } from "../revisions/choose/conflicts.ts";
import { withoutVersionTags } from "../revisions/choose/version-tags.ts";
import { type Decision, listDecisions } from "../revisions/decisions.ts";
import { BlockFacts } from "./changes/block-facts.ts";
import { changeUnits, countUnits } from "./changes/change-units.ts";
import { ChangeNames } from "./changes/changes.ts";
import { type CodeChange, readCodeChanges } from "./changes/code-changes.ts";
import { firstChange } from "./changes/first-change.ts";
import { Makers } from "./changes/makers.ts";
import { type BlockWatcher, countTables, type RedlineContext, readBlocks } from "./read-blocks.ts";
import { readChecks } from "./read-checks.ts";
import { ConflictPlaces, readConflicts } from "./read-conflicts.ts";
import { readFormatChanges } from "./read-format-changes.ts";
import { readReply } from "./read-reply.ts";
import type {
  Block,
  ChangeUnit,
  NoteBlocks,
  PartBlocks,
  RedlineComment,
  RedlineJson,
  RedlineSummary,
  RenderOptions,
  TextBoxBlocks,
} from "./redline.ts";
import { summarize } from "./summary.ts";

export function readRedline(tagged: WordDocument, options: RenderOptions): RedlineJson {
  const document = withoutVersionTags(tagged);
  return readNamed(document, options, listDecisions(document)).redline;
}

/** Returns the summary of a document's redline. */
export function readSummary(tagged: WordDocument, options: RenderOptions): RedlineSummary {
  return readRedline(tagged, options).summary;
}

interface SummaryParts {
  readonly units: readonly ChangeUnit[];
  readonly decisions: readonly Decision[];
  readonly stories: readonly Story[];
  readonly codes: ReadonlyMap<Decision, CodeChange>;
  readonly conflicts: number;
  readonly carried: number | undefined;
  readonly styleChanges: RenderOptions["styleChanges"];
}

function summaryOf({
  units,
  decisions,
  stories,
  codes,
  conflicts,
  carried,
  styleChanges,
}: SummaryParts): RedlineSummary {
  return {
    changes: countUnits(units),
    ...summarize(decisions, stories, codes),
    conflicts,
    ...(carried === undefined ? {} : { carried }),
    ...(styleChanges === undefined ? {} : { styles: styleChanges.length }),
  };
}

/**
 * Returns the redline, the names of its changes and the document's addresses. `decisions` are those of the document.
 */
export function readNamed(
  document: WordDocument,
  { kind, revision, documents, options, carried, styleChanges, checks, notices = [] }: RenderOptions,
  decisions: readonly Decision[],
  watcher?: BlockWatcher,
): { readonly redline: RedlineJson; readonly names: ChangeNames; readonly addresses: Addresses } {
  const stories = storiesOf(document);
  const codes = readCodeChanges(decisions, stories);
  const record = readMergeRecord(document);
  const makers = new Makers(revision, record);
  const anchored = listConflicts(document, () => decisions);
  const conflicts = anchored.filter(isOpen);
  const numbering = numberingOf(document);
  const names = new ChangeNames(decisions, makers);
  const context: RedlineContext = {
    idOf: blockIds(stories, decisions),
    names,
    numbering,
    labellers: new FlowLabellers(numbering),
    makers,
    conflicts: new ConflictPlaces(conflicts),
    watcher,
    facts: new BlockFacts((id) => names.numberOf({ id })),
  };
  const addresses = addressesOf(document);
  const ours = conflictComments(document, anchored);
  let nextTable = 1;
  const read = (story: Story): Block[] => {
    const blocks = readBlocks(story, context, nextTable);
    // Only tables in the result are numbered: a header without a change is not part of it.
    if (story.kind === "body" || firstChange(blocks) !== undefined) nextTable += countTables(blocks);
    return blocks;
  };
  const body = stories.find((story) => story.kind === "body");
  const blocks = body === undefined ? [] : read(body);
  const parts = readParts(addresses, read);
  const content = {
    blocks,
    headers: parts.filter(({ part }) => part.kind === "header"),
    footers: parts.filter(({ part }) => part.kind === "footer"),
    notes: readNotes(addresses, read),
    text_boxes: stories.flatMap(textBoxStories).flatMap((box) => ifChanged(read(box))),
    comments: readComments(addresses, context.idOf, new Set([...ours.values()].flat())),
    format_changes: readFormatChanges(decisions, { ...context, stories, codes }),
    ...(kind === "merge"
      ? { conflicts: readConflicts(conflicts, { numbering, stories, idOf: context.idOf, record }) }
      : {}),
    ...(checks === undefined ? {} : { checks: readChecks(checks, { document, stories, idOf: context.idOf }) }),
    ...(styleChanges === undefined ? {} : { style_changes: styleChanges }),
  };
  const units = changeUnits(content, context.facts);
  const redline: RedlineJson = {
    schema_version: 1,
    kind,
    documents: documents.map(({ role, name }) => ({ role, name })),
    ...(options === undefined ? {} : { options }),
    summary: summaryOf({ units, decisions, stories, codes, conflicts: conflicts.length, carried, styleChanges }),
    ...content,
    units,
    notices: noticesInWords(notices),
  };
  return { redline, names: context.names, addresses };
}

type ReadBlocks = (story: Story) => Block[];

/** Returns the headers and footers with a change. */
function readParts({ parts }: Addresses, read: ReadBlocks): PartBlocks[] {
  return parts.flatMap(({ locator, story }) => {
    if (locator.kind !== "header" && locator.kind !== "footer") return [];
    const { kind, type, section } = locator;
    return ifChanged(read(story)).map(({ blocks }) => ({ part: { kind, type, section: { number: section } }, blocks }));
  });
}

/** Returns the notes with a change. */
function readNotes({ notes }: Addresses, read: ReadBlocks): NoteBlocks[] {
  return notes.flatMap(({ kind, number, label, story }) =>
    ifChanged(read(story)).map(({ blocks }) => ({ kind, number, label, blocks })),
  );
}

/** Returns the comments, except those that report a conflict. */
function readComments({ comments }: Addresses, idOf: IdOf, ours: ReadonlySet<string>): RedlineComment[] {
  const others = comments.filter(({ comment }) => !ours.has(comment.id));
  return others.map(({ number, comment, anchor, replies }) => ({
    id: `c${number}`,
    ...readReply(comment),
    ...(anchor === undefined ? {} : { block: idOf(anchor.story, anchor.paragraph) }),
    anchor_text: anchor?.text ?? "",
    replies: replies.map(readReply),
  }));
}

function ifChanged(blocks: readonly Block[]): TextBoxBlocks[] {
  return firstChange(blocks) === undefined ? [] : [{ blocks }];
}
