// Comments of changesets, in all their versions, with the groups that they are limited to.
import { says } from '../../../platform/texts/said.ts';
import type { Change, ChangesetRow, CommentRow } from '../../artifacts/index.ts';
import { groupIds, userGroupNames } from '../../projects/index.ts';
import { textFormats } from '../model/artifact-model.ts';
import type { ArchiveComment } from '../model/artifact-model.ts';
import type { ExportContext } from '../model/export-context.ts';
import { findAuthor } from '../model/import-context.ts';
import type { ImportContext } from '../model/import-context.ts';
import { readUserReference, writeUserReference } from '../model/user-reference.ts';
import { formatted, list, moment, person, shapeOf, stored } from '../xml/outcome.ts';
import { element, leaf, momentLeaf, optionalList } from '../xml/xml-element.ts';
import { matchShape, readChild, readList, readMoment, readText, readWord } from '../xml/xml-shape.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

const body = formatted('its text');
/** `<comment>`. */
export const commentOutcome = stored('version of a comment; one that never said anything is left out', {
  submitted_by: person('its author'),
  submitted_on: moment('its moment'),
  body,
  'private_ugroups?': list('ugroup', stored('group that may read it')),
});

const shapes = { comment: shapeOf(commentOutcome), body: shapeOf(body, { text: true }) };

/** Throws invalid with the place. */
export function readComment(found: XmlElement): ArchiveComment {
  matchShape(found, shapes.comment);
  const body = readChild(found, 'body');
  matchShape(body, shapes.body);
  return {
    submittedBy: readUserReference(readChild(found, 'submitted_by')),
    submittedOnMs: readMoment(readChild(found, 'submitted_on')),
    body: body.text.trim(),
    format: body.attributes['format'] === undefined ? 'text' : readWord(body, 'format', textFormats),
    privateUserGroups: readList(found, 'private_ugroups', 'ugroup').map((group) => readText(group).trim()),
    line: found.line,
  };
}

/** A comment that never said anything is none, unless it has a format that the next one is to have. */
export function importComments(
  context: ImportContext,
  versions: readonly ArchiveComment[],
): Change['comments'][number][] {
  if (versions.every((version) => version.body === '' && version.format === 'text')) return [];
  return versions.map((version) => ({
    by: findAuthor(context, version.submittedBy).id,
    atMs: version.submittedOnMs,
    body: version.body,
    format: version.format,
    ...(version.privateUserGroups.length === 0 ? {} : { groupIds: importPrivateGroups(context, version) }),
  }));
}

/** A comment stays private even when none of its groups is known: then it is for nobody. */
function importPrivateGroups(context: ImportContext, version: ArchiveComment): number[] {
  const ids = version.privateUserGroups.flatMap((name) => {
    const id = context.findGroup(name);
    if (id === undefined)
      context.warn(version.line, 'comment', says('left.no-reader')`there is no user group \`${name}\` to show it to`);
    return id ?? [];
  });
  return ids.length === 0 ? [groupIds.nobody] : ids;
}

/** A comment whose groups are all gone stays private. */
function exportPrivateGroups(row: CommentRow, { names }: ExportContext): string[] {
  if (row.groups_json === null) return [];
  const ids: unknown = JSON.parse(row.groups_json);
  const groups = Array.isArray(ids) ? ids.flatMap((id) => (typeof id === 'number' ? (names.group(id) ?? []) : [])) : [];
  return groups.length > 0 ? groups : [userGroupNames.groupArchiveName(groupIds.nobody) ?? ''];
}

const exportComment = (row: CommentRow, email: string | null, context: ExportContext): ArchiveComment => ({
  submittedBy: context.people.refer(row.submitted_by, email),
  submittedOnMs: row.submitted_at_ms,
  body: row.body,
  format: row.format,
  privateUserGroups: exportPrivateGroups(row, context),
  line: 0,
});

/** Every version of the comment of a changeset. */
function listVersions(row: ChangesetRow, comments: readonly CommentRow[] | undefined): readonly CommentRow[] {
  const { id, empty_comment: format, submitted_by, submitted_at_ms } = row;
  const empty = {
    id: 0,
    changeset_id: id,
    submitted_by,
    submitted_at_ms,
    body: '',
    groups_json: null,
    moved_from_tracker_id: null,
  };
  return comments ?? (format === null ? [] : [{ ...empty, format }]);
}

/** Those of a changeset; `rows` are what is stored of them. */
export const exportComments = (
  changeset: ChangesetRow,
  rows: readonly CommentRow[] | undefined,
  context: ExportContext,
): ArchiveComment[] => listVersions(changeset, rows).map((row) => exportComment(row, changeset.email, context));

export const writeComment = (comment: ArchiveComment): string =>
  element('comment', {}, [
    writeUserReference('submitted_by', comment.submittedBy),
    momentLeaf('submitted_on', comment.submittedOnMs),
    leaf('body', comment.body, { format: comment.format }),
    optionalList(
      'private_ugroups',
      comment.privateUserGroups.map((name) => leaf('ugroup', name)),
    ),
  ]);
