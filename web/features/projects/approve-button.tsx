// Lets a site administrator open a project that waits for one, where they asked for it themselves.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, settle } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { describeError, Notice } from '../../ui/states.tsx';

/** Leads to the project; nothing for who is no site administrator. */
export function ApproveButton({ id, shortname }: { id: number; shortname: string }): ReactNode {
  const self = useSelf();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const approve = useMutation({
    async mutationFn() {
      await settle(api.POST('/projects/{id}/verdict', { params: { path: { id } }, body: { is_approved: true } }));
      await queryClient.invalidateQueries({ queryKey: ['/projects'] });
      await navigate({ to: '/projects/$project', params: { project: shortname } });
    },
  });
  if (self?.is_site_admin !== true) return null;
  return (
    <>
      {approve.error !== null && <Notice kind="error">{describeError(approve.error)}</Notice>}
      <Button tone="primary" isDisabled={approve.isPending} onPress={() => approve.mutate()}>
        {t('projects.approveNow')}
      </Button>
    </>
  );
}
