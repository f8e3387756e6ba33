// Trackers as the wire shows them.
import type { Static } from 'typebox';
import type { RenderedTexts } from '../../../platform/markup/index.ts';
import type { UserRow } from '../../people/index.ts';
import { projectViews, userGroupNames } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition, Field, Semantics, TrackerHead, Transition } from '../definition/definition.ts';
import { fieldTypeOf } from '../fields/index.ts';
import { singularLabelOf } from './singular-label.ts';
import { decorate } from './label-decorators.ts';
import { viewPostActions } from '../workflow/post-action-shapes.ts';
import { isTrackerAdmin, mayField, mayMakeTransition } from './trackers.access.ts';
import type { ListedTracker, MinimalTracker, Tracker, TrackerField, TrackerReference } from './trackers.schema.ts';
import { viewTransition, viewTriggers } from '../workflow/workflow.view.ts';
import { fieldIs } from '../fields/field-is.ts';

/** The emoji before the name of a tracker; empty: none. */
const iconOf = ({ settings }: Pick<Definition, 'settings'>): string => settings.icon ?? '';

const viewMinimalTracker = (
  tracker: Definition,
  cannotCreateReasons: string[] | null = null,
): Static<typeof MinimalTracker> => ({
  id: tracker.id,
  uri: `trackers/${tracker.id}`,
  label: tracker.name,
  color_name: tracker.color,
  project: projectViews.viewProjectReference(tracker.project),
  cannot_create_reasons: cannotCreateReasons,
});

/** Trackers that stand first have this, as archives name it. */
export const promotedFlag = 'is_displayed_in_new_dropdown';

export const viewListedTracker = (
  tracker: Definition,
  cannotCreateReasons: string[] | null,
): Static<typeof ListedTracker> => ({
  ...viewMinimalTracker(tracker, cannotCreateReasons),
  is_promoted: tracker.settings.flags[promotedFlag] === '1',
  icon: iconOf(tracker),
  singular_label: singularLabelOf(tracker),
});

const viewTrackerReference = (tracker: TrackerHead): Static<typeof TrackerReference> => ({
  id: tracker.id,
  uri: `trackers/${tracker.id}`,
  label: tracker.name,
  color: tracker.color,
  project: projectViews.viewProjectReference(tracker.project),
});

/** What the workflow locks in the present state of an artifact, by ids. */
export interface Locked {
  /** Fields that nobody may change. */
  frozen: ReadonlySet<number>;
  /** Fieldsets that are out of sight. */
  hidden: ReadonlySet<number>;
}

/** What the representation of fields needs beside the definition. */
export interface FieldViewContext {
  /** People that each field offers. */
  boundUsers: ReadonlyMap<number, readonly UserRow[]>;
  user(id: number): UserRow | undefined;
  baseUrl: string;
  maxUploadBytes: number;
  nowMs: number;
  /** HTML of texts that stand in the form. */
  texts: RenderedTexts;
  /** Where the tracker is shown for one artifact. */
  locked?: Locked | undefined;
}

/** As FieldSurroundings, for a tracker as a whole. */
export interface TrackerViewContext extends FieldViewContext {
  /** The parent in the hierarchy, when the viewer may see it. */
  parent: Definition | undefined;
  /** Whether the viewer sees the tracker that gives the timeframe, where another one does. */
  isTimeframeKnown: boolean;
}

export function viewTracker(tracker: Definition, viewer: Viewer, context: TrackerViewContext): Static<typeof Tracker> {
  const readable = tracker.fields.filter((field) => mayField(viewer, tracker, field, 'read'));
  const readableIds = new Set(readable.map((field) => field.id));
  return {
    id: tracker.id,
    uri: `trackers/${tracker.id}`,
    html_url: `/plugins/tracker/?tracker=${tracker.id}`,
    project: projectViews.viewProjectReference(tracker.project),
    label: tracker.name,
    description: tracker.description,
    item_name: tracker.itemName,
    fields: readable.map((field) => viewField(field, tracker, viewer, context)),
    structure: viewStructure(readable, null),
    semantics: viewSemantics(tracker, readableIds, context.isTimeframeKnown),
    workflow: viewWorkflow(tracker, viewer, readableIds),
    permissions_for_groups: isTrackerAdmin(viewer, tracker) ? viewPermissions(tracker) : null,
    parent: context.parent === undefined ? null : viewTrackerReference(context.parent),
    resources: [{ type: 'reports', uri: `trackers/${tracker.id}/tracker_reports` }],
    color_name: tracker.color,
    icon: iconOf(tracker),
    singular_label: singularLabelOf(tracker),
    notifications: { enabled: !tracker.settings.isNotificationStopped },
  };
}

const viewGroups = (ids: readonly number[], tracker: Definition) =>
  ids.map((id) => userGroupNames.viewMinimalGroup(id, tracker.project.id, tracker.groupNames.get(id)));

