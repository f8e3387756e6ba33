// The people whom the artifacts of a tracker name as submitters, or as those who changed them last.
import type { Reader } from '../../platform/database/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayField } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import { visibleArtifacts } from './artifacts.access.ts';
import * as store from './artifacts.store.ts';

/**
 * Ids of people, from artifacts that the viewer sees. A last change may be one that the viewer must not know of, so
 * viewers who may not read every field get the submitters instead.
 */
export function listActors(
  db: Reader,
  viewer: Viewer,
  tracker: Definition,
  role: 'submitted_by' | 'updated_by',
): Promise<number[]> {
  const readsAll = tracker.fields.every((field) => mayField(viewer, tracker, field, 'read'));
  const shown = readsAll ? role : 'submitted_by';
  return store.listActors(db, tracker.id, visibleArtifacts(db, viewer, tracker), shown);
}
