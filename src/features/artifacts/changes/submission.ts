// What a client wants of one artifact, read and checked so far as the database need not be locked for it; the transaction
// judges the rest. Single requests and batches take the same way.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import type { Writer } from '../../../platform/database/index.ts';
import { atPath, forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { grantedGroups, isInGroup, refuseProject, requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { MarkupFormat } from '../../../platform/markup/index.ts';
import { fieldIs, fieldTypeOf, isTrackerAdmin, mayField, trackerAccess } from '../../trackers/index.ts';
import type { Definition, Field, Transition } from '../../trackers/index.ts';
import { readWhole, requireSignedIn } from './admission.ts';
import type { ArtifactDeps, WholeArtifact } from './admission.ts';
import type { ArtifactUpdate, NewArtifact } from '../artifact/artifacts.schema.ts';
import { listArtifactsByIds } from '../artifact/artifacts.store.ts';
import type { ArtifactRow } from '../artifact/artifacts.store.ts';
import { findChangedFields, parseValues } from '../artifact/change.ts';
import type { Change, CommentVersion, StoredValues } from '../artifact/change.ts';
import { textOfComment } from '../artifact/change-traces.ts';
import { addDefaults, judgeChange } from '../workflow/field-rules.ts';
import { keepHiddenLinks } from '../links/hidden-links.ts';
import type { Renderer } from '../rendering/rendering.ts';
import { applyReverseLinks } from '../links/reverse-links.ts';
import { loadVelocity, withVelocity } from '../computed/velocity.ts';
import { findReadable, titleOf } from '../semantics/semantics.ts';
import { textsOfValue } from '../artifact/rendered-texts.ts';
import { readSubmitted } from './submitted-values.ts';
import type { ShownById, Submitted, SubmittedBody } from './submitted-values.ts';
import { followTransition } from '../workflow/transition-effects.ts';
import { fireTriggers, loadAffectedTrackers } from '../workflow/triggers.ts';
import type { Changed } from '../workflow/triggers.ts';

export interface PlanDeps extends ArtifactDeps {
  renderer: Renderer;
}

/** A new artifact, or an artifact that is to change. */
export interface Planned {
  tracker: Definition;
  change: Change;
  submitted: Submitted;
  /** What the workflow makes of the change, once it is judged. */
  transition: Transition | undefined;
  /** What the server writes into a milestone that the change ends. */
  velocity?: number | undefined;
  /** Of the trackers whose artifacts may change with it. */
  definitions: ReadonlyMap<number, Definition>;
}

const loadAffectedTrackersOf = (
  { trackers }: ArtifactDeps,
  viewer: Viewer,
  tracker: Definition,
  { reverseDefinitions }: Submitted,
): Promise<ReadonlyMap<number, Definition>> =>
  loadAffectedTrackers(trackers, viewer.site.version, [tracker, ...reverseDefinitions.values()]);

const submitDeps = (deps: ArtifactDeps) => ({ ...deps, db: deps.database.read, slowDb: deps.database.readSlow });

/**
 * Reads what a new artifact is to hold. Throws notFound for an unknown tracker, forbidden for one that takes nothing from
 * the viewer, invalid for values that can't be.
 */
export async function planCreation(deps: PlanDeps, viewer: Viewer, body: Static<typeof NewArtifact>): Promise<Planned> {
  const by = requireSignedIn(viewer);
  const tracker = await deps.trackers.findDefinition(body.tracker.id, viewer.site.version);
  if (tracker === undefined) throw notFound(says('tracker.missing')`there is no tracker ${body.tracker.id}`);
  const refusal = refuseProject(viewer, tracker.project);
  if (refusal !== undefined) throw refusal;
  requireLivingProject(tracker.project);
  if (tracker.isDeleted) throw forbidden(says('tracker.deleted')`tracker ${tracker.id} is deleted`);
  if (!trackerAccess.maySubmit(viewer, tracker))
    throw forbidden(says('tracker.no-submit')`you don't have permission to create artifacts in tracker ${tracker.id}`);
  requireOneForm(body);
  const nowMs = deps.clock.nowMs();
  const origin = body.from_artifact?.id;
  const sent =
    origin === undefined ? await addFiles(deps, viewer, tracker, body) : await readCopy(deps, viewer, tracker, origin);
  const submitted = await readSubmitted(submitDeps(deps), viewer, tracker, sent, nowMs);
  addDefaults(viewer, tracker, submitted.values, nowMs);
  // A copy is no move of the workflow: it starts where its tracker's defaults say.
  const judged = origin === undefined ? tracker : { ...tracker, workflow: undefined };
  const definitions = await loadAffectedTrackersOf(deps, viewer, tracker, submitted);
  const comments = body.comment ? [{ by, atMs: nowMs, ...readComment(viewer, tracker, body.comment) }] : [];
  const change: Change = { by, atMs: nowMs, agent: viewer.agent, comments, values: submitted.values };
  const planned = { tracker, submitted, change, transition: undefined, definitions };
  return withRenderings(deps, judgeCreation(viewer, planned, judged), {});
}

/** With the HTML of the texts that the change brings. Throws unavailable where very many wait for theirs. */
async function withRenderings({ texts }: PlanDeps, planned: Planned, current: StoredValues): Promise<Planned> {
  const { tracker, change } = planned;
  const written = [
    ...findChangedFields(tracker, current, change.values).flatMap((id) =>
      textsOfValue(tracker, id, change.values.get(id)),
    ),
    ...change.comments.map(textOfComment),
  ];
  return { ...planned, change: { ...change, renderings: await texts.prepare(written) } };
}

/** With the values that are stored in the end; `tracker` is the one whose rules count. Throws invalid where it is not allowed. */
export function judgeCreation(viewer: Viewer, planned: Planned, tracker = planned.tracker): Planned {
  const { submitted, change } = planned;
  const times = { nowMs: change.atMs, submittedAtMs: change.atMs };
  const { values, transition } = judgeChange(
    viewer,
    tracker,
    { ...submitted, before: {} },
    { permission: 'submit', comment: '', ...times },
  );
  requireRoom(viewer, { values: {}, length: 0 }, values);
  return { ...planned, change: { ...change, values }, transition };
}

const forms = ['values', 'values_by_field', 'from_artifact'] as const;

function requireOneForm(body: Static<typeof NewArtifact>): void {
  const given = forms.filter((form) => Object.keys(body[form] ?? {}).length > 0);
  if (given.length > 1) throw invalid(says('values.one-form')`use only one of ${forms.join(', ')}`, given[1]);
  if (given.length === 0)
    throw invalid(says('values.none')`use at least one field in values or values_by_field`, 'values');
}

/** Of an artifact that is copied the title, as clients of the wire format know it, and files. */
async function readCopy(
  deps: ArtifactDeps,
  viewer: Viewer,
  target: Definition,
  originId: number,
): Promise<SubmittedBody> {
  const origin = await readWhole(deps, viewer, originId);
  const { stamp, tracker } = origin;
  const title = titleOf(tracker, parseValues(stamp), (field) => mayField(viewer, tracker, field, 'read'));
  const path = 'from_artifact.id';
  if (title === null)
    throw invalid(says('copy.no-title')`is an artifact without a title that you have access to`, path);
  const field = findReadable(target, target.semantics.title, (candidate: Field) =>
    mayField(viewer, target, candidate, 'read'),
  );
  if (field === undefined)
    throw invalid(says('copy.no-title-here')`can't be copied, because tracker ${target.id} has no title field`, path);
  return {
    values: [{ field_id: field.field_id, value: title }, ...(await copyFiles(deps, viewer, target, origin, path))],
  };
}

/** With copies of the files of `files_from`, behind those that the values have. */
async function addFiles(
  deps: ArtifactDeps,
  viewer: Viewer,
  target: Definition,
  body: Static<typeof NewArtifact>,
): Promise<SubmittedBody> {
  const [values, id, path] = [body.values, body.files_from?.id, 'files_from.id'];
  if (id === undefined) return body;
  if (!values) throw invalid(says('copy.files-alone')`can only be used with values`, 'files_from');
  const copies = await copyFiles(deps, viewer, target, await readWhole(deps, viewer, id), path);
  const added = new Map(copies.map((copy) => [copy.field_id, copy.value]));
  const whole = values.map((entry) => {
    const more = added.get(entry.field_id) ?? [];
    added.delete(entry.field_id);
    if (!Array.isArray(entry.value)) return entry;
    const own: unknown[] = entry.value;
    return { ...entry, value: [...own, ...more] };
  });
  return { values: [...whole, ...copies.filter(({ field_id: field }) => added.has(field))] };
}

/** Copies of the artifact's files, as values of fields of the same name. */
async function copyFiles(
  deps: ArtifactDeps,
  viewer: Viewer,
  target: Definition,
  { stamp, tracker }: WholeArtifact,
  path: string,
): Promise<{ field_id: number; value: number[] }[]> {
  const values: { field_id: number; value: number[] }[] = [];
  for (const { from, to } of listFileFields(viewer, tracker, target)) {
    const stored = parseValues(stamp)[from.id];
    if (stored === undefined) continue;
    const { files: ids = [] } = fieldTypeOf(from.type).mentions(stored);
    const copies = await atPath(path, () => deps.attachments.copy(viewer, ids, to.id));
    if (copies.length > 0) values.push({ field_id: to.id, value: copies });
  }
  return values;
}

/** Fields of files that the viewer may read in the one tracker, with those of the same name to fill in the other. */
const listFileFields = (viewer: Viewer, from: Definition, to: Definition): { from: Field; to: Field }[] =>
  from.fields.flatMap((field) => {
    const same = to.fieldByName.get(field.name);
    const isCopied =
      fieldIs.files(field) &&
      same !== undefined &&
      fieldIs.files(same) &&
      mayField(viewer, from, field, 'read') &&
      mayField(viewer, to, same, 'submit');
    return isCopied ? [{ from: field, to: same }] : [];
  });

/** Reads what is to change. Throws invalid for values that can't be. */
export async function planUpdate(
  deps: PlanDeps,
  viewer: Viewer,
  seen: WholeArtifact,
  body: Static<typeof ArtifactUpdate>,
): Promise<Planned> {
  const { stamp, tracker } = seen;
  const by = requireSignedIn(viewer);
  const sent = readUpdateForm(body);
  const before = parseValues(stamp);
  const nowMs = deps.clock.nowMs();
  const showCurrent = () => showValues(deps.renderer, viewer, seen);
  const submitted = await readSubmitted({ ...submitDeps(deps), showCurrent }, viewer, tracker, sent, nowMs, {
    id: stamp.id,
    values: before,
  });
  const said = body.comment ?? { body: '' };
  const comments = [{ by, atMs: nowMs, ...readComment(viewer, tracker, said) }];
  const definitions = await loadAffectedTrackersOf(deps, viewer, tracker, submitted);
  const change: Change = { by, atMs: nowMs, agent: viewer.agent, comments, values: submitted.values };
  const velocity = await loadVelocity(submitDeps(deps), viewer, tracker, {
    before,
    changed: submitted.values,
  });
  const planned = { tracker, submitted, change, transition: undefined, definitions, velocity };
  return withRenderings(deps, planned, before);
}

/** With the change of the row as it is now. Throws invalid where it is not allowed. */
export function judgeUpdate(viewer: Viewer, planned: Planned, current: ArtifactRow): Planned {
  const { tracker, submitted, change } = planned;
  const before = parseValues(current);
  const sent = { values: submitted.values, hiddenTargets: submitted.hidden.targets, forward: submitted.forward };
  const judged = judgeChange(
    viewer,
    tracker,
    { before, values: keepHiddenLinks(tracker, before, sent), paths: submitted.paths },
    {
      permission: 'update',
      comment: change.comments[0]?.body ?? '',
      nowMs: change.atMs,
      submittedAtMs: current.submitted_at_ms,
    },
  );
  const values = withVelocity(tracker, before, judged.values, planned.velocity);
  requireRoom(viewer, { values: before, length: current.values_json.length }, values);
  return { ...planned, change: { ...change, values }, transition: judged.transition };
}

/**
 * Throws invalid where the values become longer than an artifact may hold, because each of its readers gets them all; those
 * that are too long already may become shorter. What was there is taken into account only where it matters.
 */
function requireRoom(
  { site }: Viewer,
  before: { values: StoredValues; length: number },
  changed: ReadonlyMap<number, unknown>,
): void {
  const { artifact_limit: max } = site.settings;
  if (before.length + JSON.stringify([...changed]).length <= max) return;
  const { length } = JSON.stringify({ ...before.values, ...Object.fromEntries(changed) });
  if (length > max && length > before.length)
    throw invalid(
      says('values.too-long')`an artifact can have at most ${max} bytes of values in total; these have ${length}`,
      'values',
    );
}

const readShown = storedJson(
  Type.Object({ values: Type.Array(Type.Object({ field_id: Type.Integer() }, { additionalProperties: true })) }),
);

/** The artifact's `values` as the viewer sees them, by field id. */
async function showValues(renderer: Renderer, viewer: Viewer, { stamp, tracker }: WholeArtifact): Promise<ShownById> {
  const formats = { collection: true, byField: false };
  const [rendering] = await renderer.render(viewer, [stamp], new Map([[tracker.id, tracker]]), formats);
  const shown = readShown(rendering?.json ?? '', `rendering of artifact ${stamp.id}`);
  return new Map(shown.values.map((value) => [value.field_id, value]));
}

/** `values` decides; `values_by_field` alone serves who sends back what GET gave by field. */
function readUpdateForm(body: Static<typeof ArtifactUpdate>): SubmittedBody {
  if (body.values !== undefined && body.values !== null) return { values: body.values };
  if (body.values_by_field !== undefined && body.values_by_field !== null)
    return { values_by_field: body.values_by_field };
  throw invalid(says('values.required')`is required; use [] to add only a comment`, 'values');
}

const commentFormats: readonly MarkupFormat[] = ['text', 'html', 'commonmark'];

/** What a comment says and for whom. Throws invalid for what it can't be. */
export function readComment(
  viewer: Viewer,
  tracker: Definition,
  comment: NonNullable<Static<typeof ArtifactUpdate>['comment']>,
): Pick<CommentVersion, 'body' | 'format' | 'groupIds'> {
  const { ugroups, commonmark } = comment;
  const body = comment.body.trim();
  if (body === '' && commonmark) throw invalid(says('comment.no-body')`needs a text in body`, 'comment.commonmark');
  const format = commentFormats.find((known) => known === comment.format) ?? 'commonmark';
  if (Buffer.byteLength(body) > 65_535)
    throw invalid(says('comment.too-long')`has more than 65535 bytes`, 'comment.body');
  const isForAll = ugroups === undefined || ugroups === null || ugroups.length === 0;
  return isForAll ? { body, format } : { body, format, groupIds: readCommentedGroups(viewer, tracker, ugroups) };
}

/** Throws invalid for groups that are not there or that the writer, who would not see the comment then, is not in. */
function readCommentedGroups(
  viewer: Viewer,
  tracker: Definition,
  groups: Static<typeof grantedGroups.GroupReferences>,
): readonly number[] {
  const path = 'comment.ugroups';
  if (tracker.settings.flags['use_private_comments'] === '0')
    throw invalid(says('comment.no-groups')`private comments are turned off in the tracker "${tracker.name}"`, path);
  const ids = grantedGroups.readGroupIds(groups, tracker, path);
  const index = ids.findIndex((id) => !isTrackerAdmin(viewer, tracker) && !isInGroup(viewer, id, tracker.project.id));
  if (index !== -1)
    throw invalid(says('comment.foreign-group')`contains a group that you are not a member of`, `${path}[${index}]`);
  return ids;
}

/**
 * What follows from the change of one artifact: jobs of its transition, links that others get, and triggers. Gives its
 * newest state.
 */
export async function followChange(
  deps: ArtifactDeps,
  tx: Writer,
  viewer: Viewer,
  changed: Changed,
  { tracker, submitted, change, transition, definitions }: Planned,
): Promise<ArtifactRow> {
  const { id } = changed.after;
  const nowMs = change.atMs;
  await followTransition(deps, tx, tracker, transition, { artifactId: id, userId: change.by, nowMs });
  const sources =
    submitted.reverse === undefined
      ? []
      : await applyReverseLinks(tx, {
          viewer,
          target: changed.after,
          wanted: submitted.reverse,
          hiddenSources: submitted.hidden.sources,
          nowMs,
          definitions: submitted.reverseDefinitions,
        });
  const triggered = await fireTriggers(tx, { definitions, nowMs, effects: deps }, [changed, ...sources]);
  if (submitted.reverse === undefined) return triggered.get(id) ?? changed.after;
  return (await listArtifactsByIds(tx, [id]))[0] ?? changed.after;
}
