// Queries: the texts that they search in (values of text fields, names of attachments, comments), keys of open lists, and
// searches over several trackers that people keep.
import { sql } from 'kysely';
import { columnTypesOf, createTable, createTextIndex } from '../platform/database/index.ts';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const queries: Migration = {
  number: 12,
  name: 'queries',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTable(tx, 'search_texts')
      .addColumn('artifact_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
      .addColumn('owner', integer, (c) => c.notNull())
      .addColumn('item', integer, (c) => c.notNull())
      .addColumn('audience', text, (c) => c.notNull())
      .addColumn('text', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('search_texts_key', ['artifact_id', 'owner', 'item'])
      .execute();
    await createTextIndex(tx);
    // What changed since a query counted.
    await tx.schema
      .createIndex('artifacts_by_change')
      .on('artifacts')
      .columns(['tracker_id', 'changeset_id'])
      .execute();
    await fillSearchTexts(tx);
    await addOpenListKeys(tx);
    await createCrosstrackerQueries(tx);
  },
};

async function createCrosstrackerQueries(tx: MigrationWriter): Promise<void> {
  const { integer, text, flag, timeMs } = columnTypesOf(tx);
  await createTable(tx, 'crosstracker_queries')
    .addColumn('id', text, (c) => c.primaryKey().notNull())
    .addColumn('user_id', integer, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('project_id', integer, (c) => c.references('projects.id').onDelete('cascade'))
    .addColumn('tql_query', text, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('is_default', flag, (c) => c.notNull())
    .addColumn('created_at_ms', timeMs, (c) => c.notNull())
    .execute();
  for (const owner of ['user_id', 'project_id'])
    await tx.schema.createIndex(`crosstracker_queries_${owner}`).on('crosstracker_queries').column(owner).execute();
}

interface Row extends Record<string, unknown> {
  artifact_id: number;
  owner: number;
  item: number;
  audience: string;
  text: string;
}

const artifactsAtOnce = 200;

/** Fills the empty table from what artifacts and comments hold. */
export async function fillSearchTexts(tx: Pick<MigrationWriter, 'getExecutor' | 'insertInto'>): Promise<void> {
  const { rows: fields } = await sql<{ id: number; type: string }>`
    select id, type from tracker_fields where type in ('string', 'text', 'file')`.execute(tx);
  const types = new Map(fields.map(({ id, type }) => [String(id), type]));
  for (let afterId = 0; ;) {
    const { rows } = await sql<{ id: number; tracker_id: number; values_json: string }>`
      select id, tracker_id, values_json from artifacts where id > ${afterId} order by id limit ${artifactsAtOnce}`.execute(
      tx,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    const range = sql`between ${afterId + 1} and ${last.id}`;
    const files = await sql<{ id: number; name: string; description: string }>`
      select id, name, description from artifact_files where artifact_id ${range}`.execute(tx);
    const comments = await sql<{
      artifact_id: number;
      tracker_id: number;
      changeset_id: number;
      body: string;
      groups_json: string | null;
    }>`
      select artifacts.id as artifact_id, artifacts.tracker_id, comments.changeset_id, comments.body, comments.groups_json
      from artifacts join changesets on changesets.artifact_id = artifacts.id join comments on comments.changeset_id = changesets.id
      where artifacts.id ${range} and comments.body <> '' and comments.id =
        (select max(newest.id) from comments as newest where newest.changeset_id = changesets.id)`.execute(tx);
    const named = new Map(files.rows.map((file) => [file.id, `${file.name}\n${file.description}`]));
    const texts: Row[] = rows.flatMap((row) => valuesOf(row, types, named));
    for (const { artifact_id, tracker_id, changeset_id, body, groups_json } of comments.rows) {
      const groups = groups_json === null ? '' : `,${readIds(groups_json).join(',')},`;
      texts.push({ artifact_id, owner: tracker_id * 2 + 1, item: changeset_id, audience: groups, text: fold(body) });
    }
    for (let start = 0; start < texts.length; start += 500)
      await tx
        .insertInto('search_texts')
        .values(texts.slice(start, start + 500))
        .execute();
    afterId = last.id;
  }
}

/** The form in which texts are searched when this migration is released. */
function fold(text: string): string {
  const safe = text.replaceAll('\u0000', '\ufffd');
  if (/^[ -~\s]*$/.test(safe)) return safe.toLowerCase();
  return safe
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .toLowerCase();
}

function readIds(json: string): number[] {
  const ids: unknown = JSON.parse(json);
  return Array.isArray(ids) ? ids.map(Number).sort((a, b) => a - b) : [];
}

function valuesOf(
  { id, values_json }: { id: number; values_json: string },
  types: ReadonlyMap<string, string>,
  files: ReadonlyMap<number, string>,
): Row[] {
  const values: unknown = JSON.parse(values_json);
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).flatMap(([fieldId, value]) => {
    const owner = Number(fieldId) * 2;
    if (types.get(fieldId) === 'file' && Array.isArray(value)) {
      const ids = value.map(Number).filter((file) => files.has(file));
      return ids.map((item) => ({ artifact_id: id, owner, item, audience: '', text: fold(files.get(item) ?? '') }));
    }
    const text = types.has(fieldId) ? textOf(value) : '';
    return text === '' ? [] : [{ artifact_id: id, owner, item: id, audience: '', text: fold(text) }];
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null && 'content' in value ? String(value.content) : '';
}

/** Values of open lists become search keys: those that people added with a minus. */
async function addOpenListKeys(tx: MigrationWriter): Promise<void> {
  const { rows: fields } = await sql<{ id: number; tracker_id: number }>`
    select id, tracker_id from tracker_fields where type = 'tbl'`.execute(tx);
  for (const field of fields) {
    for (let afterId = 0; ;) {
      const { rows } = await sql<{ id: number; values_json: string }>`select id, values_json from artifacts
        where tracker_id = ${field.tracker_id} and id > ${afterId} order by id limit ${artifactsAtOnce}`.execute(tx);
      const last = rows.at(-1);
      if (last === undefined) break;
      const keys = rows.flatMap(({ id, values_json }) =>
        openListKeys(JSON.parse(values_json), String(field.id)).map((key) => ({
          artifact_id: id,
          field_id: field.id,
          key,
        })),
      );
      if (keys.length > 0) await tx.insertInto('artifact_keys').values(keys).execute();
      afterId = last.id;
    }
  }
}

function openListKeys(values: unknown, fieldId: string): number[] {
  const stored: unknown =
    typeof values === 'object' && values !== null
      ? Object.entries(values).find(([id]) => id === fieldId)?.[1]
      : undefined;
  if (typeof stored !== 'object' || stored === null || !('bound' in stored) || !('open' in stored)) return [];
  const { bound, open } = stored;
  if (!Array.isArray(bound) || !Array.isArray(open)) return [];
  return [...new Set([...bound.map(Number), ...open.map((id) => -Number(id))])];
}
