// What the site asks of people and promises to them, as administrators write it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import css from '../administration.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

type Name = Schemas['LegalText']['name'];

function TextForm({ name, saved, etag }: { name: Name; saved: string; etag: string | undefined }): ReactNode {
  const { values, change, drop, dropSent } = useDraft(`legal-text-${name}`, { content: saved });
  const { submit, isSending, problem } = useSubmit({
    invalidates: [['/legal_texts', name], ['site']],
    toast: t('ui.saved'),
  });
  const label = t(`frame.legal.${name}`);
  const isChanged = values.content !== saved;
  const save = async (): Promise<void> => {
    const params = { path: { name }, ...(etag === undefined ? {} : { header: { 'If-Match': etag } }) };
    const body = { content: values.content };
    if (await submit(() => settle(api.PUT('/legal_texts/{name}', { params, body })))) dropSent(values);
  };
  return (
    <form
      className={`${ui.card} ${css.section}`}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void save();
      }}
    >
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TextField
        label={label}
        hint={t('admin.textsText')}
        rows={10}
        value={values.content}
        onChange={(content) => change({ content })}
      />
      <div className={ui.actions}>
        {saved !== '' && (
          <ButtonLink to="/legal/$text" params={{ text: name }}>
            {t('admin.readText')}
          </ButtonLink>
        )}
        {isChanged && <Button onPress={drop}>{t('ui.cancel')}</Button>}
        <Button type="submit" tone="primary" isDisabled={!isChanged || isSending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

function LegalText({ name }: { name: Name }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['/legal_texts', name, 'source'],
    queryFn: () => takeTagged(api.GET('/legal_texts/{name}', { params: { path: { name } } })),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  return <TextForm name={name} saved={data.data.content} etag={data.etag} />;
}

export const TextsPage = (): ReactNode => (
  <>
    <LegalText name="terms" />
    <LegalText name="privacy" />
  </>
);
