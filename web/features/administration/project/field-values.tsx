// What the project says about itself in the fields that every project has.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import css from '../administration.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useProject } from './project-administration.layout.tsx';

type Field = Schemas['ProjectFieldValues']['fields'][number];

function FieldsForm({ fields, etag }: { fields: readonly Field[]; etag: string | undefined }): ReactNode {
  const { id } = useProject();
  const start = Object.fromEntries(fields.map(({ field_id: field, value }) => [String(field), value]));
  const { values, change, drop, dropSent } = useDraft<Record<string, string>>(`fields-${id}`, start);
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/projects']], toast: t('ui.saved') });
  const valueOf = ({ field_id: field }: Field): string => values[field] ?? '';
  const isChanged = fields.some((field) => valueOf(field) !== field.value);
  const lacks = (field: Field): boolean => field.is_required && valueOf(field).trim() === '';
  const isReady = isChanged && !isSending && !fields.some(lacks);
  const save = async (): Promise<void> => {
    const params = { path: { id }, ...(etag === undefined ? {} : { header: { 'If-Match': etag } }) };
    const body = { fields: fields.map((field) => ({ field_id: field.field_id, value: valueOf(field) })) };
    if (await submit(() => settle(api.PUT('/projects/{id}/field_values', { params, body })))) dropSent(values);
  };
  return (
    <form
      className={`${ui.card} ${css.section}`}
      aria-label={t('creation.about')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void save();
      }}
    >
      <h2>{t('creation.about')}</h2>
      <p className={ui.soft}>{t('creation.aboutText')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {fields.map((field) => (
        <TextField
          key={field.field_id}
          label={field.name}
          hint={field.description === '' ? undefined : field.description}
          isRequired={field.is_required}
          error={isChanged && lacks(field) ? t('creation.lacks') : undefined}
          value={valueOf(field)}
          onChange={(value) => change({ [field.field_id]: value })}
          {...(field.type === 'text' ? { rows: 3 } : {})}
        />
      ))}
      <div className={ui.actions}>
        {isChanged && <Button onPress={drop}>{t('ui.cancel')}</Button>}
        <Button type="submit" tone="primary" isDisabled={!isReady}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

/** Nothing where the site has no such fields. */
export function ProjectFieldValues(): ReactNode {
  const { id } = useProject();
  const { data } = useQuery({
    queryKey: ['/projects', id, 'fields'],
    queryFn: () => takeTagged(api.GET('/projects/{id}/field_values', { params: { path: { id } } })),
    refetchOnWindowFocus: false,
  });
  if (data === undefined || data.data.fields.length === 0) return null;
  return <FieldsForm key={id} fields={data.data.fields} etag={data.etag} />;
}
