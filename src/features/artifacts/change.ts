// The one write path: a change is who, when, a comment and new field values. It becomes a changeset, and with it the
// artifact's current state, links, groups and search keys, all in the caller's transaction.
import { Type } from 'typebox';
import { storedJson } from '../../platform/database/index.ts';
import type { Writer } from '../../platform/database/index.ts';
import { nextVersionSecond } from '../../platform/http/index.ts';
import { fieldTypeOf } from '../trackers/index.ts';
import type { Definition, TextFormat } from '../trackers/index.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import * as store from './change.store.ts';
import { countArtifact, openAudience, readAudience } from './counts.store.ts';

/** One version of a changeset's comment. */
export interface CommentVersion {
  by: number;
  atMs: number;
  body: string;
  format: TextFormat;
  /** Only these groups see it; undefined: whoever sees the artifact. */
  groupIds?: readonly number[] | undefined;
}

export interface Change {
  /** User id; 0 for anonymous. */
  by: number;
  atMs: number;
  email?: string;
  comments: readonly CommentVersion[];
  /** New stored values by field id; what is the same as before is left out of the changeset. */
  values: ReadonlyMap<number, unknown>;
}

/** Stored values by field id. */
export type StoredValues = Record<string, unknown>;

const readValues = storedJson(Type.Record(Type.String(), Type.Unknown()));

export const parseValues = (row: Pick<ArtifactRow, 'id' | 'values_json'>): StoredValues =>
  readValues(row.values_json, `values of artifact ${row.id}`);

export const parseChanges = (row: { id: number; changes_json: string }): StoredValues =>
  readValues(row.changes_json, `changes of changeset ${row.id}`);

/** Field ids whose value differs from the current one. An empty value and none at all are the same. */
export function findChangedFields(
  tracker: Definition,
  current: StoredValues,
  values: ReadonlyMap<number, unknown>,
): number[] {
  return [...values]
    .filter(([fieldId, value]) => {
      const before = current[fieldId];
      const type = fieldTypeOf(tracker.fieldById.get(fieldId)?.type ?? '');
      if (before === undefined && type.isEmpty(value)) return false;
      return JSON.stringify(before) !== JSON.stringify(value);
    })
    .map(([fieldId]) => fieldId);
}

/** Makes an artifact without history; applyChanges must follow in the same transaction. */
export async function createArtifact(tx: Writer, tracker: Definition, by: number, atMs: number): Promise<ArtifactRow> {
  const taken = await store.takeNumber.first(tx, { trackerId: tracker.id });
  if (taken === undefined) throw new Error(`tracker ${tracker.id} is gone`);
  const row = await store.insertArtifact.first(tx, {
    trackerId: tracker.id,
    number: taken.last_number,
    submittedBy: by,
    atMs,
    second: nextVersionSecond(Math.floor(atMs / 1000)) - 1,
  });
  if (row === undefined) throw new Error('the new artifact was not returned');
  await countArtifact(tx, row, openAudience, 1);
  return row;
}

/**
 * Appends changesets in order and saves the state they lead to; gives the new row. A change that alters nothing and
 * says nothing is left out, unless it is the artifact's first.
 */
export async function applyChanges(
  tx: Writer,
  tracker: Definition,
  row: ArtifactRow,
  changes: readonly Change[],
): Promise<ArtifactRow> {
  const values = parseValues(row);
  const touched = new Set<number>();
  let next = row;
  for (const change of changes) {
    const isFirst = next.version === 0;
    const changed = isFirst ? [...change.values.keys()] : findChangedFields(tracker, values, change.values);
    const said = change.comments.some((comment) => comment.body !== '');
    if (!isFirst && changed.length === 0 && !said) continue;
    const news = Object.fromEntries(changed.map((id) => [id, change.values.get(id)]));
    Object.assign(values, news);
    for (const id of changed) touched.add(id);
    next = { ...next, ...(await appendChangeset(tx, next, change, JSON.stringify(news))) };
  }
  if (next === row) return row;
  const groups = grantedGroups(tracker, values);
  const audience = await readAudience(tx, row);
  next = { ...next, values_json: JSON.stringify(values), is_limited: groups.length > 0 ? 1 : 0 };
  await store.saveState(tx, row, next);
  await saveTraces(tx, tracker, row, values, touched, groups);
  await moveCount(tx, next, audience);
  return next;
}

/** Counts the artifact for the audience that it has now. */
async function moveCount(tx: Writer, row: ArtifactRow, audienceBefore: string): Promise<void> {
  const audience = await readAudience(tx, row);
  if (audience === audienceBefore) return;
  await countArtifact(tx, row, audienceBefore, -1);
  await countArtifact(tx, row, audience, 1);
}

async function appendChangeset(
  tx: Writer,
  row: ArtifactRow,
  change: Change,
  changesJson: string,
): Promise<Partial<ArtifactRow>> {
  const inserted = await store.insertChangeset.first(tx, {
    artifactId: row.id,
    by: change.by,
    atMs: change.atMs,
    email: change.email ?? null,
    changes: changesJson,
  });
  if (inserted === undefined) throw new Error('the new changeset was not returned');
  for (const comment of change.comments) {
    await store.insertComment(tx, {
      changesetId: inserted.id,
      by: comment.by,
      atMs: comment.atMs,
      body: comment.body,
      format: comment.format,
      groups: comment.groupIds === undefined ? null : JSON.stringify(comment.groupIds),
    });
  }
  return {
    ...(row.version === 0 ? { submitted_by: change.by, submitted_at_ms: change.atMs } : {}),
    version: row.version + 1,
    changeset_id: inserted.id,
    updated_by: change.by,
    updated_at_ms: change.atMs,
    version_second: nextVersionSecond(Math.floor(change.atMs / 1000), row.version_second),
  };
}

const isGroupList = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number');

function grantedGroups(tracker: Definition, values: StoredValues): number[] {
  const field = tracker.fields.find((candidate) => candidate.type === 'perm');
  const value = field === undefined ? undefined : values[field.id];
  return isGroupList(value) ? value : [];
}

/** Whether a stored value is one of an `art_link` field. */
export const isLinkList = (value: unknown): value is { id: number; type: string }[] =>
  Array.isArray(value) &&
  value.every((item) => typeof item === 'object' && item !== null && 'id' in item && 'type' in item);

/** Keeps in step what is derived from the values: search keys, links, groups, and the representations around. */
async function saveTraces(
  tx: Writer,
  tracker: Definition,
  before: ArtifactRow,
  values: StoredValues,
  touched: ReadonlySet<number>,
  groups: readonly number[],
): Promise<void> {
  const around = new Set<number>();
  let isVisibilityTouched = false;
  for (const fieldId of touched) {
    const type = tracker.fieldById.get(fieldId)?.type ?? '';
    const value = values[fieldId];
    const keys = fieldTypeOf(type).keys(value);
    await store.replaceKeys(tx, before.id, fieldId, keys, before.version === 0);
    if (type === 'art_link' && isLinkList(value)) {
      for (const id of await store.replaceLinks(tx, before.id, value)) around.add(id);
    }
    if (type === 'perm') {
      await store.replaceGroups(tx, before.id, groups);
      isVisibilityTouched = true;
    }
    if (fieldId === tracker.semantics.contributor?.field_id) isVisibilityTouched = true;
  }
  if (isVisibilityTouched && before.version > 0)
    for (const id of await store.listNeighbours(tx, before.id)) around.add(id);
  around.delete(before.id);
  await store.bumpContext(tx, [...around]);
}
