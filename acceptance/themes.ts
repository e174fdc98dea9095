// Lists every theme in the order in which they run.

import type { Theme } from "./running/theme.ts";
import { access } from "./themes/access.ts";
import { agents } from "./themes/agents.ts";
import { attacks } from "./themes/attacks.ts";
import { audit, auditChain } from "./themes/audit.ts";
import { clients } from "./themes/clients.ts";
import { comparing } from "./themes/comparing.ts";
import { contentParts } from "./themes/content-parts.ts";
import { conversions, conversionWaits } from "./themes/conversions.ts";
import { creating } from "./themes/creating.ts";
import { deadlines } from "./themes/deadlines.ts";
import { deciding } from "./themes/deciding.ts";
import { docs } from "./themes/docs.ts";
import { documentMerges } from "./themes/document-merges.ts";
import { storedDocuments } from "./themes/documents.ts";
import { downloads } from "./themes/downloads.ts";
import { editRefusals } from "./themes/edit-refusals.ts";
import { editResults } from "./themes/edit-results.ts";
import { editWaiting } from "./themes/edit-waiting.ts";
import { editing } from "./themes/editing.ts";
import { failing } from "./themes/failing.ts";
import { failingConversions } from "./themes/failing-conversions.ts";
import { faults } from "./themes/faults.ts";
import { reading } from "./themes/files.ts";
import { viewsOfShapes } from "./themes/growth-views.ts";
import { history } from "./themes/history.ts";
import { idempotency } from "./themes/idempotency.ts";
import { instruction } from "./themes/instruction.ts";
import { isolation } from "./themes/isolation.ts";
import { leakSearch } from "./themes/leak-search.ts";
import { leaks } from "./themes/leaks.ts";
import { limits } from "./themes/limits.ts";
import { lists } from "./themes/lists.ts";
import { merging } from "./themes/merging.ts";
import { names } from "./themes/names.ts";
import { options } from "./themes/options.ts";
import { order } from "./themes/order.ts";
import { packages } from "./themes/packages.ts";
import { pages } from "./themes/pages.ts";
import { pdf } from "./themes/pdf.ts";
import { processing } from "./themes/processing.ts";
import { records } from "./themes/records.ts";
import { redline } from "./themes/redline.ts";
import { refusals } from "./themes/refusals.ts";
import { regions } from "./themes/regions.ts";
import { requestIds } from "./themes/request-ids.ts";
import { retention } from "./themes/retention.ts";
import { selective } from "./themes/selective.ts";
import { slowLane } from "./themes/slow-lane.ts";
import { stranger } from "./themes/stranger.ts";
import { everySubject } from "./themes/subjects.ts";
import { usage } from "./themes/usage.ts";
import { viewDecisions } from "./themes/view-decisions.ts";
import { viewer, viewerWaits } from "./themes/viewer.ts";
import { webhooks } from "./themes/webhooks.ts";

/** Themes that need jobs to wait, so they run before the worker starts. */
export const withoutWorker: readonly Theme[] = [
  processing,
  editWaiting,
  conversionWaits,
  viewerWaits,
  failing,
  failingConversions,
];

/** The themes of one lane run one after another. The lanes run at the same time, because most themes wait. */
export const lanes: readonly (readonly Theme[])[] = [
  [pages, comparing, options, redline, names, refusals, requestIds, downloads, idempotency, pdf, instruction],
  [reading, contentParts, creating, selective, everySubject, viewer],
  [deadlines, docs, merging, deciding, viewDecisions],
  [usage, lists, records, retention, access, faults, audit],
  [editing, editResults, editRefusals, agents, leaks],
  [isolation, limits, order, webhooks],
  [storedDocuments, documentMerges, history, conversions, clients, regions],
];

/** Themes that measure the load of the service, so nothing else may run. */
export const alone: readonly Theme[] = [attacks];

/** Themes that check what the whole run left. */
export const last: readonly Theme[] = [auditChain, leakSearch];

/** Themes that run only when they are named: they take minutes, and some use a registry. */
export const asked: readonly Theme[] = [packages, stranger, slowLane, viewsOfShapes];
