// Turns the field changes of an archive into the stored values of this server, by the type of the field.
import { parseDate } from '../../../platform/texts/dates.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { groupIds, isBuiltInGroup } from '../../projects/index.ts';
import { fieldTypeOf, storeDate } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { userOfLabel } from '../model/artifact-model.ts';
import type { FieldChange, ListValue } from '../model/artifact-model.ts';
import { parseArchiveMoment } from '../xml/archive-moment.ts';
import { nobodyId } from '../model/import-context.ts';
import type { ImportContext, ImportedField } from '../model/import-context.ts';

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

type ListChange = Extract<FieldChange, { kind: 'list' | 'open_list' }>;

const warn = ({ context }: ValueTarget, change: FieldChange, reason: Said): void =>
  context.warn(change.line, 'field_change', says('left.of-field')`field \`${change.fieldName}\`: ${reason}`);

const noValue = (value: ListValue): Said =>
  says('left.no-value')`there is no value \`${nameOf(value)}\`; it is passed over`;

const refuseKind = (change: FieldChange, field: Field): Error =>
  invalid(says('stored.kind')`a field of type ${field.type} takes no value of type ${change.kind}`);

/** Scalars go through the field type's own reading, which knows its limits. */
function storeScalar(change: FieldChange, { field, definition, context }: ValueTarget): unknown {
  if (change.kind !== 'string' && change.kind !== 'int' && change.kind !== 'float' && change.kind !== 'text')
    throw refuseKind(change, field);
  const isText = field.type === 'text';
  const format = change.kind === 'text' ? change.format : 'text';
  const value = isText ? { content: change.value, format } : change.value;
  return fieldTypeOf(field.type).parse(
    { field_id: field.id, value },
    { field, definition, nowMs: context.nowMs, path: '' },
  );
}

/** The 31st of June is the 1st of July, as the origin has it. */
const rollDay = (text: string): string =>
  text.replace(/^\s*(\d{4})-(0[1-9]|1[0-2])-(29|30|31)(?!\d)/, (_all, year: string, month: string, day: string) =>
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).toISOString().slice(0, 10),
  );

function storeDateValue(change: FieldChange, { field }: ValueTarget): unknown {
  if (change.kind !== 'date') throw refuseKind(change, field);
  if (change.value.trim() === '') return null;
  const found = parseDate(change.value) ?? parseDate(rollDay(change.value));
  const ms = found?.ms ?? parseArchiveMoment(change.value);
  if (ms === undefined) throw invalid(says('stored.date')`\`${change.value}\` is no date`);
  // How the format writes that there is no date.
  if (ms === 0) return null;
  return storeDate(field, ms);
}

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

const nameOf = (value: ListValue): string =>
  value.kind === 'user' ? value.user.value : value.kind === 'label' ? value.label : value.ref;

function requireListChange(change: FieldChange, field: Field): ListChange {
  if (change.kind !== 'list' && change.kind !== 'open_list') throw refuseKind(change, field);
  return change;
}

function storeList(change: FieldChange, target: ValueTarget): unknown {
  const { values } = requireListChange(change, target.field);
  const ids = new Set<number>();
  let unknownCount = 0;
  for (const value of values) {
    const id = findListId(value, target);
    if (id === undefined) {
      unknownCount += 1;
      warn(target, change, noValue(value));
    } else if (id !== 'none') ids.add(id);
  }
  if (ids.size === 0 && unknownCount > 0) return undefined;
  const isSingle = target.field.type === 'sb' || target.field.type === 'rb';
  if (isSingle && ids.size > 1) throw invalid(says('stored.one')`it takes one value`);
  return [...ids];
}

/** Labels of an open list's change that stand for values of people's own; they need an id before storeValue. */
export function listOwnLabels(change: FieldChange, target: ValueTarget): string[] {
  if (target.field.type !== 'tbl' || (change.kind !== 'list' && change.kind !== 'open_list')) return [];
  return change.values.flatMap((value) => ownLabel(value, target) ?? []);
}

function ownLabel(value: ListValue, target: ValueTarget): string | undefined {
  if (value.kind === 'ref' || findListId(value, target) !== undefined) return undefined;
  if (value.kind === 'label') return value.label.trim() === '' ? undefined : value.label;
  return target.context.findUser(value.user)?.email;
}

