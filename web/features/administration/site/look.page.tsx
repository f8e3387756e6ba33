// How the site looks to everybody: its name, who runs it, and the colours of its pages.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Logo } from './logo.tsx';

const variants = ['orange', 'blue', 'green', 'red', 'grey', 'purple'] as const;

const names = ['sys_name', 'sys_org_name', 'sys_available_theme_variants', 'sys_default_theme_variant'] as const;
type Look = Record<(typeof names)[number], string>;

const lookOf = (settings: readonly Schemas['Setting'][]): Look => {
  const valueOf = (name: string): string => settings.find((setting) => setting.name === name)?.value ?? '';
  return {
    sys_name: valueOf('sys_name'),
    sys_org_name: valueOf('sys_org_name'),
    sys_available_theme_variants: valueOf('sys_available_theme_variants'),
    sys_default_theme_variant: valueOf('sys_default_theme_variant'),
  };
};

/** None is all of them, as for the server. */
const readVariants = (text: string): ReadonlySet<string> => {
  const chosen = text.split(',').map((name) => name.trim().toLowerCase());
  const known = variants.filter((name) => chosen.some((one) => one.endsWith(name)));
  return new Set(known.length === 0 ? variants : known);
};

/** Which colours there are, and the one of who chose none. */
function Variants({ look, change }: { look: Look; change(next: Partial<Look>): void }): ReactNode {
  const offered = readVariants(look.sys_available_theme_variants);
  const offer = (name: string, isOn: boolean): void => {
    const next = variants.filter((one) => (one === name ? isOn : offered.has(one)));
    change({ sys_available_theme_variants: next.join(', ') });
  };
  return (
    <>
      <fieldset className={css.group}>
        <legend className={ui.label}>{t('admin.variants')}</legend>
        {variants.map((name) => (
          <Checkbox
            key={name}
            isSelected={offered.has(name)}
            isDisabled={offered.size === 1 && offered.has(name)}
            onChange={(isOn) => offer(name, isOn)}
          >
            {t(`people.variant.${name}`)}
          </Checkbox>
        ))}
      </fieldset>
      <Select
        label={t('admin.defaultVariant')}
        choices={variants.filter((name) => offered.has(name)).map((id) => ({ id, label: t(`people.variant.${id}`) }))}
        value={
          variants.find((name) => look.sys_default_theme_variant.toLowerCase().endsWith(name)) ??
          variants.find((name) => offered.has(name))
        }
        onChange={(id) => change({ sys_default_theme_variant: id })}
      />
    </>
  );
}

function LookForm({ saved, etag }: { saved: Look; etag: string | undefined }): ReactNode {
  const { values, change, drop, dropSent } = useDraft('site-look', saved);
  const [before, setBefore] = useState<Look>();
  const { submit, isSending, problem } = useSubmit({
    invalidates: [['/admin/settings'], ['site']],
    toast: t('ui.saved'),
  });
  const write = (look: Look): Promise<boolean> => {
    const settings = names.map((name) => ({ name, value: look[name] }));
    const header = etag === undefined ? {} : { params: { header: { 'If-Match': etag } } };
    return submit(() => settle(api.PATCH('/admin/settings', { ...header, body: { settings } })));
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    if (!(await write(values))) return;
    dropSent(values);
    setBefore(saved);
  };
  const undo = async (look: Look): Promise<void> => {
    if (!(await write(look))) return;
    drop();
    setBefore(undefined);
  };
  const isChanged = names.some((name) => values[name] !== saved[name]);
  return (
    <form className={`${ui.card} ${css.section}`} onSubmit={(event) => void save(event)} aria-label={t('admin.look')}>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TextField
        label={t('admin.siteName')}
        isRequired
        value={values.sys_name}
        onChange={(text) => change({ sys_name: text })}
      />
      <TextField
        label={t('admin.organisation')}
        value={values.sys_org_name}
        onChange={(text) => change({ sys_org_name: text })}
      />
      <Variants look={values} change={change} />
      <div className={ui.actions}>
        {before !== undefined && !isChanged && (
          <Button isDisabled={isSending} onPress={() => void undo(before)}>
            {t('admin.undo')}
          </Button>
        )}
        {isChanged && <Button onPress={drop}>{t('ui.cancel')}</Button>}
        <Button type="submit" tone="primary" isDisabled={!isChanged || values.sys_name.trim() === '' || isSending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

export function LookPage(): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['/admin/settings'],
    queryFn: () => takeTagged(api.GET('/admin/settings')),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  return (
    <div className={css.list}>
      <LookForm saved={lookOf(data.data.settings)} etag={data.etag} />
      <Logo />
    </div>
  );
}
