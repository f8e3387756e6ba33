// The values of a status field, which name and colour the columns of a kanban.
import { api, settle, takeTagged } from '../../../platform/api.ts';
import { isRecord, listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';

interface ValueChange {
  label: string;
  /** Empty for none. */
  colour: string;
}

/** Renames and colours one value, and keeps the others. Throws ApiError, with 412 where the field changed meanwhile. */
export async function changeValue(fieldId: number, valueId: number, { label, colour }: ValueChange): Promise<void> {
  const path = { id: fieldId };
  const { data, etag } = await takeTagged(api.GET('/tracker_fields/{id}', { params: { path } }));
  const values = listIn(data, 'values').flatMap((value) => {
    const id = numberIn(value, 'id');
    if (id === undefined || !isRecord(value)) return [];
    const isHidden = value['is_hidden'] === true;
    const now = { label: textIn(value, 'label') ?? '', value_color: textIn(value, 'value_color') ?? '' };
    return { id, is_hidden: isHidden, ...(id === valueId ? { label, value_color: colour } : now) };
  });
  const header = etag === undefined ? {} : { header: { 'If-Match': etag } };
  await settle(api.PATCH('/tracker_fields/{id}', { params: { path, ...header }, body: { values } }));
}
