// The values of a list field, which the format calls its bind: values of its own, people or groups, with colours and defaults.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { says } from '../../../platform/texts/said.ts';
import { userGroupNames } from '../../projects/index.ts';
import { listValues, trackerWrites } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { ExportContext } from '../model/export-context.ts';
import type { BindDecorator, BindItem, ElementBind } from '../model/field-model.ts';
import { nobodyId } from '../model/import-context.ts';
import type { ImportContext, ImportedField } from '../model/import-context.ts';
import type { CheckContext } from '../model/tracker-concept.ts';
import { describeUnlisted, findArchiveUser, readUserReference, writeUserReference } from '../model/user-reference.ts';
import { each, list, person, shapeOf, stored, storedParts } from '../xml/outcome.ts';
import { element, optionalLeaf, optionalList, reference } from '../xml/xml-element.ts';
import {
  matchShape,
  readAttribute,
  readChildText,
  readList,
  readReference,
  readSwitch,
  readWholeNumber,
  readWord,
} from '../xml/xml-shape.ts';
import { faultAt } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

type FieldSettings = Field['settings'];

const item = stored(
  'value',
  storedParts({
    '@ID?': 'its name in exports',
    '@label': 'its label',
    '@is_hidden?': 'whether it is hidden',
    'description?': 'its description',
  }),
);
const decorator = stored('colour of a value', {
  '@REF?': stored('which value; none: no value'),
  ...each('@r? @g? @b? @tlp_color_name?', stored('the colour')),
});

/** `<bind>`. */
export const bindOutcome = stored('values of a list', {
  '@type': stored('values of its own, people or groups'),
  '@is_rank_alpha?': stored('order by the alphabet'),
  'items?': list('item', item),
  'decorators?': list('decorator', decorator),
  'default_values?': list('value', {
    ...person('default value'),
    parts: { ...person('').parts, '@REF': stored('what it refers to') },
  }),
});

const shapes = { bind: shapeOf(bindOutcome), item: shapeOf(item), decorator: shapeOf(decorator) };

function readItem(found: XmlElement): BindItem {
  matchShape(found, shapes.item);
  return {
    ref: found.attributes['ID'],
    label: readAttribute(found, 'label').trim(),
    description: readChildText(found, 'description') ?? '',
    isHidden: readSwitch(found, 'is_hidden', false),
    line: found.line,
  };
}

function readShade(found: XmlElement, name: string): number {
  const shade = readWholeNumber(found, name);
  if (shade < 0 || shade > 255)
    throw faultAt(found, says('archive-xml.shade')`attribute \`${name}\` is ${shade}; it must be from 0 to 255`);
  return shade;
}

function readDecorator(found: XmlElement): BindDecorator {
  matchShape(found, shapes.decorator);
  const { REF: ref, tlp_color_name: tlpColor, r, g, b } = found.attributes;
  const isRgb = [r, g, b].some((shade) => shade !== undefined);
  if (tlpColor !== undefined && isRgb)
    throw faultAt(
      found,
      says('archive-xml.two-colours')`the colour is set twice, by \`tlp_color_name\` and by \`r\`, \`g\`, \`b\``,
    );
  if (tlpColor !== undefined) return { ref, tlpColor, line: found.line };
  return { ref, rgb: [readShade(found, 'r'), readShade(found, 'g'), readShade(found, 'b')], line: found.line };
}

/** Throws invalid with the place. */
export function readBind(found: XmlElement): ElementBind {
  matchShape(found, shapes.bind);
  const kind = readWord(found, 'type', ['static', 'users', 'ugroups']);
  const defaults = readList(found, 'default_values', 'value');
  return {
    kind,
    isRankAlpha: readSwitch(found, 'is_rank_alpha', false),
    items: readList(found, 'items', 'item').map(readItem),
    decorators: readList(found, 'decorators', 'decorator').map(readDecorator),
    defaultRefs: kind === 'users' ? [] : defaults.map(readReference),
    defaultUsers: kind === 'users' ? defaults.map(readUserReference) : [],
    line: found.line,
  };
}

