// A change of the status of an account, and the question before it where something goes.
import type { ReactNode } from 'react';
import { api, settle } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { writeName } from '../../../../platform/names/person-names.ts';
import { FormDialog } from '../../form-dialog.tsx';
import { useSending } from '../../use-sending.ts';
import { isState, nameStep } from './account-states.ts';
import type { AccountState } from './account-states.ts';

export type StepAccount = Pick<Schemas['ManagedAccount'], 'id' | 'display_name' | 'status'>;

/** `go` takes the step at once. */
export function useAccountStep() {
  const { send, ...state } = useSending(['/accounts'], ['/users']);
  const go = ({ id, display_name: name }: StepAccount, to: AccountState): Promise<boolean> =>
    send(
      () =>
        settle(api.PATCH('/users/{id}', { params: { path: { id: String(id) } }, body: { values: { status: to } } })),
      t('admin.changed', { name: writeName(name), status: t(`admin.status.${to}`) }),
    );
  return { go, ...state };
}

interface Props {
  account: StepAccount;
  to: Exclude<AccountState, 'A' | 'P'>;
  onClose(): void;
}

export function AccountStep({ account, to, onClose }: Props): ReactNode {
  const { go, isSending, problem } = useAccountStep();
  const action = nameStep(isState(account.status) ? account.status : 'A', to);
  return (
    <FormDialog
      title={t('admin.sure', { action, name: writeName(account.display_name) })}
      {...{ action, isSending, problem, onClose }}
      isDangerous
      send={() => go(account, to)}
    >
      <p>{t(`admin.stepText.${to}`)}</p>
    </FormDialog>
  );
}
