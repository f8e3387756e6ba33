// References to artifacts in texts of fields and comments, and artifacts that were deleted.
import type { MigrationWriter, Migration } from '../platform/database/index.ts';
import { columnTypesOf, createTable } from '../platform/database/index.ts';

export const artifactOperations: Migration = {
  number: 13,
  name: 'artifact operations',
  async up(tx) {
    await createReferences(tx);
    await fillFromFields(tx);
    await fillFromComments(tx);
    await createDeleted(tx);
  },
};

async function createReferences(tx: MigrationWriter): Promise<void> {
  const { integer, text } = columnTypesOf(tx);
  await createTable(tx, 'artifact_references')
    .addColumn('source_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
    .addColumn('field_id', integer, (c) => c.notNull())
    .addColumn('changeset_id', integer, (c) => c.notNull())
    .addColumn('keyword', text, (c) => c.notNull())
    .addColumn('target_id', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('artifact_references_key', [
      'source_id',
      'field_id',
      'changeset_id',
      'keyword',
      'target_id',
    ])
    .execute();
  await tx.schema
    .createIndex('artifact_references_target')
    .on('artifact_references')
    .columns(['target_id', 'source_id'])
    .execute();
}

async function createDeleted(tx: MigrationWriter): Promise<void> {
  const { integer, timeMs, json } = columnTypesOf(tx);
  await createTable(tx, 'deleted_artifacts')
    .addColumn('id', integer, (c) => c.primaryKey())
    .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
    .addColumn('deleted_by', integer, (c) => c.notNull())
    .addColumn('deleted_at_ms', timeMs, (c) => c.notNull())
    .addColumn('rows_json', json, (c) => c.notNull())
    .execute();
  await tx.schema
    .createIndex('deleted_artifacts_day')
    .on('deleted_artifacts')
    .columns(['deleted_by', 'deleted_at_ms'])
    .execute();
  await tx.schema.createIndex('deleted_artifacts_tracker').on('deleted_artifacts').column('tracker_id').execute();
}

const rowsAtOnce = 500;

/** The first 500 references of a text as it was written, each once. */
function listReferences(content: string, isHtml: boolean): { keyword: string; target_id: number }[] {
  if (!/#\d/.test(content)) return [];
  const plain = isHtml ? content.replace(/<[^<>]*>/g, ' ').replaceAll('&nbsp;', ' ') : content;
  const found = [...plain.matchAll(/\b[a-z]{2,10}:\/\/\S+|\b(\w+)[ \u00A0]?#(\d{1,15})\b/gi)].flatMap(
    ({ 1: keyword, 2: number }) =>
      keyword === undefined ? [] : [{ keyword: keyword.toLowerCase(), target_id: Number(number) }],
  );
  const unique = new Map(found.map((reference) => [`${reference.keyword} ${reference.target_id}`, reference]));
  return [...unique.values()].slice(0, 500);
}

async function insertAll(tx: MigrationWriter, rows: Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 100)
    await tx
      .insertInto('artifact_references')
      .values(rows.slice(start, start + 100))
      .execute();
}

/** A stored value: a text, or an object of `content` and `format`. */
function readText(value: unknown): { content: string; isHtml: boolean } {
  if (typeof value === 'string') return { content: value, isHtml: false };
  if (typeof value !== 'object' || value === null || !('content' in value) || !('format' in value))
    return { content: '', isHtml: false };
  return { content: String(value.content), isHtml: value.format === 'html' };
}

async function fillFromFields(tx: MigrationWriter): Promise<void> {
  const fields = await tx.selectFrom('tracker_fields').select('id').where('type', 'in', ['string', 'text']).execute();
  const texts = new Set(fields.map(({ id }) => Number(id)));
  for (let afterId = 0; ;) {
    const rows = await tx
      .selectFrom('artifacts')
      .select(['id', 'values_json'])
      .where('id', '>', afterId)
      .where('values_json', 'like', '%#%')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    const found = rows.flatMap((row) => {
      const values: unknown = JSON.parse(String(row['values_json']));
      return Object.entries(values ?? {}).flatMap(([fieldId, value]) => {
        if (!texts.has(Number(fieldId))) return [];
        const { content, isHtml } = readText(value);
        const place = { source_id: row['id'], field_id: Number(fieldId), changeset_id: 0 };
        return listReferences(content, isHtml).map((reference) => ({ ...place, ...reference }));
      });
    });
    await insertAll(tx, found);
    const last = rows.at(-1);
    if (last === undefined) return;
    afterId = Number(last['id']);
  }
}

/** The newest version of a comment counts. */
async function fillFromComments(tx: MigrationWriter): Promise<void> {
  for (let afterId = 0; ;) {
    const rows = await tx
      .selectFrom('comments')
      .innerJoin('changesets', 'changesets.id', 'comments.changeset_id')
      .select(['comments.id', 'comments.changeset_id', 'comments.body', 'comments.format', 'changesets.artifact_id'])
      .where('comments.id', '>', afterId)
      .where('comments.body', 'like', '%#%')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('comments as newer')
              .select('newer.id')
              .whereRef('newer.changeset_id', '=', 'comments.changeset_id')
              .whereRef('newer.id', '>', 'comments.id'),
          ),
        ),
      )
      .orderBy('comments.id')
      .limit(rowsAtOnce)
      .execute();
    const found = rows.flatMap((row) => {
      const place = { source_id: row['artifact_id'], field_id: 0, changeset_id: row['changeset_id'] };
      return listReferences(String(row['body']), row['format'] === 'html').map((reference) => ({
        ...place,
        ...reference,
      }));
    });
    await insertAll(tx, found);
    const last = rows.at(-1);
    if (last === undefined) return;
    afterId = Number(last['id']);
  }
}