/** One element of the form, with the viewer's permissions. */
export function viewField(
  field: Field,
  tracker: Definition,
  viewer: Viewer,
  context: FieldViewContext,
): Static<typeof TrackerField> {
  const description = fieldTypeOf(field.type).describe({
    field,
    definition: tracker,
    baseUrl: context.baseUrl,
    maxUploadBytes: context.maxUploadBytes,
    nowMs: context.nowMs,
    boundUsers: context.boundUsers.get(field.id) ?? [],
    user: context.user,
    texts: context.texts,
  });
  const mayRead = mayField(viewer, tracker, field, 'read');
  const { locked } = context;
  const mayUpdate = mayField(viewer, tracker, field, 'update') && locked?.frozen.has(field.id) !== true;
  const mayCreate = mayField(viewer, tracker, field, 'submit');
  const showsGroups = isTrackerAdmin(viewer, tracker) && !fieldIs.structure(field);
  return {
    field_id: field.id,
    label: field.label,
    name: field.name,
    type: field.type,
    values: description.values,
    required: field.isRequired && !fieldIs.structure(field),
    collapsed: false,
    bindings: description.bindings,
    permissions: [...(mayRead ? ['read'] : []), ...(mayUpdate ? ['update'] : []), ...(mayCreate ? ['create'] : [])],
    permissions_for_groups: showsGroups
      ? {
          can_submit: viewGroups(field.permissions.submit, tracker),
          can_read: viewGroups(field.permissions.read, tracker),
          can_update: viewGroups(field.permissions.update, tracker),
        }
      : null,
    default_value: description.defaultValue,
    has_notifications: field.hasNotifications,
    is_used: field.isUsed,
    description: field.description,
    specific_properties: description.specificProperties,
    label_decorators: decorate(field, tracker),
    ...description.extra,
    ...(locked !== undefined && fieldIs.fieldset(field) ? { is_hidden: locked.hidden.has(field.id) } : {}),
  };
}

function viewStructure(readable: readonly Field[], parentId: number | null): { id: number; content: unknown }[] {
  return readable
    .filter((field) => field.parentId === parentId)
    .map((field) => ({
      id: field.id,
      content: fieldTypeOf(field.type).container !== undefined ? viewStructure(readable, field.id) : null,
    }));
}

/** Only semantics whose field the viewer may read. Done is about the field of the status. */
function viewSemantics(
  { semantics }: Definition,
  readable: ReadonlySet<number>,
  isTimeframeKnown: boolean,
): Record<string, unknown> {
  const { status, done, timeframe, progress } = semantics;
  const ofField = <T extends { field_id: number }>(semantic: T | undefined): T | undefined =>
    readable.has(semantic?.field_id ?? -1) ? semantic : undefined;
  /** Those of its fields that may be read; undefined where there is none. */
  const ofFields = <T extends { field_ids: number[] }>(semantic: T | undefined): T | undefined => {
    const ids = semantic?.field_ids.filter((id) => readable.has(id)) ?? [];
    return semantic === undefined || ids.length === 0 ? undefined : { ...semantic, field_ids: ids };
  };
  const card = semantics.plugin_cardwall_card_fields;
  const colorId = card?.background_color_field_id ?? -1;
  const background = readable.has(colorId) ? colorId : null;
  const shown = {
    title: ofField(semantics.title),
    description: ofField(semantics.description),
    status: ofField(status),
    done: done && status && ofField({ field_id: status.field_id, ...done }),
    contributor: ofField(semantics.contributor),
    initial_effort: ofField(semantics.initial_effort),
    velocity: ofField(semantics.velocity),
    timeframe: isTimeframeKnown && isReadableSemantic(timeframe, readable) ? timeframe : undefined,
    progress: isReadableSemantic(progress, readable) ? progress : undefined,
    tooltip: ofFields(semantics.tooltip),
    plugin_cardwall_card_fields: card && ofFields({ ...card, background_color_field_id: background }),
  };
  return Object.fromEntries(Object.entries(shown).filter(([, semantic]) => semantic !== undefined));
}

const isReadableSemantic = (semantic: Semantics['timeframe' | 'progress'], readable: ReadonlySet<number>): boolean =>
  semantic !== undefined && Object.values(semantic).every((value) => typeof value !== 'number' || readable.has(value));

/**
 * Administrators of the tracker see all of it. For others null when they may not read the field that it moves, and rules
 * between fields only when they may read both.
 */
function viewWorkflow(
  tracker: Definition,
  viewer: Viewer,
  readable: ReadonlySet<number>,
): Static<typeof Tracker>['workflow'] {
  const { workflow } = tracker;
  const isAdmin = isTrackerAdmin(viewer, tracker);
  const isHidden = workflow !== undefined && tracker.fieldById.has(workflow.fieldId) && !readable.has(workflow.fieldId);
  if (isHidden && !isAdmin) return null;
  const isKnown = (rule: { source_field_id: number; target_field_id: number }): boolean =>
    isAdmin || (readable.has(rule.source_field_id) && readable.has(rule.target_field_id));
  const isShown = (transition: Transition): boolean => isAdmin || mayMakeTransition(viewer, tracker, transition);
  return {
    field_id: workflow?.fieldId ?? 0,
    is_used: workflow === undefined ? '' : workflow.isUsed ? '1' : '0',
    is_legacy: false,
    is_advanced: workflow?.isAdvanced ?? true,
    rules: { dates: tracker.dateRules.filter(isKnown), lists: tracker.listRules.filter(isKnown) },
    transitions: (workflow?.transitions ?? [])
      .filter(isShown)
      .map((transition) =>
        isAdmin
          ? { ...viewTransition(tracker, transition), post_actions: viewPostActions(transition.actions) }
          : { id: transition.id, from_id: transition.fromValueId, to_id: transition.toValueId },
      ),
    ...(isAdmin ? { triggers: viewTriggers(tracker) } : {}),
  };
}

const viewPermissions = (tracker: Definition) => ({
  can_access: viewGroups(tracker.permissions.full, tracker),
  can_access_submitted_by_user: viewGroups(tracker.permissions.submitter_only, tracker),
  can_access_assigned_to_group: viewGroups(tracker.permissions.assignee, tracker),
  can_access_submitted_by_group: viewGroups(tracker.permissions.submitter, tracker),
  can_admin: viewGroups(tracker.permissions.admin, tracker),
});

export const trackerViews = { viewTrackerReference, viewMinimalTracker, iconOf };
