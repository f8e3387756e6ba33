// The status, changed in place: at once on the page, taken back where the server refuses. What the new state needs, or what
// somebody else changed meanwhile, is asked for by the form; beside other changes that are not saved it is one of them.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isRefusedWith } from '../../platform/api.ts';
import type { Schemas, Tagged } from '../../platform/api.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { Select } from '../../ui/forms/fields.tsx';
import { t } from '../../platform/i18n.ts';
import { saveArtifact } from './artifact.queries.ts';
import { withDependents } from './form/form-rules.ts';
import { FieldView } from './form/field-view.tsx';
import formCss from './form/form.module.css';
import { isChanged } from './form/keeping/drafts.ts';
import { useForm } from './form/model.ts';
import { needsOf } from './form/rules.ts';
import { offerUndo } from './undo-choice.ts';
import { choicesOf, chosenIds } from './values.ts';
import { chosen } from '../fields/index.ts';
import type { Field } from '../fields/index.ts';
import ui from '../../ui/ui.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';

interface Props {
  id: number;
  tagged: Tagged<Schemas['Artifact']>;
  field: Field;
}

/** As other fields where the person may not change it, or where the form is about it. */
export function StatusField({ id, tagged, field }: Props): ReactNode {
  const form = useForm();
  const client = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<string>();
  const { submit, problem, reset } = useSubmit({ invalidates: [['/artifacts', id]] });
  useShortcuts([
    { keys: 's', label: 'artifacts.key.status', run: () => place.current?.querySelector('button')?.click() },
  ]);
  const { field_id: fieldId } = field;
  const { tracker } = form;
  const value = tagged.data.values?.find((one) => one.field_id === fieldId);
  const isInForm = form.isWhole || form.entryOf(fieldId) !== undefined;
  if (value === undefined || isInForm || form.whyNot(field) !== undefined) return <FieldView field={field} />;
  const current = chosenIds(value)[0];
  const isGoverned = tracker.workflow?.is_used === '1' && tracker.workflow.field_id === fieldId;
  const goals = isGoverned ? tagged.data.allowed_actions?.transitions?.map(({ to_id: goal }) => goal) : undefined;
  const choices = choicesOf(field.values).filter(
    (choice) => choice.id === current || goals === undefined || goals === null || goals.includes(choice.id),
  );
  const isAmongChanges = tracker.fields.some(({ field_id: other }) => {
    const entry = form.entryOf(other);
    return entry !== undefined && isChanged(entry);
  });
  const change = async (next: string): Promise<void> => {
    reset();
    if (isAmongChanges) return form.change(fieldId, chosen([next]));
    const needs = needsOf(isGoverned ? tagged.data.allowed_actions : undefined, next);
    const isAlone = withDependents(tracker, [fieldId]).size === 1;
    const propose = (): void => {
      form.change(fieldId, chosen([next]));
      form.save([fieldId]);
    };
    if (needs.fieldIds.length > 0 || needs.isCommentNeeded || !isAlone) return propose();
    setWanted(next);
    const values = [{ field_id: fieldId, bind_value_ids: [Number(next)] }];
    let isSaved = true;
    const isDone = await submit(() =>
      saveArtifact(id, tagged.etag, { values }).catch((error: unknown) => {
        if (!isRefusedWith(error, 412)) throw error;
        isSaved = false;
        propose();
      }),
    );
    setWanted(undefined);
    const before = chosen(current === undefined ? [] : [String(current)]);
    if (isDone && isSaved) offerUndo(client, { id, field, before, after: chosen([next]) });
  };
  return (
    <div ref={place} className={formCss.cell} data-field={fieldId}>
      <div className={formCss.reading} data-open="false">
        <div className={formCss.fieldHead}>
          <h3 className={ui.label}>{field.label}</h3>
        </div>
        <Select
          label={field.label}
          isLabelHidden
          placeholder={t('form.none')}
          value={wanted ?? (current === undefined ? undefined : String(current))}
          choices={choices.map(({ id: choice, label, colour }) => ({ id: String(choice), label, colour }))}
          onChange={(next) => void change(next)}
          error={problem}
        />
      </div>
    </div>
  );
}
