// Who may use a tracker and its fields.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { says } from '../../../platform/texts/said.ts';
import { groupIds } from '../../projects/index.ts';
import { fieldIs, trackerWrites } from '../../trackers/index.ts';
import type { Definition, FieldPermission } from '../../trackers/index.ts';
import type { ArchivePermission } from '../model/archive-model.ts';
import { createTrackerNames, isExported } from '../model/export-context.ts';
import type { ExportContext, TrackerSource } from '../model/export-context.ts';
import { warnUnknownGroup } from '../model/import-context.ts';
import type { ImportContext, ImportedTracker } from '../model/import-context.ts';
import type { TrackerConcept } from '../model/tracker-concept.ts';
import { list, shapeOf, stored } from '../xml/outcome.ts';
import { element } from '../xml/xml-element.ts';
import { findChild, matchShape, readFilledAttribute, readList, readWord } from '../xml/xml-shape.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { describeClosedFields } from './closed-fields.ts';

type TrackerPermission = keyof Definition['permissions'];

const permission = stored('permission', {
  '@ugroup': stored('group'),
  '@scope': stored('tracker or field'),
  '@type': stored('what is allowed'),
  '@REF?': stored('field'),
});
const shape = shapeOf(permission);

const trackerPermissions: Readonly<Record<string, TrackerPermission>> = {
  PLUGIN_TRACKER_ACCESS_FULL: 'full',
  PLUGIN_TRACKER_ACCESS_SUBMITTER: 'submitter',
  PLUGIN_TRACKER_ACCESS_ASSIGNEE: 'assignee',
  PLUGIN_TRACKER_ACCESS_SUBMITTER_ONLY: 'submitter_only',
  PLUGIN_TRACKER_ADMIN: 'admin',
};
const fieldPermissions: Readonly<Record<string, FieldPermission>> = {
  PLUGIN_TRACKER_FIELD_READ: 'read',
  PLUGIN_TRACKER_FIELD_SUBMIT: 'submit',
  PLUGIN_TRACKER_FIELD_UPDATE: 'update',
};

function readPermission(found: XmlElement): ArchivePermission {
  matchShape(found, shape);
  const base = {
    userGroup: readFilledAttribute(found, 'ugroup'),
    type: readFilledAttribute(found, 'type'),
    line: found.line,
  };
  if (readWord(found, 'scope', ['tracker', 'field']) === 'field')
    return { ...base, scope: 'field', fieldRef: readFilledAttribute(found, 'REF') };
  return { ...base, scope: 'tracker' };
}

/** What is given to which group; undefined, with a warning, where one of both is unknown. Nobody's permissions say nothing. */
function resolve<Permission>(
  context: ImportContext,
  types: Readonly<Record<string, Permission>>,
  { type, userGroup, line }: ArchivePermission,
): { permission: Permission; ugroup_id: number } | undefined {
  const given = types[type];
  const groupId = context.findGroup(userGroup);
  if (given === undefined)
    context.warn(line, 'permission', says('left.right')`there is no permission \`${type}\`; it is skipped`);
  else if (groupId === undefined) warnUnknownGroup(context, line, userGroup);
  else if (groupId !== groupIds.nobody) return { permission: given, ugroup_id: groupId };
  return undefined;
}

/** By what they say, so that none is there twice. */
const distinct = <Row>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
];

/** A tracker without permissions is open to all who see the project; a field without any is closed. */
async function importPermissions(context: ImportContext, { id, model, fieldsByRef }: ImportedTracker): Promise<void> {
  const given = model.permissions ?? [];
  const ofTracker = given.filter(({ scope }) => scope === 'tracker');
  const rows = ofTracker.flatMap((one) => {
    const found = resolve(context, trackerPermissions, one);
    return found === undefined ? [] : [{ tracker_id: id, ...found }];
  });
  if (ofTracker.length === 0) rows.push({ tracker_id: id, permission: 'full', ugroup_id: groupIds.anonymous });
  await trackerWrites.insertDefinitionRows(context.tx, 'tracker_permissions', distinct(rows));
  const fieldRows: { field_id: number; permission: FieldPermission; ugroup_id: number }[] = [];
  for (const one of given) {
    if (isSliceOver()) await yieldSlice(true);
    if (one.scope !== 'field') continue;
    const found = resolve(context, fieldPermissions, one);
    const field = fieldsByRef.get(one.fieldRef);
    if (found !== undefined && field !== undefined) fieldRows.push({ field_id: field.id, ...found });
  }
  await trackerWrites.insertDefinitionRows(context.tx, 'field_permissions', distinct(fieldRows));
}

const typeOf = (types: Readonly<Record<string, string>>, given: string): string =>
  Object.entries(types).find(([, name]) => name === given)?.[0] ?? given;

const onTracker = (userGroup: string, given: string): ArchivePermission => ({
  scope: 'tracker',
  userGroup,
  type: typeOf(trackerPermissions, given),
  line: 0,
});

const onField = (fieldRef: string, userGroup: string, given: string): ArchivePermission => ({
  scope: 'field',
  fieldRef,
  userGroup,
  type: typeOf(fieldPermissions, given),
  line: 0,
});

/** Where there are none, nobody has one: an import would give the defaults. */
function exportPermissions(context: ExportContext, source: TrackerSource): ArchivePermission[] {
  const { names } = context;
  const { rows } = source;
  const own = createTrackerNames(context, source);
  const nobody = names.group(groupIds.nobody) ?? '';
  const guarded = new Set(rows.fieldPermissions.map(({ field_id }) => field_id));
  const closed = [...source.definition.fieldById.values()].filter(
    (field) => isExported(context, field) && !fieldIs.structure(field) && !guarded.has(field.id),
  );
  return [
    ...(rows.permissions.length > 0 ? [] : [onTracker(nobody, 'full')]),
    ...closed.map(({ id }) => onField(names.field(id), nobody, 'read')),
    ...rows.permissions.flatMap((row) => {
      const userGroup = names.group(row.ugroup_id);
      return userGroup === undefined ? [] : [onTracker(userGroup, row.permission)];
    }),
    ...rows.fieldPermissions.flatMap((row) => {
      const userGroup = names.group(row.ugroup_id);
      const fieldRef = own.field(row.field_id);
      return userGroup === undefined || fieldRef === undefined ? [] : [onField(fieldRef, userGroup, row.permission)];
    }),
  ];
}

const writePermission = (one: ArchivePermission): string =>
  element('permission', {
    scope: one.scope,
    REF: one.scope === 'field' ? one.fieldRef : undefined,
    ugroup: one.userGroup,
    type: one.type,
  });

export const permissionsConcept: TrackerConcept<'permissions'> = {
  elements: { 'permissions?': list('permission', permission) },
  read: (tracker) => ({
    permissions:
      findChild(tracker, 'permissions') === undefined
        ? undefined
        : readList(tracker, 'permissions', 'permission').map(readPermission),
  }),
  check({ warn }, tracker, own) {
    const closed = describeClosedFields(tracker);
    if (closed !== undefined) warn(tracker.line, 'tracker', closed);
    for (const one of tracker.permissions ?? [])
      if (one.scope === 'field' && !own.elements.has(one.fieldRef))
        warn(
          one.line,
          'permission',
          says('left.field-right')`there is no field \`${one.fieldRef}\`; the permission is skipped`,
        );
  },
  import: importPermissions,
  export: (context, source) => ({ permissions: exportPermissions(context, source) }),
  write: ({ permissions }) =>
    permissions === undefined ? [] : [element('permissions', {}, permissions.map(writePermission))],
};
