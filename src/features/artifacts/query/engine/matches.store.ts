// Conditions as SQL: an expression about a row of artifacts, answered by index for each row, and lists of candidates for
// conditions that an index finds few artifacts for.
import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import { rankOrder } from '../../ranking/rank.store.ts';
import { anyOf, findTextItems } from '../../../../platform/database/index.ts';
import type { Reader } from '../../../../platform/database/index.ts';
import { stampColumns } from '../../artifact/artifacts.store.ts';
import type {
  ArtifactExpressions,
  ArtifactQuery,
  ArtifactStamp,
  VisibilityFilter,
} from '../../artifact/artifacts.store.ts';
import type { IdRange } from './blocks.store.ts';
import type { Condition, KnownChanges, NumberTest } from '../language/condition.ts';
import { requireTime } from './steps.ts';
import type { Deadline } from './steps.ts';
import '../../artifact/search-texts.tables.ts';

type Test = Expression<SqlBool>;
type Leaf<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>;

/** Narrows a query of artifacts, all of which have ids in the range, to those of which the condition is true. */
export const matching =
  (condition: Condition, range?: IdRange): VisibilityFilter =>
  (query) =>
    query.where((eb) => testOf(range, eb, condition));

/** The condition as an expression about the row of `artifacts`. */
function testOf(range: IdRange | undefined, eb: ArtifactExpressions, condition: Condition): Test {
  switch (condition.kind) {
    case 'and':
      return condition.of.length === 0
        ? sql<SqlBool>`1 = 1`
        : eb.and(condition.of.map((one) => testOf(range, eb, one)));
    case 'or':
      return condition.of.length === 0 ? sql<SqlBool>`1 = 0` : eb.or(condition.of.map((one) => testOf(range, eb, one)));
    case 'not':
      return eb.not(testOf(range, eb, condition.of));
    case 'ids':
      return eb('artifacts.id', 'in', [-1, ...condition.ids]);
    case 'own':
      return testOwn(eb, condition);
    case 'keys':
      return testKeys(range, eb, condition);
    case 'text':
      return testText(eb, condition);
    case 'link':
      return testLink(eb, condition);
  }
}

/** What numbers pass. */
export const testAll = (column: string, tests: readonly NumberTest[]): RawBuilder<SqlBool> =>
  testEach(sql.ref(column), tests);

const testEach = (left: RawBuilder<unknown>, tests: readonly NumberTest[]): RawBuilder<SqlBool> =>
  sql.join([sql`1 = 1`, ...tests.map((test) => testNumber(left, test))], sql` and `);

function testNumber(left: RawBuilder<unknown>, test: NumberTest): RawBuilder<SqlBool> {
  if (test.operator !== 'in') return sql`${left} ${sql.raw(test.operator)} ${test.value}`;
  if (test.values.length === 0) return sql`1 = 0`;
  return sql`${left} in (${sql.join(test.values)})`;
}

function testOwn(eb: ArtifactExpressions, { column, tests, known }: Leaf<'own'>): Test {
  if (column === 'rank') return testEach(rankOrder, tests);
  if (known === undefined) return testAll(`artifacts.${column}`, tests);
  const shown = column === 'updated_by' ? 'shown.submitted_by' : 'shown.submitted_at_ms';
  return eb.exists(
    eb
      .selectFrom('changesets as shown')
      .select('shown.id')
      .where('shown.id', '=', lastKnown(known))
      .where(testAll(shown, tests)),
  );
}

/** The newest changeset of the artifact that the viewer knows of: the first, those with words, those of readable fields. */
function lastKnown({ fieldIds, groups }: KnownChanges): RawBuilder<number> {
  const first = sql`known.id = (select min(first.id) from changesets as first where first.artifact_id = artifacts.id)`;
  const newest = sql`(select max(newer.id) from comments as newer where newer.changeset_id = known.id)`;
  const isSaid = sql`exists (select 1 from comments as said where said.id = ${newest} and said.body <> ''${readableBy(groups)})`;
  // Inside a JSON text the quotes of a value are escaped, so this finds keys alone.
  const changes = fieldIds.map((id) => sql`known.changes_json like ${`%"${id}":%`}`);
  return sql<number>`(select max(known.id) from changesets as known where known.artifact_id = artifacts.id
    and (${sql.join([first, isSaid, ...changes], sql` or `)}))`;
}

