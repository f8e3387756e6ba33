// What somebody may know of some changes of an artifact, in words: for mails, which show nothing that REST would not.
import { mapInSlices } from '../../../platform/concurrency/time-slices.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { publicUrl } from '../../../settings/index.ts';
import { projectViewers } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldTypeOf, mayField, richTexts } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import * as store from '../artifact/artifacts.store.ts';
import type { ArtifactRow, CommentHead, CommentRow } from '../artifact/artifacts.store.ts';
import type { StoredValues } from '../artifact/change.ts';
import { referencesOfComment, textOfComment } from '../artifact/change-traces.ts';
import { isSpoken, listKnownSteps, loadStepValues, readChanges } from './visible-history.ts';
import { describeFields, listChangedFields } from './field-changes.service.ts';
import type { FieldChange } from './field-changes.service.ts';
import { titleOf } from '../semantics/semantics.ts';
import { loadRelations, withTexts } from '../rendering/relations.ts';
import type { RenderableArtifact, RelationDeps, Relations } from '../rendering/relations.ts';
import { loadCommentHeads, loadComments, visibleComment } from '../comments/visible-comments.ts';

/** Changesets of one artifact, both ends included. */
export interface ChangesetRange {
  readonly first: number;
  readonly last: number;
}

interface CommentDescription {
  readonly by: number;
  readonly atMs: number;
  readonly text: string;
  /** Safe. */
  readonly html: string;
}

export interface ChangeDescription {
  /** Empty where there is none for the viewer. */
  readonly title: string;
  /** Whether the artifact was made by these changes. */
  readonly isNew: boolean;
  readonly fields: readonly FieldChange[];
  readonly comments: readonly CommentDescription[];
  /** Who made the changes, each once. */
  readonly authors: readonly number[];
  /** Agents that made changes for them, by the names that they gave, each once. */
  readonly agents: readonly string[];
}

export interface ChangeDescriber {
  /** Viewers with the same class are told the same, unless it is personal. */
  classOf(viewer: Viewer): string;
  /** undefined: nothing that the viewer may know of. */
  describe(viewer: Viewer): Promise<{ description: ChangeDescription | undefined; isPersonal: boolean }>;
  /** Authors of comments of the artifact up to these changes. */
  readonly commenters: readonly number[];
  /** The artifact's values before these changes and at each of them, whoever may read them. */
  readonly states: readonly StoredValues[];
  /** Of the comments of these changes, whoever may read them. */
  readonly said: readonly string[];
}

/** Makes what tells viewers of changes of an artifact; a fixed number of queries here, and for each class of viewers. */
export async function openChangeDescriber(
  deps: RelationDeps,
  row: ArtifactRow,
  tracker: Definition,
  { range, siteVersion }: { range: ChangesetRange; siteVersion: number },
): Promise<ChangeDescriber> {
  const heads = (await store.listChangeHeads(deps.db, [row.id])).filter(({ id }) => id <= range.last);
  const versions = await loadCommentHeads(
    deps.db,
    heads.map(({ id }) => id),
  );
  let values: StoredValues = {};
  const states: StoredValues[] = [];
  for await (const { head, changes } of readChanges(deps.db, heads)) {
    if (states.length === 0 && head.id >= range.first) states.push(values);
    values = { ...values, ...changes };
    if (head.id >= range.first) states.push(values);
  }
  const newest = heads.flatMap(({ id }) => versions.get(id)?.at(-1) ?? []);
  const recent = newest.filter((comment) => comment.changeset_id >= range.first);
  const comments = [...(await loadComments(deps.db, recent)).values()];
  const isClosed = await staysInProject(deps, tracker, siteVersion, mentionedIn(tracker, states, comments));
  return {
    classOf: (viewer) =>
      isClosed ? projectViewers.classInProject(viewer, tracker.project.id, tracker.groupNames) : viewer.rightsClass,
    describe: (viewer) => describeChanges(deps, viewer, row, tracker, range),
    commenters: authorsOf(newest),
    states,
    said: comments.map(({ body }) => body),
  };
}

const authorsOf = (comments: readonly CommentHead[]): number[] => [
  ...new Set(comments.filter(isSpoken).map((comment) => comment.submitted_by)),
];

/** Authors of the comments of an artifact. */
export async function listCommenters(db: Reader, artifactId: number): Promise<number[]> {
  const heads = await store.listChangeHeads(db, [artifactId]);
  const versions = await loadCommentHeads(
    db,
    heads.map(({ id }) => id),
  );
  return authorsOf(heads.flatMap(({ id }) => versions.get(id)?.at(-1) ?? []));
}