/** Tells of defaults and colours of values that are not there, and of people whom users.xml lacks. */
export function checkBind({ users, warn }: CheckContext, bind: ElementBind): void {
  const refs = new Set(bind.items.map(({ ref }) => ref));
  for (const ref of bind.defaultRefs)
    if (!refs.has(ref))
      warn(bind.line, 'bind', says('left.default')`the default value \`${ref}\` is not an item of this field`);
  for (const { ref, line } of bind.decorators)
    if (ref !== undefined && !refs.has(ref))
      warn(line, 'decorator', says('left.decorator')`\`${ref}\` is not an item of this field`);
  for (const user of bind.defaultUsers)
    if (findArchiveUser(users, user) === undefined)
      warn(user.line, 'value', describeUnlisted(says('left.by-default')`the default`, user));
}

/** `#RRGGBB`, or the name of a TLP colour with hyphens. */
function importColor(found: BindDecorator | undefined): string {
  if (found === undefined) return '';
  if (found.tlpColor !== undefined) return found.tlpColor.replaceAll('_', '-');
  return `#${found.rgb
    .map((shade) => shade.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;
}

/** What the settings of a field have of it; `own` are the defaults of a shared field. */
export function importBind(
  context: ImportContext,
  bind: ElementBind,
  own = bind.defaultUsers,
): NonNullable<FieldSettings['bind']> {
  const users = own.flatMap((reference) => context.findUser(reference) ?? []);
  return {
    kind: bind.kind,
    groups: bind.kind === 'users' ? bind.items.map(({ label }) => label) : [],
    defaultUserIds: users.map(({ id }) => id).filter((id) => id !== 0 && id !== nobodyId),
    noneColor: importColor(bind.decorators.find(({ ref }) => ref === undefined)),
  };
}

/** In the order of the alphabet, numbers by their value. */
function sortByLabel<Item extends { readonly label: string }>(items: readonly Item[]): Item[] {
  const collator = new Intl.Collator('en', { numeric: true });
  return items.toSorted((a, b) => collator.compare(a.label, b.label));
}

/** Ranks by document order, or by label where the archive wants the alphabet. */
function rankItems(bind: ElementBind): Map<BindItem, number> {
  const ordered = bind.isRankAlpha ? sortByLabel(bind.items) : bind.items;
  return new Map(ordered.map((one, rank) => [one, rank]));
}

/** Writes the values of a field of its own and notes their ids with it. */
export async function importValues(context: ImportContext, field: ImportedField, bind: ElementBind): Promise<void> {
  const ranks = rankItems(bind);
  const defaults = new Set(bind.defaultRefs);
  for (const one of bind.items) {
    if (isSliceOver()) await yieldSlice(true);
    const groupId = bind.kind === 'ugroups' ? context.findGroup(one.label) : undefined;
    if (bind.kind === 'ugroups' && groupId === undefined)
      context.warn(
        one.line,
        'item',
        says('left.nobody')`there is no user group \`${one.label}\`; the value stays empty`,
      );
    // Of two with one ID the first is meant.
    const ref = one.ref === undefined || field.valueIds.has(one.ref) ? undefined : one.ref;
    const id = await trackerWrites.insertFieldValue(context.tx, bind.kind, {
      field_id: field.id,
      label: one.label,
      description: one.description,
      rank: ranks.get(one) ?? 0,
      is_hidden: one.isHidden ? 1 : 0,
      is_default: ref !== undefined && defaults.has(ref) ? 1 : 0,
      color: importColor(bind.decorators.find((found) => ref !== undefined && found.ref === ref)),
      ugroup_id: groupId ?? null,
    });
    if (ref !== undefined) field.valueIds.set(ref, id);
    if (!field.valueIdsByLabel.has(one.label)) field.valueIdsByLabel.set(one.label, id);
  }
  for (const { ref } of bind.items) {
    const id = ref === undefined ? undefined : field.valueIds.get(ref);
    const plain = ref?.startsWith('V') === true ? ref.slice(1) : undefined;
    if (id !== undefined && plain !== undefined && !field.valueIds.has(plain)) field.valueIds.set(plain, id);
  }
}

