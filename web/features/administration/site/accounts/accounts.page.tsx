// All accounts: found by name or address and by status, approved, suspended, opened again.
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import type { Schemas } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { writeName } from '../../../../platform/names/person-names.ts';
import { useSite } from '../../../../platform/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select, TextField } from '../../../../ui/forms/fields.tsx';
import { Menu } from '../../../../ui/overlays/overlays.tsx';
import { Notice } from '../../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Person } from '../../../../ui/avatar.tsx';
import { When } from '../../../../ui/dates/when.tsx';
import ui from '../../../../ui/ui.module.css';
import { useSettled } from '../../../../ui/forms/use-settled.ts';
import css from '../../administration.module.css';
import { InviteDialog } from '../../../projects/index.ts';
import { PendingInvitations } from '../../project/pending-invitations.tsx';
import { PagedTable } from '../../paged-table.tsx';
import { accountStates, isState, listNextStates, nameStep, stateColours } from './account-states.ts';
import { AccountStep, useAccountStep } from './account-step.tsx';
import { ImportAccounts } from './import-accounts.tsx';
import { NewAccount } from './new-account.tsx';
import { accountsQuery } from '../../site.queries.ts';
import { Link } from '../../../../ui/link.tsx';

const route = getRouteApi('/admin/accounts');
type Account = Schemas['ManagedAccount'];

function Actions({
  account,
  take,
}: {
  account: Account;
  take(account: Account, to: ReturnType<typeof listNextStates>[number]): void;
}): ReactNode {
  const { status } = account;
  const { access_mode: accessMode } = useSite();
  if (!isState(status)) return null;
  const actions = listNextStates(status, accessMode).map((to) => ({
    id: to,
    label: nameStep(status, to),
    run: () => take(account, to),
  }));
  return (
    <Menu
      label={t('admin.change', { name: writeName(account.display_name) })}
      trigger={
        <Button aria-label={t('admin.change', { name: writeName(account.display_name) })}>
          {t('admin.changeStatus')}
        </Button>
      }
      actions={actions}
    />
  );
}

export function AccountsPage(): ReactNode {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState<'new' | 'import' | 'invite'>();
  const settled = useSettled(words.trim(), 200);
  const [asked, setAsked] = useState<Pick<ComponentProps<typeof AccountStep>, 'account' | 'to'>>();
  const { go, problem } = useAccountStep();
  return (
    <>
      <div className={ui.row}>
        <Button tone="primary" onPress={() => setOpen('new')}>
          {t('admin.newAccount')}
        </Button>
        <Button onPress={() => setOpen('invite')}>{t('invite.open')}</Button>
        <Button onPress={() => setOpen('import')}>{t('admin.importAccounts')}</Button>
      </div>
      {open === 'new' && <NewAccount onClose={() => setOpen(undefined)} />}
      {open === 'import' && <ImportAccounts onClose={() => setOpen(undefined)} />}
      {open === 'invite' && <InviteDialog onClose={() => setOpen(undefined)} />}
      <div className={css.filters}>
        <TextField label={t('admin.findAccount')} value={words} onChange={setWords} />
        <Select
          label={t('admin.status')}
          choices={[
            { id: 'all', label: t('admin.status.all') },
            ...accountStates.map((id) => ({ id, label: t(`admin.status.${id}`) })),
          ]}
          value={status ?? 'all'}
          onChange={(id) => void navigate({ search: isState(id) ? { status: id } : {}, replace: true })}
        />
      </div>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <PagedTable
        label={t('admin.accounts')}
        query={accountsQuery(settled, status)}
        heads={[t('admin.account'), t('admin.email'), t('admin.status'), t('admin.created'), t('admin.actions')]}
        keyOf={(account) => account.id ?? 0}
        cells={(account) => [
          <span key="who" className={ui.row}>
            <Link to="/admin/accounts/$id" params={{ id: String(account.id ?? 0) }}>
              <Person person={account} />
            </Link>
            {account.is_site_admin && <Badge>{t('admin.siteAdmin')}</Badge>}
          </span>,
          account.email ?? '',
          isState(account.status) ? (
            <Badge key="status" colour={stateColours[account.status]}>
              {t(`admin.status.${account.status}`)}
            </Badge>
          ) : null,
          <When key="created" iso={account.created} />,
          <Actions
            key="actions"
            account={account}
            take={(one, to) => (to === 'A' ? void go(one, to) : setAsked({ account: one, to }))}
          />,
        ]}
      />
      <PendingInvitations />
      {asked !== undefined && <AccountStep {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
