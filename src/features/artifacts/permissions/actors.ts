// The people whom the artifacts of a tracker name as submitters, or as those who changed them last.
import type { Reader } from '../../../platform/database/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { isTrackerAdmin, mayField } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { visibleArtifacts } from './artifacts.access.ts';
import * as store from '../artifact/artifacts.store.ts';
import type { VisibilityFilter } from '../artifact/artifacts.store.ts';

/**
 * Ids of people, from artifacts that the viewer sees. A last change may be one that the viewer must not know of: viewers
 * who may not read every field get the submitters instead, and only administrators get those who spoke to some groups alone.
 */
export function listActors(
  db: Reader,
  viewer: Viewer,
  tracker: Definition,
  role: 'submitted_by' | 'updated_by',
): Promise<number[]> {
  const visible = visibleArtifacts(db, viewer, tracker);
  const readsAll = tracker.fields.every((field) => mayField(viewer, tracker, field, 'read'));
  if (role === 'submitted_by' || !readsAll) return store.listActors(db, tracker.id, visible, 'submitted_by');
  const heard: VisibilityFilter = (query) => store.withoutPrivateWords(visible(query));
  return store.listActors(db, tracker.id, isTrackerAdmin(viewer, tracker) ? visible : heard, role);
}
