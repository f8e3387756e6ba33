// The fields as the tracker lays them out: fieldsets that fold and stay folded, columns, texts, separators.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import ui from '../../../ui/ui.module.css';
import { keep, readStored } from '../../../platform/storage/browser-storage.ts';
import { FieldView } from './field-view.tsx';
import css from './form.module.css';
import { filterLayout, readLayout } from './layout.ts';
import type { Box } from './layout.ts';
import { useForm } from './model.ts';
import { readerOf } from './parts.tsx';
import { fieldIs } from '../../fields/index.ts';
import type { Field } from '../../fields/index.ts';

const foldedKey = (fieldId: number) => `folded.${fieldId}` as const;

/** Ids of all fields in boxes. */
const fieldsIn = (boxes: readonly Box[]): readonly number[] =>
  boxes.flatMap((box) => {
    if (box.kind === 'field') return [box.field.field_id];
    if (box.kind === 'fieldset') return fieldsIn(box.boxes);
    return box.kind === 'columns' ? box.columns.flatMap((column) => fieldsIn(column.boxes)) : [];
  });

function Fieldset({ field, boxes }: { field: Field; boxes: readonly Box[] }): ReactNode {
  const { entryOf } = useForm();
  const [wantsFolded, setFolded] = useState(
    () => (readStored(foldedKey(field.field_id)) ?? String(field.collapsed)) === 'true',
  );
  // What is wrong must be seen.
  const isFolded = wantsFolded && fieldsIn(boxes).every((id) => entryOf(id)?.problem === undefined);
  const fold = (): void => {
    keep(foldedKey(field.field_id), String(!isFolded));
    setFolded(!isFolded);
  };
  return (
    <section className={`${ui.card} ${css.fieldset}`}>
      <h2 className={css.fieldsetHead}>
        <button type="button" className={css.fold} aria-expanded={!isFolded} onClick={fold}>
          {isFolded ? <ChevronRight size={16} aria-hidden="true" /> : <ChevronDown size={16} aria-hidden="true" />}
          {field.label}
        </button>
      </h2>
      {!isFolded && (
        <div className={css.grid}>
          <Boxes boxes={boxes} />
        </div>
      )}
    </section>
  );
}

function Boxes({ boxes }: { boxes: readonly Box[] }): ReactNode {
  return boxes.map((box, at) => {
    switch (box.kind) {
      case 'fieldset':
        return <Fieldset key={box.field.field_id} field={box.field} boxes={box.boxes} />;
      case 'columns':
        return (
          <div key={box.columns[0]?.id ?? at} className={css.columns}>
            {box.columns.map(({ id, boxes: held }) => (
              <div key={id} className={css.column}>
                <Boxes boxes={held} />
              </div>
            ))}
          </div>
        );
      case 'field':
        return <FieldView key={box.field.field_id} field={box.field} />;
      case 'part': {
        const Reader = readerOf(box.field.type);
        return Reader && <Reader key={box.field.field_id} field={box.field} value={undefined} />;
      }
    }
  });
}

/** `isShown`: which fields there is something to show of. */
export function Document({ isShown }: { isShown(field: Field): boolean }): ReactNode {
  const { tracker, isHidden } = useForm();
  const layout = useMemo(() => {
    const fields = new Map(tracker.fields.map((field) => [field.field_id, field]));
    return readLayout(tracker.structure, fields);
  }, [tracker]);
  const boxes = filterLayout(layout, (field) => !isHidden(field) && (fieldIs.fieldset(field) || isShown(field)));
  return (
    <div className={css.document}>
      <Boxes boxes={boxes} />
    </div>
  );
}
