// What one criterion asks: an operator, and its values as the type of the field takes them.
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Popover } from 'react-aria-components';
import { Select } from '../../../ui/forms/fields.tsx';
import { lazyByName } from '../../../ui/lazy.tsx';
import type { Opened } from '../../../ui/overlays/opener.tsx';
import ui from '../../../ui/ui.module.css';
import { arityOf, listParts, partsOf } from '../../fields/index.ts';
import type { CriterionOperator, CriterionProps } from '../../fields/index.ts';
import { criterionOf } from '../fields.ts';
import type { Field } from '../fields.ts';
import { operatorLabel } from '../labels.ts';
import css from '../report.module.css';
import type { Criterion } from './criteria.ts';

const editorOf = lazyByName<CriterionProps>((type) => {
  const form = partsOf(type)?.criterion;
  return form && (async () => (await form.loadEditor()).Editor);
});

/** Loads what takes the values of all types. Rejects where the server can't be reached. */
export async function preloadEditors(): Promise<void> {
  const editors = [...listParts().keys()].flatMap((type) => editorOf(type) ?? []);
  await Promise.all(editors.map(({ preload }) => preload()));
}

interface Props {
  field: Field;
  criterion: Criterion;
  onChange(criterion: Criterion): void;
}

/** With the values that the new operator can keep. */
function withOperator(criterion: Criterion, operator: CriterionOperator): Criterion {
  const isSpan = (one: CriterionOperator): boolean => ['last', 'next', 'older'].includes(one);
  if (isSpan(operator))
    return { ...criterion, operator, values: isSpan(criterion.operator) ? criterion.values : ['7', 'd'] };
  const values = isSpan(criterion.operator) ? [] : criterion.values;
  return { ...criterion, operator, values: values.slice(0, arityOf(operator)) };
}

/** The editor as what the chip of a criterion opens. */
export const CriterionPopover = ({ triggerRef, close, ...props }: Props & Opened): ReactNode => (
  <Popover
    isOpen
    onOpenChange={close}
    triggerRef={triggerRef}
    className={`${ui.popover} ${css.popover}`}
    placement="bottom start"
  >
    <AriaDialog aria-label={props.field.label} className={css.popoverDialog}>
      <CriterionEditor {...props} />
    </AriaDialog>
  </Popover>
);

function CriterionEditor({ field, criterion, onChange }: Props): ReactNode {
  const { operators = [], isOfTime } = criterionOf(field) ?? {};
  const Editor = editorOf(field.type);
  return (
    <div className={css.editor}>
      <Select
        label={field.label}
        value={criterion.operator}
        choices={operators.map((id) => ({ id, label: operatorLabel(id, isOfTime) }))}
        onChange={(id) => {
          const operator = operators.find((known) => known === id);
          if (operator !== undefined) onChange(withOperator(criterion, operator));
        }}
      />
      {Editor !== undefined && (
        <Editor
          field={field}
          comparison={criterion}
          onChange={(comparison) => onChange({ ...criterion, ...comparison })}
        />
      )}
    </div>
  );
}
