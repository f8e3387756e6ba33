// The secret of this install that goes into entity tags (ADR 16); in the database, so that all processes share it.
import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/index.ts';
import { findStored, insertStored } from './site.store.ts';

/** No setting may be called so: `resolveSettings` leaves unknown names aside. */
const settingName = 'entity_tag_key';

/** The secret, made when it is asked for the first time. */
export async function loadEntityTagKey(database: Database): Promise<string> {
  const known = await findStored(database.read, settingName);
  if (known !== undefined) return known;
  return database.transact((tx) => insertStored(tx, settingName, randomBytes(32).toString('base64url')));
}
