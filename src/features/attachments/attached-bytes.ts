// How many bytes the artifacts of a project have attached, in former versions too.
import type { Reader } from '../../platform/database/index.ts';
import { isSliceOver, yieldSlice } from '../../platform/concurrency/time-slices.ts';
import * as store from './attachments.store.ts';

/** Artifacts whose files one query adds up. */
const artifactsAtOnce = 500;

/** Rests where it takes long. */
export async function measureAttached(db: Reader, projectId: number): Promise<number> {
  let bytes = 0;
  for (const trackerId of await store.listTrackersOf(db, projectId)) {
    for (let after = 0; ;) {
      if (isSliceOver()) await yieldSlice();
      const page = await store.sumAttached(db, trackerId, { after, limit: artifactsAtOnce });
      bytes += page.bytes;
      if (page.lastId === undefined) break;
      after = page.lastId;
    }
  }
  return bytes;
}
