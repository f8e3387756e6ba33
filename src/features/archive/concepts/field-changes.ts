// Changes of fields in a changeset as elements: values stay raw text, only their kind is settled here.
import { says } from '../../../platform/texts/said.ts';
import type { FieldChange, LinkValue, ListValue, UserReference } from '../model/artifact-model.ts';
import { readUserReference, writeUserReference } from '../model/user-reference.ts';
import { each, shapeOf, stored, storedParts, unneeded } from '../xml/outcome.ts';
import type { Parts } from '../xml/outcome.ts';
import { element, isoFormat, leaf } from '../xml/xml-element.ts';
import {
  findChild,
  findChildren,
  matchShape,
  parseSwitch,
  readAttribute,
  readChildText,
  readFilledAttribute,
  readSwitch,
  readText,
  readWord,
} from '../xml/xml-shape.ts';
import { faultAt, tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { readFormattedText, writeStepChange } from './test-steps.ts';

const which = stored('which field, and how its values are written');
const howWritten = unneeded('how the value is written');
const head = each('@field_name @type', which);
const value = {
  plain: stored('value'),
  formatted: stored('value', { '@format?': howWritten }),
  listed: stored('value', each('@format? @is_anonymous?', howWritten)),
  link: stored('value', storedParts({ '@nature?': 'link type' })),
  file: stored('value', storedParts({ '@ref?': 'attachment' })),
};
const group = stored(
  'group that may read the artifact',
  each('@ugroup_name? @ugroup_id?', stored('the name or number of the group')),
);
const computedParts = storedParts({
  'manual_value?': 'value that somebody set by hand',
  'is_autocomputed?': 'whether the value is computed',
});
const permissionParts: Parts = {
  '@use_perm': stored('whether the artifact is limited to groups'),
  'ugroup*': group,
};

/** `<field_change>`, of whatever type the field is. */
export const fieldChangeOutcome = stored('new value of a field', {
  ...head,
  '@bind': which,
  ...permissionParts,
  'value*': stored('value', { ...value.listed.parts, ...value.link.parts, ...value.file.parts }),
  ...computedParts,
});

const shapeWith = (parts: Parts) => shapeOf(stored('new value of a field', { ...head, ...parts }));
const shapes = {
  scalar: shapeWith({ 'value?': value.plain }),
  list: shapeWith({ '@bind?': which, 'value*': value.listed }),
  values: shapeWith({ 'value*': value.plain }),
  computed: shapeWith({ ...computedParts, 'value?': value.plain }),
  permissions: shapeWith(permissionParts),
  date: shapeOf(value.formatted, { text: true }),
  listValue: shapeOf(value.listed, { text: true }),
  link: shapeOf(value.link, { text: true }),
  file: shapeOf(value.file),
  group: shapeOf(group),
};

const KINDS = [
  'string',
  'int',
  'float',
  'date',
  'text',
  'list',
  'open_list',
  'computed',
  'file',
  'art_link',
  'permissions_on_artifact',
] as const;

const readScalar = (change: XmlElement): string => {
  matchShape(change, shapes.scalar);
  return readChildText(change, 'value') ?? '';
};

const readDate = (change: XmlElement): string => {
  matchShape(change, shapes.scalar);
  const value = findChild(change, 'value');
  if (value === undefined) return '';
  matchShape(value, shapes.date);
  if (value.attributes['format'] !== undefined) readWord(value, 'format', ['ISO8601']);
  return value.text;
};

const readTextValue = (change: XmlElement) => {
  matchShape(change, shapes.scalar);
  const value = findChild(change, 'value');
  return value === undefined ? { value: '', format: 'text' as const } : readFormattedText(value);
};

/** Open lists write `b114` for the person with the id 114. */
const readListedUser = (element: XmlElement): UserReference => {
  const user = readUserReference(element);
  return user.format === 'id' ? { ...user, value: user.value.replace(/^b(?=\d)/, '') } : user;
};

const readListValue = (element: XmlElement, bind: 'static' | 'users' | 'ugroups'): ListValue[] => {
  matchShape(element, shapes.listValue);
  if (element.text.trim() === '') return [];
  const { format } = element.attributes;
  if (bind === 'users' && format !== undefined && format !== 'label')
    return [{ kind: 'user', user: readListedUser(element) }];
  const isLabel =
    element.attributes['format'] === undefined || readWord(element, 'format', ['id', 'label']) === 'label';
  return [isLabel ? { kind: 'label', label: element.text.trim() } : { kind: 'ref', ref: element.text.trim() }];
};

const readList = (change: XmlElement) => {
  matchShape(change, shapes.list);
  const isStatic = change.attributes['bind'] === undefined;
  const bind = isStatic ? ('static' as const) : readWord(change, 'bind', ['static', 'users', 'ugroups']);
  return { bind, values: findChildren(change, 'value').flatMap((value) => readListValue(value, bind)) };
};

const readComputed = (change: XmlElement) => {
  matchShape(change, shapes.computed);
  const element = findChild(change, 'is_autocomputed');
  const text = element === undefined ? '' : readText(element);
  return {
    manualValue: readChildText(change, 'manual_value'),
    isAutocomputed:
      element === undefined || text.trim() === ''
        ? undefined
        : parseSwitch(element, says('archive-xml.text')`the text`, text),
    value: readChildText(change, 'value'),
  };
};

const readFileRef = (element: XmlElement): string[] => {
  matchShape(element, shapes.file);
  const { ref = '' } = element.attributes;
  return ref === '' ? [] : [ref];
};

const readLink = (element: XmlElement): LinkValue[] => {
  matchShape(element, shapes.link);
  const artifactId = element.text.trim();
  return artifactId === '' ? [] : [{ artifactId, nature: element.attributes['nature'] ?? '' }];
};

const readArtifactPermissions = (change: XmlElement) => {
  matchShape(change, shapes.permissions);
  const userGroups = findChildren(change, 'ugroup').map((element) => {
    matchShape(element, shapes.group);
    const { ugroup_name: name, ugroup_id: id } = element.attributes;
    if (name === undefined && id === undefined)
      throw faultAt(element, says('archive-xml.no-group')`attribute \`ugroup_name\` or \`ugroup_id\` is missing`);
    return { name, id };
  });
  return { usePermissions: readSwitch(change, 'use_perm', false), userGroups };
};

const readAll = <Value>(change: XmlElement, read: (element: XmlElement) => Value[]): Value[] => {
  matchShape(change, shapes.values);
  return findChildren(change, 'value').flatMap(read);
};

/**
 * Reads `<field_change>`; none for an unknown type, which is told or refused. Throws invalid with the place for a form that the type doesn't
 * have.
 */
export const readFieldChange = (change: XmlElement): FieldChange[] => {
  const type = readAttribute(change, 'type');
  const kind = KINDS.find((known) => known === type);
  if (kind === undefined) {
    tolerate(change, says('archive-xml.change-type')`the change type \`${type}\` is unknown`);
    return [];
  }
  return [readChangeOf(kind, change)];
};

const readChangeOf = (kind: (typeof KINDS)[number], change: XmlElement): FieldChange => {
  const base = { fieldName: readFilledAttribute(change, 'field_name'), line: change.line };
  switch (kind) {
    case 'string':
      return { ...base, kind, value: readScalar(change) };
    case 'int':
    case 'float':
      return { ...base, kind, value: readScalar(change).trim() };
    case 'date':
      return { ...base, kind, value: readDate(change) };
    case 'text':
      return { ...base, kind, ...readTextValue(change) };
    case 'list':
    case 'open_list':
      return { ...base, kind, ...readList(change) };
    case 'computed':
      return { ...base, kind, ...readComputed(change) };
    case 'file':
      return { ...base, kind, fileRefs: readAll(change, readFileRef) };
    case 'art_link':
      return { ...base, kind, links: readAll(change, readLink) };
    case 'permissions_on_artifact':
      return { ...base, kind, ...readArtifactPermissions(change) };
  }
};

function writeListValue(value: ListValue): string {
  switch (value.kind) {
    case 'ref':
      return leaf('value', value.ref, { format: 'id' });
    case 'label':
      return leaf('value', value.label);
    case 'user':
      return writeUserReference('value', value.user);
  }
}

/** A list without values, or no file, still has an element, as an emptied one does in the origin's exports; others must have none. */
const orNone = (values: readonly string[]): readonly string[] =>
  values.length === 0 ? [element('value', {})] : values;

function writeValues(change: Exclude<FieldChange, { kind: 'ttmstepdef' | 'permissions_on_artifact' }>) {
  switch (change.kind) {
    case 'string':
    case 'int':
    case 'float':
      return [leaf('value', change.value)];
    case 'date':
      return [leaf('value', change.value, isoFormat)];
    case 'text':
      return [leaf('value', change.value, { format: change.format })];
    case 'list':
    case 'open_list':
      return change.kind === 'list' ? orNone(change.values.map(writeListValue)) : change.values.map(writeListValue);
    case 'computed':
      return [
        change.value === undefined ? undefined : leaf('value', change.value),
        change.manualValue === undefined ? undefined : leaf('manual_value', change.manualValue),
        change.isAutocomputed === undefined ? undefined : leaf('is_autocomputed', change.isAutocomputed ? '1' : '0'),
      ];
    case 'file':
      return orNone(change.fileRefs.map((ref) => element('value', { ref })));
    case 'art_link':
      return change.links.map(({ artifactId, nature }) => leaf('value', artifactId, { nature }));
  }
}

export function writeFieldChange(change: FieldChange): string {
  const attributes = { field_name: change.fieldName, type: change.kind };
  if (change.kind === 'ttmstepdef') return writeStepChange(change);
  if (change.kind === 'permissions_on_artifact')
    return element(
      'field_change',
      { ...attributes, use_perm: change.usePermissions },
      change.userGroups.map(({ name, id }) => element('ugroup', { ugroup_name: name, ugroup_id: id })),
    );
  const bind = change.kind === 'list' || change.kind === 'open_list' ? change.bind : undefined;
  return element('field_change', { ...attributes, bind }, writeValues(change));
}
