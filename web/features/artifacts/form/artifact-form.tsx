// The form that the fields of an artifact are in, wherever on its page: changed in place or all together.
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import { Conflicts } from './keeping/conflicts.tsx';
import { isChanged } from './keeping/drafts.ts';
import { editKindOf } from './edits.ts';
import type { Field } from '../../fields/index.ts';
import { FormNotices, LeaveGuard, SaveBar } from './form-bars.tsx';
import { FormProvider } from './model.ts';
import type { FormModel } from './model.ts';
import { allowedIds, chosenIn, frozenFields, governedField, hiddenFieldsets } from './rules.ts';
import { useArtifactForm } from './use-artifact-form.ts';
import type { ArtifactForm as Form, Reading } from './use-artifact-form.ts';
import { useMarked } from './use-marked.ts';

/** Kinds of values that say nothing to a person. */
const hiddenNames = new Set(['Encrypted', 'priority']);

/** Ids that a list may take now: what its dependencies allow, and where the workflow leads from here. */
function allowedFor(form: Form, { tagged, tracker }: Reading, field: Field): ReadonlySet<string> | undefined {
  const byRules = allowedIds(tracker, field.field_id, (id) => chosenIn(form.currentOf(id)));
  const steps = tagged.data.allowed_actions?.transitions;
  if (governedField(tracker) !== field.field_id || steps === undefined || steps === null) return byRules;
  const now = (tagged.data.values ?? []).find(({ field_id: id }) => id === field.field_id);
  const here = Array.isArray(now?.['bind_value_ids']) ? now['bind_value_ids'].map(String) : [];
  const bySteps = new Set([...here, ...steps.map(({ to_id: id }) => String(id))]);
  return byRules === undefined ? bySteps : byRules.intersection(bySteps);
}

interface Parts {
  /** What the form says of itself before its fields. */
  notices: ReactNode;
  /** What sends it, and asks. */
  bars: ReactNode;
}

interface Props extends Reading {
  children(parts: Parts): ReactNode;
}

export function ArtifactForm({ children, ...reading }: Props): ReactNode {
  const { tagged, tracker } = reading;
  const form = useArtifactForm(reading);
  const isSignedIn = useSelf() !== undefined;
  const marked = useMarked(tagged);
  const savedOf = (id: number): readonly string[] => {
    const value = form.values.get(id);
    return Array.isArray(value?.['bind_value_ids']) ? value['bind_value_ids'].map(String) : ['100'];
  };
  const frozen = frozenFields(tracker, savedOf);
  const hidden = hiddenFieldsets(tracker, savedOf);
  const whyNot = (field: Field): string | undefined => {
    if (!isSignedIn) return t('form.whyNot.anonymous');
    if (frozen.has(field.field_id)) return t('form.whyNot.frozen');
    return field.permissions.includes('update') ? undefined : t('form.whyNot.right');
  };
  const canUpdate = tagged.data.allowed_actions?.can_update === true;
  useShortcuts(
    useMemo(
      () => (canUpdate ? [{ keys: 'e', label: 'form.key.edit' as const, run: form.openWhole }] : []),
      // The form is opened by the same thing whatever is in it.
      [canUpdate],
    ),
  );
  const closed = tracker.fields.filter((field) => {
    const entry = form.entries.get(field.field_id);
    return entry !== undefined && isChanged(entry) && whyNot(field) !== undefined;
  });
  const model: FormModel = {
    tracker,
    projectId: tagged.data.project.id,
    artifactId: tagged.data.id,
    valueOf: (id) => form.values.get(id),
    entryOf: (id) => form.entries.get(id),
    currentOf: form.currentOf,
    isWhole: form.isWhole,
    whyNot,
    isHidden: ({ field_id: id }) => hidden.has(id),
    isShown: (field) => !hiddenNames.has(field.type) && (form.values.has(field.field_id) || isFillable(field, whyNot)),
    isMarked: (id) => marked.has(id),
    allowedOf: (field) => allowedFor(form, reading, field),
    open: form.open,
    change: form.change,
    close: form.close,
    save: (ids) => void form.save(ids),
    isBusy: form.isBusy,
  };
  const notices = (
    <>
      <FormNotices form={form} />
      {closed.length > 0 && (
        <Notice kind="warning">{t('form.closed', { labels: closed.map(({ label }) => label).join(', ') })}</Notice>
      )}
    </>
  );
  const bars = (
    <>
      <SaveBar form={form} />
      <Conflicts form={form} who={writeName(tagged.data.last_update_by_user.display_name)} />
      <LeaveGuard isDirty={form.changed.length > 0} onDiscard={form.discard} onSave={form.saveAll} />
    </>
  );
  return <FormProvider value={model}>{children({ notices, bars })}</FormProvider>;
}

/** Whether an empty field could be filled in. */
const isFillable = (field: Field, whyNot: FormModel['whyNot']): boolean =>
  editKindOf(field.type) !== undefined && field.permissions.includes('read') && whyNot(field) === undefined;
