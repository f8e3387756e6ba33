// One member of a JSON object that a column holds, so that the rest of it need not be read.
import type { RawBuilder } from 'kysely';
import { sessionOf } from './session.ts';

/** JSON of the member with this key; null where the object has none. */
export const memberOf = (db: object, column: string, key: string): RawBuilder<string | null> =>
  sessionOf(db).dialect.memberOf(column, key);
