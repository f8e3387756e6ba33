// Renews the texts by which people are found, where texts fold in another way than when they were stored.
import type { Database } from '../../../platform/database/index.ts';
import { foldText } from '../../../platform/texts/fold-text.ts';
import * as store from './people.store.ts';

/** Accounts that one query reads and one transaction changes. */
const accountsAtOnce = 200;

/** In small transactions. Throws the reason of `signal`. */
export async function renewSearchTexts(database: Database, signal: AbortSignal): Promise<void> {
  for (let afterId = 0; ;) {
    signal.throwIfAborted();
    const rows = await store.listSearchTexts(database.read, afterId, accountsAtOnce);
    const last = rows.at(-1);
    if (last === undefined) return;
    afterId = last.id;
    const old = rows.filter(({ search_text: text }) => foldText(text) !== text);
    if (old.length === 0) continue;
    await database.transact(async (tx) => {
      for (const row of old) await store.renewSearchText(tx, row);
    });
  }
}
