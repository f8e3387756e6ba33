import { listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';
import { describeIds } from './choices.ts';
import { defineEditing } from '../editing.ts';
import type { FieldParts } from '../field-parts.ts';
import { chosen, idsIn, noneId } from './chosen.ts';
import type { ChosenEdit } from './chosen.ts';
import { widthOfPeople } from './people-column.ts';
import { choiceChange } from './mass-change.ts';
import { choiceCriterion } from './criterion.ts';

const withoutNone = (ids: readonly unknown[]): ChosenEdit => chosen(ids.map(String).filter((id) => id !== noneId));

const idToSend = (id: string): string | number => (/^\d+$/.test(id) ? Number(id) : id);

const partOf = (control: 'picker' | 'radios' | 'tags' | 'boxes', takesMany: boolean): FieldParts => ({
  editing: defineEditing<ChosenEdit>({
    kind: 'chosen',
    read: (value) => withoutNone(listIn(value, 'bind_value_ids')),
    start: (given) =>
      Array.isArray(given)
        ? withoutNone(given.map((one: unknown) => numberIn(one, 'id') ?? textIn(one, 'id') ?? noneId))
        : undefined,
    write: ({ ids }) => ({
      bind_value_ids: ids.length === 0 && !takesMany ? [Number(noneId)] : ids.map(idToSend),
    }),
    isEmpty: ({ ids }) => ids.length === 0,
    describe: ({ ids }, of) => describeIds(ids, of),
    parse: (kept) => chosen(listIn(kept, 'ids').map(String)),
    prefill: (text) => chosen(idsIn(text)),
  }),
  isCommon: true,
  column: { isSortable: true, widthOf: ({ bindings }) => (bindings.type === 'users' ? widthOfPeople : 148) },
  massChange: choiceChange(takesMany),
  loadSketch: async () => {
    const { BoxesSketch, ListSketch, RadiosSketch } = await import('./sketch.tsx');
    return { Sketch: control === 'radios' ? RadiosSketch : control === 'boxes' ? BoxesSketch : ListSketch };
  },
  criterion: choiceCriterion(),
  loadEditor: async () => ({ Editor: (await import('./editor.tsx')).listEditors[control] }),
});

export const listParts = {
  picker: partOf('picker', false),
  radios: partOf('radios', false),
  tags: partOf('tags', true),
  boxes: partOf('boxes', true),
};

export const sharedParts: FieldParts = {
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).ListSketch }),
};
