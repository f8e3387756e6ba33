// Changes in the shape of the wire, with what changed in words.
import type { Static } from 'typebox';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { excerptOf } from '../../../platform/markup/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { i18nOf, lines, says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { shorten } from '../../../platform/texts/shorten.ts';
import { publicUrl } from '../../../settings/index.ts';
import { displayName, viewMinimalUser } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import { projectViews } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldChanges, fieldIs, mayField, richTexts } from '../../trackers/index.ts';
import type { Field } from '../../trackers/index.ts';
import type { Artifacts } from '../artifact/artifacts.service.ts';
import { listArtifactsByIds } from '../artifact/artifacts.store.ts';
import type { ArtifactRow, CommentRow } from '../artifact/artifacts.store.ts';
import { loadComments } from '../comments/visible-comments.ts';
import { viewOwnArtifact } from '../rendering/artifacts.view.ts';
import { loadMentions } from '../rendering/relations.ts';
import type { RenderableArtifact } from '../rendering/relations.ts';
import type { ActivityEntry, DescribedChange } from './activity.schema.ts';
import { describeFields, listChangedFields } from './field-changes.service.ts';
import type { FieldChange } from './field-changes.service.ts';
import { readValuesAround } from './known-changes.ts';
import type { KnownChange } from './known-changes.ts';

type Entry = Static<typeof ActivityEntry>;

/** Fields that an entry describes; the others are counted. */
const changesMax = 20;
/** Characters of a value, and values added or removed, of a change. */
const valueMax = 200;
const itemsMax = 20;
/** Artifacts, which may be long, that are in memory at a time. */
const readAtOnce = 8;

const cut = (text: string): string => shorten(text, valueMax).toWellFormed();

function viewChange(
  { fieldId, label, change }: FieldChange,
  timeZone: string | undefined,
): Static<typeof DescribedChange> {
  const said = fieldChanges.sayChange(label, change, timeZone);
  const { kind, from, to, added, removed, lines: lineCount } = change;
  return {
    field_id: fieldId,
    label,
    kind,
    from: cut(from),
    to: cut(to),
    added: added.slice(0, itemsMax).map(cut),
    removed: removed.slice(0, itemsMax).map(cut),
    added_count: added.length,
    removed_count: removed.length,
    lines: lineCount,
    text: said.text,
    i18n: i18nOf(said),
  };
}

type ArtifactView = Entry['artifact'];

/** The artifacts as entries show them, and their rows without values. */
async function loadArtifacts(
  { readingBulk: { db } }: Artifacts,
  viewer: Viewer,
  changes: readonly KnownChange[],
): Promise<Map<number, { view: ArtifactView; row: ArtifactRow }>> {
  const trackers = new Map(changes.map(({ row, tracker }) => [row.artifact_id, tracker]));
  const ids = [...trackers.keys()];
  const loaded = new Map<number, { view: ArtifactView; row: ArtifactRow }>();
  for (let at = 0; at < ids.length; at += readAtOnce) {
    for (const row of await listArtifactsByIds(db, ids.slice(at, at + readAtOnce))) {
      if (isSliceOver()) await yieldSlice();
      const tracker = trackers.get(row.id);
      if (tracker === undefined) continue;
      const { id, uri, html_url, xref, title, tracker: shown } = viewOwnArtifact(viewer, row, tracker);
      const { id: trackerId, label, color_name, icon } = shown;
      const project = projectViews.viewProjectReference(tracker.project);
      const view = { id, uri, html_url, xref, title, project, tracker: { id: trackerId, label, color_name, icon } };
      loaded.set(row.id, { view, row: { ...row, values_json: '{}' } });
    }
  }
  return loaded;
}

interface Around {
  fields: readonly Field[];
  old: RenderableArtifact;
  now: RenderableArtifact;
}

