// A change of the status of an account, and the question before it where something goes.
import type { ReactNode } from 'react';
import { api, settle } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { writeName } from '../../../../platform/names/person-names.ts';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import { useSubmit } from '../../../../ui/forms/use-submit.ts';
import { isState, nameStep } from './account-states.ts';
import type { AccountState } from './account-states.ts';

export type StepAccount = Pick<Schemas['ManagedAccount'], 'id' | 'display_name' | 'status'>;

const invalidates = [['/accounts'], ['/users']];

const changeStatus = ({ id }: StepAccount, to: AccountState): Promise<void> =>
  settle(api.PATCH('/users/{id}', { params: { path: { id: String(id) } }, body: { values: { status: to } } }));

const toastOf = ({ display_name: name }: StepAccount, to: AccountState): string =>
  t('admin.changed', { name: writeName(name), status: t(`admin.status.${to}`) });

/** `go` takes the step at once. */
export function useAccountStep() {
  const { submit, ...state } = useSubmit({ invalidates });
  const go = (account: StepAccount, to: AccountState): Promise<boolean> =>
    submit(() => changeStatus(account, to), toastOf(account, to));
  return { go, ...state };
}

interface Props {
  account: StepAccount;
  to: Exclude<AccountState, 'A' | 'P'>;
  onClose(): void;
}

export function AccountStep({ account, to, onClose }: Props): ReactNode {
  const action = nameStep(isState(account.status) ? account.status : 'A', to);
  return (
    <FormDialog
      title={t('admin.sure', { action, name: writeName(account.display_name) })}
      {...{ action, invalidates, onClose }}
      toast={toastOf(account, to)}
      isDangerous
      send={() => changeStatus(account, to)}
    >
      <p>{t(`admin.stepText.${to}`)}</p>
    </FormDialog>
  );
}
