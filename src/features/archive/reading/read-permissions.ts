// Reads the permissions of a tracker and its fields.
import type { ArchivePermission } from '../model/archive-model.ts';
import { defineShape, findChild, matchShape, readFilledAttribute, readList, readWord } from '../xml/xml-shape.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const PERMISSION = defineShape({ attributes: 'scope REF? ugroup type' });

const readPermission = (element: XmlElement): ArchivePermission => {
  matchShape(element, PERMISSION);
  const base = {
    userGroup: readFilledAttribute(element, 'ugroup'),
    type: readFilledAttribute(element, 'type'),
    line: element.line,
  };
  if (readWord(element, 'scope', ['tracker', 'field']) === 'field')
    return { ...base, scope: 'field', fieldRef: readFilledAttribute(element, 'REF') };
  return { ...base, scope: 'tracker' };
};

/** Permissions of `<tracker>`, undefined when it has no `<permissions>`. Throws invalid with the place. */
export const readPermissions = (tracker: XmlElement): ArchivePermission[] | undefined =>
  findChild(tracker, 'permissions') === undefined
    ? undefined
    : readList(tracker, 'permissions', 'permission').map(readPermission);
