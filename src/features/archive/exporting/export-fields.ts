// Turns the fields of a tracker into the archive's form elements.
import { fieldTypeOf } from '../../trackers/index.ts';
import type { Field } from '../../trackers/index.ts';
import { exportBind } from '../concepts/list-values.ts';
import { findOriginal, isExported } from '../model/export-context.ts';
import type { ExportContext, TrackerSource } from '../model/export-context.ts';
import type { FormElement } from '../model/field-model.ts';

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
