// Artifacts: reading, listing, creating and updating.
import type { Static } from 'typebox';
import { readStoredObject } from '../../../platform/database/index.ts';
import type { Writer } from '../../../platform/database/index.ts';
import { DomainError, preconditionFailed } from '../../../platform/errors.ts';
import { noteMade } from '../../../platform/idempotency/index.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { systemTimers } from '../../../platform/concurrency/timers.ts';
import { settleAll } from '../../../platform/concurrency/settle-all.ts';
import { VersionConflictError } from '../../../platform/version-conflict.ts';
import {
  admit,
  awaitPreconditions,
  readToChange,
  listWhole,
  readWhole,
  requireSameSite,
  requireSignedIn,
} from '../changes/admission.ts';
import type { ArtifactDeps, Preconditions, SeenArtifact, WholeArtifact } from '../changes/admission.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import { createSecondWaits } from '../changes/second-waits.ts';
import type { WaitForSecond } from '../changes/second-waits.ts';
import { editComment } from '../comments/comments.service.ts';
import type { ArtifactMove, ArtifactUpdate, CommentEdit, NewArtifact } from './artifacts.schema.ts';
import * as store from './artifacts.store.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import type { ValueFormats } from '../rendering/artifacts.view.ts';
import { applyBatch, createLongBatches } from '../bulk/batch.ts';
import { previewBatch } from '../bulk/batch-preview.ts';
import type { Batch, BatchAnswer } from '../bulk/batch.schema.ts';
import { applyChanges, createArtifact, parseValues } from './change.ts';
import type { StoredValues } from './change.ts';
import type { ChartDeps } from '../computed/charts.ts';
import { changeLinks } from '../links/link-changes.service.ts';
import type { LinkChange } from '../links/link-changes.service.ts';
import { countDeletions, deleteArtifact, deleteUnchanged, restoreArtifact } from '../lifecycle/delete-artifact.ts';
import { listDeleted } from '../lifecycle/deleted-artifacts.store.ts';
import { moveArtifact } from '../lifecycle/move-artifact.ts';
import { createSetCache, createListings, createPassages, createQueries } from '../query/index.ts';
import type { Condition, Listings, Passages, Queries } from '../query/index.ts';
import { createShowing, quoteTag } from '../rendering/responses.service.ts';
import type { Showing } from '../rendering/responses.service.ts';
import { createTrackerLists, readFilters } from '../lists/tracker-lists.ts';
import type { ArtifactFilter, TrackerLists } from '../lists/tracker-lists.ts';
import { tagOf } from '../rendering/rendered-json.ts';
import { createRenderer } from '../rendering/rendering.ts';
import type { Renderer, Rendering } from '../rendering/rendering.ts';
import { followChange, judgeUpdate, planCreation, planUpdate } from '../changes/submission.ts';
import type { PlanDeps } from '../changes/submission.ts';
import { listAllowedActions } from '../workflow/allowed-actions.ts';
import { prefetchChange } from '../changes/prefetch.ts';
import { findLocked } from '../workflow/workflow.ts';

/** Ends the transaction of a change that has been made; `artifact` names its changeset. */
export type FinishChange = (tx: Writer, artifact: ArtifactRow) => Promise<void>;

