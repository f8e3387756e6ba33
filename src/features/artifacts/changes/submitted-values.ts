// From what a client sent to new stored values: which fields are meant, what their types make of it, who may set them.
import type { Static } from 'typebox';
import type { Reader } from '../../../platform/database/index.ts';
import { DomainError, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { RenderedTexts } from '../../../platform/markup/index.ts';
import { requireKnownNames } from '../../../platform/texts/unknown-name.ts';
import type { Attachments } from '../../attachments/index.ts';
import { isUsableAccount } from '../../people/index.ts';
import type { People } from '../../people/index.ts';
import { userGroupNames } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import {
  artifactLinks,
  fieldIs,
  fieldTypeOf,
  mayField,
  requireKeysOfType,
  trackerAccess,
} from '../../trackers/index.ts';
import type { ArtifactLink, Definition, Field, SubmittedValue, Trackers, ValueChecks } from '../../trackers/index.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import { findNamedUsers } from './named-users.ts';
import type { LinkListChange, ReverseLinks } from '../links/reverse-links.ts';
import { listLinksTo, listVisibilityRows } from '../artifact/artifacts.store.ts';
import type { StoredValues } from '../artifact/change.ts';
import { textsOfValue } from '../artifact/rendered-texts.ts';
import type { TextRenderings } from '../artifact/rendered-texts.ts';
import { loadVisibleLinks, notYours } from '../links/visible-links.ts';

type Entry = Static<typeof SubmittedValue>;

/** The body's two ways to give values. */
export interface SubmittedBody {
  values?: readonly Entry[] | null;
  values_by_field?: Readonly<Record<string, unknown>> | null;
}

/** One field's entry and where it stands in the request. */
interface Meant {
  field: Field;
  entry: Entry;
  path: string;
}

export interface Submitted {
  values: Map<number, unknown>;
  /** Request path by field, for messages. */
  paths: ReadonlyMap<number, string>;
  /** Of the field of links, to be done to those that it has then; `values` has what becomes of those that it had. */
  forward?: LinkListChange | undefined;
  reverse: ReverseLinks | undefined;
  /** Definitions of the trackers whose artifacts the reverse links change. */
  reverseDefinitions: ReadonlyMap<number, Definition>;
  /** Other ends of links that the viewer may not know of, by direction; empty when no links were submitted. */
  hidden: { targets: ReadonlySet<number>; sources: ReadonlySet<number> };
}

/** What GET shows of each field, by id. */
export type ShownById = ReadonlyMap<number, Readonly<Record<string, unknown>>>;

export interface SubmitDeps {
  /** The artifact as the viewer sees it; absent for one that is being created. */
  showCurrent?: () => Promise<ShownById>;
  db: Reader;
  people: People;
  trackers: Trackers;
  attachments: Pick<Attachments, 'prepare'>;
  texts: Pick<TextRenderings, 'load'>;
}

/**
 * Reads and checks the values of a request against the tracker; nothing is written. Throws invalid for an unknown
 * field, one of another tracker, one that the viewer may neither read nor set, a value its type refuses, or one that names what does not exist. A value that the
 * artifact has already is not checked: it may name people who left since.
 */
export async function readSubmitted(
  deps: SubmitDeps,
  viewer: Viewer,
  tracker: Definition,
  body: SubmittedBody,
  nowMs: number,
  current?: { id: number; values: StoredValues },
): Promise<Submitted> {
  const permission = current === undefined ? 'submit' : 'update';
  const isReadable = (field: Field): boolean => mayField(viewer, tracker, field, 'read');
  const isKnown = (field: Field): boolean => isReadable(field) || mayField(viewer, tracker, field, permission);
  const meant = [
    ...readEntries(tracker, body.values ?? [], isKnown),
    ...readNamed(tracker, body.values_by_field ?? {}, isKnown),
  ];
  const checks = createChecks(deps, viewer, tracker, current?.id);
  const values = new Map<number, unknown>();
  const paths = new Map<number, string>();
  const currentTexts = await loadCurrentTexts(deps, tracker, meant, current);
  let reverse: ReverseLinks | undefined;
  let forward: LinkListChange | undefined;
  for (const { field, entry, path } of new Map(meant.map((item) => [item.field.id, item])).values()) {
    const isUpdate = current !== undefined;
    const before = current?.values[field.id];
    const context = { field, definition: tracker, nowMs, path, isUpdate, current: before, currentTexts };
    if (fieldIs.links(field)) {
      reverse = readReverse(entry, path, current?.id) ?? reverse;
      forward = await readForward(entry, path, current?.id, checks);
    }
    const stored = await discreetly(isReadable(field), async () => {
      const type = fieldTypeOf(field.type);
      if (type.kind === 'shown') await requireEcho({ field, entry, path }, deps.showCurrent);
      requireKeysOfType(field, entry, path);
      const read = type.parse(entry, context);
      const parsed = read === undefined ? undefined : await type.resolve(read, context, checks);
      const isChecked = parsed !== undefined && entry.change_links === undefined;
      if (isChecked && !isSameStored(parsed, context.current)) await type.check(parsed, context, checks);
      return parsed;
    });
    if (stored === undefined) continue;
    values.set(field.id, fieldIs.links(field) ? withoutLinkTo(stored, current?.id) : stored);
    paths.set(field.id, path);
  }
  const hasLinks = current !== undefined && meant.some(({ field }) => fieldIs.links(field));
  const links = hasLinks ? await loadVisibleLinks(deps, viewer, [{ id: current.id, tracker }]) : undefined;
  return {
    values,
    paths,
    forward,
    reverse,
    reverseDefinitions: await loadReverse(deps, checks, viewer, tracker, reverse, current?.id),
    hidden: { targets: links?.hiddenTargets ?? new Set(), sources: links?.hiddenSources ?? new Set() },
  };
}

/** HTML of the texts whose source a client sent, to tell whether it is the HTML beside it that was edited. */
function loadCurrentTexts(
  { db, texts }: SubmitDeps,
  tracker: Definition,
  meant: readonly Meant[],
  current: { id: number; values: StoredValues } | undefined,
): Promise<RenderedTexts> {
  const sent = meant.filter(({ entry }) => typeof entry.commonmark === 'string');
  return texts.load(
    db,
    sent.flatMap(({ field: { id } }) =>
      textsOfValue(tracker, id, current?.values[id]).map((text) => ({ artifactId: current?.id ?? 0, text })),
    ),
  );
}

/** Runs what may refuse a value. Of a field that may not be read, a refusal says no more than where the value stands. */
async function discreetly<T>(isReadable: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isReadable || !(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    throw invalid(says('field.unsettable')`can't be set here`, error.path);
  }
}

const isSameStored = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Whether there is such a field as far as the writer may know. */
type IsKnown = (field: Field) => boolean;

function readEntries(tracker: Definition, entries: readonly Entry[], isKnown: IsKnown): Meant[] {
  return entries.map((entry, index) => {
    const path = `values[${index}]`;
    const field = tracker.fieldById.get(entry.field_id);
    if (field === undefined || fieldIs.structure(field) || !isKnown(field)) {
      throw invalid(
        says('field.unknown')`${entry.field_id} is not a field with values in the tracker "${tracker.name}"`,
        `${path}.field_id`,
      );
    }
    return { field, entry, path };
  });
}

/** Entries of `values_by_field`; null says nothing, because GET shows it for a field without a value. */
function readNamed(tracker: Definition, named: Readonly<Record<string, unknown>>, isKnown: IsKnown): Meant[] {
  return Object.entries(named).flatMap(([name, sent]): Meant[] => {
    const path = `values_by_field.${name}`;
    const field = tracker.fieldByName.get(name);
    if (field === undefined || fieldIs.structure(field) || !isKnown(field)) {
      throw invalid(
        says('field.unknown-name')`"${name}" is not a field with values in the tracker "${tracker.name}"`,
        path,
      );
    }
    if (sent === null || sent === '') return [];
    if (fieldTypeOf(field.type).isNamed !== true)
      throw invalid(
        says('field.not-by-name')`a field of type ${field.type} must be given in values, not by its name`,
        path,
      );
    const isEntry =
      typeof sent === 'object' && ['value', 'commonmark', 'manual_value', 'is_autocomputed'].some((key) => key in sent);
    if (isEntry) requireKnownNames(sent, namedKeys, path);
    if (!isEntry)
      throw invalid(says('field.no-object')`must be an object with a value, such as {"value": "text"}`, path);
    return [{ field, entry: { field_id: field.id, ...readNamedEntry(sent, path) }, path }];
  });
}

/** What requests have there, and what GET shows of the types that are given by name. */
const namedKeys = 'value format commonmark manual_value is_autocomputed post_processed_value field_id label type'.split(
  ' ',
);

const readNamedEntry = (sent: object, path: string): Omit<Entry, 'field_id'> => ({
  ...('value' in sent ? { value: sent.value } : {}),
  ...readNamedComputed(sent, path),
  ...('format' in sent && typeof sent.format === 'string' ? { format: sent.format } : {}),
  ...('commonmark' in sent && typeof sent.commonmark === 'string' ? { commonmark: sent.commonmark } : {}),
});

/** What says how a field is computed; numbers and switches of XML are texts here. Throws invalid for what is no number. */
function readNamedComputed(sent: object, path: string): Pick<Entry, 'manual_value' | 'is_autocomputed'> {
  const manual = 'manual_value' in sent ? sent.manual_value : undefined;
  const auto = 'is_autocomputed' in sent ? sent.is_autocomputed : undefined;
  const number = typeof manual === 'string' && manual.trim() !== '' ? Number(manual) : manual;
  const isNumber = typeof number === 'number' && Number.isFinite(number);
  if (!isNumber && !isNothing(number)) throw invalid(says('value.no-number')`must be a number`, `${path}.manual_value`);
  return {
    ...(isNumber ? { manual_value: number } : {}),
    ...(auto === undefined || auto === null || auto === ''
      ? {}
      : { is_autocomputed: auto === true || auto === 'true' || auto === '1' }),
  };
}

const notTo =
  (artifactId: number | undefined) =>
  ({ id }: ArtifactLink): boolean =>
    id !== artifactId;

/** What comes and goes of the artifact's own links. Throws invalid where one is to come to what does not exist for the viewer. */
async function readForward(
  entry: Entry,
  path: string,
  artifactId: number | undefined,
  checks: ValueChecks,
): Promise<LinkListChange | undefined> {
  if (entry.change_links === undefined) return undefined;
  const { add, remove } = artifactLinks.changeOfWay(entry.change_links, 'forward');
  const added = add.filter(notTo(artifactId));
  const [unknown] = await checks.findUnknownArtifacts(added.map(({ id }) => id));
  if (unknown !== undefined)
    throw invalid(says('links.missing')`there is no artifact ${unknown} to link to`, `${path}.change_links.add`);
  return { add: added, remove };
}

/** As forward links, those of the artifact to itself are passed over. */
function readReverse(entry: Entry, path: string, artifactId: number | undefined): ReverseLinks | undefined {
  if (entry.all_links !== undefined && (entry.links !== undefined || entry.parent !== undefined)) {
    throw invalid(says('links.all-or-some')`all_links can't be used with links or parent`, `${path}.all_links`);
  }
  const all = entry.all_links
    ?.filter((link) => link.direction === 'reverse' && link.id !== artifactId)
    .map(({ id, type }) => ({ id, type }));
  const parentId = entry.parent?.id === artifactId ? undefined : entry.parent?.id;
  const { add, remove } = artifactLinks.changeOfWay(entry.change_links ?? {}, 'reverse');
  const change = { add: add.filter(notTo(artifactId)), remove };
  const isChanged = change.add.length + remove.length > 0;
  if (all === undefined && parentId === undefined && !isChanged) return undefined;
  const key = isChanged ? 'change_links' : all === undefined ? 'parent' : 'all_links';
  return { all, parentId, change, path: `${path}.${key}` };
}

/** Links to come from others that do not come yet. */
function listAdded(
  { all = [], parentId, change }: ReverseLinks,
  present: readonly { source_id: number; type: string }[],
): ArtifactLink[] {
  const wanted = [
    ...all,
    ...change.add,
    ...(parentId === undefined ? [] : [{ id: parentId, type: artifactLinks.childType }]),
  ];
  return wanted.filter((link) => !present.some(({ source_id: id, type }) => id === link.id && type === link.type));
}

/** Throws invalid when a wanted artifact does not exist for the viewer, its links are not the viewer's to read, or their type is switched off. */
async function loadReverse(
  deps: SubmitDeps,
  checks: ValueChecks,
  viewer: Viewer,
  tracker: Definition,
  reverse: ReverseLinks | undefined,
  artifactId: number | undefined,
): Promise<ReadonlyMap<number, Definition>> {
  if (reverse === undefined) return new Map();
  const wanted = [
    ...(reverse.all ?? []).map((link) => link.id),
    ...(reverse.parentId === undefined ? [] : [reverse.parentId]),
    ...reverse.change.add.map((link) => link.id),
  ];
  const [unknown] = await checks.findUnknownArtifacts(wanted);
  if (unknown !== undefined)
    throw invalid(says('links.missing-source')`there is no artifact ${unknown} to link from`, reverse.path);
  const present = artifactId === undefined ? [] : await listLinksTo(deps.db, [artifactId]);
  const rows = await listVisibilityRows(deps.db, [...wanted, ...present.map((link) => link.source_id)]);
  const { definitions } = await findVisible(deps, viewer, rows);
  for (const { id, tracker_id: trackerId } of rows.filter((row) => wanted.includes(row.id))) {
    const source = definitions.get(trackerId);
    if (source === undefined || trackerAccess.findReadableLinkField(viewer, source) === undefined)
      throw notYours(id, reverse.path);
    for (const { type } of listAdded(reverse, present).filter((link) => link.id === id))
      for (const end of [tracker, source]) artifactLinks.requireUsedLinkType(end, type, reverse.path);
  }
  return definitions;
}

/** An artifact is never linked to itself; existing clients expect such a link to be passed over. */
const withoutLinkTo = (links: unknown, artifactId: number | undefined): unknown =>
  Array.isArray(links)
    ? links.filter(
        (link: unknown) => typeof link !== 'object' || link === null || !('id' in link) || link.id !== artifactId,
      )
    : links;

/** Throws invalid unless the entry says what GET shows: values of such types are not set by clients. */
async function requireEcho({ field, entry, path }: Meant, showCurrent: SubmitDeps['showCurrent']): Promise<void> {
  const { field_id: _fieldId, ...said } = entry;
  const filled = Object.entries(said).filter(([, value]) => !isNothing(value));
  if (filled.length === 0) return;
  const shown = (await showCurrent?.())?.get(field.id) ?? {};
  if (filled.every(([key, value]) => isSameText(value, shown[key]))) return;
  throw invalid(
    says('field.unsettable-type')`the field "${field.label}" is of type ${field.type}, which can't be set here`,
    path,
  );
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether two values are the same once written as text, as XML brings them; null and the empty text are one. */
function isSameText(left: unknown, right: unknown): boolean {
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isObject(left) || !isObject(right)) return !isObject(left) && !isObject(right) && textOf(left) === textOf(right);
  const entries = new Map(Object.entries(right));
  return (
    Object.keys(left).length === entries.size &&
    Object.entries(left).every(([key, value]) => isSameText(value, entries.get(key)))
  );
}

/** A JSON scalar as XML spells it. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

function createChecks(
  deps: SubmitDeps,
  viewer: Viewer,
  tracker: Definition,
  artifactId: number | undefined,
): ValueChecks {
  return {
    async findForeignUsers(field, userIds) {
      const offered = await deps.trackers.listBoundUserIds(viewer, field, tracker);
      if (offered !== undefined) return userIds.filter((id) => !offered.has(id));
      const users = await deps.people.findMany(userIds, viewer.site.version);
      return userIds.filter((id) => !isUsableAccount(users.get(id)));
    },
    findNamedUsers: (field, names, heldIds) => findNamedUsers(deps, viewer, tracker, { field, names, heldIds }),
    async findUnknownArtifacts(artifactIds) {
      const rows = await listVisibilityRows(deps.db, [...artifactIds]);
      const visible = await findVisible(deps, viewer, rows);
      return artifactIds.filter((id) => !visible.ids.has(id));
    },
    findForeignGroups: async (groups) =>
      groups.filter((id) => !userGroupNames.isBuiltInGroup(id) && !tracker.groupNames.has(id)),
    requireFiles: (field, ids, path) => deps.attachments.prepare(viewer, field, { ids, artifactId, path }),
  };
}
