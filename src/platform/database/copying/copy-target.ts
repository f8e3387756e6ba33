// The side of a copy that is written: a PostgreSQL database that was empty. Its rows say how far the copy is, because each
// table is filled in the order of its key; a marker says whose copy it is. Keys to other tables and indexes are away while
// rows come in: both cost time for each row, and rows may refer to later ones.

import { systemClock } from '../../clock.ts';
import { conflict } from '../../errors.ts';
import { listNames, quoteName, typeNames } from './copy-batches.ts';
import type { CopyBatch, CopyKey, CopyRow, CopyTable } from './copy-batches.ts';
import { markerTable } from './copy-marker.ts';
import type { CopySource } from './copy-source.ts';
import type { Engine } from '../sessions/engine.ts';
import { migrate } from '../sessions/migrate.ts';
import type { Migration } from '../sessions/migrate.ts';
import { openWriter } from '../sessions/session.ts';
import { wordIndexTable } from '../postgres/postgres-word-index.ts';
import type { Session } from '../sessions/session.ts';

interface Marker {
  site: string;
  state: string;
  /** What brings keys and indexes back, as JSON; null as long as the tables are not ready for rows. */
  statements_json: string | null;
}

/** What the schema has that no extension of the server brought. */
const ownRelations = `pg_catalog.pg_class where relnamespace = current_schema()::regnamespace and not exists
  (select 1 from pg_catalog.pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

/**
 * Makes the tables and takes away what slows down. Throws DomainError 'conflict' where the database holds anything but an
 * unfinished copy of this source as it is now.
 */
export async function prepareTarget(
  engine: Engine,
  source: CopySource,
  migrations: readonly Migration[],
): Promise<void> {
  const marker = await engine.migrate(async (session) => {
    const known = await readMarker(session);
    if (known === undefined) await markTarget(session, source);
    else refuseOtherSource(known, source);
    return known;
  });
  if (typeof marker?.statements_json === 'string') return;
  await migrate(engine, migrations, systemClock);
  await engine.migrate((session) => emptyTables(session, source.tables));
}

async function readMarker(session: Session): Promise<Marker | undefined> {
  const { rows: tables } = await session.execute<{ name: string }>(
    `select relname::text as name from ${ownRelations}`,
    [],
  );
  if (tables.length === 0) return undefined;
  if (tables.some(({ name }) => name === markerTable)) {
    const { rows } = await session.execute<Marker>(`select site, state, statements_json from ${markerTable}`, []);
    if (rows[0] !== undefined) return rows[0];
  }
  throw conflict(
    'the target database is not empty: where a copy has ended, set database_url to it; otherwise it must be a new one',
  );
}

async function markTarget(session: Session, { site, state }: CopySource): Promise<void> {
  const { text } = session.dialect.columnTypes;
  await session.dialect
    .startTable(openWriter(session), markerTable)
    .addColumn('site', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('statements_json', text)
    .execute();
  await session.execute(`insert into ${markerTable} (site, state) values ($1, $2)`, [site, state]);
}

function refuseOtherSource(marker: Marker, { site, state }: CopySource): void {
  if (marker.site !== site) throw conflict('the target database has an unfinished copy of another site');
  if (marker.state === state) return;
  throw conflict(
    'the site has changed since its unfinished copy was begun; make the target database empty and start again',
  );
}

async function emptyTables(session: Session, tables: readonly CopyTable[]): Promise<void> {
  await refuseOtherTables(session, tables);
  const { rows: keys } = await session.execute<{ drop: string; restore: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
      from pg_catalog.pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    [],
  );
  const { rows: indexes } = await session.execute<{ drop: string; restore: string }>(
    `select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
      from pg_catalog.pg_index join pg_catalog.pg_class on pg_class.oid = indexrelid
      where relnamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_catalog.pg_constraint where conindid = indexrelid)`,
    [],
  );
  for (const { drop } of [...keys, ...indexes]) await session.execute(drop, []);
  await session.execute(`truncate ${tables.map(({ name }) => quoteName(name)).join(', ')}`, []);
  // Indexes first: keys are checked by them.
  const statements = [...indexes, ...keys].map(({ restore }) => restore);
  await session.execute(`update ${markerTable} set statements_json = $1`, [JSON.stringify(statements)]);
}

async function refuseOtherTables(session: Session, tables: readonly CopyTable[]): Promise<void> {
  const { rows } = await session.execute<{ name: string }>(
    `select format('%s.%s', relname, attname) as name
      from (select oid, relname from ${ownRelations} and relkind = 'r'
        and relname not in ('${markerTable}', '${wordIndexTable}')) as made
      join pg_catalog.pg_attribute on attrelid = made.oid where attnum > 0 and not attisdropped`,
    [],
  );
  const made = rows.map(({ name }) => name).sort();
  const wanted = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)).sort();
  if (made.join() === wanted.join()) return;
  const differing = [
    ...made.filter((name) => !wanted.includes(name)),
    ...wanted.filter((name) => !made.includes(name)),
  ];
  throw conflict(`the site's file and this program have different tables: ${differing.join(', ')}`);
}

/** The key of the table's last row. */
export async function findLastKey(engine: Engine, table: CopyTable): Promise<CopyKey | undefined> {
  const order = table.key.map(({ name }) => `${quoteName(name)} desc`).join(', ');
  const { rows } = await engine.reading.execute<CopyRow>(
    `select ${listNames(table.key)} from ${quoteName(table.name)} order by ${order} limit 1`,
    [],
  );
  const [last] = rows;
  return last === undefined ? undefined : table.key.map(({ name }) => last[name] ?? null);
}

/** Adds the rows of a batch, all or none. */
export async function insertBatch(engine: Engine, { name, columns }: CopyTable, { rows }: CopyBatch): Promise<void> {
  const lists = columns.map(({ type }, position) => `$${position + 1}::${typeNames[type]}[]`).join(', ');
  const text = `insert into ${quoteName(name)} (${listNames(columns)}) select * from unnest(${lists})`;
  const values = columns.map((column) => rows.map((row) => row[column.name] ?? null));
  await engine.migrate(async (session) => session.execute(text, values));
}

/**
 * Brings keys and indexes back, lets ids go on where the source would, and makes a usual database of it: all or nothing.
 */
export async function finishTarget(engine: Engine, { nextIds }: CopySource): Promise<void> {
  await engine.migrate(async (session) => {
    const { rows } = await session.execute<Marker>(`select site, state, statements_json from ${markerTable}`, []);
    const statements: unknown = JSON.parse(rows[0]?.statements_json ?? '');
    if (!Array.isArray(statements)) throw new Error(`${markerTable} holds no list of statements`);
    for (const statement of statements) await session.execute(String(statement), []);
    const tx = openWriter(session);
    for (const [table, nextId] of nextIds) await session.dialect.setNextId(tx, table, nextId);
    await session.execute(`drop table ${markerTable}`, []);
    // Without it the server would plan by nothing until it gets round to it by itself.
    await session.execute('analyze', []);
  });
}
