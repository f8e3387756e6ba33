// Two people changed the same field: what it had, what I typed, what there is now; field by field.
import type { ReactNode } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { Versions } from '../../../../ui/layout/versions.tsx';
import { Dialog } from '../../../../ui/overlays/overlays.tsx';
import ui from '../../../../ui/ui.module.css';
import { describeEdit } from '../edits.ts';
import type { Edit } from '../../../fields/index.ts';
import type { Conflict } from './merge.ts';
import type { ArtifactForm } from '../use-artifact-form.ts';

function Question({ conflict, form }: { conflict: Conflict; form: ArtifactForm }): ReactNode {
  const field = form.fields.get(conflict.fieldId);
  if (field === undefined) return null;
  const of = { field, value: form.values.get(conflict.fieldId) };
  const text = (edit: Edit): string => describeEdit(edit, of);
  return (
    <section className={ui.stack} aria-label={field.label}>
      <h3>{field.label}</h3>
      <Versions
        versions={[
          { title: t('form.conflict.before'), text: text(conflict.before) },
          { title: t('form.conflict.mine'), text: text(conflict.mine) },
          { title: t('form.conflict.theirs'), text: text(conflict.theirs) },
        ]}
      />
      <div className={ui.row}>
        <Button tone="primary" onPress={() => form.settle(conflict.fieldId, true)}>
          {t('form.conflict.takeMine')}
        </Button>
        <Button onPress={() => form.settle(conflict.fieldId, false)}>{t('form.conflict.takeTheirs')}</Button>
      </div>
    </section>
  );
}

/** `who` changed it last. */
export const Conflicts = ({ form, who }: { form: ArtifactForm; who: string }): ReactNode => (
  <Dialog title={t('form.conflict.title', { who })} isOpen={form.conflicts.length > 0} isHeld isWide onClose={() => {}}>
    <p>{t('form.conflict.text')}</p>
    {form.conflicts.map((conflict) => (
      <Question key={conflict.fieldId} conflict={conflict} form={form} />
    ))}
  </Dialog>
);
