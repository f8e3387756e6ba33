// An artifact's history: changesets with the values at each of them, folded from the changes.
import { storedJson } from '../../platform/database/index.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { formatIso } from '../../platform/dates.ts';
import { publicUrl } from '../../settings/index.ts';
import { viewMinimalUser } from '../people/index.ts';
import type { UserRow } from '../people/index.ts';
import { isInGroup, viewMinimalGroup } from '../projects/index.ts';
import type { Page, Viewer } from '../projects/index.ts';
import { isTrackerAdmin, mayField, renderText } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';
import type { Changeset } from './artifacts.schema.ts';
import type { Artifacts, WholeArtifact } from './artifacts.service.ts';
import * as store from './artifacts.store.ts';
import type { ChangesetRow, CommentRow } from './artifacts.store.ts';
import { subjectAt, viewValues } from './artifacts.view.ts';
import { parseChanges, parseValues } from './change.ts';
import type { StoredValues } from './change.ts';
import { loadSurroundings } from './surroundings.ts';

export interface HistoryRequest extends Page {
  onlyComments: boolean;
  isDescending: boolean;
}

interface Step {
  row: ChangesetRow;
  /** Everything stored at this changeset. */
  values: StoredValues;
  changes: StoredValues;
  comments: CommentRow[];
}

const readGroups = storedJson(Type.Array(Type.Integer()));

/**
 * A page of the changesets that the viewer may know of: those with a comment for them or a change of a field they may
 * read, and the first. Newest first when `isDescending`; the size counts what they may see.
 */
export async function listHistory(
  artifacts: Artifacts,
  viewer: Viewer,
  artifactId: number,
  request: HistoryRequest,
): Promise<{ changesets: Static<typeof Changeset>[]; size: number }> {
  const seen = await artifacts.readWhole(viewer, artifactId);
  const { tracker } = seen;
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  const steps = (await loadSteps(artifacts, seen)).filter((step, index) => {
    const comment = visibleComment(viewer, tracker, step.comments);
    const hasComment = comment !== undefined && comment.body !== '';
    if (request.onlyComments) return hasComment;
    const isKnown = Object.keys(step.changes).some((id) => {
      const field = tracker.fieldById.get(Number(id));
      return field !== undefined && isReadable(field);
    });
    return index === 0 || hasComment || isKnown;
  });
  if (request.isDescending) steps.reverse();
  const page = steps.slice(request.offset, request.offset + request.limit);
  return { changesets: await viewSteps(artifacts, viewer, seen, page, request.onlyComments), size: steps.length };
}

async function loadSteps(artifacts: Artifacts, { stamp }: WholeArtifact): Promise<Step[]> {
  const { db } = artifacts.reading;
  const rows = await store.listChangesets(db, stamp.id);
  const comments = Map.groupBy(
    await store.listComments(
      db,
      rows.map((changeset) => changeset.id),
    ),
    (comment) => comment.changeset_id,
  );
  let values: StoredValues = {};
  return rows.map((changeset) => {
    const changes = parseChanges(changeset);
    values = { ...values, ...changes };
    return { row: changeset, values, changes, comments: comments.get(changeset.id) ?? [] };
  });
}

/** The newest version of a comment, unless it is for groups that the viewer is not in. */
function visibleComment(viewer: Viewer, tracker: Definition, versions: readonly CommentRow[]): CommentRow | undefined {
  const last = versions.at(-1);
  if (last === undefined || last.groups_json === null || isTrackerAdmin(viewer, tracker)) return last;
  const groups = readGroups(last.groups_json, `groups of comment ${last.id}`);
  return groups.some((id) => isInGroup(viewer, id, tracker.project.id)) ? last : undefined;
}

async function viewSteps(
  artifacts: Artifacts,
  viewer: Viewer,
  seen: WholeArtifact,
  steps: readonly Step[],
  withoutValues: boolean,
): Promise<Static<typeof Changeset>[]> {
  const { tracker, stamp: row } = seen;
  const subject = { row, tracker, values: parseValues(row) };
  const around = await loadSurroundings(
    artifacts.reading,
    viewer,
    steps.map((step) => subjectAt(subject, step.values)),
  );
  const authors = await artifacts.reading.people.findMany(
    steps.flatMap((step) => [step.row.submitted_by, ...step.comments.map((comment) => comment.submitted_by)]),
    viewer.site.version,
  );
  const baseUrl = publicUrl(viewer.site.settings);
  const context = { around, baseUrl, isReadable: (field: Field) => mayField(viewer, tracker, field, 'read') };
  return steps.map((step) => {
    const comment = visibleComment(viewer, tracker, step.comments);
    const head = viewHead(step, comment, authors, baseUrl);
    return {
      ...head,
      last_comment: viewComment(comment, tracker),
      values: withoutValues ? [] : viewHistoricValues(viewValues(subjectAt(subject, step.values), context)),
    };
  });
}

/** The schema's required keys, which every shown value has. */
const viewHistoricValues = (values: Record<string, unknown>[]) =>
  values.map((value) => ({
    ...value,
    field_id: Number(value['field_id']),
    label: String(value['label']),
    type: String(value['type']),
  }));

function viewHead(step: Step, comment: CommentRow | undefined, authors: ReadonlyMap<number, UserRow>, baseUrl: string) {
  const { row } = step;
  const by = comment?.submitted_by ?? row.submitted_by;
  return {
    id: row.id,
    submitted_by: row.submitted_by,
    submitted_by_details: viewMinimalUser(authors.get(row.submitted_by), baseUrl),
    submitted_on: formatIso(row.submitted_at_ms),
    email: row.email,
    last_modified_by: viewMinimalUser(authors.get(by), baseUrl),
    last_modified_date: formatIso(comment?.submitted_at_ms ?? row.submitted_at_ms),
  };
}

function viewComment(comment: CommentRow | undefined, tracker: Definition): Static<typeof Changeset>['last_comment'] {
  if (comment === undefined) return { body: '', post_processed_body: '', format: 'text', ugroups: null };
  const {
    body = '',
    post_processed_body = '',
    format = 'text',
    commonmark,
  } = renderText({ content: comment.body, format: comment.format }, 'body');
  const groups =
    comment.groups_json === null ? null : readGroups(comment.groups_json, `groups of comment ${comment.id}`);
  return {
    body,
    post_processed_body,
    format,
    ...(commonmark === undefined ? {} : { commonmark }),
    ugroups: groups?.map((id) => viewMinimalGroup(id, tracker.project.id, tracker.groupNames.get(id))) ?? null,
  };
}
