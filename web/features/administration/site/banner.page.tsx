// What everybody is told: the announcement above every page, and mail to many.
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { currentZone, t } from '../../../platform/i18n.ts';
import { useSite } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { dateText, sentDate } from '../../../ui/dates/iso-texts.ts';
import { Select, TextField } from '../../../ui/forms/fields.tsx';
import { Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { MassMail } from './mass-mail.tsx';
import { lazy } from '../../../ui/lazy.tsx';

const DateField = lazy(async () => (await import('../../../ui/dates/dates.tsx')).DateField, {
  Fallback: () => <Loading lines={1} />,
});

type Banner = Schemas['PlatformBanner'];
const importances = ['standard', 'warning', 'critical'] as const;

function BannerForm({ banner }: { banner: Banner | null }): ReactNode {
  const zone = currentZone();
  const end = banner?.expiration_date ?? '';
  const saved = {
    message: banner?.message ?? '',
    importance: banner?.importance ?? 'standard',
    end: end === '' ? '' : dateText(end, true, zone),
  };
  const { values, change, dropSent } = useDraft<Record<keyof typeof saved, string>>('platform-banner', saved);
  const { message } = values;
  const importance = importances.find((one) => one === values.importance) ?? 'standard';
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/banner'], ['site']], toast: t('ui.saved') });
  const save = async (): Promise<void> => {
    const expiration_date = values.end === '' ? null : sentDate(values.end, zone);
    const body = { message, importance, expiration_date };
    if (await submit(() => settle(api.PUT('/banner', { body })))) dropSent(values);
  };
  return (
    <form
      className={`${ui.card} ${css.section}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void save();
      }}
    >
      <p className={ui.soft}>{t('admin.bannerText')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TextField label={t('admin.message')} rows={3} value={message} onChange={(text) => change({ message: text })} />
      <Select
        label={t('admin.importance')}
        choices={importances.map((id) => ({ id, label: t(`admin.importance.${id}`) }))}
        value={importance}
        onChange={(id) => change({ importance: id })}
      />
      <DateField label={t('admin.bannerEnd')} withTime value={values.end} onChange={(text) => change({ end: text })} />
      <div className={ui.actions}>
        {banner !== null && (
          <Button tone="danger" isDisabled={isSending} onPress={() => void submit(() => settle(api.DELETE('/banner')))}>
            {t('admin.takeAway')}
          </Button>
        )}
        <Button type="submit" tone="primary" isDisabled={message.trim() === '' || isSending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

export function BannerPage(): ReactNode {
  const { banner } = useSite();
  return (
    <>
      <BannerForm banner={banner} />
      <MassMail />
    </>
  );
}
