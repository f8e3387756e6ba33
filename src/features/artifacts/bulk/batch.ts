// Many creations and updates of artifacts in one transaction: all of them, or none and what is wrong with each.
import type { Static } from 'typebox';
import type { Writer } from '../../../platform/database/index.ts';
import { DomainError, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { VersionConflictError } from '../../../platform/version-conflict.ts';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs, fieldTypeOf, isTrackerAdmin } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { checkPreconditions, requireSameSite, requireSignedIn } from '../changes/admission.ts';
import type { ArtifactDeps, WholeArtifact } from '../changes/admission.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import { listArtifactsByIds } from '../artifact/artifacts.store.ts';
import type { ArtifactRow, ArtifactStamp } from '../artifact/artifacts.store.ts';
import type { Batch, BatchAnswer, BatchItem } from './batch.schema.ts';
import { applyAllChanges, createAllArtifacts, isLinkList, parseValues } from '../artifact/change.ts';
import { hashVersion } from '../rendering/rendered-json.ts';
import { followChange, judgeCreation, judgeUpdate, planCreation, planUpdate } from '../changes/submission.ts';
import type { Planned, PlanDeps } from '../changes/submission.ts';

type Item = Static<typeof BatchItem>;

/** An item that can be done as far as can be told before the transaction. */
export interface Step {
  index: number;
  item: Item;
  planned: Planned;
  /** The artifact to update; undefined: a new one. */
  targetId: number | undefined;
  /** The version of that artifact, which the plan is made for. */
  etag: string | undefined;
}

/** Batches of more items are long: a thousand keep the database's writer for a second. */
const shortBatchMax = 20;
/** Long batches of one process that wait for the one under way. */
const waitingBatchesMax = 50;

/** Has long batches done one after the other, so that the changes of others wait for one of them at most; throws unavailable beyond. */
export function createLongBatches(): <R>(items: readonly Item[], work: () => Promise<R>) => Promise<R> {
  const semaphore = createSemaphore({ parallel: 1, maxWaiting: waitingBatchesMax });
  return (items, work) => (items.length > shortBatchMax ? semaphore.run(work) : work());
}

/**
 * Does everything, or nothing: then it throws the first item's refusal, whose status is the answer's, with those of all
 * others. Paths start with `items[n]`. Throws VersionConflictError where rights or an artifact changed meanwhile. `finish` ends the
 * transaction, and may refuse it.
 */
export async function applyBatch(
  deps: PlanDeps,
  viewer: Viewer,
  { items, send_notifications: isNotified = true }: Static<typeof Batch>,
  finish?: (tx: Writer) => Promise<void>,
): Promise<Static<typeof BatchAnswer>> {
  requireSignedIn(viewer);
  const steps = await planItems(deps, viewer, items, isNotified);
  const rows = await deps.database.transact(async (tx) => {
    const saved = await saveSteps(deps, tx, viewer, steps);
    await finish?.(tx);
    return saved;
  });
  return {
    items: rows.map((row, index) => ({
      id: row.id,
      uri: `artifacts/${row.id}`,
      etag: etagOf(deps, row),
      is_new: items[index]?.id === undefined,
    })),
  };
}

/** Guards the next change; it is that of no representation. */
const etagOf = ({ entityTagKey }: ArtifactDeps, stamp: ArtifactStamp): string =>
  `"${hashVersion(entityTagKey, stamp)}.0"`;

/** Runs `work` for each item, and throws all refusals together at the end. `isUrgent` as of rest. */
async function forEachItem<T, R>(
  list: readonly T[],
  indexOf: (entry: T, place: number) => number,
  work: (entry: T) => R | Promise<R>,
  isUrgent = false,
): Promise<R[]> {
  const results: R[] = [];
  const refusals: DomainError[] = [];
  for (const [place, entry] of list.entries()) {
    if (isSliceOver()) await yieldSlice(isUrgent);
    try {
      results.push(await work(entry));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const path = [`items[${indexOf(entry, place)}]`, ...(error.path === undefined ? [] : [error.path])].join('.');
      refusals.push(new DomainError(error.kind, error.sentence, { path, headers: error.headers }));
    }
  }
  const [first] = refusals;
  if (first === undefined) return results;
  throw new DomainError(first.kind, first.sentence, { path: first.path ?? 'items', all: refusals });
}

