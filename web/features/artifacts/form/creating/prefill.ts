// What the address of a new artifact fills in. Pure.
import type { Schemas } from '../../../../platform/schemas.ts';
import { numberIn } from '../../../../platform/parse-unknown.ts';
import { fieldIs, linksEdit } from '../../../fields/index.ts';
import { prefillEdit } from '../edits.ts';
import type { Edit } from '../../../fields/index.ts';
import type { Prefill } from './new-search.ts';

type Tracker = Schemas['Tracker'];

/** What the address gives to fields, by their ids; what fits no field is passed over. */
export function prefilled({ fields, semantics }: Tracker, prefill: Prefill): ReadonlyMap<number, Edit> {
  const edits = new Map<number, Edit>();
  const title = numberIn(semantics['title'], 'field_id');
  for (const field of fields) {
    const text = prefill[`field_${field.field_id}`] ?? (field.field_id === title ? prefill['title'] : undefined);
    const edit = text === undefined ? undefined : prefillEdit(field, text);
    if (edit !== undefined) edits.set(field.field_id, edit);
  }
  const parent = Number(prefill['parent']);
  const links = fields.find(fieldIs.links);
  if (links !== undefined && Number.isSafeInteger(parent) && parent > 0)
    edits.set(
      links.field_id,
      linksEdit([{ id: parent, type: '_is_child', direction: 'reverse', label: `#${parent}`, colour: '' }]),
    );
  return edits;
}
