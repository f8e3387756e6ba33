import { listIn } from '../../../platform/parse-unknown.ts';
import { describeIds } from '../list/choices.ts';
import { defineEditing } from '../editing.ts';
import type { FieldParts } from '../field-parts.ts';
import { idsIn } from '../list/chosen.ts';
import type { GroupsEdit } from './groups.ts';
import { cellOfParts, cellPart } from '../cell.ts';

const held = (ids: readonly string[]): GroupsEdit => ({ kind: 'groups', ids });

const groupsEditing = defineEditing<GroupsEdit>({
  kind: 'groups',
  read: (value) => held(listIn(value, 'granted_groups_ids').map(String)),
  write: ({ ids }) => ({ value: { granted_groups: [...ids] } }),
  isEmpty: ({ ids }) => ids.length === 0,
  describe: ({ ids }, of) => describeIds(ids, of),
  parse: (kept) => held(listIn(kept, 'ids').map(String)),
  prefill: (text) => held(idsIn(text)),
});

export const permissionParts: FieldParts = {
  cellOf: (value) =>
    cellOfParts(
      listIn(value, 'granted_groups').map((group, index) =>
        typeof group === 'string' ? { key: group, label: group } : cellPart(group, index),
      ),
    ),
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).GroupsSketch }),
  editing: groupsEditing,
  isCommon: true,
  saysNone: true,
  loadEditor: async () => ({ Editor: (await import('./editor.tsx')).GroupsEditor }),
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).GroupsReader }),
};
