// Trackers that were deleted, and come back with all they hold.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

export function DeletedTrackers({ projectId }: { projectId: number }): ReactNode {
  const queryKey = ['/projects', projectId, 'deleted_trackers'];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () => take(api.GET('/projects/{id}/deleted_trackers', { params: { path: { id: projectId } } })),
  });
  const { submit, isSending, problem } = useSubmit({ invalidates: [queryKey] });
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  if (data.length === 0) return null;
  const restore = async (id: number): Promise<void> => {
    const isBack = await submit(() => settle(api.POST('/trackers/{id}/restoration', { params: { path: { id } } })));
    if (!isBack) return;
    await queryClient.invalidateQueries();
    await navigate({ to: '/trackers/$tracker/administration/general', params: { tracker: String(id) } });
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.deleted')}>
      <h2>{t('design.deleted')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t('design.deletedText')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <ul className={css.changes}>
        {data.map(({ id, label, item_name: name, color_name: colour }) => (
          <li key={id}>
            <span className={ui.dot} data-colour={colour} />
            <span className={ui.grow}>
              {label} <span className={ui.soft}>{name}</span>
            </span>
            <Button
              isDisabled={isSending}
              aria-label={t('design.restoreOne', { label })}
              onPress={() => void restore(id)}
            >
              {t('design.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