/** Reads and checks all items as far as that needs no transaction; people are mailed unless not `isTold`. Throws all refusals together. */
export async function planItems(
  deps: PlanDeps,
  viewer: Viewer,
  items: readonly Item[],
  isNotified: boolean,
): Promise<Step[]> {
  const seen = await readTargets(
    deps,
    viewer,
    items.flatMap(({ id }) => id ?? []),
  );
  const names = new Set<string>();
  const ids = new Set<number>();
  const steps = await forEachItem(
    [...items.entries()],
    ([index]) => index,
    async ([index, item]): Promise<Step> => {
      takeOnce(names, item.name, 'name');
      takeOnce(ids, item.id, 'id');
      const { id } = item;
      if (id === undefined)
        return { index, item, planned: await planNew(deps, viewer, item), targetId: id, etag: undefined };
      const target = seen.get(id) ?? notFound(says('artifact.missing')`there is no artifact ${id}`);
      const planned = await planChange(deps, viewer, item, target);
      const etag = target instanceof DomainError ? undefined : etagOf(deps, target.stamp);
      return { index, item, planned, targetId: id, etag };
    },
  );
  await forEachItem(
    steps,
    ({ index }) => index,
    ({ item, planned }) => {
      checkNamedLinks(item, planned.tracker, names);
      if (!isNotified) requireRightToSilence(viewer, planned.tracker);
    },
  );
  return isNotified ? steps : steps.map(silence);
}

function requireRightToSilence(viewer: Viewer, tracker: Definition): void {
  if (isTrackerAdmin(viewer, tracker)) return;
  throw forbidden(
    says('batch.silent')`only administrators of tracker ${tracker.id} can change its artifacts without notifications`,
  );
}

const silence = (step: Step): Step => ({
  ...step,
  planned: { ...step.planned, change: { ...step.planned.change, isSilent: true } },
});

function takeOnce<T>(taken: Set<T>, value: T | undefined, path: string): void {
  if (value === undefined) return;
  if (taken.has(value))
    throw invalid(says('batch.twice')`is listed twice; a batch can contain each artifact only once`, path);
  taken.add(value);
}

