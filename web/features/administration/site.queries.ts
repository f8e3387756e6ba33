// What pages of the site show first, which is read while their code is.
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { api, take, takeTagged } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { readAhead } from '../../platform/query.ts';
import { selfQuery } from '../../platform/session.ts';
import { pagedQuery } from './paged.ts';
import type { AccountState } from './site/accounts/account-states.ts';
import { settingTextsQuery } from './site/settings/setting-meanings.ts';

export const settingsQuery = queryOptions({
  queryKey: ['/admin/settings'],
  queryFn: () => takeTagged(api.GET('/admin/settings')),
});

/** The site in numbers, and what waits. */
export const summaryQuery = queryOptions({
  queryKey: ['/admin/summary'],
  queryFn: () => take(api.GET('/admin/summary')),
});

export const accountsQuery = (words: string, status: AccountState | undefined) =>
  pagedQuery<Schemas['ManagedAccount']>(['/accounts', words, status], (page, signal) =>
    api.GET('/accounts', {
      params: { query: { ...page, ...(words === '' ? {} : { words }), ...(status === undefined ? {} : { status }) } },
      signal,
    }),
  );

/** For who may see them. Never throws; the page says itself what is wrong. */
export async function readSettings(client: QueryClient): Promise<void> {
  if (client.getQueryData(selfQuery.queryKey)?.is_site_admin !== true) return;
  await Promise.all([readAhead(client, settingsQuery), readAhead(client, settingTextsQuery())]);
}

/** As readSettings. */
export async function readAccounts(client: QueryClient, status: AccountState | undefined): Promise<void> {
  const self = client.getQueryData(selfQuery.queryKey);
  if (self?.is_site_admin !== true && self?.manages_accounts !== true) return;
  const query = accountsQuery('', status);
  if (client.getQueryData(query.queryKey) === undefined) await client.prefetchInfiniteQuery(query);
}
