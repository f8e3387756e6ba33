// The one write path: a change is who, when, a comment and new field values. It becomes a changeset, and with it the
// artifact's current state, links, groups and search keys, all in the caller's transaction.
import { isFar, readStoredObject, takeIds } from '../../../platform/database/index.ts';
import type { Writer } from '../../../platform/database/index.ts';
import { appendEvents } from '../../../platform/events/index.ts';
import type { NewEvent } from '../../../platform/events/index.ts';
import { settleAll } from '../../../platform/concurrency/settle-all.ts';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { nextVersionSecond } from '../../../platform/http/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { MarkupFormat } from '../../../platform/markup/index.ts';
import { fieldIs, fieldTypeOf, listValues } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { artifactEvent } from './artifact-events.ts';
import { readLastNumber } from './artifacts.store.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import { insertListChanges } from './list-changes.store.ts';
import { listChangesOf } from './list-changes.ts';
import type { ListChange } from './list-changes.ts';
import { listCountingEarly, saveTraces } from './change-traces.ts';
import type { ForeseenChange, StoredValues, Trace } from './change-traces.ts';
import * as store from './change.store.ts';
import { countArtifacts, openAudience, readAudience } from './counts.store.ts';
import type { CountChange } from './counts.store.ts';
import { saveCommentTexts } from './text-traces.ts';
import { saveRenderings } from './rendered-texts.ts';
import type { NewRendering } from './rendered-texts.ts';

export { isLinkList } from './change-traces.ts';
export type { StoredValues } from './change-traces.ts';

/** One version of a changeset's comment. */
export interface CommentVersion {
  by: number;
  atMs: number;
  body: string;
  format: MarkupFormat;
  /** Only these groups see it; undefined: whoever sees the artifact. */
  groupIds?: readonly number[] | undefined;
  /** Of a move: the tracker that the artifact comes from. */
  movedFrom?: number;
}

export interface Change {
  /** User id; 0 for anonymous. */
  by: number;
  atMs: number;
  email?: string;
  /** Name of the agent that makes it for them. */
  agent?: string | undefined;
  /** Nobody is mailed about it. */
  isSilent?: true | undefined;
  comments: readonly CommentVersion[];
  /** New stored values by field id; what is the same as before is left out of the changeset. */
  values: ReadonlyMap<number, unknown>;
  /** HTML of its texts, as far as it was made beforehand. */
  renderings?: readonly NewRendering[];
}

export const parseValues = (row: Pick<ArtifactRow, 'id' | 'values_json'>): StoredValues =>
  readStoredObject(row.values_json, `values of artifact ${row.id}`);

export const parseChanges = (row: { id: number; changes_json: string }): StoredValues =>
  readStoredObject(row.changes_json, `changes of changeset ${row.id}`);

/** Field ids whose value differs from the current one. An empty value and none at all are the same, but where a new artifact keeps it. */
export function findChangedFields(
  tracker: Definition,
  current: StoredValues,
  values: ReadonlyMap<number, unknown>,
): number[] {
  const isNew = Object.keys(current).length === 0;
  return [...values]
    .filter(([fieldId, value]) => {
      const before = current[fieldId];
      const type = fieldTypeOf(tracker.fieldById.get(fieldId)?.type ?? '');
      if (before === undefined && type.isEmpty(value)) return isNew && type.keepsEmpty;
      return JSON.stringify(before) !== JSON.stringify(value);
    })
    .map(([fieldId]) => fieldId);
}

/** Who makes a new artifact, and when. */
export interface Birth {
  by: number;
  atMs: number;
}

/**
 * Makes artifacts without history, in this order of ids and numbers; applyChanges must follow for each in the same
 * transaction, with a first change by the same person at the same time.
 */
