// Reads artifacts: changesets in the order of their dates, comments, and the files that changes refer to.
import { says } from '../../../platform/texts/said.ts';
import type { ArchiveArtifact, ArchiveChangeset } from '../model/artifact-model.ts';
import { readExternalFieldChange, readFieldChange } from './read-field-change.ts';
import { readAttachment } from '../concepts/attachments.ts';
import { readComment } from '../concepts/comments.ts';
import { artifactShapes } from '../outcomes/artifact-outcomes.ts';
import { readUserReference } from '../model/user-reference.ts';
import {
  findChild,
  findChildren,
  matchShape,
  readChild,
  readFilledAttribute,
  readList,
  readMoment,
  readWholeNumber,
} from '../xml/xml-shape.ts';
import { tolerate } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const readChangeset = (element: XmlElement): ArchiveChangeset => {
  matchShape(element, artifactShapes.changeset);
  return {
    xmlId: element.attributes['id'],
    agent: element.attributes['agent'],
    submittedBy: readUserReference(readChild(element, 'submitted_by')),
    submittedOnMs: readMoment(readChild(element, 'submitted_on')),
    comments:
      findChild(element, 'comments') === undefined ? [] : readList(element, 'comments', 'comment').map(readComment),
    fieldChanges: element.children.flatMap((child) => {
      if (child.name === 'field_change') return readFieldChange(child);
      return child.name === 'external_field_change' ? readExternalFieldChange(child) : [];
    }),
    line: element.line,
  };
};

/**
 * Reads `<artifact>`. Changesets come sorted by date, equal dates in document order. Throws invalid with the place for
 * anything unknown, an artifact without changesets and a file id that comes twice, unless somebody hears of them.
 */
export const readArtifact = (element: XmlElement): ArchiveArtifact => {
  matchShape(element, artifactShapes.artifact);
  const changesets = findChildren(element, 'changeset').map(readChangeset);
  if (changesets.length === 0)
    tolerate(element, says('archive-xml.no-changeset')`an artifact needs at least one <changeset>; it is left out`);
  const fileIds = new Set<string>();
  const files = findChildren(element, 'file').flatMap((file) => {
    const id = readFilledAttribute(file, 'id');
    if (fileIds.has(id)) {
      tolerate(file, says('archive-xml.id-taken')`the id \`${id}\` is already taken in this artifact`);
      return [];
    }
    fileIds.add(id);
    return [readAttachment(file)];
  });
  return {
    xmlId: readFilledAttribute(element, 'id'),
    originalTrackerId: element.attributes['tracker_id'],
    rank: element.attributes['rank'] === undefined ? undefined : readWholeNumber(element, 'rank'),
    changesets: changesets.toSorted((left, right) => left.submittedOnMs - right.submittedOnMs),
    files,
    line: element.line,
  };
};
