// Artifacts as the wire shows them.
import type { Static } from 'typebox';
import { formatIso } from '../../../platform/texts/dates.ts';
import { viewMinimalUser } from '../../people/index.ts';
import { projectViews } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldTypeOf, mayField, trackerViews } from '../../trackers/index.ts';
import type { Definition, Field, ShowContext } from '../../trackers/index.ts';
import type { OwnArtifact } from '../artifact/artifacts.schema.ts';
import type { ArtifactRow } from '../artifact/artifacts.store.ts';
import { parseValues } from '../artifact/change.ts';
import { rankOf } from '../ranking/rank.ts';
import { assigneesOf, statusOf, titleOf } from '../semantics/semantics.ts';
import type { RenderableArtifact, Relations } from './relations.ts';

type ArtifactFacts = ShowContext['artifact'];

/** Which of `values` and `values_by_field` are filled. */
export interface ValueFormats {
  collection: boolean;
  byField: boolean;
}

export interface ViewContext {
  relations: Relations;
  baseUrl: string;
  isReadable(field: Field): boolean;
}

export const factsOf = (row: ArtifactRow): ArtifactFacts => ({
  id: row.id,
  number: row.number,
  rank: rankOf(row),
  submittedBy: row.submitted_by,
  submittedAtMs: row.submitted_at_ms,
  updatedBy: row.updated_by,
  updatedAtMs: row.updated_at_ms,
});

type Showing = Pick<ViewContext, 'relations' | 'baseUrl'>;

/** What a field's type needs to show its value of the artifact. */
export const showContext = (field: Field, renderable: RenderableArtifact, showing: Showing): ShowContext => ({
  ...showRenderable(renderable, showing),
  field,
});

/** The part of it that is the same for all fields of the artifact. */
function showRenderable(renderable: RenderableArtifact, { relations, baseUrl }: Showing): Omit<ShowContext, 'field'> {
  const { row, tracker, values } = renderable;
  return {
    definition: tracker,
    baseUrl,
    artifact: factsOf(row),
    user: (id) => relations.users.get(id),
    linked: (id) => relations.linked.get(id),
    file: (id) => relations.files.get(id),
    openValue: (id) => relations.openValues.get(id),
    links: relations.linksFrom.get(row.id) ?? [],
    reverseLinks: relations.linksTo.get(row.id) ?? [],
    sum: (name) => relations.sums.sum(row.id, name),
    burndown: () => relations.charts.burndown(row.id),
    burnup: () => relations.charts.burnup(row.id),
    references: relations.referencesFrom.get(row.id) ?? [],
    reverseReferences: relations.referencesTo.get(row.id) ?? [],
    externalReferences: relations.externalReferences.get(row.id) ?? [],
    texts: relations.texts,
    stored: (fieldId) => values[fieldId],
  };
}

/** A value as it is shown, with what its type adds. */
export interface ShownField extends Record<string, unknown> {
  field_id: number;
  type: string;
  label: string;
}

/** The readable fields that have something to show, in the order of the tracker's fields. */
export const viewValues = (renderable: RenderableArtifact, context: ViewContext): ShownField[] =>
  viewFields(renderable.tracker.fields, renderable, context);

/** The same of some fields of the tracker, in their order. */
export function viewFields(
  fields: readonly Field[],
  renderable: RenderableArtifact,
  context: ViewContext,
): ShownField[] {
  const shared = showRenderable(renderable, context);
  return fields.filter(context.isReadable).flatMap((field) => {
    const shown = fieldTypeOf(field.type).show(renderable.values[field.id], { ...shared, field });
    return shown === undefined ? [] : [{ field_id: field.id, type: field.type, label: field.label, ...shown }];
  });
}

function viewValuesByField(renderable: RenderableArtifact, context: ViewContext): Record<string, unknown> {
  const shared = showRenderable(renderable, context);
  const entries = renderable.tracker.fields.filter(context.isReadable).flatMap((field): [string, unknown][] => {
    const { showByName } = fieldTypeOf(field.type);
    if (showByName === undefined) return [];
    const shown = showByName(renderable.values[field.id], { ...shared, field });
    const head = { field_id: field.id, type: field.type, label: field.label };
    return [[field.name, typeof shown === 'object' && shown !== null ? { ...head, ...shown } : null]];
  });
  return Object.fromEntries(entries);
}

/** `tracker` stands in for the minimal tracker when the whole one was asked for. */
export function viewArtifact(
  renderable: RenderableArtifact,
  formats: ValueFormats,
  context: ViewContext,
  tracker?: unknown,
): Record<string, unknown> {
  const { row, tracker: definition, values } = renderable;
  const { relations, baseUrl, isReadable } = context;
  const user = (id: number) => relations.users.get(id);
  const status = statusOf(definition, values, isReadable, user);
  return {
    id: row.id,
    uri: `artifacts/${row.id}`,
    xref: `${definition.itemName} #${row.id}`,
    tracker: tracker ?? trackerViews.viewMinimalTracker(definition),
    project: projectViews.viewProjectReference(definition.project),
    submitted_by: row.submitted_by === 0 ? null : row.submitted_by,
    submitted_by_user: viewMinimalUser(user(row.submitted_by), baseUrl),
    submitted_on: formatIso(row.submitted_at_ms),
    html_url: `/plugins/tracker/?aid=${row.id}`,
    changesets_uri: `artifacts/${row.id}/changesets`,
    values: formats.collection ? viewValues(renderable, context) : null,
    values_by_field: formats.byField ? viewValuesByField(renderable, context) : null,
    last_update_by: row.updated_by === 0 ? null : row.updated_by,
    last_update_by_user: viewMinimalUser(user(row.updated_by), baseUrl),
    last_modified_date: formatIso(row.updated_at_ms),
    status: status.label,
    full_status: status.label === '' ? null : { value: status.label, color: status.color },
    is_open: status.isOpen,
    title: titleOf(definition, values, isReadable),
    assignees: assigneesOf(definition, values, isReadable).map((id) => viewMinimalUser(user(id), baseUrl)),
  };
}

export const viewArtifactReference = (id: number, tracker: Definition, query = '') => ({
  id,
  uri: `artifacts/${id}${query}`,
  tracker: trackerViews.viewTrackerReference(tracker),
});

/** An artifact that the viewer may see, as a row of a list of their own. */
export function viewOwnArtifact(viewer: Viewer, row: ArtifactRow, tracker: Definition): Static<typeof OwnArtifact> {
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  const values = parseValues(row);
  const status = statusOf(tracker, values, isReadable, () => undefined);
  return {
    id: row.id,
    uri: `artifacts/${row.id}`,
    html_url: `/plugins/tracker/?aid=${row.id}`,
    title: titleOf(tracker, values, isReadable),
    xref: `${tracker.itemName} #${row.id}`,
    tracker: { ...trackerViews.viewMinimalTracker(tracker), icon: trackerViews.iconOf(tracker) },
    full_status: status.label === '' ? null : { value: status.label, color: status.color },
    last_modified_date: formatIso(row.updated_at_ms),
  };
}