/** Authors of those comments of an artifact that the viewer may read. */
export async function listVisibleCommenters(
  db: Reader,
  viewer: Viewer,
  tracker: Definition,
  artifactId: number,
): Promise<number[]> {
  const heads = await store.listChangeHeads(db, [artifactId]);
  const versions = await loadCommentHeads(
    db,
    heads.map(({ id }) => id),
  );
  return authorsOf(heads.flatMap(({ id }) => visibleComment(viewer, tracker, versions.get(id) ?? []) ?? []));
}

/** Ids of artifacts that values and comments lead to. */
const mentionedIn = (
  tracker: Definition,
  states: readonly StoredValues[],
  comments: readonly CommentRow[],
): Set<number> =>
  new Set([
    ...states.flatMap((values) =>
      tracker.fields
        .filter((field) => values[field.id] !== undefined)
        .flatMap((field) => fieldTypeOf(field.type).mentions(values[field.id]).artifacts ?? []),
    ),
    ...comments.flatMap((comment) => referencesOfComment(comment).map(({ id }) => id)),
  ]);

/** Whether all these artifacts lie in the tracker's own project. */
async function staysInProject(
  { db, trackers }: RelationDeps,
  tracker: Definition,
  siteVersion: number,
  artifactIds: ReadonlySet<number>,
): Promise<boolean> {
  const rows = await store.listVisibilityRows(db, [...artifactIds]);
  const ids = new Set(rows.map((row) => row.tracker_id));
  const definitions = await Promise.all([...ids].map((id) => trackers.findDefinition(id, siteVersion)));
  return definitions.every((definition) => definition?.project.id === tracker.project.id);
}

async function describeChanges(
  deps: RelationDeps,
  viewer: Viewer,
  row: ArtifactRow,
  tracker: Definition,
  range: ChangesetRange,
): Promise<{ description: ChangeDescription | undefined; isPersonal: boolean }> {
  const visible = await findVisible(deps, viewer, [row]);
  if (!visible.ids.has(row.id)) return { description: undefined, isPersonal: visible.isPersonal };
  const known = await listKnownSteps(deps, viewer, [{ row, tracker }]);
  const steps = (known.steps.get(row.id) ?? []).filter((step) => step.row.id <= range.last);
  const recent = steps.filter((step) => step.row.id >= range.first);
  const before = steps.at(-recent.length - 1);
  const last = recent.at(-1);
  const isPersonal = visible.isPersonal || known.isPersonal;
  if (last === undefined) return { description: undefined, isPersonal };
  const ends = before === undefined ? [last] : [before, last];
  const values = await loadStepValues(deps.db, known.all.get(row.id) ?? [], ends);
  const lastValues = values.get(last.row.id) ?? {};
  const oldValues = values.get(before?.row.id ?? 0) ?? {};
  const renderables = [oldValues, lastValues].map((of): RenderableArtifact => ({ row, tracker, values: of }));
  const heads = recent.map(({ comment }) => comment).filter(isSpoken);
  const texts = await loadComments(deps.db, heads);
  const spoken = heads.flatMap((head) => texts.get(head?.id ?? 0) ?? []);
  const mentioned = (await mapInSlices(spoken, referencesOfComment)).flat().map(({ id }) => id);
  const plain = await loadRelations(deps, viewer, renderables, mentioned);
  const baseUrl = publicUrl(viewer.site.settings);
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  const relations = await withTexts(deps, [], plain, {
    comments: spoken.map((comment) => ({ artifactId: row.id, text: textOfComment(comment) })),
  });
  const find = richTexts.referenceFinder({ definition: tracker, baseUrl, linked: (id) => relations.linked.get(id) });
  return {
    description: {
      title: titleOf(tracker, lastValues, isReadable) ?? '',
      isNew: before === undefined,
      fields: describeFields(
        listChangedFields(
          tracker,
          recent.flatMap((step) => step.fieldIds),
          isReadable,
        ),
        oldValues,
        { row, tracker, values: lastValues },
        { relations, baseUrl },
      ),
      comments: spoken.map((comment) => describeComment(comment, relations, find)),
      authors: [...new Set(recent.map((step) => step.row.submitted_by))],
      agents: [...new Set(recent.flatMap((step) => step.row.agent ?? []))],
    },
    isPersonal: isPersonal || relations.isPersonal,
  };
}

function describeComment(
  comment: CommentRow,
  { texts }: Relations,
  find: ReturnType<typeof richTexts.referenceFinder>,
): CommentDescription {
  const text = textOfComment(comment);
  const rendered = richTexts.viewText(text, texts.html(text), 'body', find);
  const html = rendered['post_processed_body'] ?? '';
  return {
    by: comment.submitted_by,
    atMs: comment.submitted_at_ms,
    text: comment.format === 'html' ? richTexts.plainText(html) : comment.body,
    html,
  };
}

export const changeDescriptions = { openChangeDescriber, listCommenters, listVisibleCommenters };
