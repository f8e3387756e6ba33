import { textIn } from '../../../../web/platform/parse-unknown.ts';
import { defineEditing } from '../../../../web/features/fields/editing.ts';
import type { FieldParts } from '../../../../web/features/fields/field-parts.ts';
import { drawStars } from './stars.ts';
import type { StarsEdit } from './stars.ts';

const held = (count: number): StarsEdit => ({ kind: 'stars', count });

const editing = defineEditing<StarsEdit>({
  kind: 'stars',
  read: (value) => held(textIn(value, 'value')?.length ?? 0),
  start: (given) => (typeof given === 'string' ? held(given.length) : undefined),
  write: ({ count }) => ({ value: '*'.repeat(count) }),
  isEmpty: ({ count }) => count === 0,
  describe: ({ count }) => `${count} stars`,
  parse: (kept) => held(Number(textIn(kept, 'count'))),
});

export const madeUpParts: FieldParts = {
  editing,
  loadEditor: async () => ({ Editor: (await import('./editor.tsx')).StarsEditor }),
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).StarsReader }),
  cellOf: ({ value }) => ({ kind: 'text', text: `cell ${drawStars(value)}` }),
  criterion: {
    operators: ['>=', '='],
    signs: ['=', '>='],
    readSaved: () => undefined,
    writeSaved: () => undefined,
    nameValue: (value) => `${value} stars`,
    loadEditor: async () => ({ Editor: (await import('./criterion-editor.tsx')).StarsCriterion }),
  },
};
