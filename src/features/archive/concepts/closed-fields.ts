// Fields that an archive gives nobody rights on: they are closed to all but administrators, unless an import opens them by name.
import { invalid } from '../../../platform/errors.ts';
import { says, several } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { groupIds, userGroupNames } from '../../projects/index.ts';
import { fieldTypeOf, isFieldType } from '../../trackers/index.ts';
import type { ArchivePermission, ArchiveTracker } from '../model/archive-model.ts';
import type { FormElement } from '../model/field-model.ts';
import { listFormElements } from '../model/field-model.ts';

/** What opening a field gives: everybody reads, registered people submit, members change. */
const openRights = [
  { type: 'PLUGIN_TRACKER_FIELD_READ', groupId: groupIds.anonymous },
  { type: 'PLUGIN_TRACKER_FIELD_SUBMIT', groupId: groupIds.registered },
  { type: 'PLUGIN_TRACKER_FIELD_UPDATE', groupId: groupIds.members },
] as const;

const hasRights = ({ type }: FormElement): boolean => !isFieldType(type) || fieldTypeOf(type).kind !== 'structure';

/** Fields without a permission element of their own, in order of appearance. Containers and static elements need none. */
export function listClosedFields({ formElements, permissions = [] }: ArchiveTracker): FormElement[] {
  const guarded = new Set(permissions.flatMap((one) => (one.scope === 'field' ? [one.fieldRef] : [])));
  return listFormElements(formElements).filter((element) => hasRights(element) && !guarded.has(element.ref));
}

/** As people name a field of an archive: `bug.summary`. */
const nameOf = ({ itemName }: ArchiveTracker, { name }: FormElement): string => `${itemName}.${name}`;

/** What is said of a tracker's closed fields; undefined where it has none. */
export function describeClosedFields(tracker: ArchiveTracker): Said | undefined {
  const closed = listClosedFields(tracker).map((field) => nameOf(tracker, field));
  return closed.length === 0
    ? undefined
    : says(
        'left.closed',
      )`these fields have no permissions, so only administrators can see them unless the import opens them: ${several(closed)}`;
}

/** The tracker with rights on these of its fields: everybody reads, registered people submit, members change. */
export function giveOpenRights(tracker: ArchiveTracker, fields: readonly FormElement[]): ArchiveTracker {
  if (fields.length === 0) return tracker;
  const given = fields.flatMap(({ ref, line }) =>
    openRights.map(({ type, groupId }): ArchivePermission => {
      const userGroup = userGroupNames.groupArchiveName(groupId) ?? '';
      return { scope: 'field', fieldRef: ref, userGroup, type, line };
    }),
  );
  return { ...tracker, permissions: [...(tracker.permissions ?? []), ...given] };
}

/**
 * The trackers with those closed fields opened that `names` has, such as `bug.summary`. Throws invalid for a name that no closed
 * field has.
 */
export function openFields(trackers: readonly ArchiveTracker[], names: readonly string[]): ArchiveTracker[] {
  const wanted = new Set(names.map((name) => name.trim()));
  const found = new Set<string>();
  const opened = trackers.map((tracker) =>
    giveOpenRights(
      tracker,
      listClosedFields(tracker).filter((field) => {
        const name = nameOf(tracker, field);
        if (wanted.has(name)) found.add(name);
        return wanted.has(name);
      }),
    ),
  );
  const missing = [...wanted].filter((name) => !found.has(name));
  if (missing.length > 0)
    throw invalid(
      says(
        'archive.not-closed',
      )`open_fields: there is no field without permissions named ${several(missing)}; use tracker.field, as listed by a dry run`,
    );
  return opened;
}
