// Backlog items as the wire shows them.
import type { Static } from 'typebox';
import { artifactViews, fieldValues, statusOf, titleOf } from '../../artifacts/index.ts';
import type { Reading, RenderableArtifact, Relations } from '../../artifacts/index.ts';
import { projectViews } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs, listValues, mayField, trackerViews } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { BacklogItem, PlannedForTest } from './backlog.schema.ts';
import { findEffortField, findInitialEffortField } from '../definition/card-values.ts';
import { noAddress } from '../definition/planning.view.ts';

type BacklogItemShape = Static<typeof BacklogItem>;

export interface ItemSetting {
  viewer: Viewer;
  baseUrl: string;
  relations: Relations;
  /** What an empty initial effort is shown as: lists show 0, an item by itself null, as clients know it. */
  emptyEffort: 0 | null;
  /** Trackers of the project that the viewer may see. */
  trackers: ReadonlyMap<number, Definition>;
}

export interface ItemFacts {
  renderable: RenderableArtifact;
  parent: RenderableArtifact | undefined;
  hasChildren: boolean;
}

export function viewBacklogItem(
  setting: ItemSetting,
  { renderable, parent, hasChildren }: ItemFacts,
): BacklogItemShape {
  const { viewer, baseUrl, relations } = setting;
  const { row, tracker, values } = renderable;
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  const status = statusOf(tracker, values, isReadable, (id) => relations.users.get(id));
  const cardFields = listCardFieldIds(tracker).flatMap((id) => tracker.fields.find((field) => field.id === id) ?? []);
  const sumOf = (field: Field): number | null => (fieldIs.sum(field) ? relations.sums.sum(row.id, field.name) : null);
  const remaining = findEffortField({ viewer, tracker, values }, 'remaining_effort');
  return {
    id: row.id,
    label: labelOf(viewer, renderable),
    type: tracker.name,
    short_type: tracker.itemName,
    status: status.isOpen ? 'Open' : 'Closed',
    full_status: status.label === '' ? null : { value: status.label, color: status.color },
    color: tracker.color,
    background_color_name: backgroundOf(renderable, isReadable),
    initial_effort: initialEffortOf({ viewer, tracker, values }, setting.emptyEffort, sumOf),
    remaining_effort:
      remaining === undefined ? null : (fieldValues.numberOf({ values }, remaining) ?? sumOf(remaining)),
    artifact: artifactViews.viewArtifactReference(row.id, tracker),
    parent: parent === undefined ? null : viewParent(viewer, parent),
    project: projectViews.viewProjectReference(tracker.project),
    has_children: hasChildren,
    accept: { trackers: childTrackersOf(setting, tracker).map(trackerViews.viewTrackerReference) },
    card_fields: artifactViews.viewFields(cardFields, renderable, { relations, baseUrl, isReadable }),
  };
}

/** A test covers an item by a link from it. */
export const viewPlannedForTest = (viewer: Viewer, renderable: RenderableArtifact): Static<typeof PlannedForTest> => {
  const { row, tracker } = renderable;
  return {
    id: row.id,
    label: labelOf(viewer, renderable),
    short_type: tracker.itemName,
    color: tracker.color,
    artifact: artifactViews.viewArtifactReference(row.id, tracker),
    can_add_a_test: tracker.fields.some((field) => fieldIs.links(field) && mayField(viewer, tracker, field, 'update')),
  };
};

/** What is shown of an item beside its head. */
export const listCardFieldIds = ({ semantics }: Definition): readonly number[] =>
  semantics.plugin_cardwall_card_fields?.field_ids ?? [];

const labelOf = (viewer: Viewer, { tracker, values }: RenderableArtifact): string =>
  titleOf(tracker, values, (field) => mayField(viewer, tracker, field, 'read')) ?? '';

const viewParent = (viewer: Viewer, parent: RenderableArtifact): BacklogItemShape['parent'] => ({
  id: parent.row.id,
  label: labelOf(viewer, parent),
  uri: noAddress,
  tracker: {
    ...trackerViews.viewTrackerReference(parent.tracker),
    project: { ...projectViews.viewProjectReference(parent.tracker.project), background: null },
  },
});

const childTrackersOf = ({ trackers }: ItemSetting, tracker: Definition): Definition[] =>
  [...trackers.values()].filter((candidate) => candidate.parentId === tracker.id).toSorted((a, b) => a.id - b.id);

function initialEffortOf(
  reading: Reading,
  emptyEffort: 0 | null,
  sumOf: (field: Field) => number | null,
): number | null {
  const field = findInitialEffortField(reading);
  if (field === undefined) return null;
  return fieldValues.numberOf(reading, field) ?? (fieldIs.sum(field) ? sumOf(field) : emptyEffort);
}

/** The colour name of the value that the tracker's cards take theirs from. */
export function backgroundOf({ tracker, values }: RenderableArtifact, isReadable: (field: Field) => boolean): string {
  const field = tracker.fieldById.get(tracker.semantics.plugin_cardwall_card_fields?.background_color_field_id ?? -1);
  if (field === undefined || !isReadable(field)) return '';
  const ids = values[field.id];
  const id: unknown = Array.isArray(ids) ? ids[0] : undefined;
  const color = typeof id === 'number' ? (listValues.findValue(field, id)?.color ?? '') : '';
  return color.startsWith('#') ? '' : color;
}
