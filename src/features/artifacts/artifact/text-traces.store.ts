// Writes the texts that queries search in.
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { prepareList, prepareLongList, prepareRows, prepareWrite } from '../../../platform/database/index.ts';
import type { Param, ParamRows, Reader, Tables, Writer } from '../../../platform/database/index.ts';
import './search-texts.tables.ts';
import './artifacts.tables.ts';

// A type and not an interface, because arguments of statements have an index signature.
export type SearchText = {
  artifactId: number;
  owner: number;
  item: number;
  audience: string;
  text: string;
};

const insertRows = prepareRows((tx, rows: ParamRows<SearchText>) =>
  tx.insertInto('search_texts').values(
    rows.map((row) => ({
      artifact_id: row('artifactId'),
      owner: row('owner'),
      item: row('item'),
      audience: row('audience'),
      text: row('text'),
    })),
  ),
);

/** Adds texts, sorted: SQLite writes out its index whenever the next row's number is lower (see text-index.ts). */
export const insertTexts = (tx: Writer, texts: readonly SearchText[]): Promise<unknown> =>
  insertRows(
    tx,
    texts.toSorted((a, b) => a.owner - b.owner || a.item - b.item),
  );

/** Where the owner has one text of an artifact. */
export const updateText = prepareWrite((tx, arg: Param<{ artifactId: number; owner: number; text: string }>) =>
  tx
    .updateTable('search_texts')
    .set({ text: arg('text') })
    .where('artifact_id', '=', arg('artifactId'))
    .where('owner', '=', arg('owner')),
);

export const deleteTexts = prepareWrite((tx, arg: Param<{ artifactId: number; owner: number }>) =>
  tx.deleteFrom('search_texts').where('artifact_id', '=', arg('artifactId')).where('owner', '=', arg('owner')),
);

/** The text of one item of an owner, such as the comment of a changeset. */
export const deleteItemText = prepareWrite((tx, arg: Param<{ artifactId: number; owner: number; item: number }>) =>
  tx
    .deleteFrom('search_texts')
    .where('artifact_id', '=', arg('artifactId'))
    .where('owner', '=', arg('owner'))
    .where('item', '=', arg('item')),
);

export const listFileNames = prepareList((db, isOneOf) =>
  db.selectFrom('artifact_files').select(['id', 'name', 'description']).where(isOneOf('id')),
);

export type TextRow = Selectable<Tables['search_texts']>;

/** All texts of these artifacts, in order of artifact. */
export const listTextsOf = prepareList((db, isOneOf) =>
  db.selectFrom('search_texts').selectAll().where(isOneOf('artifact_id')).orderBy('artifact_id'),
);

/** What reading a text costs beside its length. */
export const textRowBytes = 200;

/** A text that is not read yet, and how long it is. */
export type TextHead = Pick<TextRow, 'artifact_id' | 'owner' | 'item'> & { bytes: number };

/** How long the texts of these artifacts are together, with a little for each. */
export const listTextSizes = prepareLongList((db, isOneOf) =>
  db
    .selectFrom('search_texts')
    .select(['artifact_id', sql<number>`sum(octet_length(text) + ${sql.lit(textRowBytes)})`.as('bytes')])
    .where(isOneOf('artifact_id'))
    .groupBy('artifact_id')
    .orderBy('artifact_id'),
);

/** Of all texts of these artifacts. */
export const listTextHeads = prepareLongList((db, isOneOf) =>
  db
    .selectFrom('search_texts')
    .select(['artifact_id', 'owner', 'item', sql<number>`octet_length(text)`.as('bytes')])
    .where(isOneOf('artifact_id'))
    .orderBy('artifact_id'),
);

/** Texts of one artifact, of all owners that have such an item. */
export const listTextsByItems = (db: Reader, artifactId: number, items: readonly number[]): Promise<TextRow[]> =>
  db.selectFrom('search_texts').selectAll().where('artifact_id', '=', artifactId).where('item', 'in', items).execute();

const listChanges = prepareList((db, isOneOf) =>
  db.selectFrom('changesets').select(['id', 'changes_json']).where(isOneOf('id')),
);

const listSaying = prepareList((db, isOneOf) =>
  db.selectFrom('comments').select('changeset_id').where(isOneOf('changeset_id')).where('body', '!=', ''),
);

const listFieldTypes = prepareList((db, isOneOf) =>
  db.selectFrom('tracker_fields').select(['id', 'type']).where(isOneOf('id')),
);

/** What each of the changesets changes: codes of the types of fields, and whether any version of its comment says something. */
export async function listChangedFields(
  db: Reader,
  changesetIds: readonly number[],
): Promise<{ changesetId: number; types: string[]; isSaid: boolean }[]> {
  const [changesets, comments] = await Promise.all([listChanges(db, changesetIds), listSaying(db, changesetIds)]);
  const fieldsOf = new Map(changesets.map(({ id, changes_json }) => [id, readFieldIds(changes_json)]));
  const fields = await listFieldTypes(db, [...new Set([...fieldsOf.values()].flat())]);
  const typeOf = new Map(fields.map(({ id, type }) => [id, type]));
  const said = new Set(comments.map(({ changeset_id }) => changeset_id));
  return [...fieldsOf].map(([changesetId, fieldIds]) => ({
    changesetId,
    types: fieldIds.flatMap((id) => typeOf.get(id) ?? []),
    isSaid: said.has(changesetId),
  }));
}

function readFieldIds(changesJson: string): number[] {
  const changes: unknown = JSON.parse(changesJson);
  return typeof changes === 'object' && changes !== null ? Object.keys(changes).map(Number) : [];
}
