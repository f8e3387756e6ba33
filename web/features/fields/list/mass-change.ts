import { listIn } from '../../../platform/parse-unknown.ts';
import type { MassChangeForm } from '../field-parts.ts';
import { noneId } from './chosen.ts';
import { choicesOf } from './field-choices.ts';

export const choiceChange = (takesMany: boolean): MassChangeForm => ({
  write(given, field) {
    const known = new Set(choicesOf(field).map(({ id }) => id));
    const ids = given.map(Number).filter((id) => known.has(id));
    return { bind_value_ids: ids.length === 0 && !takesMany ? [Number(noneId)] : ids };
  },
  read: (value) => listIn(value, 'bind_value_ids').map(String),
  loadEditor: async () => {
    const { NewChoice, NewChoices } = await import('./mass-change-editor.tsx');
    return { Editor: takesMany ? NewChoices : NewChoice };
  },
});
