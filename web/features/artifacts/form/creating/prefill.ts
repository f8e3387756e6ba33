// What the address of a new artifact fills in. Pure.
import type { Schemas } from '../../../../platform/schemas.ts';
import { numberIn } from '../../../../platform/parse-unknown.ts';
import { readDay } from '../../../../ui/dates/date-texts.ts';
import { readEdit } from '../edits.ts';
import type { Edit, Field } from '../edits.ts';
import type { Prefill } from './new-search.ts';
import { fieldIs } from '../../../fields/index.ts';

type Tracker = Schemas['Tracker'];
const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A text of the address as an editor of the field holds it; undefined where it can be none. */
function editOf(field: Field, text: string, zone: string): Edit | undefined {
  const empty = readEdit(field, undefined, zone);
  switch (empty?.kind) {
    case 'line':
    case 'number':
      return { kind: empty.kind, text };
    case 'text':
      return { kind: 'text', text, format: 'commonmark' };
    case 'date': {
      const day = readDay(text, field['is_time_displayed'] === true);
      return day === undefined ? undefined : { kind: 'date', text: day };
    }
    case 'chosen':
    case 'groups':
      return { kind: empty.kind, ids: listOf(text) };
    case 'labels':
      return { kind: 'labels', labels: listOf(text) };
    default:
      return undefined;
  }
}

/** What the address gives to fields, by their ids; what fits no field is passed over. */
export function prefilled({ fields, semantics }: Tracker, prefill: Prefill, zone: string): ReadonlyMap<number, Edit> {
  const edits = new Map<number, Edit>();
  const title = numberIn(semantics['title'], 'field_id');
  for (const field of fields) {
    const text = prefill[`field_${field.field_id}`] ?? (field.field_id === title ? prefill['title'] : undefined);
    const edit = text === undefined ? undefined : editOf(field, text, zone);
    if (edit !== undefined) edits.set(field.field_id, edit);
  }
  const parent = Number(prefill['parent']);
  const links = fields.find(fieldIs.links);
  if (links !== undefined && Number.isSafeInteger(parent) && parent > 0)
    edits.set(links.field_id, {
      kind: 'links',
      links: [{ id: parent, type: '_is_child', direction: 'reverse', label: `#${parent}`, colour: '' }],
    });
  return edits;
}
