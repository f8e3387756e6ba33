import { listIn } from '../../../platform/parse-unknown.ts';
import { cellOfParts, cellPart } from '../cell.ts';
import { defineEditing } from '../editing.ts';
import type { FieldParts } from '../field-parts.ts';
import { idsIn } from '../list/chosen.ts';
import { mergeList } from '../merge-list.ts';
import type { LabelsEdit } from './labels.ts';

const held = (labels: readonly string[]): LabelsEdit => ({ kind: 'labels', labels });

const openListEditing = defineEditing<LabelsEdit>({
  kind: 'labels',
  read: (value) => held(listIn(value, 'bind_value_ids').map(String)),
  write: ({ labels }) => ({ bind_value_ids: [...labels] }),
  isEmpty: ({ labels }) => labels.length === 0,
  describe: ({ labels }) => labels.join(', '),
  parse: (kept) => held(listIn(kept, 'labels').map(String)),
  prefill: (text) => held(idsIn(text)),
  merge: (before, mine, now) => held(mergeList(before.labels, mine.labels, now.labels, (label) => label)),
});

export const openListParts: FieldParts = {
  column: { isSortable: true },
  cellOf: (value) => cellOfParts(listIn(value, 'bind_value_objects').map(cellPart)),
  loadSketch: async () => ({ Sketch: (await import('../list/sketch.tsx')).ListSketch }),
  editing: openListEditing,
  isCommon: true,
  loadEditor: async () => ({ Editor: (await import('./editor.tsx')).LabelsEditor }),
};
