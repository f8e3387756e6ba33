// The picture beside the name of the site: taken from this computer, and seen by everybody at once.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button as AriaButton, FileTrigger } from 'react-aria-components';
import { api, isRefusedWith, settle } from '../../../platform/api.ts';
import { encodeBase64 } from '../../../platform/network/base64.ts';
import { t } from '../../../platform/i18n.ts';
import { siteQuery, useSite } from '../../../platform/session.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { SiteLogo } from '../../../ui/layout/site-logo.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

/** As the server has it; what is larger is not even read. */
const maxBytes = 262_144;
const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function Logo(): ReactNode {
  const { logo } = useSite();
  const { submit, isSending, problem } = useSubmit({
    invalidates: [siteQuery.queryKey],
    toast: t('ui.saved'),
    explain: (error) => (isRefusedWith(error, 400) ? t('admin.logoUnfit') : undefined),
  });
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = async (file: File): Promise<void> => {
    setTooLarge(file.size > maxBytes);
    if (file.size > maxBytes) return;
    await submit(async () => settle(api.PUT('/logo', { body: { content: await encodeBase64(file) } })));
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('admin.logo')}>
      <h2>{t('admin.logo')}</h2>
      {isTooLarge ? (
        <Notice kind="error">{t('admin.logoUnfit')}</Notice>
      ) : (
        problem !== undefined && <Notice kind="error">{problem}</Notice>
      )}
      <p className={ui.soft}>{t('admin.logoText')}</p>
      <SiteLogo isLarge />
      <div className={ui.actions}>
        {logo !== null && (
          <Button isDisabled={isSending} onPress={() => void submit(() => settle(api.DELETE('/logo')))}>
            {t('admin.logoRemove')}
          </Button>
        )}
        <FileTrigger
          acceptedFileTypes={types}
          onSelect={(files) => {
            const file = files?.item(0);
            if (file !== null && file !== undefined && !isSending) void choose(file);
          }}
        >
          <AriaButton className={buttonClass(undefined)}>{t('admin.logoChoose')}</AriaButton>
        </FileTrigger>
      </div>
    </section>
  );
}
