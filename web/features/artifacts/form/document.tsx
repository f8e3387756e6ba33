// The fields as the tracker lays them out: fieldsets that fold and stay folded, columns, texts, separators.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import ui from '../../../ui/ui.module.css';
import { changePreference, preferencesQuery } from '../../../platform/preferences/preferences.ts';
import { valueIn } from '../../../platform/preferences/change-queue.ts';
import { useSelf } from '../../../platform/session.ts';
import { describeError } from '../../../ui/feedback/async-states.tsx';
import { say } from '../../../ui/feedback/toasts.tsx';
import { FieldView } from './field-view.tsx';
import css from './form.module.css';
import { filterLayout, readLayout } from './layout.ts';
import type { Box } from './layout.ts';
import { useForm } from './model.ts';
import { readerOf } from './parts.tsx';
import { useIsPrinted } from './use-printed.ts';
import { fieldIs } from '../../fields/index.ts';
import type { Field, Value } from '../../fields/index.ts';
import { t } from '../../../platform/i18n.ts';
import { readShown } from '../values.ts';

/** Whether the person has folded a fieldset, which their account remembers; undefined: they have never touched it. */
function useFold(fieldId: number): [boolean | undefined, (isFolded: boolean) => void] {
  const isKnown = useSelf() !== undefined;
  const queryClient = useQueryClient();
  const { data: preferences = [] } = useQuery({ ...preferencesQuery, enabled: isKnown });
  const [chosen, setChosen] = useState<boolean>();
  const key = `fieldset_${fieldId}`;
  const saved = valueIn(preferences, key);
  const change = (isFolded: boolean): void => {
    setChosen(isFolded);
    if (!isKnown) return;
    changePreference(queryClient, { key, value: isFolded ? '1' : '0' }).catch((error: unknown) => {
      setChosen(undefined);
      say('error', describeError(error));
    });
  };
  return [chosen ?? (saved === undefined ? undefined : saved === '1'), change];
}

/** Ids of all fields in boxes. */
export const fieldsIn = (boxes: readonly Box[]): readonly number[] =>
  boxes.flatMap((box) => {
    if (box.kind === 'field') return [box.field.field_id];
    if (box.kind === 'fieldset') return fieldsIn(box.boxes);
    return box.kind === 'columns' ? box.columns.flatMap((column) => fieldsIn(column.boxes)) : [];
  });

interface FoldedProps {
  boxes: readonly Box[];
  /** Whether fieldsets are folded until somebody opens them. */
  isFolded: boolean;
}

function Fieldset({ field, boxes, isFolded: isFoldedAtFirst }: FoldedProps & { field: Field }): ReactNode {
  const { entryOf, isShown, isWhole, tracker, valueOf } = useForm();
  const isPrinted = useIsPrinted();
  const [folded, setFolded] = useFold(field.field_id);
  const [isWholeFolded, setWholeFolded] = useState(false);
  const ids = fieldsIn(boxes);
  const isDefault = isFoldedAtFirst && ids.every((id) => entryOf(id) === undefined);
  const wantsFolded = isWhole ? isWholeFolded : (folded ?? isDefault);
  // What is wrong must be seen.
  const isFolded = wantsFolded && !isPrinted && ids.every((id) => entryOf(id)?.problem === undefined);
  const filled = tracker.fields.filter(
    (one) => ids.includes(one.field_id) && isShown(one) && isFilled(valueOf(one.field_id)),
  ).length;
  const fold = (): void => {
    if (isWhole) return setWholeFolded(!isFolded);
    setFolded(!isFolded);
  };
  return (
    <section className={`${ui.card} ${css.fieldset}`}>
      <h2 className={css.fieldsetHead}>
        <button type="button" className={css.fold} aria-expanded={!isFolded} onClick={fold}>
          {isFolded ? <ChevronRight size={16} aria-hidden="true" /> : <ChevronDown size={16} aria-hidden="true" />}
          <span className={css.foldLabel}>{field.label}</span>
          {isFolded && filled > 0 && (
            <span className={ui.faint} title={t('form.filled', { count: filled })}>
              {filled}
            </span>
          )}
        </button>
      </h2>
      {!isFolded && (
        <div className={css.grid}>
          <Boxes boxes={boxes} isFolded={isFoldedAtFirst} />
        </div>
      )}
    </section>
  );
}

const isFilled = (value: Value | undefined): boolean => value !== undefined && readShown(value).kind !== 'nothing';

function Boxes({ boxes, isFolded }: FoldedProps): ReactNode {
  return boxes.map((box, at) => {
    switch (box.kind) {
      case 'fieldset':
        return <Fieldset key={box.field.field_id} field={box.field} boxes={box.boxes} isFolded={isFolded} />;
      case 'columns':
        return (
          <div key={box.columns[0]?.id ?? at} className={css.columns}>
            {box.columns.map(({ id, boxes: held }) => (
              <div key={id} className={css.column}>
                <Boxes boxes={held} isFolded={isFolded} />
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

/** What the form shows, as its tracker lays it out. */
export function useBoxes(): readonly Box[] {
  const { tracker, isHidden, isShown } = useForm();
  const layout = useMemo(() => {
    const fields = new Map(tracker.fields.map((field) => [field.field_id, field]));
    return readLayout(tracker.structure, fields);
  }, [tracker]);
  return filterLayout(layout, (field) => !isHidden(field) && (fieldIs.fieldset(field) || isShown(field)));
}

export function Document({ boxes, isFolded = false }: Pick<FoldedProps, 'boxes'> & Partial<FoldedProps>): ReactNode {
  if (boxes.length === 0) return null;
  return (
    <div className={css.document}>
      <Boxes boxes={boxes} isFolded={isFolded} />
    </div>
  );
}
