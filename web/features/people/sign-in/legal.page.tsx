// One of the legal texts of the site, for everybody.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Markup } from '../../../ui/markdown/markup.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../people.module.css';

const route = getRouteApi('/legal/$text');

export function LegalPage(): ReactNode {
  const name = route.useParams().text === 'privacy' ? 'privacy' : 'terms';
  const { data, error, refetch } = useQuery({
    queryKey: ['/legal_texts', name],
    queryFn: () => take(api.GET('/legal_texts/{name}', { params: { path: { name } } })),
  });
  return (
    <Page title={t(`frame.legal.${name}`)}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading lines={6} />}
      {data?.content === '' && <Empty title={t('account.noLegalText')} />}
      {data !== undefined && data.changed_at !== null && (
        <div className={`${ui.card} ${css.gateBody} ${css.legalText} ${ui.stack}`}>
          <Markup html={data.html} />
          <p className={`${ui.soft} ${ui.small}`}>
            <When iso={data.changed_at} />
          </p>
        </div>
      )}
    </Page>
  );
}
