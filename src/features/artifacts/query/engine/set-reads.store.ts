// Reads the ids of sets, a range of ids at a time. The engine gives them in one text, which takes a fifth of the time of as
// many rows.
import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { anyOf, findTextItems, isTextIndexInOrder } from '../../../../platform/database/index.ts';
import type { Reader } from '../../../../platform/database/index.ts';
import { listVisibleIds } from '../../artifact/artifacts.store.ts';
import type { VisibilityFilter } from '../../artifact/artifacts.store.ts';
import type { IdRange } from './blocks.store.ts';
import type { Condition, NumberTest } from '../language/condition.ts';
import { contains, inRange, matching, testAll } from './matches.store.ts';
import { stepSizes } from './steps.ts';
import type { Deadline } from './steps.ts';

/** What is read of a tracker, and what is done with each id. */
export interface SetRead {
  db: Reader;
  trackerId: number;
  range: IdRange;
  add(id: number): void;
}

/** Whether an index gives the artifacts, so that none else are looked at. */
export const isIndexed = (db: Reader, condition: Condition): boolean =>
  isInOrderOfKeys(condition) ||
  selectIndexed({ db, trackerId: 0, range: { start: 0, end: 0 } }, condition) !== undefined;

/** Whether readMatching takes less time for a smaller range. */
export const isInOrder = (db: Reader, condition: Condition): boolean =>
  !isInOrderOfKeys(condition) && (condition.kind !== 'text' || isTextIndexInOrder(db) || !isIndexed(db, condition));

/** Artifacts of the tracker that the condition is true of, by an index where one is in order of ids. */
export async function readMatching(read: SetRead, condition: Condition): Promise<void> {
  const query = selectIndexed(read, condition);
  await (query === undefined ? readEach(read, condition) : readIds(read, query));
}

/** All of them, by an index in another order. Throws invalid once the time is over. */
export const readWhole = (read: SetRead, condition: Condition, deadline: Deadline): Promise<void> =>
  isInOrderOfKeys(condition) ? readByKey(read, condition, deadline) : readMatching(read, condition);

type Keys = Extract<Condition, { kind: 'keys' }>;

/** Whether the index gives the artifacts by their numbers, each with its artifacts in order of ids. */
const isInOrderOfKeys = (condition: Condition): condition is Keys =>
  condition.kind === 'keys' && !isPoint(condition.tests);

async function readByKey(read: SetRead, { fieldId, tests }: Keys, deadline: Deadline): Promise<void> {
  for await (const entries of stepAlongKeys(read.db, fieldId, tests, deadline))
    await readIds(read, sql`(select artifact_id as id from ${entries})`);
}

/**
 * Steps along the index of numbers: each is what to select from. Each query has one bound at either end, because SQLite searches
 * for one and compares the rest with every entry. Throws invalid once the time is over.
 */
export async function* stepAlongKeys(
  db: Reader,
  fieldId: number,
  tests: readonly NumberTest[],
  deadline: Deadline,
): AsyncGenerator<RawBuilder<unknown>, void> {
  const testOnly = (...operators: NumberTest['operator'][]): RawBuilder<SqlBool> =>
    testAll(
      'key',
      tests.filter(({ operator }) => operators.includes(operator)),
    );
  const [wanted, upper] = [testOnly('=', 'in'), testOnly('<', '<=')];
  let lower = testOnly('>', '>=');
  for await (const size of stepSizes(deadline)) {
    const between = (end: RawBuilder<SqlBool>): RawBuilder<unknown> =>
      sql`artifact_keys where field_id = ${fieldId} and ${lower} and ${end} and ${wanted}`;
    const { rows } = await sql<{ key: number; artifact_id: number }>`
      select key, artifact_id from ${between(upper)} order by key, artifact_id limit 1 offset ${size - 1}`.execute(db);
    const [last] = rows;
    const place = last === undefined ? undefined : sql`(${last.key}, ${last.artifact_id})`;
    yield between(place === undefined ? upper : sql<SqlBool>`(key, artifact_id) <= ${place}`);
    if (place === undefined) return;
    lower = sql`(key, artifact_id) > ${place}`;
  }
}

/** The same as readMatching, found by looking at each artifact in the range. */
export const readEach = (read: SetRead, condition: Condition): Promise<void> =>
  readFiltered(read, matching(condition, read.range));

