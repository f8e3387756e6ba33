// Open artifacts of somebody, the caller by default: those they submitted and those they are in charge of.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import type { Page, Viewer } from '../../projects/index.ts';
import { mayField } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import type { OwnArtifact } from '../artifact/artifacts.schema.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import { listArtifactsByIds, listArtifactsOf, listContributorSettings } from '../artifact/artifacts.store.ts';
import type { ArtifactRow } from '../artifact/artifacts.store.ts';
import { parseValues } from '../artifact/change.ts';
import { viewOwnArtifact } from '../rendering/artifacts.view.ts';
import { assigneesOf, statusOf } from '../semantics/semantics.ts';

export interface OwnRequest extends Page {
  /** Whose they are; by default the caller's. */
  userId?: number;
  isSubmitter: boolean;
  isAssignee: boolean;
}

/** Whose values are held at a time. */
const rowsAtOnce = 64;

const readContributor = storedJson(Type.Object({ field_id: Type.Integer() }));

const ownerOf = (viewer: Viewer, request: OwnRequest): number => request.userId ?? viewer.user?.id ?? -1;

/** Newest first; the size counts the open ones that the caller may see. */
export async function listOwnArtifacts(
  artifacts: Artifacts,
  viewer: Viewer,
  request: OwnRequest,
): Promise<{ own: Static<typeof OwnArtifact>[]; size: number }> {
  const { db } = artifacts.reading;
  const userId = ownerOf(viewer, request);
  const settings = request.isAssignee ? await listContributorSettings(db) : [];
  const fieldIds = settings.map((text) => readContributor(text, 'semantic contributor').field_id);
  const found = await listArtifactsOf(db, userId, request.isSubmitter, fieldIds);
  const visible = await findVisible(artifacts.reading, viewer, found);
  const ids = found.flatMap(({ id }) => (visible.ids.has(id) ? id : []));
  const own: Static<typeof OwnArtifact>[] = [];
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    const rows = await listArtifactsByIds(db, ids.slice(start, start + rowsAtOnce));
    const shown = await mapInSlices(rows.toReversed(), (row) => {
      const tracker = visible.definitions.get(row.tracker_id);
      return tracker === undefined ? [] : viewOwn(viewer, request, row, tracker);
    });
    own.push(...shown.flat());
  }
  return { own: own.slice(request.offset, request.offset + request.limit), size: own.length };
}

/** Nothing when it is closed, or the caller's only as a field says that they may not read. */
function viewOwn(
  viewer: Viewer,
  request: OwnRequest,
  row: ArtifactRow,
  tracker: Definition,
): Static<typeof OwnArtifact>[] {
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  const values = parseValues(row);
  const userId = ownerOf(viewer, request);
  const isOwn =
    (request.isSubmitter && row.submitted_by === userId) ||
    (request.isAssignee && assigneesOf(tracker, values, isReadable).includes(userId));
  if (!isOwn || !statusOf(tracker, values, isReadable, () => undefined).isOpen) return [];
  return [viewOwnArtifact(viewer, row, tracker)];
}
