// Sample content that is still in a project, for its administrators: what it is, and one button that removes it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/async-states.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import ui from '../../ui/ui.module.css';

/** Nothing where there is none. */
export function SampleContent({ projectId }: { projectId: number }): ReactNode {
  const params = { path: { id: projectId } };
  const { data } = useQuery({
    queryKey: ['/projects', projectId, 'sample_content'],
    queryFn: () => take(api.GET('/projects/{id}/sample_content', { params })),
  });
  const { submit, isSending } = useSubmit({
    invalidates: [['/projects', projectId], ['/trackers']],
    toast: t('projects.samples.removed'),
    errors: 'toast',
  });
  if (data === undefined || data.artifact_ids.length === 0) return null;
  const remove = (): Promise<unknown> => take(api.DELETE('/projects/{id}/sample_content', { params }));
  return (
    <Notice>
      <span className={ui.row}>
        <span className={ui.grow}>{t('projects.samples.there', { count: data.artifact_ids.length })}</span>
        <Button isDisabled={isSending} onPress={() => void submit(remove)}>
          {t('projects.samples.remove')}
        </Button>
      </span>
    </Notice>
  );
}
