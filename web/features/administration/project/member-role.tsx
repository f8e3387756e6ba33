// What somebody is in a project: a member, or one who administers it too.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { useSelf } from '../../../platform/session.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { Select } from '../../../ui/forms/fields.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { membersQuery } from './members.tsx';

const roles = ['member', 'administrator'] as const;

interface Props {
  projectId: number;
  person: Schemas['User'];
}

export function MemberRole({ projectId, person }: Props): ReactNode {
  const self = useSelf();
  const groupId = `${projectId}_4`;
  const { data } = useQuery(membersQuery(groupId));
  const [isStopping, setStopping] = useState(false);
  const invalidates = [['/user_groups'], ['/projects', projectId]];
  const { submit, isSending } = useSubmit({ invalidates, toast: t('ui.saved'), errors: 'toast' });
  if (data === undefined) return null;
  const ids = data.people.flatMap(({ id }) => id ?? []);
  const isAdministrator = ids.some((id) => id === person.id);
  const put = (next: readonly number[]): Promise<void> =>
    settle(
      api.PUT('/user_groups/{id}/users', {
        params: { path: { id: groupId }, ...(data.etag === undefined ? {} : { header: { 'If-Match': data.etag } }) },
        body: { user_references: next.map((id) => ({ id })) },
      }),
    );
  const stop = (): Promise<void> => put(ids.filter((id) => id !== person.id));
  const change = (role: string): void => {
    if ((role === 'administrator') === isAdministrator) return;
    if (!isAdministrator) void submit(() => put([...ids, person.id ?? 0]));
    else if (person.id === self?.id) setStopping(true);
    else void submit(stop);
  };
  return (
    <>
      <Select
        label={t('groups.roleOf', { name: writeName(person.display_name) })}
        isLabelHidden
        isDisabled={isSending}
        choices={roles.map((id) => ({ id, label: t(`groups.role.${id}`) }))}
        value={isAdministrator ? 'administrator' : 'member'}
        onChange={change}
      />
      {isStopping && (
        <FormDialog
          title={t('groups.stopSelf')}
          action={t('admin.removeIt')}
          isDangerous
          invalidates={invalidates}
          onClose={() => setStopping(false)}
          send={stop}
        >
          <p>{t('groups.stopSelfText')}</p>
        </FormDialog>
      )}
    </>
  );
}