/** The values before and after each change whose fields are described. */
async function readAround(
  artifacts: Artifacts,
  viewer: Viewer,
  changes: readonly KnownChange[],
  rows: ReadonlyMap<number, { row: ArtifactRow }>,
): Promise<Map<number, Around>> {
  const found = new Map<number, Around>();
  for (const { row, tracker, isFirst, fieldIds, history } of changes) {
    const artifact = rows.get(row.artifact_id);
    if (isFirst || history === undefined || artifact === undefined) continue;
    if (isSliceOver()) await yieldSlice();
    const fields = listChangedFields(tracker, fieldIds, (field) => mayField(viewer, tracker, field, 'read'));
    const ids = fields.map(({ id }) => id);
    const { old, now } = await readValuesAround(artifacts.readingBulk, history, ids);
    const renderable = (values: RenderableArtifact['values']) => ({ row: artifact.row, tracker, values });
    found.set(row.id, { fields, old: renderable(old), now: renderable(now) });
  }
  return found;
}

/** Of a change whose artifact was not read: only that the fields changed. */
function nameFields(viewer: Viewer, { tracker, fieldIds }: KnownChange): FieldChange[] {
  const isNamed = (field: Field): boolean => !fieldIs.links(field) && mayField(viewer, tracker, field, 'read');
  return listChangedFields(tracker, fieldIds, isNamed).map(({ id, label }) => ({
    fieldId: id,
    label,
    change: fieldChanges.other,
  }));
}

function sayHead({ isFirst, comment }: KnownChange, user: UserRow | undefined, xref: string): Said {
  const name = user === undefined ? says('activity.somebody')`someone` : displayName(user).trim();
  if (isFirst) return says('activity.created')`${name} created ${xref}`;
  return comment === undefined
    ? says('activity.changed')`${name} changed ${xref}`
    : says('activity.commented')`${name} commented on ${xref}`;
}

/** The words of a comment, HTML without its tags. */
const wordsOf = (comment: CommentRow | undefined): string | undefined =>
  comment?.format === 'html' ? richTexts.plainText(comment.body) : comment?.body;

/** Its first word decides: what is created, and what is said, may change fields too. */
export const kindOf = ({ isFirst, comment }: KnownChange): Entry['kind'] =>
  isFirst ? 'created' : comment === undefined ? 'changed' : 'commented';

/** A fixed number of queries, and few for each change. */
export async function viewChanges(
  artifacts: Artifacts,
  viewer: Viewer,
  changes: readonly KnownChange[],
): Promise<Entry[]> {
  const { readingBulk: deps } = artifacts;
  const shown = await loadArtifacts(artifacts, viewer, changes);
  const around = await readAround(artifacts, viewer, changes, shown);
  const renderables = [...around.values()].flatMap(({ old, now }) => [old, now]);
  const relations = await loadMentions(deps, viewer, renderables);
  const comments = await loadComments(
    deps.db,
    changes.map(({ comment }) => comment),
  );
  const authors = await deps.people.findMany(new Set(changes.map(({ row }) => row.submitted_by)), viewer.site.version);
  const baseUrl = publicUrl(viewer.site.settings);
  const entries: Entry[] = [];
  for (const change of changes) {
    if (isSliceOver()) await yieldSlice();
    const { row, isFirst } = change;
    const artifact = shown.get(row.artifact_id);
    if (artifact === undefined) continue;
    const values = around.get(row.id);
    const fields =
      values === undefined
        ? isFirst
          ? []
          : nameFields(viewer, change)
        : describeFields(values.fields, values.old.values, values.now, { relations, baseUrl });
    const user = authors.get(row.submitted_by);
    const described = fields.slice(0, changesMax).map((field) => viewChange(field, viewer.user?.timezone ?? undefined));
    const head = sayHead(change, user, artifact.view.xref);
    const said = lines([head, ...described.map(({ text }) => text)]);
    entries.push({
      id: row.id,
      artifact: artifact.view,
      user: user === undefined ? null : viewMinimalUser(user, baseUrl),
      ...(row.agent === null ? {} : { made_by_agent: row.agent }),
      at: formatIso(Number(row.submitted_at_ms)),
      kind: kindOf(change),
      comment: excerptOf(wordsOf(comments.get(change.comment?.id ?? 0))),
      changes: described,
      more_changes: Math.max(0, fields.length - changesMax),
      text: said.text,
      i18n: i18nOf(head),
    });
  }
  return entries;
}