export async function createAllArtifacts(
  tx: Writer,
  tracker: Definition,
  births: readonly Birth[],
): Promise<ArtifactRow[]> {
  const rows = births.map(({ by, atMs }, index) => ({
    trackerId: tracker.id,
    steps: index + 1,
    submittedBy: by,
    atMs,
    second: nextVersionSecond(Math.floor(atMs / 1000)) - 1,
  }));
  const [ids, tells] = await settleAll([
    takeIds(tx, 'artifacts', rows.length),
    isFar(tx) ? readLastNumber.first(tx, { trackerId: tracker.id }) : undefined,
  ]);
  const made =
    ids === undefined || tells === undefined
      ? (await store.insertArtifacts(tx, rows)).sort((a, b) => a.number - b.number)
      : await store.insertArtifactsAhead(tx, rows, ids, tells.last_number);
  await store.passNumbers(tx, { trackerId: tracker.id, count: births.length });
  await countArtifacts(
    tx,
    made.map((row) => ({ row, audience: openAudience, by: 1 })),
  );
  return made;
}

/** One artifact as createAllArtifacts makes them. */
export async function createArtifact(tx: Writer, tracker: Definition, by: number, atMs: number): Promise<ArtifactRow> {
  const [row] = await createAllArtifacts(tx, tracker, [{ by, atMs }]);
  if (row === undefined) throw new Error('the new artifact was not returned');
  return row;
}

/** An artifact as it is, and what is to happen to it. */
export interface ArtifactChanges {
  row: ArtifactRow;
  /** In order. */
  changes: readonly Change[];
}

/** Where changes come from that happened somewhere else, and when they arrived. */
export interface ImportOrigin {
  importedAtMs: number;
}

/**
 * Appends changesets in order and saves the states they lead to; gives the new rows, in the given order. A change that
 * alters nothing and says nothing is left out, unless it is the artifact's first. No artifact may come twice. The event log
 * gets one event for each artifact that changed. `foreseen` is that of a single artifact.
 */
export async function applyAllChanges(
  tx: Writer,
  tracker: Definition,
  artifacts: readonly ArtifactChanges[],
  origin?: ImportOrigin,
  foreseen?: ForeseenChange,
): Promise<ArtifactRow[]> {
  const settled = await settleValues(tx, tracker, artifacts);
  const folds: Fold[] = [];
  for (const artifact of settled) {
    if (folds.length > 0 && isSliceOver()) await yieldSlice(true);
    folds.push(foldChanges(tracker, artifact));
  }
  const [appended, counting] = await settleAll([
    appendChangesets(tx, tracker, folds, foreseen?.changesetIds ?? []),
    listCountingEarly(tx, tracker, folds, foreseen?.counting),
  ]);
  await insertListChanges(tx, listAllChanges(tracker, folds, appended));
  const changesetIds = appended.values();
  const rows: ArtifactRow[] = [];
  const leaving: CountChange[] = [];
  const changed = folds.filter((fold) => fold.steps.length > 0);
  for (const fold of folds) {
    if (rows.length > 0 && isSliceOver()) await yieldSlice(true);
    const next = advance(fold, changesetIds);
    if (next !== fold.before) await store.saveState(tx, fold.before, next);
    rows.push(next);
  }
  for (const { before } of changed) leaving.push({ row: before, audience: await readAudience(tx, before), by: -1 });
  await saveTraces(tx, tracker, addWords(changed, appended.values()), counting);
  await saveRenderings(tx, changed.flatMap(listRenderings));
  const coming: CountChange[] = [];
  for (const [index, row] of rows.entries()) {
    if (row !== folds[index]?.before) coming.push({ row, audience: await readAudience(tx, row), by: 1 });
  }
  await countArtifacts(tx, [...leaving, ...coming]);
  await appendEvents(
    tx,
    folds.flatMap((fold, index) => listEvents(tracker, fold, rows[index] ?? fold.before, origin)),
  );
  return rows;
}

/** What the event log says of an artifact's changes; nothing where there were none. */
function listEvents(
  tracker: Definition,
  { before, steps }: Fold,
  row: ArtifactRow,
  origin: ImportOrigin | undefined,
): NewEvent[] {
  if (row === before) return [];
  const facts =
    origin === undefined ? { by: row.updated_by, atMs: row.updated_at_ms } : { by: 0, atMs: origin.importedAtMs };
  const kind =
    origin !== undefined ? 'artifact-imported' : before.version === 0 ? 'artifact-created' : 'artifact-updated';
  const agent = steps.at(-1)?.change.agent;
  const isSilent = steps.every(({ change }) => change.isSilent === true);
  const details = { ...(agent === undefined ? {} : { agent }), ...(isSilent ? { silent: true as const } : {}) };
  return [artifactEvent(tracker, row, { kind, ...facts, ...(agent === undefined && !isSilent ? {} : { details }) })];
}

