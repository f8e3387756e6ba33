// Values of fields, between what changes in archives say and what this server stores, by the type of the field.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { artifactLinks, fieldIs, fieldTypeOf } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { userOfLabel } from '../model/artifact-model.ts';
import type { FieldChange, LinkValue, ListValue } from '../model/artifact-model.ts';
import type { ExportContext } from '../model/export-context.ts';
import { nobodyId } from '../model/import-context.ts';
import type { ImportContext, ImportedField } from '../model/import-context.ts';
import { parseArchiveMoment } from '../xml/archive-moment.ts';
import { attachmentRef } from './attachments.ts';

/** The reference that means None where values are named by id. */
const noneRef = '100';

export interface ValueTarget {
  readonly context: ImportContext;
  readonly definition: Definition;
  readonly trackerRef: string;
  readonly field: Field;
  readonly imported: ImportedField;
  /** Ids of attachments by their id in the archive, of this artifact. */
  readonly fileIds: ReadonlyMap<string, number>;
  /** By id in the archive. */
  readonly findTarget: (xmlId: string) => LinkTarget | undefined;
  /** The archive's project uses link types, so an untyped link is meant so. */
  readonly areLinksTyped: boolean;
}

/** An artifact of the archive as links see it. */
export interface LinkTarget {
  readonly id: number;
  /** Reference of the tracker that is its tracker's parent. */
  readonly parentTrackerRef: string | undefined;
}

/** Values are named as their items are, by `V12`; by `b12` in open lists; or by the number alone. */
const plainRef = (ref: string): string => ref.replace(/^[bV](?=\d)/, '');

/** The id of one value, `none`, or undefined for a value that the field doesn't have. */
function findListId(value: ListValue, { imported, context }: ValueTarget): number | 'none' | undefined {
  if (value.kind === 'user') {
    const user = imported.bind?.kind === 'users' ? context.findUser(value.user) : undefined;
    if (user === undefined || user.id === 0) return undefined;
    return user.id === nobodyId ? 'none' : user.id;
  }
  if (value.kind === 'label') {
    const id = imported.valueIdsByLabel.get(value.label);
    if (id !== undefined || imported.bind?.kind !== 'users') return id;
    const user = context.findUser(userOfLabel(value.label, 0));
    if (user?.id === nobodyId) return 'none';
    return user === undefined || user.id === 0 ? undefined : user.id;
  }
  const id = imported.valueIds.get(value.ref) ?? imported.valueIds.get(plainRef(value.ref));
  return id ?? (plainRef(value.ref) === noneRef ? 'none' : undefined);
}

/** Labels of an open list's change that stand for values of people's own; they need an id before storeValue. */
export function listOwnLabels(change: FieldChange, target: ValueTarget): string[] {
  if (!fieldIs.openList(target.field) || (change.kind !== 'list' && change.kind !== 'open_list')) return [];
  return change.values.flatMap((value) => ownLabel(value, target) ?? []);
}

function ownLabel(value: ListValue, target: ValueTarget): string | undefined {
  if (value.kind === 'ref' || findListId(value, target) !== undefined) return undefined;
  if (value.kind === 'label') return value.label.trim() === '' ? undefined : value.label;
  return target.context.findUser(value.user)?.email;
}

/** In projects without link types, a link to an artifact of a child tracker makes it a child. */
function findLink(
  { artifactId, nature }: LinkValue,
  { findTarget, areLinksTyped, trackerRef }: ValueTarget,
): { id: number; type: string } | undefined {
  const found = findTarget(artifactId);
  if (found === undefined) return undefined;
  const isChild = !areLinksTyped && nature === '' && found.parentTrackerRef === trackerRef;
  return { id: found.id, type: isChild ? artifactLinks.childType : nature };
}

/**
 * The stored value of a change, undefined where nothing of it can be kept (which was warned of). Throws invalid, with
 * the reason alone, for a value that the field can't hold.
 */
export function storeValue(change: FieldChange, target: ValueTarget): unknown {
  const { field, definition, context, fileIds, imported } = target;
  const { fromArchive } = fieldTypeOf(field.type);
  if (fromArchive === undefined)
    throw invalid(says('stored.none')`a field of type ${field.type} does not store values`);
  return fromArchive(change, {
    field,
    definition,
    nowMs: context.nowMs,
    value: (named) => findListId(named, target),
    openValue: (named) => imported.openValueIds.get(ownLabel(named, target) ?? ''),
    group: (name) => context.findGroup(name),
    file: (ref) => fileIds.get(ref),
    link: (named) => findLink(named, target),
    moment: parseArchiveMoment,
    warn: (reason) =>
      context.warn(change.line, 'field_change', says('left.of-field')`field \`${change.fieldName}\`: ${reason}`),
  });
}

/** What a page of artifacts speaks of. */
export interface PageFacts {
  readonly context: ExportContext;
  /** Linked artifacts that go into the archive. */
  readonly knownArtifacts: ReadonlySet<number>;
  /** Attachments of the artifacts on the page. */
  readonly knownFiles: ReadonlySet<number>;
}

/** The change of one field; undefined for a type that no archive has values of. Throws an Error for a damaged value. */
export function exportValue(
  stored: unknown,
  field: Field,
  { context, knownArtifacts, knownFiles }: PageFacts,
): FieldChange | undefined {
  const { names, people } = context;
  const value = fieldTypeOf(field.type).toArchive?.(stored, {
    field,
    user: (id, email) => people.refer(id, email),
    value: (id) => names.value(field, id),
    group: (id) => names.group(id),
    artifact: (id) => (knownArtifacts.has(id) ? names.artifact(id) : undefined),
    file: (id) => (knownFiles.has(id) ? attachmentRef(id) : undefined),
  });
  return value && { ...value, fieldName: field.name, line: 0 };
}

/** Users and artifacts that a stored value speaks of. */
export function mentionsOf(stored: unknown, field: Field): { users: readonly number[]; artifacts: readonly number[] } {
  const { users = [], artifacts = [] } = fieldTypeOf(field.type).mentions(stored);
  return {
    users: field.settings.bind?.kind === 'users' ? users : [],
    artifacts: fieldIs.links(field) ? artifacts : [],
  };
}
