// Reads the field changes of a changeset; values stay raw text, only their kind is settled here.
import { says } from '../../../platform/texts/said.ts';
import { textFormats } from '../model/artifact-model.ts';
import type { FieldChange, LinkValue, ListValue, TestStep, UserReference } from '../model/artifact-model.ts';
import { readUserReference } from '../model/user-reference.ts';
import {
  defineShape,
  findChild,
  findChildren,
  matchShape,
  parseSwitch,
  readAttribute,
  readChild,
  readChildText,
  readFilledAttribute,
  readSwitch,
  readText,
  readWord,
} from '../xml/xml-shape.ts';
import { faultAt, tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

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

const SCALAR = defineShape({ attributes: 'field_name type', children: 'value?' });
const LIST = defineShape({ attributes: 'field_name type bind?', children: 'value*' });
const VALUES = defineShape({ attributes: 'field_name type', children: 'value*' });
const COMPUTED = defineShape({ attributes: 'field_name type', children: 'manual_value? is_autocomputed? value?' });
const PERMISSIONS = defineShape({ attributes: 'field_name type use_perm', children: 'ugroup*' });
const EXTERNAL = defineShape({ attributes: 'field_name type', children: 'step*' });
const FORMATTED = defineShape({ attributes: 'format?', text: true });
const LIST_VALUE = defineShape({ attributes: 'format? is_anonymous?', text: true });
const LINK = defineShape({ attributes: 'nature?', text: true });
const FILE = defineShape({ attributes: 'ref?' });
const USER_GROUP = defineShape({ attributes: 'ugroup_id? ugroup_name?' });
const STEP = defineShape({ children: 'description expected_results' });

const readScalar = (change: XmlElement): string => {
  matchShape(change, SCALAR);
  return readChildText(change, 'value') ?? '';
};

const readDate = (change: XmlElement): string => {
  matchShape(change, SCALAR);
  const value = findChild(change, 'value');
  if (value === undefined) return '';
  matchShape(value, FORMATTED);
  if (value.attributes['format'] !== undefined) readWord(value, 'format', ['ISO8601']);
  return value.text;
};

const readFormattedText = (element: XmlElement) => {
  matchShape(element, FORMATTED);
  const isPlain = element.attributes['format'] === undefined;
  return { value: element.text, format: isPlain ? ('text' as const) : readWord(element, 'format', textFormats) };
};

const readTextValue = (change: XmlElement) => {
  matchShape(change, SCALAR);
  const value = findChild(change, 'value');
  return value === undefined ? { value: '', format: 'text' as const } : readFormattedText(value);
};

/** Open lists write `b114` for the person with the id 114. */
const readListedUser = (element: XmlElement): UserReference => {
  const user = readUserReference(element);
  return user.format === 'id' ? { ...user, value: user.value.replace(/^b(?=\d)/, '') } : user;
};

const readListValue = (element: XmlElement, bind: 'static' | 'users' | 'ugroups'): ListValue[] => {
  matchShape(element, LIST_VALUE);
  if (element.text.trim() === '') return [];
  const { format } = element.attributes;
  if (bind === 'users' && format !== undefined && format !== 'label')
    return [{ kind: 'user', user: readListedUser(element) }];
  const isLabel =
    element.attributes['format'] === undefined || readWord(element, 'format', ['id', 'label']) === 'label';
  return [isLabel ? { kind: 'label', label: element.text.trim() } : { kind: 'ref', ref: element.text.trim() }];
};

const readList = (change: XmlElement) => {
  matchShape(change, LIST);
  const isStatic = change.attributes['bind'] === undefined;
  const bind = isStatic ? ('static' as const) : readWord(change, 'bind', ['static', 'users', 'ugroups']);
  return { bind, values: findChildren(change, 'value').flatMap((value) => readListValue(value, bind)) };
};

const readComputed = (change: XmlElement) => {
  matchShape(change, COMPUTED);
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
  matchShape(element, FILE);
  const { ref = '' } = element.attributes;
  return ref === '' ? [] : [ref];
};

const readLink = (element: XmlElement): LinkValue[] => {
  matchShape(element, LINK);
  const artifactId = element.text.trim();
  return artifactId === '' ? [] : [{ artifactId, nature: element.attributes['nature'] ?? '' }];
};

const readArtifactPermissions = (change: XmlElement) => {
  matchShape(change, PERMISSIONS);
  const userGroups = findChildren(change, 'ugroup').map((element) => {
    matchShape(element, USER_GROUP);
    const { ugroup_name: name, ugroup_id: id } = element.attributes;
    if (name === undefined && id === undefined)
      throw faultAt(element, says('archive-xml.no-group')`attribute \`ugroup_name\` or \`ugroup_id\` is missing`);
    return { name, id };
  });
  return { usePermissions: readSwitch(change, 'use_perm', false), userGroups };
};

const readAll = <Value>(change: XmlElement, read: (element: XmlElement) => Value[]): Value[] => {
  matchShape(change, VALUES);
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
    tolerate(change, says('archive-xml.change-type')`there is no type \`${type}\` of changes`);
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

const readStep = (step: XmlElement): TestStep => {
  matchShape(step, STEP);
  const description = readFormattedText(readChild(step, 'description'));
  const expected = readFormattedText(readChild(step, 'expected_results'));
  return {
    description: description.value,
    descriptionFormat: description.format,
    expectedResults: expected.value,
    expectedResultsFormat: expected.format,
  };
};

/** Reads `<external_field_change>`, the change of a plugin's field. Throws invalid with the place. */
export const readExternalFieldChange = (change: XmlElement): FieldChange[] => {
  const type = readAttribute(change, 'type');
  if (type !== 'ttmstepdef') {
    tolerate(change, says('archive-xml.change-type')`there is no type \`${type}\` of changes`);
    return [];
  }
  matchShape(change, EXTERNAL);
  const fieldName = readFilledAttribute(change, 'field_name');
  return [{ fieldName, line: change.line, kind: type, steps: findChildren(change, 'step').map(readStep) }];
};