/** Makes the values of open lists that changes name for the first time, in the order of the changes. Throws invalid where there is no room for them. */
async function settleValues(
  tx: Writer,
  tracker: Definition,
  artifacts: readonly ArtifactChanges[],
): Promise<readonly ArtifactChanges[]> {
  const fields = [...tracker.fieldById.values()].flatMap(({ id, type }) => {
    const { settle } = fieldTypeOf(type);
    return settle === undefined ? [] : [{ id, settle }];
  });
  if (fields.length === 0) return artifacts;
  const namer = listValues.createValueNamer(tx, tracker);
  const settleChange = async (change: Change): Promise<Change> => {
    const news = new Map<number, unknown>();
    for (const { id, settle } of fields) {
      const value = change.values.get(id);
      const saved = value === undefined ? undefined : await settle(value, namer.nameValues(id));
      if (saved !== value) news.set(id, saved);
    }
    return news.size === 0 ? change : { ...change, values: new Map([...change.values, ...news]) };
  };
  const settled: ArtifactChanges[] = [];
  for (const { row, changes } of artifacts) {
    const done: Change[] = [];
    for (const change of changes) done.push(await settleChange(change));
    settled.push({ row, changes: done });
  }
  if (namer.hasMade()) await bumpSiteVersion(tx);
  return settled;
}

/** One artifact as applyAllChanges changes them. */
export async function applyChanges(
  tx: Writer,
  tracker: Definition,
  row: ArtifactRow,
  changes: readonly Change[],
  foreseen?: ForeseenChange,
): Promise<ArtifactRow> {
  const [next] = await applyAllChanges(tx, tracker, [{ row, changes }], undefined, foreseen);
  return next ?? row;
}

/** A change that becomes a changeset. */
interface Step {
  change: Change;
  /** Stored values that it changes. */
  news: StoredValues;
  changesJson: string;
}

/** What changes make of an artifact. */
interface Fold extends Omit<Trace, 'words'> {
  steps: readonly Step[];
}

/** What the steps, each of which takes the next of the ids, change of lists. */
function listAllChanges(tracker: Definition, folds: readonly Fold[], changesetIds: readonly number[]): ListChange[] {
  const ids = changesetIds.values();
  const typeOf = (fieldId: number): string | undefined => tracker.fieldById.get(fieldId)?.type;
  return folds.flatMap(({ before, old, steps }) => {
    const afterMs = before.version === 0 ? before.submitted_at_ms : before.updated_at_ms;
    const done = steps.map(({ change, news }) => ({
      changesetId: ids.next().value ?? 0,
      atMs: change.atMs,
      values: news,
    }));
    return listChangesOf(typeOf, { artifactId: before.id, afterMs: Number(afterMs), old }, done);
  });
}

const listRenderings = ({ before, steps }: Fold) =>
  steps.flatMap(({ change }) => (change.renderings ?? []).map((one) => ({ ...one, artifactId: before.id })));

/** With what each step says, which is the last version of its comment; each step takes the next of the ids. */
const addWords = (folds: readonly Fold[], changesetIds: Iterator<number, undefined>): Trace[] =>
  folds.map((fold) => ({
    ...fold,
    words: fold.steps.flatMap(({ change }) => {
      const { value: changesetId } = changesetIds.next();
      const last = change.comments.at(-1);
      return last === undefined || changesetId === undefined
        ? []
        : [{ changesetId, body: last.body, format: last.format }];
    }),
  }));