function storeOpenList(change: FieldChange, target: ValueTarget): unknown {
  const { values } = requireListChange(change, target.field);
  const bound = new Set<number>();
  const open = new Set<number>();
  for (const value of values) {
    const label = ownLabel(value, target);
    const openId = label === undefined ? undefined : target.imported.openValueIds.get(label);
    const id = openId === undefined ? findListId(value, target) : undefined;
    if (openId !== undefined) open.add(openId);
    else if (id === undefined) warn(target, change, noValue(value));
    else if (id !== 'none') bound.add(id);
  }
  return { bound: [...bound], open: [...open] };
}

function storeComputed(change: FieldChange, { field }: ValueTarget): unknown {
  const kinds = ['int', 'float', 'string'];
  const plain = 'value' in change && kinds.includes(change.kind) ? change.value : undefined;
  if (change.kind !== 'computed' && plain === undefined) throw refuseKind(change, field);
  const text = (change.kind === 'computed' ? (change.manualValue ?? change.value) : plain)?.trim() ?? '';
  const manual = text === '' ? null : Number(text);
  if (manual !== null && !Number.isFinite(manual)) throw invalid(says('stored.number')`\`${text}\` is no number`);
  const said = change.kind === 'computed' ? change.isAutocomputed : undefined;
  return { isAuto: said ?? manual === null, manual };
}

function storeFiles(change: FieldChange, target: ValueTarget): unknown {
  if (change.kind !== 'file') throw refuseKind(change, target.field);
  return change.fileRefs.flatMap((ref) => target.fileIds.get(ref) ?? []);
}

/**
 * Links in the order of their targets; those that leave the archive are dropped (§8 of the format). In projects
 * without link types, a link to an artifact of a child tracker makes it a child.
 */
function storeLinks(change: FieldChange, target: ValueTarget): unknown {
  if (change.kind !== 'art_link') throw refuseKind(change, target.field);
  const links = new Map<string, { id: number; type: string }>();
  for (const { artifactId, nature } of change.links) {
    const found = target.findTarget(artifactId);
    if (found === undefined) {
      warn(target, change, says('left.link')`the link to \`${artifactId}\` leaves the archive and is dropped`);
      continue;
    }
    const isChild = !target.areLinksTyped && nature === '' && found.parentTrackerRef === target.trackerRef;
    const type = isChild ? '_is_child' : nature;
    links.set(`${found.id} ${type}`, { id: found.id, type });
  }
  return [...links.values()].toSorted((a, b) => a.id - b.id);
}

/** A limit to groups that are all unknown stays a limit: to nobody. */
function storeGroups(change: FieldChange, target: ValueTarget): unknown {
  if (change.kind !== 'permissions_on_artifact') throw refuseKind(change, target.field);
  if (!change.usePermissions) return [];
  const ids = change.userGroups.flatMap(({ name, id }) => {
    const numeric = Number(id);
    const found = name === undefined ? undefined : target.context.findGroup(name);
    const groupId = found ?? (isBuiltInGroup(numeric) ? numeric : undefined);
    if (groupId === undefined)
      warn(
        target,
        change,
        says('left.no-such-group')`there is no user group \`${name ?? String(id)}\`; it is passed over`,
      );
    return groupId ?? [];
  });
  return ids.length === 0 ? [groupIds.nobody] : [...new Set(ids)];
}

function storeSteps(change: FieldChange, { field }: ValueTarget): unknown {
  if (change.kind !== 'ttmstepdef') throw refuseKind(change, field);
  return change.steps;
}

const storers: Readonly<Record<string, (change: FieldChange, target: ValueTarget) => unknown>> = {
  string: storeScalar,
  text: storeScalar,
  int: storeScalar,
  float: storeScalar,
  date: storeDateValue,
  sb: storeList,
  rb: storeList,
  msb: storeList,
  cb: storeList,
  tbl: storeOpenList,
  computed: storeComputed,
  file: storeFiles,
  art_link: storeLinks,
  perm: storeGroups,
  ttmstepdef: storeSteps,
};

/**
 * The stored value of a change, undefined where nothing of it can be kept (which was warned of). Throws invalid, with
 * the reason alone, for a value that the field can't hold.
 */
export function storeValue(change: FieldChange, target: ValueTarget): unknown {
  const store = storers[target.field.type];
  if (store === undefined) throw invalid(says('stored.none')`a field of type ${target.field.type} stores no values`);
  return store(change, target);
}
