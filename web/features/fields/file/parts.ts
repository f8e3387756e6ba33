import type { FileRef } from '../../../ui/files/file-ref.ts';
import { listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';
import { defineEditing } from '../editing.ts';
import type { FieldParts } from '../field-parts.ts';
import { mergeList } from '../merge-list.ts';
import type { FilesEdit } from './files-edit.ts';
import { textCriterion } from '../text/criterion.ts';
import { cellOfParts, cellPart } from '../cell.ts';
import { shownPart, shownParts } from '../shown.ts';

const held = (files: readonly FileRef[]): FilesEdit => ({ kind: 'files', files });

const fileOf = (file: unknown): FileRef => ({ id: numberIn(file, 'id') ?? 0, name: textIn(file, 'name') ?? '' });

const fileEditing = defineEditing<FilesEdit>({
  kind: 'files',
  read: (value) => held(listIn(value, 'file_descriptions').map(fileOf)),
  write: ({ files }) => ({ value: files.map(({ id }) => id) }),
  isEmpty: ({ files }) => files.length === 0,
  describe: ({ files }) => files.map(({ name }) => name).join(', '),
  parse: (kept) => held(listIn(kept, 'files').map(fileOf)),
  merge: (before, mine, now) => held(mergeList(before.files, mine.files, now.files, ({ id }) => id)),
  filesIn: ({ files }) => files,
  withFile: ({ files }, added) => held([...files, added]),
});

export const fileParts: FieldParts = {
  column: { widthOf: () => 200 },
  cellOf: (value) => cellOfParts(listIn(value, 'file_descriptions').map(cellPart)),
  shownOf: (value) => shownParts(listIn(value, 'file_descriptions').map(shownPart)),
  loadSketch: async () => ({ Sketch: (await import('./sketch.tsx')).FileSketch }),
  criterion: textCriterion,
  editing: fileEditing,
  loadEditor: async () => ({ Editor: (await import('./file-editor.tsx')).FileEditor }),
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).FilesReader }),
};
