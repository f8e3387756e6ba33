// What lists of trackers offer, from answers whose shape depends on the type of the field. Pure.
import { isRecord, numberIn, textIn } from '../parse-unknown.ts';
import { personNameIn } from '../names/person-names.ts';

/** A value of a list, or a person. */
export interface ListValue {
  id: number;
  label: string;
  colour: string | null;
}

/** Visible values of a list in their order. */
export const valuesOf = (field: { values: unknown }): ListValue[] =>
  (Array.isArray(field.values) ? field.values : []).flatMap((value: unknown): ListValue[] => {
    const id = numberIn(value, 'id');
    if (id === undefined || !isRecord(value) || value['is_hidden'] === true) return [];
    const label = personNameIn(value['user_reference'] ?? value) ?? textIn(value, 'label') ?? '';
    return label === ''
      ? []
      : [{ id, label, colour: textIn(value, 'value_color') ?? textIn(value, 'tlp_color') ?? null }];
  });
