// Turns the fields of a tracker into the archive's form elements, with list values and what they look like.
import { findBuiltInGroup } from '../../projects/index.ts';
import { fieldTypeOf, findBoundGroup } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { findOriginal, isExported } from '../model/export-context.ts';
import type { ExportContext, TrackerSource } from '../model/export-context.ts';
import type { BindDecorator, BindItem, ElementBind, FormElement } from '../model/field-model.ts';
import { sortByLabel } from '../importing/import-fields.ts';

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
    findBuiltInGroup(value.label) ?? [...definition.groupNames].find(([, name]) => name === value.label)?.[0];
  return named === value.groupId ? value.label : (names.group(value.groupId) ?? value.label);
}

/** A static group by its name, because its id means nothing elsewhere. */
const nameBoundGroup = (name: string, definition: Definition): string => {
  const group = /^ugroup_|^\d+$/.test(name) ? findBoundGroup(definition, name) : undefined;
  return group === undefined ? name : `ugroup_${group.name}`;
};

/** Values in the order of their making, where the alphabet explains their ranks; else in the order of their ranks. */
function orderValues(values: readonly Value[]): { values: readonly Value[]; isRankAlpha: boolean } {
  const byId = values.toSorted((a, b) => a.id - b.id);
  const same = (left: readonly Value[], right: readonly Value[]): boolean =>
    left.every((value, index) => value === right[index]);
  if (same(values, byId)) return { values, isRankAlpha: false };
  return same(values, sortByLabel(byId)) ? { values: byId, isRankAlpha: true } : { values, isRankAlpha: false };
}

function exportBind(context: ExportContext, definition: Definition, field: Field): ElementBind | undefined {
  const { bind } = field.settings;
  if (bind === undefined) return undefined;
  const { values, isRankAlpha } =
    bind.kind === 'static' ? orderValues(field.values) : { values: field.values, isRankAlpha: false };
  const refOf = (value: Value): string => context.names.value(field, value.id);
  const items =
    bind.kind === 'users'
      ? bind.groups.map((name): BindItem => {
          return { ref: undefined, label: nameBoundGroup(name, definition), description: '', isHidden: false, line: 0 };
        })
      : values.map((value): BindItem => {
          const { description, isHidden } = value;
          return { ref: refOf(value), label: labelOf(value, context, definition), description, isHidden, line: 0 };
        });
  return {
    kind: bind.kind,
    isRankAlpha,
    items,
    decorators: [
      ...exportColor(undefined, bind.noneColor),
      ...(bind.kind === 'users' ? [] : values.flatMap((value) => exportColor(refOf(value), value.color))),
    ],
    defaultRefs: bind.kind === 'users' ? [] : values.filter((value) => value.isDefault).map(refOf),
    defaultUsers: bind.defaultUserIds.map((id) => context.people.refer(id)),
    line: 0,
  };
}

/** Roots of the tree; brothers in the order of their making. People that are default values must be loaded. */
export function exportFields(context: ExportContext, { definition }: TrackerSource): FormElement[] {
  const byId = [...definition.fieldById.values()]
    .filter((field) => isExported(context, field))
    .sort((a, b) => a.id - b.id);
  const children = Map.groupBy(byId, (field) => field.parentId);
  const exportElement = (field: Field): FormElement => {
    const original = findOriginal(context, field);
    return {
      origin: fieldTypeOf(field.type).isExternal === true ? 'external' : 'core',
      type: original === undefined ? field.type : 'shared',
      ref: context.names.field(field.id),
      name: field.name,
      label: field.label,
      description: field.description,
      rank: field.rank,
      isDeleted: field.settings.isDeleted === true,
      useIt: field.isUsed,
      required: field.isRequired,
      notifications: field.hasNotifications,
      scope: 'P',
      originalFieldRef: original === undefined ? undefined : context.names.field(original.id),
      originalType: original?.type,
      originalIds: { id: undefined, trackerId: undefined, parentId: undefined },
      properties: field.settings.properties,
      bind: exportBind(context, definition, field),
      children: (children.get(field.id) ?? []).map(exportElement),
      line: 0,
    };
  };
  return (children.get(null) ?? []).map(exportElement);
}
