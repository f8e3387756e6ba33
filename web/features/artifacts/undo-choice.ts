// Offers to take back what was chosen in a list of one value, which is saved at once.
import type { QueryClient } from '@tanstack/react-query';
import { currentZone, t } from '../../platform/i18n.ts';
import { describeError } from '../../ui/feedback/async-states.tsx';
import { say } from '../../ui/feedback/toasts.tsx';
import { artifactQuery, saveArtifact } from './artifact.queries.ts';
import { describeEdit, isEmpty, isSame, readEdit, writeEdit } from './form/edits.ts';
import type { Edit, Field } from '../fields/index.ts';

interface Choice {
  id: number;
  field: Field;
  before: Edit;
  after: Edit;
}

/** Says what was chosen. Undo changes nothing where the field has another value by then. */
export function offerUndo(client: QueryClient, { id, field, before, after }: Choice): void {
  const query = artifactQuery(id);
  const undo = async (): Promise<void> => {
    const { data, etag } = await client.fetchQuery({ ...query, staleTime: 0 });
    const value = data.values?.find(({ field_id: fieldId }) => fieldId === field.field_id);
    if (!isSame(readEdit(field, value, currentZone()), after)) return say('error', t('form.changedSince'));
    await saveArtifact(id, etag, { values: [writeEdit(field, before, currentZone())] });
    await client.invalidateQueries({ queryKey: ['/artifacts', id] });
  };
  const words = isEmpty(after) ? t('form.none') : describeEdit(after, { field, value: undefined });
  say('success', t('form.chosen', { label: field.label, value: words }), {
    label: t('form.undo'),
    run: () => void undo().catch((error: unknown) => say('error', describeError(error))),
  });
}
