// How much of the disk the project takes, and how much it may; site administrators say that.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { formatBytes } from '../../../ui/files/format-bytes.ts';
import { Meter } from '../../../ui/feedback/meter.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import css from '../administration.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useProject } from './project-administration.layout.tsx';
import { readQuota, writeQuota } from './quotas.ts';

type Storage = Schemas['ProjectStorage'];
type Kind = keyof Storage;
const kinds = ['attachments', 'repositories'] as const satisfies readonly Kind[];

function Use({ kind, stored }: { kind: Kind; stored: Storage[Kind] }): ReactNode {
  const { used_bytes: used, quota_bytes: quota, measured_at: measuredAt } = stored;
  const label = t(`storage.${kind}`);
  const text =
    quota === 0
      ? t('storage.used', { used: formatBytes(used) })
      : t('storage.usedOf', { used: formatBytes(used), quota: formatBytes(quota) });
  return (
    <div className={css.group}>
      <span>
        <strong>{label}</strong> {measuredAt === null ? t('storage.measuring') : text}
      </span>
      {quota > 0 && <Meter label={label} text={text} value={used} max={quota} isTooMuch={used >= quota} />}
      {measuredAt !== null && (
        <small className={ui.quiet}>
          {t('storage.measured')} <When iso={measuredAt} />
        </small>
      )}
    </div>
  );
}

function QuotaForm({ saved }: { saved: Record<Kind, string> }): ReactNode {
  const { id } = useProject();
  const { values, change, drop, dropSent } = useDraft<Record<Kind, string>>(`quotas-${id}`, saved);
  const { submit, isSending, problem } = useSubmit({
    invalidates: [['/projects', id, 'storage']],
    toast: t('ui.saved'),
  });
  const attachments = readQuota(values.attachments);
  const repositories = readQuota(values.repositories);
  const isChanged = kinds.some((kind) => values[kind] !== saved[kind]);
  const save = async (): Promise<void> => {
    if (attachments === undefined || repositories === undefined) return;
    const body = { attachments, repositories };
    if (await submit(() => settle(api.PUT('/projects/{id}/quotas', { params: { path: { id } }, body }))))
      dropSent(values);
  };
  return (
    <form
      className={ui.stack}
      aria-label={t('storage.quotas')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isSending) void save();
      }}
    >
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {kinds.map((kind) => (
        <TextField
          key={kind}
          label={t(`storage.${kind}Quota`)}
          hint={t('storage.quotaHint')}
          error={readQuota(values[kind]) === undefined ? t('storage.noNumber') : undefined}
          value={values[kind]}
          onChange={(text) => change({ [kind]: text })}
        />
      ))}
      <div className={ui.actions}>
        {isChanged && <Button onPress={drop}>{t('ui.cancel')}</Button>}
        <Button
          type="submit"
          tone="primary"
          isDisabled={!isChanged || isSending || attachments === undefined || repositories === undefined}
        >
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

export function ProjectStorage(): ReactNode {
  const { id } = useProject();
  const self = useSelf();
  const { data } = useQuery({
    queryKey: ['/projects', id, 'storage'],
    queryFn: () => take(api.GET('/projects/{id}/storage', { params: { path: { id } } })),
  });
  if (data === undefined) return null;
  const saved = {
    attachments: writeQuota(data.attachments.own_quota_bytes),
    repositories: writeQuota(data.repositories.own_quota_bytes),
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('storage.title')}>
      <h2>{t('storage.title')}</h2>
      {kinds.map((kind) => (
        <Use key={kind} kind={kind} stored={data[kind]} />
      ))}
      {self?.is_site_admin === true && <QuotaForm key={id} saved={saved} />}
    </section>
  );
}
