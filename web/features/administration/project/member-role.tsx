// What somebody is in a project: a guest, a member, or one who administers it too.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import type { Schemas } from '../../../platform/api.ts';
import { useSelf } from '../../../platform/session.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { Select } from '../../../ui/forms/fields.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { giveRole, roleChoices } from './project-people.ts';
import type { Role } from './project-people.ts';

interface Props {
  projectId: number;
  person: Schemas['User'];
  role: Role;
  /** Roles that it can become. */
  roles: readonly Role[];
}

export function MemberRole({ projectId, person, role, roles }: Props): ReactNode {
  const self = useSelf();
  const [asked, setAsked] = useState<Role>();
  const invalidates = [['/user_groups'], ['/projects', projectId]];
  const { submit, isSending } = useSubmit({ invalidates, toast: t('ui.saved'), errors: 'toast' });
  const give = (next: Role): Promise<void> => giveRole(projectId, next, [person.id ?? 0]);
  const name = writeName(person.display_name);
  const isOwnLoss = role === 'administrator' && person.id === self?.id;
  const change = (id: string): void => {
    const next = roles.find((one) => one === id);
    if (next === undefined || next === role) return;
    if (isOwnLoss || next === 'guest') setAsked(next);
    else void submit(() => give(next));
  };
  return (
    <>
      <Select
        label={t('groups.roleOf', { name })}
        isLabelHidden
        isDisabled={isSending || roles.every((one) => one === role)}
        choices={roleChoices([...new Set([...roles, role])])}
        value={role}
        onChange={change}
      />
      {asked !== undefined && (
        <FormDialog
          title={isOwnLoss ? t('groups.stopSelf') : t('groups.makeGuest', { name })}
          action={t(isOwnLoss ? 'admin.removeIt' : 'groups.makeGuestNow')}
          isDangerous
          invalidates={invalidates}
          onClose={() => setAsked(undefined)}
          send={() => give(asked)}
        >
          {isOwnLoss && <p>{t('groups.stopSelfText')}</p>}
          {asked === 'guest' && <p>{t('groups.makeGuestText')}</p>}
        </FormDialog>
      )}
    </>
  );
}