type Value = Field['values'][number];

function exportColor(ref: string | undefined, color: string): BindDecorator[] {
  if (color === '') return [];
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(color) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return [{ ref, tlpColor: color, line: 0 }];
  return [{ ref, rgb: [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)], line: 0 }];
}

/** The label as it came, unless it names another group than the value stands for. */
function labelOf(value: Value, { names }: ExportContext, definition: Definition): string {
  if (value.groupId === undefined) return value.label;
  const named =
    userGroupNames.findBuiltInGroup(value.label) ??
    [...definition.groupNames].find(([, name]) => name === value.label)?.[0];
  return named === value.groupId ? value.label : (names.group(value.groupId) ?? value.label);
}

/** A static group by its name, because its id means nothing elsewhere. */
function nameBoundGroup(name: string, definition: Definition): string {
  const group = /^ugroup_|^\d+$/.test(name) ? listValues.findBoundGroup(definition, name) : undefined;
  return group === undefined ? name : `ugroup_${group.name}`;
}

/** Values in the order of their making, where the alphabet explains their ranks; else in the order of their ranks. */
function orderValues(values: readonly Value[]): { values: readonly Value[]; isRankAlpha: boolean } {
  const byId = values.toSorted((a, b) => a.id - b.id);
  const same = (left: readonly Value[], right: readonly Value[]): boolean =>
    left.every((value, index) => value === right[index]);
  if (same(values, byId)) return { values, isRankAlpha: false };
  return same(values, sortByLabel(byId)) ? { values: byId, isRankAlpha: true } : { values, isRankAlpha: false };
}

/** People that are default values must be loaded. */
export function exportBind(context: ExportContext, definition: Definition, field: Field): ElementBind | undefined {
  const { bind } = field.settings;
  if (bind === undefined) return undefined;
  const { values, isRankAlpha } =
    bind.kind === 'static' ? orderValues(field.values) : { values: field.values, isRankAlpha: false };
  const own = bind.kind === 'users' ? [] : values;
  const refOf = (value: Value): string => context.names.value(field, value.id);
  const ofPeople = bind.kind === 'users' ? bind.groups : [];
  return {
    kind: bind.kind,
    isRankAlpha,
    items: [
      ...ofPeople.map((name) => {
        return { ref: undefined, label: nameBoundGroup(name, definition), description: '', isHidden: false, line: 0 };
      }),
      ...own.map((value) => {
        const { description, isHidden } = value;
        return { ref: refOf(value), label: labelOf(value, context, definition), description, isHidden, line: 0 };
      }),
    ],
    decorators: [
      ...exportColor(undefined, bind.noneColor),
      ...own.flatMap((value) => exportColor(refOf(value), value.color)),
    ],
    defaultRefs: own.filter(({ isDefault }) => isDefault).map(refOf),
    defaultUsers: bind.defaultUserIds.map((id) => context.people.refer(id)),
    line: 0,
  };
}

const writeItem = ({ ref, label, description, isHidden }: BindItem): string =>
  element('item', { ID: ref, label, is_hidden: isHidden ? true : undefined }, [
    optionalLeaf('description', description),
  ]);

function writeDecorator({ ref, tlpColor, rgb }: BindDecorator): string {
  if (rgb === undefined) return element('decorator', { REF: ref, tlp_color_name: tlpColor });
  const [r, g, b] = rgb;
  return element('decorator', { REF: ref, r, g, b });
}

export const writeBind = (bind: ElementBind): string =>
  element('bind', { type: bind.kind, is_rank_alpha: bind.kind === 'static' ? bind.isRankAlpha : undefined }, [
    optionalList('items', bind.items.map(writeItem)),
    optionalList('decorators', bind.decorators.map(writeDecorator)),
    optionalList('default_values', [
      ...bind.defaultRefs.map((ref) => reference('value', ref)),
      ...bind.defaultUsers.map((user) => writeUserReference('value', user)),
    ]),
  ]);
