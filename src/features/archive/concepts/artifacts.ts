// Artifacts of archives: changesets in the order of their dates, and the files that changes refer to.
import { says } from '../../../platform/texts/said.ts';
import type { ArchiveArtifact, ArchiveChangeset } from '../model/artifact-model.ts';
import { readUserReference, writeUserReference } from '../model/user-reference.ts';
import { list, moment, person, shapeOf, stored, unneeded } from '../xml/outcome.ts';
import { element, momentLeaf } from '../xml/xml-element.ts';
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
import { attachmentOutcome, readAttachment, writeAttachment } from './attachments.ts';
import { commentOutcome, readComment, writeComment } from './comments.ts';
import { fieldChangeOutcome, readFieldChange, writeFieldChange } from './field-changes.ts';
import { readExternalFieldChange, stepChangeOutcome } from './test-steps.ts';

const changeset = stored('changeset; one that changes nothing and says nothing is left out', {
  '@id?': unneeded('nothing refers to it'),
  '@agent?': stored('the agent that made it for its author'),
  submitted_by: person('its author'),
  submitted_on: moment('its moment'),
  'comments?': list('comment', commentOutcome),
  'field_change*': fieldChangeOutcome,
  'external_field_change*': stepChangeOutcome,
});

/** `<artifact>`. */
export const artifactOutcome = stored('artifact with a new id', {
  '@id': stored('its name in exports; links refer to it'),
  '@tracker_id?': unneeded('it stands inside its tracker'),
  '@rank?': stored('its place in the order of artifacts'),
  'changeset*': changeset,
  'file*': attachmentOutcome,
});

const shapes = { artifact: shapeOf(artifactOutcome), changeset: shapeOf(changeset) };

const readChangeset = (element: XmlElement): ArchiveChangeset => {
  matchShape(element, shapes.changeset);
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
  matchShape(element, shapes.artifact);
  const changesets = findChildren(element, 'changeset').map(readChangeset);
  if (changesets.length === 0)
    tolerate(
      element,
      says('archive-xml.no-changeset')`an artifact needs at least one <changeset>; the artifact is skipped`,
    );
  const fileIds = new Set<string>();
  const files = findChildren(element, 'file').flatMap((file) => {
    const id = readFilledAttribute(file, 'id');
    if (fileIds.has(id)) {
      tolerate(file, says('archive-xml.id-taken')`the ID \`${id}\` is already used in this artifact`);
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

const writeChangeset = (changeset: ArchiveChangeset): string =>
  element('changeset', { id: changeset.xmlId }, [
    writeUserReference('submitted_by', changeset.submittedBy),
    momentLeaf('submitted_on', changeset.submittedOnMs),
    element('comments', {}, changeset.comments.map(writeComment)),
    ...changeset.fieldChanges.filter(({ kind }) => kind !== 'ttmstepdef').map(writeFieldChange),
    ...changeset.fieldChanges
      .filter((change) => change.kind === 'ttmstepdef' && change.steps.length > 0)
      .map(writeFieldChange),
  ]);

/** Without what the format can't say, which describeChangesets has. */
export const writeArtifact = (artifact: ArchiveArtifact): string =>
  element('artifact', { id: artifact.xmlId, tracker_id: artifact.originalTrackerId }, [
    ...artifact.changesets.map(writeChangeset),
    ...artifact.files.map(writeAttachment),
  ]);
