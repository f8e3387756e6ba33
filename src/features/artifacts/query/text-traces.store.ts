// Writes the texts that queries search in.
import { prepareRows, prepareWrite } from '../../../platform/database/index.ts';
import type { Param, ParamRows, Reader, Writer } from '../../../platform/database/index.ts';
import './search-texts.tables.ts';
import '../artifacts.tables.ts';

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

export const listFileNames = (
  db: Reader,
  ids: readonly number[],
): Promise<{ id: number; name: string; description: string }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('artifact_files').select(['id', 'name', 'description']).where('id', 'in', ids).execute();
