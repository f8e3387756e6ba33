// The fields of trackers: shown one by one, made, changed, moved, taken out of use and deleted.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Page, Viewer } from '../../projects/index.ts';
import { changeDefinition } from '../trackers/definition-changes.ts';
import type { Definition, Field } from '../definition/definition.ts';
import { loadDefinition } from '../definition/definition-loader.ts';
import { saveField, surveyHistory } from './field-changes.ts';
import type { FindUsedValues } from './field-changes.ts';
import { findUses, removeField } from './field-removal.ts';
import type { ListLaterUses } from './field-removal.ts';
import type { Use } from './field-uses.ts';
import type { FieldChange, NewField } from './fields.schema.ts';
import { findTrackerOfField } from '../definition/fields.store.ts';
import { addField } from './new-field.ts';
import { isTrackerAdmin, mayField } from '../trackers/trackers.access.ts';
import type { TrackerField } from '../trackers/trackers.schema.ts';
import type { Trackers } from '../trackers/trackers.service.ts';

type ShownField = Static<typeof TrackerField>;

export interface TrackerFields {
  /** Throws notFound for a field that is gone, or that the viewer may neither read nor administer, and as Trackers.read. */
  show(viewer: Viewer, id: number): Promise<ShownField>;
  /** Elements that the viewer may read; for who administers the tracker all, those out of use last. Throws as Trackers.read. */
  list(viewer: Viewer, trackerId: number, page: Page): Promise<{ fields: ShownField[]; size: number }>;
  /** Throws as changeDefinition, and invalid for what can't be. */
  add(viewer: Viewer, trackerId: number, field: Static<typeof NewField>): Promise<ShownField>;
  /** Throws notFound for a field that is gone, as changeDefinition, and invalid for what can't be. */
  change(viewer: Viewer, id: number, change: Static<typeof FieldChange>): Promise<ShownField>;
  /** What needs the field, for who administers its tracker. Throws notFound for a field that is gone, and forbidden. */
  listUses(viewer: Viewer, id: number): Promise<Use[]>;
  /** As change; throws invalid while something needs the field. What artifacts hold in it is kept. */
  remove(viewer: Viewer, id: number): Promise<void>;
}

export interface FieldDeps {
  database: Database;
  clock: Clock;
  trackers: Trackers;
  findUsedValues: FindUsedValues;
  listLaterUses: ListLaterUses;
}

const gone = says('tracker-field.unseen')`this field does not exist, or you don't have access to it`;

/** The element with this id, unless it was deleted. */
const findElement = (tracker: Definition, id: number): Field | undefined => {
  const field = tracker.fieldById.get(id);
  return field?.settings.isDeleted === true ? undefined : field;
};

export function createTrackerFields(deps: FieldDeps): TrackerFields {
  const { database, trackers, findUsedValues, listLaterUses } = deps;
  const locate = async (viewer: Viewer, id: number): Promise<Definition> => {
    const trackerId = await findTrackerOfField(database.read, id);
    if (trackerId === undefined) throw notFound(gone);
    const tracker = await trackers.read(viewer, trackerId);
    if (findElement(tracker, id) === undefined) throw notFound(gone);
    return tracker;
  };
  /** The field after a change, as PATCH shows it: without anybody's permissions. */
  const showChanged = async (viewer: Viewer, trackerId: number, id: number): Promise<ShownField> => {
    const tracker = await loadDefinition(database.read, trackerId);
    const field = tracker && findElement(tracker, id);
    if (tracker === undefined || field === undefined) throw notFound(gone);
    const [shown] = await trackers.viewFields(viewer, tracker, [field]);
    if (shown === undefined) throw notFound(gone);
    return shown;
  };
  return {
    async show(viewer, id) {
      const tracker = await locate(viewer, id);
      const field = findElement(tracker, id);
      const isShown =
        field !== undefined && (isTrackerAdmin(viewer, tracker) || mayField(viewer, tracker, field, 'read'));
      const [shown] = isShown ? await trackers.viewFields(viewer, tracker, [field]) : [];
      if (shown === undefined) throw notFound(gone);
      return shown;
    },
    async list(viewer, trackerId, { limit, offset }) {
      const tracker = await trackers.read(viewer, trackerId);
      const isAdmin = isTrackerAdmin(viewer, tracker);
      const all = [...tracker.fieldById.values()]
        .filter((field) => field.settings.isDeleted !== true && (isAdmin || mayField(viewer, tracker, field, 'read')))
        .sort((a, b) => Number(b.isUsed) - Number(a.isUsed));
      const page = all.slice(offset, offset + limit);
      return { fields: await trackers.viewFields(viewer, tracker, page), size: all.length };
    },
    async add(viewer, trackerId, sent) {
      const { fieldId } = await changeDefinition(deps, viewer, trackerId, { new_fields: 1 }, (tx, tracker) =>
        addField({ tx, viewer }, tracker, sent, sent),
      );
      return showChanged(viewer, trackerId, fieldId);
    },
    async change(viewer, id, change) {
      const tracker = await locate(viewer, id);
      const history = await surveyHistory(deps, tracker, id, change);
      await changeDefinition(deps, viewer, tracker.id, { fields: 1, field: id }, async (tx, current) => {
        const field = findElement(current, id);
        if (field === undefined) throw notFound(gone);
        await saveField({ tx, tracker: current, field, findUsedValues, listLaterUses, history }, change);
      });
      return { ...(await showChanged(viewer, tracker.id, id)), permissions: [], permissions_for_groups: null };
    },
    async listUses(viewer, id) {
      const tracker = await locate(viewer, id);
      if (!isTrackerAdmin(viewer, tracker))
        throw forbidden(says('tracker.view-admin-only')`only administrators of the tracker can see this`);
      const own = await findUses(database.read, tracker, { fieldId: id });
      return [...own, ...(await listLaterUses(database.read, id))];
    },
    async remove(viewer, id) {
      const tracker = await locate(viewer, id);
      await changeDefinition(deps, viewer, tracker.id, { removed_fields: 1, field: id }, async (tx, current) => {
        const field = findElement(current, id);
        if (field === undefined) throw notFound(gone);
        await removeField(tx, current, field, listLaterUses);
      });
    },
  };
}
