// A report's criteria and query: as clients send and see them, and as the condition that they mean to one viewer.
import type { Database } from '../../platform/database/index.ts';
import { DomainError, invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { queryConditions } from '../artifacts/index.ts';
import type { Artifacts, Condition } from '../artifacts/index.ts';
import { findUserByName, listUsersByIds } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';
import { fieldTypeOf, mayField } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import { listsPeople, noneId, readChosenIds, readStoredCriterion, writeStoredCriterion } from './criterion-value.ts';
import type { CriterionValue } from './criterion-value.ts';
import type { ReportSettings, StoredCriterion } from './report-settings.ts';

interface Deps {
  database: Database;
  queries: Artifacts['queries'];
}

/** A field that the viewer may know of, or nothing. */
export function findReadable(viewer: Viewer, tracker: Definition, fieldId: number): Field | undefined {
  const field = tracker.fieldById.get(fieldId);
  return field !== undefined && mayField(viewer, tracker, field, 'read') ? field : undefined;
}

/**
 * What the report finds. Criteria on fields that the viewer may not read say nothing. Throws invalid where its query asks
 * for something that the viewer may not read, or that is gone, without saying what.
 */
export async function readReportCondition(
  deps: Deps,
  viewer: Viewer,
  tracker: Definition,
  settings: ReportSettings,
): Promise<Condition> {
  if (settings.isInExpertMode) {
    const condition = await tryQuery(deps, viewer, tracker, settings.expertQuery);
    if (condition !== undefined) return condition;
    throw invalid(
      says('report.unreadable')`the report uses fields that you don't have access to, or that no longer exist`,
    );
  }
  const conditions: Condition[] = [];
  for (const criterion of settings.criteria) {
    const field = findReadable(viewer, tracker, criterion.fieldId);
    const value = readStoredCriterion(criterion.value);
    if (field !== undefined && value !== undefined)
      conditions.push(await readOne(deps, { viewer, tracker, field }, value));
  }
  return queryConditions.both(queryConditions.everything, ...conditions);
}

/** undefined for a query that means nothing to the viewer. */
async function tryQuery(
  { queries }: Deps,
  viewer: Viewer,
  tracker: Definition,
  text: string,
): Promise<Condition | undefined> {
  try {
    return await queries.readTql(viewer, tracker, text, 'expert_query');
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return undefined;
    throw error;
  }
}

interface Subject {
  viewer: Viewer;
  tracker: Definition;
  field: Field;
}

async function readOne(deps: Deps, renderable: Subject, value: CriterionValue): Promise<Condition> {
  const { viewer, tracker, field } = renderable;
  const ask = (asked: unknown): Promise<Condition> =>
    deps.queries.readCriteria(viewer, tracker, JSON.stringify({ [field.id]: asked }), 'criteria');
  if (value.kind === 'json') return ask(value.value);
  const ids = value.kind === 'values' ? value.ids : await findPeople(deps, value.usernames);
  const chosen = ids.length === 0 ? [] : [await ask(ids)];
  const none =
    value.withNone && mayBeEmpty(field) ? [queryConditions.not({ kind: 'keys', fieldId: field.id, tests: [] })] : [];
  return { kind: 'or', of: [...chosen, ...none] };
}

/** Somebody submits and changes every artifact. */
const mayBeEmpty = ({ type }: Field): boolean => ['list', 'open-list'].includes(fieldTypeOf(type).search ?? '');

async function findPeople({ database }: Deps, usernames: readonly string[]): Promise<number[]> {
  const users = await Promise.all(usernames.map((name) => findUserByName(database.read, name)));
  return users.flatMap((user) => user?.id ?? []);
}

/** As the viewer may know it: criteria by the name of their field, the query where all of it is theirs to read. */
export async function viewCriteria(
  deps: Deps,
  viewer: Viewer,
  tracker: Definition,
  settings: ReportSettings,
): Promise<{ criteria: Record<string, unknown>; expert_query: string | null }> {
  const criteria: Record<string, unknown> = {};
  for (const criterion of settings.criteria) {
    const field = findReadable(viewer, tracker, criterion.fieldId);
    if (field !== undefined) criteria[field.name] = await viewOne(deps, criterion);
  }
  const isReadable =
    settings.expertQuery === '' || (await tryQuery(deps, viewer, tracker, settings.expertQuery)) !== undefined;
  return { criteria, expert_query: isReadable ? settings.expertQuery : null };
}

async function viewOne(deps: Deps, criterion: StoredCriterion): Promise<unknown> {
  const value = readStoredCriterion(criterion.value);
  if (value === undefined) return null;
  if (value.kind === 'json') return value.value;
  const ids = value.kind === 'values' ? value.ids : await findPeople(deps, value.usernames);
  return value.withNone ? [...ids, noneId] : ids;
}

/**
 * Criteria as they are stored, those that the viewer may not know of among `before` included. Throws invalid for fields that
 * are not there or not the viewer's to read, and for what can't be asked of a field.
 */
export async function readSubmittedCriteria(
  deps: Deps,
  viewer: Viewer,
  tracker: Definition,
  submitted: Readonly<Record<string, unknown>>,
  before: readonly StoredCriterion[],
): Promise<StoredCriterion[]> {
  const found = Object.entries(submitted).map(([key, value]) => ({
    key,
    value,
    field: findByKey(viewer, tracker, key),
  }));
  const unknown = found.filter(({ field }) => field === undefined).map(({ key }) => key);
  if (unknown.length > 0)
    throw invalid(says('criteria.unknown')`these fields do not exist: ${unknown.join(', ')}`, 'criteria');
  const asked = Object.fromEntries(
    found.flatMap(({ field, value }) => (isNothing(value) ? [] : [[field?.id ?? 0, value]])),
  );
  await deps.queries.readCriteria(viewer, tracker, JSON.stringify(asked), 'criteria');
  const hidden = before.filter(({ fieldId }) => findReadable(viewer, tracker, fieldId) === undefined);
  const stored = new Map<number, StoredCriterion>();
  for (const { field, value } of found) {
    if (field === undefined) continue;
    const written = isNothing(value) ? null : writeStoredCriterion(await readValue(deps, field, value));
    stored.set(field.id, { fieldId: field.id, rank: stored.size, isAdvanced: false, value: written });
  }
  return [...stored.values(), ...hidden];
}

const isNothing = (value: unknown): boolean => value === null || value === '';

function findByKey(viewer: Viewer, tracker: Definition, key: string): Field | undefined {
  const byId = /^\d{1,15}$/.test(key) ? tracker.fieldById.get(Number(key)) : undefined;
  const field = byId ?? tracker.fieldByName.get(key);
  return field === undefined ? undefined : findReadable(viewer, tracker, field.id);
}

async function readValue({ database }: Deps, field: Field, value: unknown): Promise<CriterionValue> {
  const chosen = readChosenIds(field, value);
  if (chosen === undefined) return { kind: 'json', value };
  const ids = chosen.filter((id) => id !== noneId);
  const withNone = ids.length < chosen.length;
  if (!listsPeople(field)) return { kind: 'values', ids, withNone };
  const users = new Map((await listUsersByIds(database.read, ids)).map((user) => [user.id, user.username]));
  const unknown = ids.filter((id) => !users.has(id));
  if (unknown.length > 0)
    throw invalid(says('report.no-users')`these users do not exist: ${unknown.join(', ')}`, `criteria.${field.name}`);
  return { kind: 'people', usernames: ids.flatMap((id) => users.get(id) ?? []), withNone };
}
