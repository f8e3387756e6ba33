// Which changed settings wait for a restart, and the restart itself.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/feedback/async-states.tsx';
import { useSubmit } from '../../../../ui/forms/use-submit.ts';
import { Dialog } from '../../../../ui/overlays/overlays.tsx';
import ui from '../../../../ui/ui.module.css';
import { settingsQuery } from '../../site.queries.ts';

/** How often the page looks whether the server is back, in ms. */
const againMs = 1000;

/** Nothing while no setting waits. */
export function RestartNotice({ settings, restart }: Schemas['Settings']): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const [isOrdered, setOrdered] = useState(false);
  const { submit, isSending, problem } = useSubmit();
  const count = settings.filter((setting) => setting.is_pending).length;
  useQuery({ ...settingsQuery, refetchInterval: againMs, enabled: isOrdered && count > 0 });
  const order = async (): Promise<void> => {
    if (!(await submit(() => settle(api.POST('/admin/restarts'))))) return;
    setAsked(false);
    setOrdered(true);
  };
  if (restart.problem !== null)
    return <Notice kind="error">{t('admin.restart.problem', { problem: restart.problem })}</Notice>;
  if (count === 0) return null;
  if (isOrdered) return <Notice kind="info">{t('admin.restart.ordered')}</Notice>;
  return (
    <Notice kind="info">
      <div className={ui.row}>
        <span>{t('admin.restart.waiting', { count })}</span>
        {restart.is_possible ? (
          <Button onPress={() => setAsked(true)}>{t('admin.restart.now')}</Button>
        ) : (
          <span>{t('admin.restart.onMachine')}</span>
        )}
      </div>
      <Dialog title={t('admin.restart.title')} isOpen={isAsked} onClose={() => setAsked(false)}>
        <p>{t('admin.restart.text')}</p>
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <div className={ui.actions}>
          <Button onPress={() => setAsked(false)}>{t('ui.cancel')}</Button>
          <Button tone="primary" isDisabled={isSending} onPress={() => void order()}>
            {t('admin.restart.do')}
          </Button>
        </div>
      </Dialog>
    </Notice>
  );
}