/** `groups_json` is a list of ids such as `[3,104]`. */
const readableBy = (groups: readonly number[] | undefined): RawBuilder<unknown> =>
  groups === undefined
    ? sql``
    : sql` and (said.groups_json is null${sql.join(
        groups.map(
          (id) => sql` or ',' || substr(said.groups_json, 2, length(said.groups_json) - 2) || ',' like ${`%,${id},%`}`,
        ),
        sql``,
      )})`;

function testKeys(range: IdRange | undefined, eb: ArtifactExpressions, { fieldId, tests }: Leaf<'keys'>): Test {
  const found = eb
    .selectFrom('artifact_keys as keys')
    .select('keys.artifact_id')
    .where('keys.field_id', '=', fieldId)
    .where(testAll('keys.key', tests));
  const isInOrder = tests.some(({ operator }) => operator === '=' || operator === 'in');
  if (range === undefined || !isInOrder) return eb.exists(found.whereRef('keys.artifact_id', '=', 'artifacts.id'));
  const { start, end } = range;
  return eb('artifacts.id', 'in', found.where('keys.artifact_id', '>=', start).where('keys.artifact_id', '<', end));
}

function testText(eb: ArtifactExpressions, { owner, needle, groups }: Leaf<'text'>): Test {
  const found = eb
    .selectFrom('search_texts as texts')
    .select('texts.item')
    .whereRef('texts.artifact_id', '=', 'artifacts.id')
    .where('texts.owner', '=', owner)
    .$if(needle !== '', (query) => query.where(contains('texts.text', needle)));
  if (groups === undefined) return eb.exists(found);
  return eb.exists(
    found.where((texts) =>
      anyOf(texts, [
        texts('texts.audience', '=', ''),
        ...groups.map((id) => texts('texts.audience', 'like', `%,${id},%`)),
      ]),
    ),
  );
}

