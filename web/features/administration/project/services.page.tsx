// Which services a project uses, in which order, and links of its own.
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { nameService, servicesQuery } from '../../projects/index.ts';
import css from '../administration.module.css';
import { OrderButtons } from '../planning/order-buttons.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useProject } from './project-administration.layout.tsx';
import { LinkDialog, LinkRemoval } from './service-dialogs.tsx';

type Service = Schemas['ProjectService'];
type Asked = { kind: 'edit'; service: Service | undefined } | { kind: 'remove'; service: Service } | undefined;

/** The list with one moved by a place. */
function moved(ids: readonly number[], at: number, by: -1 | 1): number[] {
  const [id] = ids.slice(at, at + 1);
  return id === undefined ? [...ids] : ids.toSpliced(at, 1).toSpliced(at + by, 0, id);
}

export function ServicesPage(): ReactNode {
  const { id } = useProject();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useQuery(servicesQuery(id));
  const { submit, isSending, problem } = useSubmit({
    invalidates: [
      ['/projects', id, 'services'],
      ['/projects', id, 'summary'],
    ],
    toast: t('ui.saved'),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={4} />;
  const change = (service: Service, isOn: boolean): Promise<boolean> =>
    submit(() =>
      settle(api.PUT('/project_services/{id}', { params: { path: { id: service.id } }, body: { is_enabled: isOn } })),
    );
  const ids = data.map((service) => service.id);
  const arrange = (next: readonly number[]): Promise<boolean> =>
    submit(() =>
      settle(api.PUT('/projects/{id}/service_order', { params: { path: { id } }, body: { ids: [...next] } })),
    );
  const close = (): void => setAsked(undefined);
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('admin.services')}>
      <p className={ui.soft}>{t('admin.servicesText')}</p>
      <div>
        <Button tone="primary" onPress={() => setAsked({ kind: 'edit', service: undefined })}>
          {t('services.new')}
        </Button>
      </div>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <ul className={css.people}>
        {data.map((service, at) => (
          <li key={service.id}>
            <span className={ui.grow}>
              <Checkbox
                isSelected={service.is_enabled}
                isDisabled={isSending || (service.name === 'admin' && service.is_enabled)}
                onChange={(isOn) => void change(service, isOn)}
              >
                {nameService(service)}
              </Checkbox>
            </span>
            {service.is_custom && (
              <Button
                tone="quiet"
                isIcon
                aria-label={t('admin.changeOne', { name: nameService(service) })}
                onPress={() => setAsked({ kind: 'edit', service })}
              >
                <Pencil />
              </Button>
            )}
            <OrderButtons
              name={nameService(service)}
              at={at}
              count={ids.length}
              isDisabled={isSending}
              onMove={(by) => void arrange(moved(ids, at, by))}
              onRemove={service.is_custom ? () => setAsked({ kind: 'remove', service }) : undefined}
            />
          </li>
        ))}
      </ul>
      {asked?.kind === 'edit' && <LinkDialog service={asked.service} onClose={close} />}
      {asked?.kind === 'remove' && <LinkRemoval service={asked.service} onClose={close} />}
    </section>
  );
}
