// What every project says about itself: the fields, in their order, which administrators of projects fill.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import ui from '../../../ui/ui.module.css';
import { fieldsQuery } from '../../projects/index.ts';
import css from '../administration.module.css';
import { OrderButtons } from '../planning/order-buttons.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { ChangedField, FieldRemoval, NewField, touchedByFields } from './field-dialogs.tsx';
import own from './creation.module.css';

type Field = Schemas['ProjectFields']['project_fields_representation'][number];
type Asked = { kind: 'new' } | { kind: 'change' | 'remove'; id: number };

function Fields({ fields }: { fields: readonly Field[] }): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const { submit, isSending, problem } = useSubmit({ invalidates: touchedByFields, toast: t('ui.saved') });
  const close = (): void => setAsked(undefined);
  const move = (at: number, by: -1 | 1): void => {
    const ids = fields.map(({ id }) => id);
    const [moved] = ids.splice(at, 1);
    if (moved !== undefined) ids.splice(at + by, 0, moved);
    void submit(() => settle(api.PUT('/project_field_order', { body: { ids } })));
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('creation.fields')}>
      <p className={ui.soft}>{t('creation.fieldsText')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div>
        <Button tone="primary" onPress={() => setAsked({ kind: 'new' })}>
          {t('creation.newField')}
        </Button>
      </div>
      {fields.length === 0 ? (
        <Empty title={t('creation.noFields')} />
      ) : (
        <ol className={own.lines} aria-label={t('creation.fields')}>
          {fields.map(({ id, name, type, is_required: isRequired }, at) => (
            <li key={id} className={`${own.line} ${own.field}`}>
              <button type="button" className={css.pick} onClick={() => setAsked({ kind: 'change', id })}>
                {name}
              </button>
              <span className={`${ui.soft} ${ui.small}`}>{t(`creation.field.${type}`)}</span>
              {isRequired && <Badge>{t('creation.needed')}</Badge>}
              <OrderButtons
                {...{ name, at }}
                count={fields.length}
                isDisabled={isSending}
                onMove={(by) => move(at, by)}
                onRemove={() => setAsked({ kind: 'remove', id })}
              />
            </li>
          ))}
        </ol>
      )}
      {asked?.kind === 'new' && <NewField onClose={close} />}
      {asked?.kind === 'change' && <ChangedField id={asked.id} onClose={close} />}
      {asked?.kind === 'remove' && <FieldRemoval id={asked.id} onClose={close} />}
    </section>
  );
}

export function FieldsPage(): ReactNode {
  const { data, error, refetch } = useQuery(fieldsQuery);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Loading lines={4} /> : <Fields fields={data.project_fields_representation} />;
}
