// What the loosely typed values of an artifact say, for showing them. Pure.

import { isRecord, listIn, textIn } from '../../platform/parse-unknown.ts';
import { isNobody } from '../../platform/names/person-names.ts';
import { partsOf, shownPart, shownParts } from '../fields/index.ts';
import type { Part, Shown } from '../fields/index.ts';

/** How a value of GET /artifacts/:id is shown: as its type says, or else by its shape. Parts of types are loaded before. */
export function readShown(value: { type: string } & Record<string, unknown>): Shown {
  const own = partsOf(value.type)?.shownOf?.(value);
  if (own !== undefined) return own;
  // Open lists have theirs under a name of their own.
  const list = 'values' in value ? 'values' : 'bind_value_objects';
  if (list in value)
    return shownParts(
      listIn(value, list)
        .filter((one) => !isNobody(one))
        .map(shownPart)
        .filter(({ label }) => label !== ''),
    );
  const html = textIn(value, 'post_processed_value');
  if (html !== undefined) return html === '' ? { kind: 'nothing' } : { kind: 'markup', html };
  const inner = value['value'];
  if (typeof inner === 'number') return { kind: 'number', value: inner };
  if (isRecord(inner)) return shownParts([shownPart(inner)]);
  if (typeof inner !== 'string' || inner === '') return { kind: 'nothing' };
  return { kind: 'plain', text: inner };
}

/** Ids of the values that are chosen, of a list. */
export const chosenIds = (value: Record<string, unknown>): readonly number[] =>
  listIn(value, 'bind_value_ids').filter((id) => typeof id === 'number');

/** What may be chosen in a field, as a tracker tells it; hidden values are left out. */
export const choicesOf = (values: unknown): readonly Part[] =>
  (Array.isArray(values) ? values : [])
    .filter((value: unknown) => !(isRecord(value) && value['is_hidden'] === true))
    .map((value: unknown) => shownPart(value));