/** Artifacts to update, or why the viewer can't have them. */
async function readTargets(
  { database, trackers }: ArtifactDeps,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, WholeArtifact | DomainError>> {
  const rows = await listArtifactsByIds(database.read, ids);
  const visible = await findVisible({ db: database.read, trackers }, viewer, rows);
  return new Map(
    rows.flatMap((row): [number, WholeArtifact | DomainError][] => {
      const tracker = visible.definitions.get(row.tracker_id);
      if (tracker === undefined) return [];
      return [[row.id, visible.ids.has(row.id) ? { stamp: row, tracker } : forbidden()]];
    }),
  );
}

function planNew(deps: PlanDeps, viewer: Viewer, item: Item): Promise<Planned> {
  const { tracker } = item;
  if (tracker === undefined)
    throw invalid(says('batch.tracker')`is required unless an artifact to update is given`, 'tracker');
  if (item.if_match !== undefined)
    throw invalid(says('batch.if-match')`is only for updates; a new artifact has no version yet`, 'if_match');
  return planCreation(deps, viewer, { ...item, tracker });
}

function planChange(deps: PlanDeps, viewer: Viewer, item: Item, target: WholeArtifact | DomainError): Promise<Planned> {
  if (target instanceof DomainError) throw target;
  if (item.name !== undefined) throw invalid(says('batch.name')`is only for new artifacts`, 'name');
  requireLivingProject(target.tracker.project);
  checkPreconditions(deps, preconditionsOf(item), target.stamp);
  return planUpdate(deps, viewer, target, item);
}

const preconditionsOf = ({ if_match: ifMatch }: Item) =>
  ({ wire: 'json', ifMatch, ifUnmodifiedSince: undefined }) as const;

const findLinkField = (tracker: Definition) => tracker.fields.find(fieldIs.links);

/** Throws invalid for a name that no item gives, a link type that there is not, and where there is no field for links. */
function checkNamedLinks({ named_links: links = [] }: Item, tracker: Definition, names: ReadonlySet<string>): void {
  if (links.length === 0) return;
  const field = findLinkField(tracker);
  if (field === undefined)
    throw invalid(says('tracker.no-links')`tracker ${tracker.id} has no link field`, 'named_links');
  for (const [index, { name, type }] of links.entries()) {
    const path = `named_links[${index}]`;
    if (!names.has(name))
      throw invalid(
        says('batch.unknown-name')`"${name}" is not the name of a new artifact in this batch`,
        `${path}.name`,
      );
    const entry = { field_id: field.id, links: [{ id: 0, type }] };
    fieldTypeOf(field.type).parse(entry, { field, definition: tracker, nowMs: 0, path });
  }
}

/** A step with the row that it changes, and the change that is allowed. */
interface JudgedStep {
  step: Step;
  row: ArtifactRow;
  planned: Planned;
}

/** Judges and saves; gives the saved rows in the order of the items. Throws all refusals together. */
export async function saveSteps(
  deps: ArtifactDeps,
  tx: Writer,
  viewer: Viewer,
  steps: readonly Step[],
): Promise<ArtifactRow[]> {
  await requireSameSite(tx, viewer);
  const rows = await readRows(tx, steps);
  const made = await makeRows(tx, steps);
  for (const [index, row] of made) rows.set(index, row);
  const idOfName = new Map(
    steps.flatMap(({ index, item }) =>
      item.name === undefined ? [] : [[item.name, rows.get(index)?.id ?? 0] as const],
    ),
  );
  const judged = await forEachItem(
    steps,
    ({ index }) => index,
    (step): JudgedStep => {
      const row = rows.get(step.index);
      if (row === undefined) throw new VersionConflictError();
      if (step.targetId !== undefined) checkPreconditions(deps, preconditionsOf(step.item), row);
      return { step, row, planned: judgeStep(viewer, withNamedLinks(step, row, idOfName), row) };
    },
    true,
  );
  const saved = new Map<number, ArtifactRow>();
  for (const group of Map.groupBy(judged, ({ step }) => step.planned.tracker.id).values()) {
    const tracker = group[0]?.step.planned.tracker;
    if (tracker === undefined) continue;
    const next = await applyAllChanges(
      tx,
      tracker,
      group.map(({ row, planned }) => ({ row, changes: [planned.change] })),
    );
    for (const [place, { step }] of group.entries()) {
      const row = next[place];
      if (row !== undefined) saved.set(step.index, row);
    }
  }
  return followAll(deps, tx, viewer, judged, saved);
}

/** The artifacts to update, by item. */
async function readRows(tx: Writer, steps: readonly Step[]): Promise<Map<number, ArtifactRow>> {
  const found = await listArtifactsByIds(
    tx,
    steps.flatMap(({ targetId }) => targetId ?? []),
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  return new Map(
    steps.flatMap(({ index, targetId, planned }): [number, ArtifactRow][] => {
      const row = byId.get(targetId ?? 0);
      return row === undefined || row.tracker_id !== planned.tracker.id ? [] : [[index, row]];
    }),
  );
}

/** New artifacts without history, by item. */
async function makeRows(tx: Writer, steps: readonly Step[]): Promise<Map<number, ArtifactRow>> {
  const made = new Map<number, ArtifactRow>();
  const births = steps.filter(({ targetId }) => targetId === undefined);
  for (const group of Map.groupBy(births, ({ planned }) => planned.tracker.id).values()) {
    const tracker = group[0]?.planned.tracker;
    if (tracker === undefined) continue;
    const rows = await createAllArtifacts(
      tx,
      tracker,
      group.map(({ planned }) => planned.change),
    );
    for (const [place, { index }] of group.entries()) {
      const row = rows[place];
      if (row !== undefined) made.set(index, row);
    }
  }
  return made;
}

/** The step with links to new artifacts of the batch added to those that were sent, or that are there. */
function withNamedLinks(step: Step, row: ArtifactRow, idOfName: ReadonlyMap<string, number>): Step {
  const { planned, item } = step;
  const field = findLinkField(planned.tracker);
  const links = item.named_links ?? [];
  if (field === undefined || links.length === 0) return step;
  const sent = planned.submitted.values.get(field.id) ?? parseValues(row)[field.id];
  const added = links.map(({ name, type }) => ({ id: idOfName.get(name) ?? 0, type }));
  const all = [...(isLinkList(sent) ? sent : []), ...added.filter(({ id }) => id !== row.id)];
  const unique = new Map(all.map((link) => [`${link.id} ${link.type}`, link]));
  const values = new Map(planned.submitted.values).set(field.id, [...unique.values()]);
  const paths = new Map(planned.submitted.paths).set(field.id, 'named_links');
  return { ...step, planned: { ...planned, submitted: { ...planned.submitted, values, paths } } };
}

function judgeStep(viewer: Viewer, { planned, targetId, item }: Step, row: ArtifactRow): Planned {
  if (targetId !== undefined) return judgeUpdate(viewer, planned, row);
  // Everything else of a new artifact was judged when it was planned.
  return (item.named_links ?? []).length > 0 ? judgeCreation(viewer, planned) : planned;
}

/** What follows from each change, in the order of the items; that may change artifacts of the batch once more. */
async function followAll(
  deps: ArtifactDeps,
  tx: Writer,
  viewer: Viewer,
  judged: readonly JudgedStep[],
  saved: ReadonlyMap<number, ArtifactRow>,
): Promise<ArtifactRow[]> {
  await forEachItem(
    judged,
    ({ step }) => step.index,
    async ({ step, row: before, planned }) => {
      const after = saved.get(step.index);
      if (after !== undefined) await followChange(deps, tx, viewer, { before, after }, planned);
    },
    true,
  );
  const ids = judged.flatMap(({ step }) => saved.get(step.index)?.id ?? []);
  const rows = new Map((await listArtifactsByIds(tx, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}
