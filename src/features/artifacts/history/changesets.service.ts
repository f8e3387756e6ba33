// An artifact's history: changesets with the values at each of them, folded from the changes.
import type { Static } from 'typebox';
import { formatIso } from '../../../platform/texts/dates.ts';
import { createPageMeter } from '../../../platform/http/index.ts';
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import { publicUrl } from '../../../settings/index.ts';
import { viewMinimalUser } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import { userGroupNames } from '../../projects/index.ts';
import type { Page, Viewer } from '../../projects/index.ts';
import { mayField, richTexts } from '../../trackers/index.ts';
import type { Definition, Field, FindReference } from '../../trackers/index.ts';
import type { Changeset } from '../artifact/artifacts.schema.ts';
import type { WholeArtifact } from '../changes/admission.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import type { ArtifactRow, ChangeHead, CommentRow } from '../artifact/artifacts.store.ts';
import { viewValues } from '../rendering/artifacts.view.ts';
import type { StoredValues } from '../artifact/change.ts';
import { referencesOfComment, textOfComment } from '../artifact/change-traces.ts';
import { isSpoken, listKnownSteps, loadStepValues } from './visible-history.ts';
import type { Step } from './visible-history.ts';
import { loadRelations, withCharts, withTexts } from '../rendering/relations.ts';
import type { RenderableArtifact, Relations } from '../rendering/relations.ts';
import { nameMoves } from '../comments/move-comments.ts';
import { listKnownGroups, loadComments } from '../comments/visible-comments.ts';

export interface HistoryRequest extends Page {
  onlyComments: boolean;
  isDescending: boolean;
}

/**
 * A page of the changesets that the viewer may know of, newest first when `isDescending`; the size counts what they may
 * see.
 */
export async function listHistory(
  artifacts: Artifacts,
  viewer: Viewer,
  artifactId: number,
  request: HistoryRequest,
): Promise<{ changesets: Static<typeof Changeset>[]; size: number }> {
  const seen = await artifacts.readWhole(viewer, artifactId);
  const known = await listKnownSteps(artifacts.readingBulk, viewer, [{ row: seen.stamp, tracker: seen.tracker }]);
  // What was read in bulk may be newer than the artifact; nobody should see its history run ahead of it.
  const steps = (known.steps.get(artifactId) ?? []).filter(
    ({ row, comment }) => row.id <= seen.stamp.changeset_id && (!request.onlyComments || isSpoken(comment)),
  );
  if (request.isDescending) steps.reverse();
  const page = steps.slice(request.offset, request.offset + request.limit);
  const { db } = artifacts.readingBulk;
  const values = request.onlyComments
    ? new Map<number, StoredValues>()
    : await loadStepValues(
        db,
        known.all.get(artifactId) ?? [],
        page,
        createPageMeter(viewer.site.settings.answer_limit),
      );
  return { changesets: await viewSteps(artifacts, viewer, seen, page, values), size: steps.length };
}

async function viewSteps(
  artifacts: Artifacts,
  viewer: Viewer,
  seen: WholeArtifact,
  steps: readonly Step[],
  values: ReadonlyMap<number, StoredValues>,
): Promise<Static<typeof Changeset>[]> {
  const { tracker, stamp: row } = seen;
  const historic = steps.map((step) => {
    const renderable: RenderableArtifact = {
      row: rowAt(row, step.row),
      tracker,
      values: values.get(step.row.id) ?? {},
    };
    return { step, renderable };
  });
  const { db, trackers } = artifacts.readingBulk;
  const heads = steps.map(({ comment }) => comment);
  const comments = await nameMoves(trackers.findDefinition, viewer, await loadComments(db, heads));
  const renderables = historic.map(({ renderable }) => renderable);
  const spoken = [...comments.values()];
  const mentioned = (await mapInSlices(spoken, referencesOfComment)).flat().map(({ id }) => id);
  const plain = await loadRelations(artifacts.readingBulk, viewer, renderables, mentioned);
  const relations = await withTexts(
    artifacts.readingBulk,
    renderables,
    await withCharts(artifacts.readingBulk, viewer, renderables.slice(0, 1), plain),
    {
      isShown: (field) => values.size > 0 && mayField(viewer, tracker, field, 'read'),
      comments: spoken.map((comment) => ({ artifactId: row.id, text: textOfComment(comment) })),
    },
  );
  const authors = await artifacts.reading.people.findMany(
    steps.flatMap((step) => [step.row.submitted_by, step.comment?.submitted_by ?? 0]),
    viewer.site.version,
  );
  const baseUrl = publicUrl(viewer.site.settings);
  const context = { relations, baseUrl, isReadable: (field: Field) => mayField(viewer, tracker, field, 'read') };
  return mapInSlices(historic, ({ step, renderable }) => ({
    ...viewHead(step, authors, baseUrl),
    last_comment: viewComment(
      comments.get(step.comment?.id ?? 0) ?? readEmptyComment(step.row),
      { viewer, tracker },
      relations,
      richTexts.referenceFinder({ definition: tracker, baseUrl, linked: (id) => relations.linked.get(id) }),
    ),
    values: values.size === 0 ? [] : viewHistoricValues(viewValues(renderable, context)),
  }));
}

/** The artifact's row as this changeset left it, as far as values show it. */
const rowAt = (row: ArtifactRow, changeset: ChangeHead): ArtifactRow => ({
  ...row,
  updated_by: changeset.submitted_by,
  updated_at_ms: changeset.submitted_at_ms,
});

/** The schema's required keys, which every shown value has. */
const viewHistoricValues = (values: Record<string, unknown>[]) =>
  values.map((value) => ({
    ...value,
    field_id: Number(value['field_id']),
    label: String(value['label']),
    type: String(value['type']),
  }));

function viewHead({ row, comment }: Step, authors: ReadonlyMap<number, UserRow>, baseUrl: string) {
  const by = comment?.submitted_by ?? row.submitted_by;
  return {
    id: row.id,
    submitted_by: row.submitted_by,
    submitted_by_details: viewMinimalUser(authors.get(row.submitted_by), baseUrl),
    submitted_on: formatIso(row.submitted_at_ms),
    email: row.email,
    ...(row.agent === null ? {} : { made_by_agent: row.agent }),
    last_modified_by: viewMinimalUser(authors.get(by), baseUrl),
    last_modified_date: formatIso(comment?.submitted_at_ms ?? row.submitted_at_ms),
  };
}

type ShownComment = Pick<CommentRow, 'id' | 'body' | 'format' | 'submitted_by' | 'groups_json'>;

const readEmptyComment = ({ empty_comment: format, submitted_by }: ChangeHead): ShownComment | undefined =>
  format === null ? undefined : { id: 0, body: '', format, submitted_by, groups_json: null };

function viewComment(
  comment: ShownComment | undefined,
  { viewer, tracker }: { viewer: Viewer; tracker: Definition },
  { texts }: Relations,
  find: FindReference,
): Static<typeof Changeset>['last_comment'] {
  if (comment === undefined) return { body: '', post_processed_body: '', format: 'text', ugroups: null };
  const text = textOfComment(comment);
  const {
    body = '',
    post_processed_body = '',
    format = 'text',
    commonmark,
  } = richTexts.viewText(text, texts.html(text), 'body', find);
  const groups = listKnownGroups(viewer, tracker, comment);
  return {
    body,
    post_processed_body,
    format,
    ...(commonmark === undefined ? {} : { commonmark }),
    ugroups:
      groups?.map((id) => userGroupNames.viewMinimalGroup(id, tracker.project.id, tracker.groupNames.get(id))) ?? null,
  };
}
