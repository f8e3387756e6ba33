// Cards of a wall as the wire shows them.
import type { Static } from 'typebox';
import { artifactViews, statusOf, titleOf } from '../artifacts/index.ts';
import type { RenderableArtifact, Relations } from '../artifacts/index.ts';
import { listCardFieldIds } from '../planning/index.ts';
import { projectViews } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { listValues, mayField } from '../trackers/index.ts';
import type { Field } from '../trackers/index.ts';
import type { Cardwall } from './cardwall.schema.ts';
import { columnOfCard, firstValueOf, listAllowedColumns } from './columns.ts';
import type { Wall } from './columns.ts';

type Card = Static<typeof Cardwall>['swimlanes'][number]['cards'][number];

export interface CardSetting {
  viewer: Viewer;
  baseUrl: string;
  wall: Wall;
  planningId: number;
  relations: Relations;
}

export function viewCard(
  { viewer, baseUrl, wall, planningId, relations }: CardSetting,
  renderable: RenderableArtifact,
): Card {
  const { row, tracker, values } = renderable;
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  const id = `${planningId}_${row.id}`;
  const cardFields = listCardFieldIds(tracker).flatMap((fieldId) => tracker.fieldById.get(fieldId) ?? []);
  return {
    id,
    label: titleOf(tracker, values, isReadable) ?? '',
    uri: `cards/${id}`,
    project: projectViews.viewProjectReference(tracker.project),
    artifact: artifactViews.viewArtifactReference(row.id, tracker),
    planning_id: planningId,
    status: statusOf(tracker, values, isReadable, (userId) => relations.users.get(userId)).isOpen ? 'Open' : 'Closed',
    accent_color: accentOf(renderable, isReadable),
    column_id: columnOfCard(wall, tracker, values)?.id ?? null,
    allowed_column_ids: listAllowedColumns(viewer, wall, tracker, values),
    values: artifactViews.viewFields(cardFields, renderable, { relations, baseUrl, isReadable }),
  };
}

/** The colour of the value of the field that is named `type`, where it is none by name. */
function accentOf({ tracker, values }: RenderableArtifact, isReadable: (field: Field) => boolean): string | null {
  const field = tracker.fieldByName.get('type');
  if (field === undefined || !isReadable(field)) return null;
  const color = listValues.findValue(field, firstValueOf(field, values) ?? -1)?.color ?? '';
  return color.startsWith('#') ? color : null;
}
