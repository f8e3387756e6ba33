// Whom a mail to many goes to.
import { byId, countInParts } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';

export const audiences = ['everybody', 'project_administrators', 'site_administrators'] as const;
export type Audience = (typeof audiences)[number];

const selectPeople = (db: Reader, audience: Audience) => {
  const usable = db.selectFrom('users').where('id', '>', 100).where('status', 'in', ['A', 'R']);
  if (audience === 'everybody') return usable;
  if (audience === 'site_administrators') return usable.where('is_site_admin', '=', 1);
  return usable.where('id', 'in', (query) =>
    query.selectFrom('project_members').select('user_id').where('is_admin', '=', 1),
  );
};

export const countPeople = (db: Reader, audience: Audience): Promise<number> =>
  countInParts(db, { rows: db.selectFrom('users'), ...byId }, selectPeople(db, audience));

/** The next ones by id. */
export const listPeople = (
  db: Reader,
  audience: Audience,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<{ id: number; email: string }[]> =>
  selectPeople(db, audience).select(['id', 'email']).where('id', '>', afterId).orderBy('id').limit(limit).execute();