function selectIndexed(
  { db, trackerId, range }: Omit<SetRead, 'add'>,
  condition: Condition,
): RawBuilder<unknown> | undefined {
  switch (condition.kind) {
    case 'keys':
      if (!isPoint(condition.tests)) return undefined;
      return sql`(select artifact_id as id from artifact_keys
        where field_id = ${condition.fieldId} and ${testAll('key', condition.tests)} and ${within('artifact_id', range)})`;
    case 'own':
      if (condition.column !== 'submitted_by' || !isPoint(condition.tests)) return undefined;
      return sql`(select id from artifacts
        where tracker_id = ${trackerId} and ${testAll(condition.column, condition.tests)} and ${within('id', range)})`;
    case 'text': {
      const { owner, needle, items } = condition;
      const found = items === 'artifacts' ? findTextItems(db, owner, [[needle]], range) : undefined;
      if (found === undefined) return undefined;
      return sql`(select texts.artifact_id as id from (${found}) as found join search_texts as texts
        on texts.artifact_id = found.item and texts.owner = ${owner} and texts.item = found.item
        where ${contains('texts.text', needle)})`;
    }
    default:
      return undefined;
  }
}

/** With other tests an index is in order of something else than ids. */
const isPoint = (tests: readonly NumberTest[]): boolean =>
  tests.length === 1 && tests.every(({ operator }) => operator === '=' || operator === 'in');

/** Artifacts of the tracker that the filter lets through. */
export async function readFiltered(read: SetRead, filter: VisibilityFilter): Promise<void> {
  const { db, trackerId, range } = read;
  await readIds(read, sql`${inRange(db, trackerId, range, [filter]).select('artifacts.id')}`);
}

/** Those of the artifacts that are the tracker's and that the filter lets through. */
export async function readFew(
  { db, trackerId, add }: Omit<SetRead, 'range'>,
  ids: readonly number[],
  filter: VisibilityFilter,
): Promise<void> {
  for (const id of await listVisibleIds(db, ids, (query) =>
    filter(query.where('artifacts.tracker_id', '=', trackerId)),
  ))
    add(id);
}

export const isLimited: VisibilityFilter = (query) => query.where('artifacts.is_limited', '=', 1);

/** Open to one of the groups by the artifact's own limits. */
export const isAmong =
  (groups: readonly number[]): VisibilityFilter =>
  (query) =>
    query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('artifact_groups')
          .select('artifact_groups.ugroup_id')
          .whereRef('artifact_groups.artifact_id', '=', 'artifacts.id')
          .where('artifact_groups.ugroup_id', 'in', [-1, ...groups]),
      ),
    );

/** Whether none of these fields changed with the artifact's last changeset, which is not the first. */
export const isLastBeside =
  (fieldIds: readonly number[]): VisibilityFilter =>
  (query) =>
    query.where('artifacts.version', '>', 1).where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('changesets as last')
            .select('last.id')
            .whereRef('last.id', '=', 'artifacts.changeset_id')
            // Inside a JSON text the quotes of a value are escaped, so this finds keys alone.
            .where((one) =>
              anyOf(one, [
                sql<SqlBool>`1 = 0`,
                ...fieldIds.map((id) => sql<SqlBool>`last.changes_json like ${`%"${id}":%`}`),
              ]),
            ),
        ),
      ),
    );

/** Artifacts of the tracker that are limited to some groups. */
export const readLimited = (read: SetRead): Promise<void> =>
  readIds(
    read,
    // Written out, because an index has only those.
    sql`(select id from artifacts where tracker_id = ${read.trackerId} and is_limited = 1 and ${within('id', read.range)})`,
  );

/** Artifacts that are limited to some groups, one of these among them; also those of other trackers. */
export const readOpenTo = (read: SetRead, groups: readonly number[]): Promise<void> =>
  readIds(
    read,
    sql`(select artifact_id as id from artifact_groups
      where ugroup_id in (${sql.join([-1, ...groups])}) and ${within('artifact_id', read.range)})`,
  );

const within = (column: string, { start, end }: IdRange): RawBuilder<unknown> =>
  sql`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end}`;

async function readIds({ db, add }: SetRead, query: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(cast(id as text), ',') as ids from ${query} as found`.execute(db);
  addIds(rows[0]?.ids ?? '', add);
}

/** Reads ids with commas between them. */
export function addIds(text: string, add: (id: number) => void): void {
  const comma = 44;
  const zero = 48;
  let id = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== comma) id = id * 10 + code - zero;
    else {
      add(id);
      id = 0;
    }
  }
  if (text !== '') add(id);
}