export interface Artifacts extends Showing, TrackerLists {
  /** What reading and showing artifacts needs. */
  reading: ChartDeps;
  /** The same for what costs much, such as histories; see Database.readBulk. */
  readingBulk: ChartDeps;
  /** The same for what may take long; see Database.readSlow. */
  readingSlow: ChartDeps;
  /** Throws notFound when there is none, forbidden when the viewer may not see it. */
  read(viewer: Viewer, id: number): Promise<SeenArtifact>;
  /** As read. */
  readWhole(viewer: Viewer, id: number): Promise<WholeArtifact>;
  /** See listWhole. */
  listWhole(viewer: Viewer, ids: readonly number[]): ReturnType<typeof listWhole>;
  /** As showOne, with the tracker written out in full, and with what the viewer may do where `withActions`. */
  showWithTracker(
    viewer: Viewer,
    id: number,
    formats: ValueFormats,
    wire: 'json' | 'xml',
    withActions?: boolean,
  ): ReturnType<Artifacts['show']>;
  /** What filters of a client say of the tracker's artifacts, all of which must hold; everything without one. Throws as Queries does. */
  readFilters(viewer: Viewer, tracker: Definition, filters: readonly ArtifactFilter[]): Promise<Condition>;
  /** Those of the artifacts that the viewer sees, in this order, whatever their trackers. */
  listByIds(viewer: Viewer, ids: readonly number[], formats: ValueFormats): Promise<Rendering[]>;
  queries: Queries;
  listings: Listings;
  passages: Passages;
  renderer: Renderer;
  waitForSecond: WaitForSecond;
  /** See changeLinks. */
  changeLinks(viewer: Viewer, changes: readonly LinkChange[], finish: (tx: Writer) => Promise<void>): Promise<void>;
  /** See applyBatch, and previewBatch for a dry run; long ones one after the other. */
  batch(
    viewer: Viewer,
    body: Static<typeof Batch>,
    finish?: (tx: Writer) => Promise<void>,
  ): Promise<Static<typeof BatchAnswer>>;
  /** Throws notFound, forbidden or invalid, and what `finish` does. */
  create(viewer: Viewer, body: Static<typeof NewArtifact>, finish?: FinishChange): Promise<WholeArtifact>;
  /** Throws as read does, preconditionFailed, or invalid, and what `finish` does; then nothing is changed (spec rulings 19, 20). */
  update(
    viewer: Viewer,
    id: number,
    body: Static<typeof ArtifactUpdate>,
    preconditions: Preconditions,
    finish?: FinishChange,
  ): Promise<WholeArtifact>;
  /** See editComment. */
  editComment(viewer: Viewer, id: number, changesetId: number, body: Static<typeof CommentEdit>): Promise<void>;
  /** See moveArtifact. */
  move(
    viewer: Viewer,
    id: number,
    body: Static<typeof ArtifactMove>,
    preconditions: Preconditions,
  ): ReturnType<typeof moveArtifact>;
  /** See deleteArtifact. */
  remove(viewer: Viewer, id: number, preconditions: Preconditions): ReturnType<typeof deleteArtifact>;
  /** See deleteUnchanged. */
  removeUnchanged(viewer: Viewer, id: number): Promise<boolean>;
  /** Deleted artifacts, newest first; for the command line. */
  listDeleted(): ReturnType<typeof listDeleted>;
  /** See restoreArtifact; for the command line. */
  restore(id: number): Promise<void>;
}

const collectionOnly: ValueFormats = { collection: true, byField: false };

export function createArtifacts(deps: ArtifactDeps): Artifacts {
  const { database, clock, trackers } = deps;
  const waitForSecond = createSecondWaits(clock, systemTimers);
  const reading: ChartDeps = {
    ...deps,
    db: database.read,
    slowDb: database.readSlow,
    nowMs: () => clock.nowMs(),
  };
  const [readingBulk, readingSlow] = [
    { ...reading, db: database.readBulk },
    { ...reading, db: database.readSlow },
  ];
  const setCache = createSetCache();
  const queries = createQueries({ ...deps, setCache });
  const listings = createListings({ database, reading: readingSlow, setCache });
  const passages = createPassages({ database, setCache });
  const renderer = createRenderer(readingBulk, deps.entityTagKey);
  const longBatches = createLongBatches();
  const read: Artifacts['read'] = async (viewer, id) =>
    admit(deps, viewer, await store.findStamp(database.read, id), id);
  const { show, showOne } = createShowing(deps, renderer, read);
  const readTag = createTagReader(read, show);
  return {
    reading,
    readingBulk,
    readingSlow,
    waitForSecond,
    read,
    readWhole: (viewer, id) => readWhole(deps, viewer, id),
    listWhole: (viewer, ids) => listWhole(deps, viewer, ids),
    renderer,
    show,
    showOne,
    showWithTracker: createWholeShow(deps, read, show),
    queries,
    listings,
    passages,
    readFilters: (viewer, tracker, filters) => readFilters(queries, viewer, tracker, filters),
    ...createTrackerLists({ database, trackers, queries, listings, renderer }),
    async listByIds(viewer, ids, formats) {
      const stamps = new Map((await store.listStamps(database.read, ids)).map((stamp) => [stamp.id, stamp]));
      const visible = await findVisible({ db: database.read, trackers }, viewer, [...stamps.values()]);
      const shown = ids.flatMap((id) => (visible.ids.has(id) ? (stamps.get(id) ?? []) : []));
      return renderer.render(viewer, shown, visible.definitions, formats);
    },
    changeLinks: (viewer, changes, finish) => changeLinks({ ...deps, renderer }, viewer, changes, finish),
    batch: (viewer, body, finish) =>
      longBatches(body.items, () => runBatch({ ...deps, renderer }, viewer, body, finish)),
    create: (viewer, body, finish) => create({ ...deps, renderer }, viewer, body, finish),
    update: (viewer, id, body, preconditions, finish) =>
      readTag(viewer, id, preconditions, () =>
        update({ ...deps, renderer }, viewer, id, { body, preconditions, finish }),
      ),
    editComment: (viewer, id, changesetId, body) => editComment(deps, viewer, id, changesetId, body),
    move: (viewer, id, body, preconditions) =>
      readTag(viewer, id, preconditions, () => moveArtifact(deps, viewer, id, body, preconditions)),
    remove: (viewer, id, preconditions) =>
      readTag(viewer, id, preconditions, () => deleteArtifact(deps, viewer, id, preconditions)),
    removeUnchanged: (viewer, id) => deleteUnchanged(deps, viewer, id),
    listDeleted: () => listDeleted(database.read),
    restore: async (id) => restoreArtifact(deps, (await deps.site.current()).version, id),
  };
}

