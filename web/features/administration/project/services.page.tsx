// Which services a project uses.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Checkbox } from '../../../ui/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import { servicesQuery } from '../../projects/index.ts';
import css from '../administration.module.css';
import { useSending } from '../use-sending.ts';
import { useProject } from './project-administration.layout.tsx';

export function ServicesPage(): ReactNode {
  const { id } = useProject();
  const { data, error, refetch } = useQuery(servicesQuery(id));
  const { send, isSending, problem } = useSending(['/projects', id, 'services']);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={4} />;
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('admin.services')}>
      <p className={ui.soft}>{t('admin.servicesText')}</p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <ul className={css.list}>
        {data.map((service) => (
          <li key={service.id}>
            <Checkbox
              isSelected={service.is_enabled}
              isDisabled={isSending}
              onChange={(isOn) =>
                void send(() =>
                  settle(
                    api.PUT('/project_services/{id}', {
                      params: { path: { id: service.id } },
                      body: { is_enabled: isOn },
                    }),
                  ),
                )
              }
            >
              {service.label}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  );
}
