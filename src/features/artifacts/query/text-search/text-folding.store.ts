// Reads and renews the texts that are stored folded, in order of their keys, whoever they belong to.
import { prepareWrite } from '../../../../platform/database/index.ts';
import type { Param, Reader } from '../../../../platform/database/index.ts';
import '../../artifact/search-texts.tables.ts';

/** Texts of the next `count` artifacts that have any, after an id; with the last of these artifacts. */
export async function listFoldedTexts(db: Reader, afterId: number, count: number) {
  const ids = await db
    .selectFrom('search_texts')
    .select('artifact_id')
    .distinct()
    .where('artifact_id', '>', afterId)
    .orderBy('artifact_id')
    .limit(count)
    .execute();
  const lastId = ids.at(-1)?.artifact_id;
  if (lastId === undefined) return undefined;
  const texts = await db
    .selectFrom('search_texts')
    .select(['artifact_id', 'owner', 'item', 'text'])
    .where('artifact_id', '>', afterId)
    .where('artifact_id', '<=', lastId)
    .execute();
  return { lastId, texts };
}

type RenewedText = { artifactId: number; owner: number; item: number; was: string; text: string };

/** Changes nothing where the text is another one by now. */
export const renewText = prepareWrite((tx, arg: Param<RenewedText>) =>
  tx
    .updateTable('search_texts')
    .set({ text: arg('text') })
    .where('artifact_id', '=', arg('artifactId'))
    .where('owner', '=', arg('owner'))
    .where('item', '=', arg('item'))
    .where('text', '=', arg('was')),
);
