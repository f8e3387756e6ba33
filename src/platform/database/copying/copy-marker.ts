// The table by which a database is known that holds only a part of what is being copied into it.

import { conflict } from '../../errors.ts';
import { openReader } from '../sessions/session.ts';
import type { Session } from '../sessions/session.ts';

export const markerTable = 'copy_under_way';

/** Throws DomainError 'conflict' where a copy into the database has not come to its end. */
export async function refuseUnfinishedCopy(session: Session): Promise<void> {
  if (!(await session.dialect.hasTable(openReader(session), markerTable))) return;
  throw conflict('this database has an unfinished copy; run "tepal migrate-database" again to continue');
}
