// Gives a tracker the status that a board needs.
import { api, settle, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/schemas.ts';
import { isRecord, listIn, numberIn, textIn } from '../../platform/parse-unknown.ts';

export interface StatusWords {
  label: string;
  toDo: string;
  doing: string;
  done: string;
}

/** What stands for no value. */
const noneId = 100;

/** The part of the form that holds the title, so that the status stands beside it. */
function holderOf(structure: readonly unknown[], fieldId: number | undefined): number | undefined {
  for (const node of structure) {
    const content = listIn(node, 'content');
    if (content.some((inner) => isRecord(inner) && numberIn(inner, 'id') === fieldId)) return numberIn(node, 'id');
    const inside = holderOf(content, fieldId);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Artifacts that are there have no status yet, and stay open. Throws ApiError. */
export async function addStatus(tracker: Schemas['Tracker'], { label, toDo, doing, done }: StatusWords): Promise<void> {
  const path = { id: tracker.id };
  const parent = holderOf(tracker.structure, numberIn(tracker.semantics['title'], 'field_id'));
  const field = await take(
    api.POST('/trackers/{id}/fields', {
      params: { path },
      body: {
        type: 'sb',
        label,
        ...(parent === undefined ? {} : { parent_id: parent }),
        values: [
          { label: toDo, value_color: 'chrome-silver' },
          { label: doing, value_color: 'lake-placid-blue' },
          { label: done, value_color: 'acid-green' },
        ],
        default_value: [{ label: toDo }],
      },
    }),
  );
  const idOf = new Map(listIn(field, 'values').map((value) => [textIn(value, 'label'), numberIn(value, 'id')]));
  const idsOf = (...labels: string[]): number[] => labels.flatMap((name) => idOf.get(name) ?? []);
  const semantics = {
    status: { field_id: field.field_id, value_ids: [noneId, ...idsOf(toDo, doing)] },
    done: { value_ids: idsOf(done) },
  };
  await settle(api.PATCH('/trackers/{id}', { params: { path }, body: { semantics } }));
}
