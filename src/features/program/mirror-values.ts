// What a milestone of a team says of the increment or iteration that it stands for: the same, as far as its tracker has a field for it.
import { countWorkingDays } from '../../platform/texts/working-days.ts';
import { fieldValues, statusOf, titleOf } from '../artifacts/index.ts';
import type { Reading, StoredValues } from '../artifacts/index.ts';
import { dateFields, fieldIs } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';

const everyField = (): boolean => true;

/** Stored values by field id, given those that the milestone has; the field of links is not among them. */
export function mirroredValues(source: Reading, target: Definition, present: StoredValues): Map<number, unknown> {
  const values = new Map<number, unknown>();
  const put = (fieldId: number | undefined, valueFor: (field: Field) => unknown): void => {
    const field = target.fields.find(({ id }) => id === fieldId);
    const value = field === undefined ? undefined : valueFor(field);
    if (field !== undefined && value !== undefined) values.set(field.id, value);
  };
  const { semantics } = target;
  put(semantics.title?.field_id, (field) => asText(field, titleOf(source.tracker, source.values, everyField) ?? ''));
  put(semantics.description?.field_id, (field) => {
    const stored = storedOf(source, source.tracker.semantics.description?.field_id);
    return fieldIs.text(field) && isText(stored) ? stored : undefined;
  });
  put(semantics.status?.field_id, (field) => statusFor(source, target, field, present));
  putTimeframe(source, target, put);
  return values;
}

type Put = (fieldId: number | undefined, valueFor: (field: Field) => unknown) => void;

function putTimeframe(source: Reading, { semantics }: Definition, put: Put): void {
  const { timeframe } = semantics;
  if (timeframe === undefined || 'implied_from_tracker' in timeframe) return;
  const { startMs, endMs } = fieldValues.timeframeOf(source);
  put(timeframe.start_date_field_id, (field) => (startMs === undefined ? null : dateFields.storeDate(field, startMs)));
  if ('end_date_field_id' in timeframe)
    put(timeframe.end_date_field_id, (field) => (endMs === undefined ? null : dateFields.storeDate(field, endMs)));
  else
    put(timeframe.duration_field_id, (field) => {
      if (!fieldIs.number(field)) return undefined;
      return startMs === undefined || endMs === undefined ? null : countWorkingDays(startMs, endMs);
    });
}

const storedOf = ({ values }: { values: StoredValues }, fieldId: number | undefined): unknown =>
  fieldId === undefined ? undefined : values[fieldId];

const isText = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'content' in value && 'format' in value;

const asText = (field: Field, title: string): unknown => {
  if (fieldIs.line(field)) return title;
  return fieldIs.text(field) ? { content: title, format: 'text' } : undefined;
};

/**
 * The value that is called as that of the source, whatever the case. Where there is none, the milestone stays as it is while it is as open as
 * the source, and else takes the first value that is.
 */
function statusFor(
  source: Reading,
  target: Definition,
  field: Field,
  present: StoredValues,
): readonly number[] | undefined {
  const values = field.values.filter(({ isHidden }) => !isHidden);
  const wanted = statusOf(source.tracker, source.values, everyField, () => undefined);
  const same = values.find(({ label }) => label.toLowerCase() === wanted.label.toLowerCase());
  if (same !== undefined) return [same.id];
  const now = statusOf(target, present, everyField, () => undefined);
  if (now.isOpen === wanted.isOpen && now.label !== '') return undefined;
  const open = target.semantics.status?.value_ids ?? [];
  const fitting = values.find(({ id }) => open.includes(id) === wanted.isOpen);
  return fitting === undefined ? undefined : [fitting.id];
}
