import { noneValue, savedText, selfValue } from '../criterion.ts';
import type { CriterionForm } from '../criterion.ts';
import { noneId } from './chosen.ts';
import { choicesOf } from './field-choices.ts';

/** Values of a list, or people. Somebody is always the `isActor` of something: there is no none. */
export const choiceCriterion = (isActor = false): CriterionForm => ({
  operators: ['in', 'notIn'],
  signs: ['=', '!=', 'IN (', 'NOT IN ('],
  equality: { is: 'in', isNot: 'notIn' },
  isChoice: true,
  callsFor: ({ bindings }) => (isActor || bindings.type === 'users' ? [selfValue] : []),
  readSaved(_, value, field) {
    const items: readonly unknown[] = Array.isArray(value) ? value : (savedText(value) ?? '').split(',');
    const choices = choicesOf(field);
    const keys = items.map((item) => {
      const id = Number(savedText(item) ?? Number.NaN);
      return id === Number(noneId) ? noneValue : choices.find((choice) => choice.id === id)?.key;
    });
    if (keys.length === 0 || keys.includes(undefined)) return undefined;
    return [{ operator: 'in', values: keys.flatMap((key) => key ?? []) }];
  },
  writeSaved({ operator, values }, field) {
    if (operator !== 'in') return undefined;
    const choices = choicesOf(field);
    const ids = values.map((value) =>
      value === noneValue ? Number(noneId) : choices.find((choice) => choice.key === value)?.id,
    );
    return ids.includes(undefined) ? undefined : ids;
  },
  loadEditor: async () => {
    const { ActorCriterion, ChoiceCriterion } = await import('./criterion-editor.tsx');
    return { Editor: isActor ? ActorCriterion : ChoiceCriterion };
  },
});
