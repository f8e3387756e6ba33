// Fields that are in use, in the order of the form.
import type { DraftField } from '../definition/definition-draft.ts';
import { listInOrder } from '../form/layout-moves.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { fieldIs } from '../../fields/index.ts';

/** Those that `fits` takes. */
export function useFields(fits: (field: DraftField) => boolean): readonly DraftField[] {
  const { draft } = useDefinition();
  return listInOrder(draft).flatMap((id) => {
    const field = draft.fields[id];
    return field !== undefined && field.isUsed && fits(field) ? [field] : [];
  });
}

/** Lists with values of their own: what people are offered has none. */
export const isValueList = (field: DraftField): boolean => fieldIs.list(field) && field.values.length > 0;

export const asChoice = ({ id, label }: { id: number; label: string }) => ({ id: String(id), label });