/** Both texts are folded, so that an engine's own idea of case makes no difference. */
export const contains = (column: string, needle: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} like ${`%${needle.replace(/[!%_]/g, '!$&')}%`} escape '!'`;

function testLink(eb: ArtifactExpressions, { direction, type, ends }: Leaf<'link'>): Test {
  const [own, other] = linkColumns[direction];
  return eb.exists(
    eb
      .selectFrom('artifact_links as links')
      .select(`links.${own}`)
      .whereRef(`links.${own}`, '=', 'artifacts.id')
      .$if(type !== undefined, (query) => query.where('links.type', '=', type ?? ''))
      .where((links) =>
        links.exists(
          ends
            .filter(
              // The filter speaks of `artifacts`, which is the other end in here.
              atOtherEnd(eb, sql.ref(`links.${other}`)),
            )
            .select('artifacts.id'),
        ),
      ),
  );
}

const atOtherEnd = (eb: ArtifactExpressions, end: RawBuilder<unknown>): ArtifactQuery<object> =>
  eb.selectFrom('artifacts').where('artifacts.id', '=', sql<number>`${end}`);

const linkColumns = {
  forward: ['source_id', 'target_id'],
  reverse: ['target_id', 'source_id'],
} as const;

/** What a search for candidates takes part in. */
interface Search {
  db: Reader;
  trackerId: number;
  /** More candidates than this are too many. */
  max: number;
  deadline: Deadline;
}

/**
 * Ids among which all artifacts of the tracker are that the condition is true of; undefined where no index says so, or
 * where there are too many. Reads at most `max` entries for each part of the condition. Throws invalid once the time is over.
 */
export async function findCandidates(search: Search, condition: Condition): Promise<ReadonlySet<number> | undefined> {
  switch (condition.kind) {
    case 'and':
      for (const part of [...condition.of].sort((a, b) => hopeOf(b) - hopeOf(a))) {
        const found = await findCandidates(search, part);
        if (found !== undefined) return found;
      }
      return undefined;
    case 'or': {
      const union = new Set<number>();
      for (const part of condition.of) {
        const found = await findCandidates(search, part);
        if (found === undefined) return undefined;
        for (const id of found) union.add(id);
      }
      return union.size > search.max ? undefined : union;
    }
    case 'not':
      return undefined;
    case 'ids':
      return condition.ids.length > search.max ? undefined : new Set(condition.ids);
    default: {
      const query = candidatesOf(search, condition);
      if (query === undefined) return undefined;
      requireTime(search.deadline);
      const { rows } = await sql<{ id: number }>`${query} limit ${search.max + 1}`.execute(search.db);
      return rows.length > search.max ? undefined : new Set(rows.map((row) => row.id));
    }
  }
}

/** How likely a condition has few candidates. */
function hopeOf(condition: Condition): number {
  switch (condition.kind) {
    case 'ids':
      return 5;
    case 'own':
      return condition.column === 'id' || condition.column === 'number' ? 4 : 0;
    case 'link':
      return condition.ends.ids === undefined ? -1 : 4;
    case 'text':
      return condition.needle.length > 4 ? 3 : 1;
    case 'keys':
      return condition.tests.some((test) => test.operator === '=' || test.operator === 'in') ? 2 : 1;
    default:
      return -1;
  }
}

function candidatesOf(
  { db, trackerId }: Search,
  condition: Exclude<Condition, { of: unknown } | { kind: 'ids' }>,
): RawBuilder<unknown> | undefined {
  switch (condition.kind) {
    case 'own': {
      const { column, tests, known } = condition;
      const isIndexed = column !== 'submitted_at_ms' && column !== 'updated_at_ms' && column !== 'rank';
      if (known !== undefined || !isIndexed) return undefined;
      return sql`select id from artifacts where tracker_id = ${trackerId} and ${testAll(column, tests)}`;
    }
    case 'keys':
      return sql`select artifact_id as id from artifact_keys where field_id = ${condition.fieldId}
        and ${testAll('key', condition.tests)}`;
    case 'text': {
      const { owner, needle } = condition;
      const items = findTextItems(db, owner, [[needle]]);
      if (items === undefined) return undefined;
      if (condition.items === 'artifacts') return sql`select item as id from (${items}) as found`;
      const table = sql.table(condition.items === 'files' ? 'artifact_files' : 'changesets');
      return sql`select artifact_id as id from ${table} where id in (${items})`;
    }
    case 'link': {
      const { direction, type, ends } = condition;
      if (ends.ids === undefined) return undefined;
      const [own, other] = linkColumns[direction];
      const ofType = type === undefined ? sql`` : sql` and type = ${type}`;
      return sql`select ${sql.ref(own)} as id from artifact_links
        where ${sql.ref(other)} in (${sql.join([-1, ...ends.ids])})${ofType}`;
    }
  }
}

/** Ids of those candidates that pass all filters, in order. */
export async function listMatchingIds(
  db: Reader,
  candidates: Iterable<number>,
  filters: readonly VisibilityFilter[],
): Promise<number[]> {
  const start: ArtifactQuery<object> = db.selectFrom('artifacts').where('artifacts.id', 'in', [-1, ...candidates]);
  const rows = await filters
    .reduce((query, filter) => filter(query), start)
    .select('artifacts.id')
    .orderBy('artifacts.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Stamps of those artifacts that pass all filters, in any order. */
export const listStampsThrough = async (
  db: Reader,
  ids: readonly number[],
  filters: readonly VisibilityFilter[],
): Promise<ArtifactStamp[]> => {
  if (ids.length === 0) return [];
  const start: ArtifactQuery<object> = db.selectFrom('artifacts').where('artifacts.id', 'in', ids);
  return filters
    .reduce((query, filter) => filter(query), start)
    .select(stampColumns)
    .execute();
};

/** Artifacts of the tracker in the range that pass all filters. */
export const inRange = (
  db: Reader,
  trackerId: number,
  { start, end }: IdRange,
  filters: readonly VisibilityFilter[],
): ArtifactQuery<object> => {
  const rows: ArtifactQuery<object> = db
    .selectFrom('artifacts')
    .where('artifacts.tracker_id', '=', trackerId)
    .where('artifacts.id', '>=', start)
    .where('artifacts.id', '<', end);
  return filters.reduce((query, filter) => filter(query), rows);
};

/** A part of the artifacts in the range that pass all filters, in order of id. */
export const listInRange = (
  db: Reader,
  trackerId: number,
  range: IdRange,
  filters: readonly VisibilityFilter[],
  page: { limit: number; offset: number; isDescending: boolean },
): Promise<ArtifactStamp[]> =>
  inRange(db, trackerId, range, filters)
    .select(stampColumns)
    .orderBy('artifacts.id', page.isDescending ? 'desc' : 'asc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

/** Texts of an owner, of the artifacts in the range. */
export const listTextsInRange = (
  db: Reader,
  owner: number,
  { start, end }: IdRange,
): Promise<{ artifact_id: number; text: string }[]> =>
  db
    .selectFrom('search_texts')
    .select(['artifact_id', 'text'])
    .where('artifact_id', '>=', start)
    .where('artifact_id', '<', end)
    .where('owner', '=', owner)
    .execute();
