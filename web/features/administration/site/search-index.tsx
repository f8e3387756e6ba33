// The search index: how large it is, how far behind, and writing it anew.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

const queryKey = ['/admin/search_index'];
/** How often the page looks again, in ms: while the index is written, and else. */
const againMs = { writing: 2000, idle: 60_000 };

export function SearchIndex(): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => take(api.GET('/admin/search_index')),
    refetchInterval: ({ state }) => (state.data?.is_complete === false ? againMs.writing : againMs.idle),
  });
  const { submit, isSending, problem } = useSubmit({ invalidates: [queryKey] });
  const order = async (): Promise<void> => {
    if (await submit(() => settle(api.POST('/admin/search_index/rebuild')), t('admin.indexOrdered'))) setAsked(false);
  };
  return (
    <section className={`${ui.card} ${css.wideSection}`} aria-label={t('admin.searchIndex')}>
      <div className={css.head}>
        <h2>{t('admin.searchIndex')}</h2>
        <Button isDisabled={data?.is_complete !== true} onPress={() => setAsked(true)}>
          {t('admin.indexAnew')}
        </Button>
      </div>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading lines={1} />}
      {data !== undefined && (
        <p className={ui.row}>
          <Badge colour={data.is_complete ? 'neon-green' : 'graffiti-yellow'}>
            {t(data.is_complete ? 'admin.indexComplete' : 'admin.indexWriting')}
          </Badge>
          <span>{t('admin.indexed', { count: data.documents })}</span>
          <span className={ui.soft}>{t('admin.behind', { count: data.behind })}</span>
        </p>
      )}
      <Dialog title={t('admin.searchIndex')} isOpen={isAsked} onClose={() => setAsked(false)}>
        <p>{t('admin.searchIndexText')}</p>
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <div className={ui.actions}>
          <Button onPress={() => setAsked(false)}>{t('ui.cancel')}</Button>
          <Button tone="danger" isDisabled={isSending} onPress={() => void order()}>
            {t('admin.indexAnewDo')}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}
