// Trackers that queries speak of by their short names.
import type { Reader } from '../../../../platform/database/index.ts';
import '../../../trackers/index.ts';

export const listLivingTrackers = (db: Reader): Promise<{ id: number; item_name: string }[]> =>
  db.selectFrom('trackers').select(['id', 'item_name']).where('is_deleted', '=', 0).orderBy('id').execute();
