// Finds references in texts of artifacts by what they name.
import { anyOf } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import type { ReferenceName } from '../../trackers/index.ts';
import type { ReferenceRow } from '../artifact/artifacts.store.ts';

/** References in texts of artifacts by these names, those of the newest artifacts first. */
export const listNaming = (db: Reader, names: readonly ReferenceName[], max: number): Promise<ReferenceRow[]> =>
  names.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('artifact_references')
        .selectAll()
        .where((eb) =>
          anyOf(
            eb,
            names.map(({ least, whole, id }) =>
              eb.and([eb('target_id', '=', id), eb('keyword', '>=', least), eb('keyword', '<=', whole)]),
            ),
          ),
        )
        .orderBy('source_id', 'desc')
        .limit(max)
        .execute();