/** Shows artifacts with their tracker written out. */
const createWholeShow =
  (deps: ArtifactDeps, read: Artifacts['read'], show: Artifacts['show']): Artifacts['showWithTracker'] =>
  async (viewer, id, formats, wire, withActions = false) => {
    const seen = await read(viewer, id);
    const shown = await show(viewer, seen, formats, wire);
    const whole = readStoredObject(shown.json, `rendering of artifact ${seen.stamp.id}`);
    const [row] = await store.listArtifactsByIds(deps.database.read, [seen.stamp.id]);
    if (row?.version !== seen.stamp.version) throw new VersionConflictError();
    const values = parseValues(row);
    const tracker = await deps.trackers.view(viewer, seen.tracker, findLocked(seen.tracker, values));
    const actions = withActions ? { allowed_actions: await listActions(deps, viewer, seen, values) } : {};
    const json = JSON.stringify({ ...whole, tracker, ...actions });
    return { ...shown, json, etag: quoteTag(tagOf(deps.entityTagKey, seen.stamp, json), wire) };
  };

async function listActions(deps: ArtifactDeps, viewer: Viewer, { stamp, tracker }: SeenArtifact, values: StoredValues) {
  const [deletions, [backlog]] = await Promise.all([
    countDeletions(deps, viewer),
    deps.listTopBacklogActs(viewer, { id: stamp.id, tracker }),
  ]);
  return listAllowedActions(viewer, tracker, values, { deletions, backlog });
}

const runBatch = (
  deps: PlanDeps,
  viewer: Viewer,
  body: Static<typeof Batch>,
  finish?: (tx: Writer) => Promise<void>,
): Promise<Static<typeof BatchAnswer>> =>
  body.dry_run === true ? previewBatch(deps, viewer, body) : applyBatch(deps, viewer, body, finish);

/** Makes what lets a refused precondition tell the current tag. */
const createTagReader =
  (read: Artifacts['read'], show: Artifacts['show']) =>
  async <R>(viewer: Viewer, id: number, { wire }: Preconditions, work: () => Promise<R>): Promise<R> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'precondition-failed') throw error;
      throw preconditionFailed(error.sentence, (await show(viewer, await read(viewer, id), collectionOnly, wire)).etag);
    }
  };

async function create(
  deps: PlanDeps,
  viewer: Viewer,
  body: Static<typeof NewArtifact>,
  finish: FinishChange | undefined,
): Promise<WholeArtifact> {
  const creation = await planCreation(deps, viewer, body);
  const { tracker, change } = creation;
  const row = await deps.database.transact(async (tx) => {
    const [, before, foreseen] = await settleAll([
      requireSameSite(tx, viewer),
      createArtifact(tx, tracker, change.by, change.atMs),
      prefetchChange(tx, tracker, undefined, []),
    ]);
    await noteMade(tx, `artifacts/${before.id}`);
    const after = await applyChanges(tx, tracker, before, [change], foreseen);
    await finish?.(tx, after);
    return followChange(deps, tx, viewer, { before, after }, creation);
  });
  return { stamp: row, tracker };
}

async function update(
  deps: PlanDeps,
  viewer: Viewer,
  id: number,
  {
    body,
    preconditions,
    finish,
  }: { body: Static<typeof ArtifactUpdate>; preconditions: Preconditions; finish: FinishChange | undefined },
): Promise<WholeArtifact> {
  const seen = await readWhole(deps, viewer, id);
  const { tracker } = seen;
  requireLivingProject(tracker.project);
  requireSignedIn(viewer);
  await awaitPreconditions(deps, preconditions, seen.stamp);
  const planned = await planUpdate(deps, viewer, seen, body);
  const row = await deps.database.transact(async (tx) => {
    const [before, foreseen] = await settleAll([
      readToChange(deps, tx, viewer, seen, preconditions),
      prefetchChange(tx, tracker, id, planned.change.values.keys()),
    ]);
    const judged = judgeUpdate(viewer, planned, before);
    const after = await applyChanges(tx, tracker, before, [judged.change], foreseen);
    await finish?.(tx, after);
    return followChange(deps, tx, viewer, { before, after }, judged);
  });
  await preconditions.untilBegun?.(row.version_second);
  return { stamp: row, tracker };
}
