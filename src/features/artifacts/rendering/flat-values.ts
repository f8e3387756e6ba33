// Values without structure: flat maps for clients that want tables, and cells of such tables.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { fieldTypeOf } from '../../trackers/index.ts';
import type { Field, FlatValue } from '../../trackers/index.ts';
import { viewFields } from './artifacts.view.ts';
import type { ShownField } from './artifacts.view.ts';
import type { CompleteArtifact } from './complete-artifacts.ts';

/**
 * The fields among `fields` that have a flat form (reference page 50, linked_artifacts), by name; `joinsLists` writes lists
 * as one text with semicolons. Throws invalid for a label that has one, then.
 */
export function viewFlat(
  { renderable, context }: CompleteArtifact,
  fields: readonly Field[],
  joinsLists: boolean,
): Record<string, unknown> {
  const entries = viewFields(fields, renderable, context).flatMap((shown): [string, unknown][] => {
    const field = renderable.tracker.fieldById.get(shown.field_id);
    const value = field === undefined ? undefined : fieldTypeOf(field.type).flatten?.(shown);
    if (field === undefined || value === undefined) return [];
    return [[field.name, Array.isArray(value) && joinsLists ? joinLabels(field, value) : value]];
  });
  return Object.fromEntries(entries);
}

/** Throws invalid where a label would come out as two. */
function joinLabels(field: Field, labels: readonly string[]): string {
  const torn = labels.find((label) => label.includes(';'));
  if (torn === undefined) return labels.join(';');
  throw invalid(
    says(
      'artifact.torn',
    )`can't join the values of the field "${field.name}", because "${torn}" contains a semicolon; use flat`,
    'output_format',
  );
}

/** One cell for each field, empty where there is nothing to show. Lists are joined by semicolons. */
export function viewCells({ renderable, context }: CompleteArtifact, fields: readonly Field[]): (string | number)[] {
  const shown = new Map(viewFields(fields, renderable, context).map((value) => [value.field_id, value]));
  return fields.map((field) => {
    const value = shown.get(field.id);
    if (value === undefined) return '';
    const { showCell, flatten } = fieldTypeOf(field.type);
    return cellOf(showCell?.(value) ?? flatten?.(value) ?? listNames(value));
  });
}

function cellOf(value: FlatValue): string | number {
  if (Array.isArray(value)) return value.join(';');
  return typeof value === 'number' ? value : String(value ?? '');
}

/** What values without a flat form are called: links and references, attachments, groups. */
function listNames(shown: ShownField): string[] {
  const keys = { links: 'id', file_descriptions: 'name', value: 'ref', granted_groups: 'label' };
  return Object.entries(keys).flatMap(([list, key]) => {
    const items: unknown = shown[list];
    return Array.isArray(items) ? items.map((item: unknown) => nameOf(item, key)) : [];
  });
}

function nameOf(item: unknown, key: string): string {
  const name: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, key) : item;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : '';
}
