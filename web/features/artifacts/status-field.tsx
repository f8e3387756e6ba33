// The status, changed in place: at once on the page, taken back where the server refuses. What the new state needs, or what
// somebody else changed meanwhile, is asked for by the form.
import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { isRefusedWith } from '../../platform/api.ts';
import type { Schemas, Tagged } from '../../platform/api.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { Select } from '../../ui/forms/fields.tsx';
import { t } from '../../platform/i18n.ts';
import { saveArtifact } from './artifact.queries.ts';
import type { FormHandle } from './form/artifact-form.tsx';
import { withDependents } from './form/form-rules.ts';
import { needsOf } from './form/rules.ts';
import { choicesOf, chosenIds, fieldOfSemantic } from './values.ts';
import { chosen } from '../fields/index.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';

type Tracker = Schemas['Tracker'];

interface Props {
  id: number;
  tagged: Tagged<Schemas['Artifact']>;
  tracker: Tracker;
  form: RefObject<FormHandle | null>;
}

/** Nothing where the tracker has no status that the person may change. */
export function StatusField({ id, tagged, tracker, form }: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<string>();
  const { submit, problem, reset } = useSubmit({ invalidates: [['/artifacts', id]] });
  useShortcuts([
    { keys: 's', label: 'artifacts.key.status', run: () => place.current?.querySelector('button')?.click() },
  ]);
  const fieldId = fieldOfSemantic(tracker.semantics, 'status');
  const field = tracker.fields.find((one) => one.field_id === fieldId);
  const value = tagged.data.values?.find((one) => one.field_id === fieldId);
  if (field === undefined || value === undefined || !field.permissions.includes('update')) return null;
  const current = chosenIds(value)[0];
  const isGoverned = tracker.workflow?.is_used === '1' && tracker.workflow.field_id === fieldId;
  const goals = isGoverned ? tagged.data.allowed_actions?.transitions?.map(({ to_id: goal }) => goal) : undefined;
  const choices = choicesOf(field.values).filter(
    (choice) => choice.id === current || goals === undefined || goals === null || goals.includes(choice.id),
  );
  const change = async (next: string): Promise<void> => {
    reset();
    const needs = needsOf(isGoverned ? tagged.data.allowed_actions : undefined, next);
    const isAlone = withDependents(tracker, [field.field_id]).size === 1;
    const propose = (): void => form.current?.propose(field.field_id, chosen([next]));
    if (needs.fieldIds.length > 0 || needs.isCommentNeeded || !isAlone) return propose();
    setWanted(next);
    const values = [{ field_id: field.field_id, bind_value_ids: [Number(next)] }];
    await submit(() =>
      saveArtifact(id, tagged.etag, { values }).catch((error: unknown) => {
        if (!isRefusedWith(error, 412)) throw error;
        propose();
      }),
    );
    setWanted(undefined);
  };
  return (
    <div ref={place}>
      <Select
        label={field.label}
        placeholder={t('form.none')}
        value={wanted ?? (current === undefined ? undefined : String(current))}
        choices={choices.map(({ id: choice, label, colour }) => ({ id: String(choice), label, colour }))}
        onChange={(next) => void change(next)}
        error={problem}
      />
    </div>
  );
}