function foldChanges(tracker: Definition, { row, changes }: ArtifactChanges): Fold {
  const old = parseValues(row);
  const values = { ...old };
  const touched = new Set<number>();
  const steps: Step[] = [];
  for (const change of changes) {
    const isFirst = row.version + steps.length === 0;
    const changed = isFirst ? [...change.values.keys()] : findChangedFields(tracker, values, change.values);
    const said = change.comments.some((comment) => comment.body !== '');
    if (!isFirst && changed.length === 0 && !said) continue;
    const news: StoredValues = {};
    for (const id of changed) {
      news[id] = change.values.get(id);
      touched.add(id);
    }
    Object.assign(values, news);
    steps.push({ change, news, changesJson: JSON.stringify(news) });
  }
  return { before: row, old, values, touched, groups: grantedGroups(tracker, values), steps };
}

/** The format of a comment that says nothing beyond it, which its changeset keeps: most changes have such a one. */
function formatOfEmpty({ by, atMs, comments }: Change): MarkupFormat | undefined {
  const [first] = comments;
  if (comments.length !== 1 || first?.body !== '' || first.groupIds !== undefined) return undefined;
  return first.by === by && first.atMs === atMs ? first.format : undefined;
}

/** Gives the ids of the new changesets in their order, those that were taken before where they are enough. */
async function appendChangesets(
  tx: Writer,
  tracker: Definition,
  folds: readonly Fold[],
  taken: readonly number[],
): Promise<number[]> {
  const all = folds.flatMap(({ before, steps }) => steps.map((step) => ({ artifactId: before.id, ...step })));
  const ids = await store.insertChangesets(
    tx,
    all.map(({ artifactId, change, changesJson }) => ({
      artifactId,
      trackerId: tracker.id,
      by: change.by,
      atMs: change.atMs,
      email: change.email ?? null,
      agent: change.agent ?? null,
      emptyComment: formatOfEmpty(change) ?? null,
      changes: changesJson,
    })),
    taken,
  );
  const comments = ids.flatMap((changesetId, index) => {
    const change = all[index]?.change;
    if (change === undefined || formatOfEmpty(change) !== undefined) return [];
    return change.comments.map(({ by, atMs, body, format, groupIds, movedFrom = null }) => {
      const groups = groupIds === undefined ? null : JSON.stringify(groupIds);
      return { changesetId, by, atMs, body, format, groups, movedFrom };
    });
  });
  await store.insertComments(tx, comments);
  const said = ids.flatMap((changesetId, index) => {
    const { artifactId, change } = all[index] ?? {};
    const comment = change?.comments.at(-1);
    return artifactId === undefined || comment === undefined ? [] : [{ artifactId, changesetId, ...comment }];
  });
  await saveCommentTexts(tx, tracker, said);
  return ids;
}

/** The row after the steps, each of which takes the next of the ids. */
function advance({ before, values, groups, steps }: Fold, changesetIds: Iterator<number>): ArtifactRow {
  const last = steps.at(-1);
  if (last === undefined) return before;
  let { changeset_id: changesetId, version_second: second } = before;
  for (const { change } of steps) {
    const taken = changesetIds.next();
    if (taken.done === true) throw new Error('a new changeset was not returned');
    changesetId = taken.value;
    second = nextVersionSecond(Math.floor(change.atMs / 1000), second);
  }
  return {
    ...before,
    version: before.version + steps.length,
    changeset_id: changesetId,
    updated_by: last.change.by,
    updated_at_ms: last.change.atMs,
    version_second: second,
    values_json: JSON.stringify(values),
    is_limited: groups.length > 0 ? 1 : 0,
  };
}

/** Whether a stored value is one of a `perm` field. */
export const isGroupList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number');

/**
 * The groups that alone may see an artifact with these values; none: it is not limited. Where no field for it is in use,
 * the artifact stays as limited as the last one left it.
 */
export function grantedGroups(tracker: Definition, values: StoredValues): number[] {
  const used = tracker.fields.filter(fieldIs.readers);
  const fields = used.length > 0 ? used.slice(0, 1) : [...tracker.fieldById.values()].filter(fieldIs.readers);
  const held = fields.map((field) => values[field.id]).filter(isGroupList);
  return held.find((groups) => groups.length > 0) ?? [];
}
