// Values without structure: flat maps for clients that want tables, and cells of such tables.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Field } from '../../trackers/index.ts';
import { viewFields } from './artifacts.view.ts';
import type { ShownField } from './artifacts.view.ts';
import type { CompleteArtifact } from './complete-artifacts.ts';

/** A number, a text, a list of labels; null for an empty value. */
type FlatValue = string | number | boolean | null | string[];

/**
 * The fields among `fields` that have a flat form (reference page 50, linked_artifacts), by name; `joinsLists` writes lists
 * as one text with semicolons. Throws invalid for a label that has one, then.
 */
export function viewFlat(
  { subject, context }: CompleteArtifact,
  fields: readonly Field[],
  joinsLists: boolean,
): Record<string, unknown> {
  const entries = viewFields(fields, subject, context).flatMap((shown): [string, unknown][] => {
    const field = subject.tracker.fieldById.get(shown.field_id);
    const value = field === undefined ? undefined : flatten(field, shown);
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
    )`can't join the values of the field "${field.name}", because "${torn}" has a semicolon; use flat`,
    'output_format',
  );
}

/** One cell for each field, empty where there is nothing to show. Lists are joined by semicolons. */
export function viewCells({ subject, context }: CompleteArtifact, fields: readonly Field[]): (string | number)[] {
  const shown = new Map(viewFields(fields, subject, context).map((value) => [value.field_id, value]));
  return fields.map((field) => {
    const value = shown.get(field.id);
    return value === undefined ? '' : cellOf(readText(field, value) ?? flatten(field, value) ?? listNames(value));
  });
}

/** A text as people wrote it, HTML without its tags; undefined for other types. */
function readText(field: Field, shown: ShownField): string | undefined {
  if (field.type !== 'text') return undefined;
  if (typeof shown['commonmark'] === 'string') return shown['commonmark'];
  if (shown['format'] === 'text') return String(shown['value']);
  return readPlain(String(shown['post_processed_value']));
}

/** The text in HTML that the sanitiser left. */
export const readPlain = (html: string): string =>
  withoutTags(html).replace(/&(lt|gt|quot|amp);/g, (_all, name) => entities[String(name)] ?? '');

/** All that the sanitiser leaves. */
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

const withoutTags = (html: unknown): string => String(html).replace(/<[^<>]*>/g, '');

function cellOf(value: FlatValue): string | number {
  if (Array.isArray(value)) return value.join(';');
  return typeof value === 'number' ? value : String(value ?? '');
}

const scalarTypes = new Set(['string', 'int', 'float', 'aid', 'atid', 'priority', 'date', 'lud', 'subon']);
const labelOf = (item: unknown): string => {
  if (typeof item !== 'object' || item === null) return '';
  if ('label' in item) return String(item.label);
  return 'display_name' in item ? String(item.display_name) : '';
};

/** Not the anonymous user that stands for nobody. */
const isSomebody = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'id' in item && item.id !== null;

const scalarOf = (value: unknown): FlatValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

/** undefined for types without a flat form. */
function flatten(field: Field, shown: ShownField): FlatValue | undefined {
  if (scalarTypes.has(field.type)) return scalarOf(shown['value']);
  if (field.type === 'text') return shown['format'] === 'text' ? scalarOf(shown['value']) : withoutTags(shown['value']);
  if (field.type === 'computed') return scalarOf(shown['manual_value'] ?? shown['value']);
  if (field.type === 'subby' || field.type === 'luby') return labelOf(shown['value']);
  const values: unknown = shown['values'];
  if (!Array.isArray(values)) return field.type === 'tbl' ? listTexts(shown['bind_value_ids']) : undefined;
  return values.filter(isSomebody).map(labelOf);
}

const listTexts = (values: unknown): string[] => (Array.isArray(values) ? values.map(String) : []);

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
