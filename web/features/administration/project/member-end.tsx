// The day on which somebody leaves the project by themselves.
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import { formatWholeDay, t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { readAll } from '../../../platform/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Loading } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { lazy } from '../../../ui/lazy.tsx';

const DateField = lazy(async () => (await import('../../../ui/dates/dates.tsx')).DateField, {
  Fallback: () => <Loading lines={1} />,
});

const pageMax = 1000;

export const memberEndsQuery = (id: number) => ({
  queryKey: ['/projects', id, 'member_ends'],
  queryFn: () =>
    readAll((offset) =>
      takeTagged(
        api.GET('/projects/{id}/member_ends', { params: { path: { id }, query: { limit: pageMax, offset } } }),
      ),
    ),
});

interface EndProps {
  projectId: number;
  person: { id: number | null; display_name: string };
}

function EndDialog({ projectId, person, saved, onClose }: EndProps & { saved: string; onClose(): void }): ReactNode {
  const [day, setDay] = useState(saved);
  const params = { path: { id: projectId, user_id: person.id ?? 0 } };
  const save = (): Promise<void> =>
    settle(
      day === ''
        ? api.DELETE('/projects/{id}/member_ends/{user_id}', { params })
        : api.PUT('/projects/{id}/member_ends/{user_id}', { params, body: { last_day: day } }),
    );
  return (
    <FormDialog
      title={t('groups.endOf', { name: writeName(person.display_name) })}
      action={t('ui.save')}
      isReady={day !== saved}
      invalidates={[['/projects', projectId, 'member_ends']]}
      onClose={onClose}
      send={save}
    >
      <p className={ui.soft}>{t('groups.endText')}</p>
      <DateField label={t('groups.lastDay')} hint={t('groups.lastDayHint')} value={day} onChange={setDay} />
    </FormDialog>
  );
}

/** When the member leaves, if a day is set, and the way to set it. */
export function MemberEnd({ projectId, person }: EndProps): ReactNode {
  const { data = [] } = useQuery(memberEndsQuery(projectId));
  const [isAsking, setAsking] = useState(false);
  const saved = data.find(({ user }) => user.id === person.id)?.last_day ?? '';
  return (
    <>
      {saved !== '' && (
        <span className={`${ui.soft} ${ui.small}`}>{t('groups.until', { day: formatWholeDay(saved) })}</span>
      )}
      <Button
        tone="quiet"
        isIcon
        aria-label={t('groups.endOf', { name: writeName(person.display_name) })}
        onPress={() => setAsking(true)}
      >
        <CalendarClock />
      </Button>
      {isAsking && <EndDialog {...{ projectId, person, saved }} onClose={() => setAsking(false)} />}
    </>
  );
}
