// Links of artifacts with what decides who sees their other ends.
import { sql } from 'kysely';
import { prepareLongList, throughIndex } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { endsIndex } from '../artifact/artifacts.store.ts';
import '../artifact/artifacts.tables.ts';

/** A link as one of its ends has it, with what decides who sees the other; null where there is no other any more. */
export interface LinkEnd {
  owner_id: number;
  /** 1 where the link arrives at its owner. */
  is_arriving: number;
  other_id: number;
  type: string;
  tracker_id: number | null;
  is_limited: number | null;
}

const selectEnds = (db: Reader, owner: 'source_id' | 'target_id', other: 'source_id' | 'target_id') =>
  db
    .selectFrom('artifact_links')
    .leftJoin(throughIndex(db, 'artifacts', endsIndex), 'artifacts.id', `artifact_links.${other}`)
    .select([`artifact_links.${owner} as owner_id`, `artifact_links.${other} as other_id`, 'artifact_links.type'])
    .select(['artifacts.tracker_id', 'artifacts.is_limited']);

/** Links of these artifacts: those that leave, in their order, before those that arrive, in that of their sources and types. */
export const listLinkEnds = prepareLongList<LinkEnd>((db, isOneOf) =>
  selectEnds(db, 'source_id', 'target_id')
    .select([sql.lit(0).as('is_arriving'), 'artifact_links.rank as place'])
    .where(isOneOf('artifact_links.source_id'))
    .unionAll(
      selectEnds(db, 'target_id', 'source_id')
        .select([sql.lit(1).as('is_arriving'), 'artifact_links.source_id as place'])
        .where(isOneOf('artifact_links.target_id')),
    )
    .orderBy('owner_id')
    .orderBy('is_arriving')
    .orderBy('place')
    .orderBy('type'),
);
