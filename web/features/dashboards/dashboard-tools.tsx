// What can be done with a dashboard as a whole.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, LayoutTemplate, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button, Toggle } from '../../ui/button.tsx';
import { Dialog, Menu } from '../../ui/overlays/overlays.tsx';
import ui from '../../ui/ui.module.css';
import { dashboardsQuery, NameDialog } from '../dashboard-tabs/index.ts';
import type { DashboardOwner } from '../dashboard-tabs/index.ts';
import type { Dashboard } from './dashboard-layout.ts';
import { orderDashboards, removeDashboard } from './dashboards.queries.ts';
import css from './dashboards.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';

interface ToolsProps {
  owner: DashboardOwner;
  dashboard: Dashboard;
  isArranging: boolean;
  onArrange(is: boolean): void;
  onAdd(): void;
  onRename(name: string): Promise<void>;
}

interface RemoveProps {
  name: string;
  isOpen: boolean;
  onClose(): void;
  onRemove(): void;
}

const RemoveDialog = ({ name, isOpen, onClose, onRemove }: RemoveProps): ReactNode => (
  <Dialog title={t('dashboards.deleteTitle', { name })} {...{ isOpen, onClose }}>
    <p>{t('dashboards.deleteText')}</p>
    <div className={ui.actions}>
      <Button onPress={onClose}>{t('ui.cancel')}</Button>
      <Button tone="danger" onPress={onRemove}>
        {t('dashboards.delete')}
      </Button>
    </div>
  </Dialog>
);

export function DashboardTools({ owner, dashboard, isArranging, onArrange, onAdd, onRename }: ToolsProps): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'rename' | 'remove'>();
  const { id, name } = dashboard;
  const { queryKey } = dashboardsQuery(owner);
  const { submit } = useSubmit({ invalidates: [queryKey], errors: 'toast' });
  const { data: all = [] } = useQuery(dashboardsQuery(owner));
  const place = all.findIndex((one) => one.id === id);
  const close = (): void => setAsked(undefined);
  const moveTo = (next: number): Promise<boolean> => {
    const others = all.map((one) => one.id).filter((one) => one !== id);
    return submit(
      () => orderDashboards(others.toSpliced(next, 0, id)),
      t('dashboards.movedTo', { name, place: next + 1, count: all.length }),
    );
  };
  const remove = async (): Promise<void> => {
    const isRemoved = await submit(() => removeDashboard(id), t('dashboards.deleted', { name }));
    if (isRemoved) await navigate({ to: owner.project === undefined ? '/' : `/projects/${owner.project.shortname}` });
  };
  return (
    <span className={css.tools}>
      <Button tone="quiet" onPress={onAdd}>
        <Plus aria-hidden="true" /> {t('dashboards.addWidget')}
      </Button>
      <Toggle
        className={`${ui.button} ${ui.quiet} ${ui.icon} ${css.toggle}`}
        aria-label={t('dashboards.arrange')}
        isSelected={isArranging}
        onChange={onArrange}
      >
        <LayoutTemplate />
      </Toggle>
      <Menu
        label={t('dashboards.actions', { title: name })}
        trigger={
          <Button tone="quiet" isIcon aria-label={t('dashboards.actions', { title: name })}>
            <Ellipsis />
          </Button>
        }
        actions={[
          { id: 'add', label: t('dashboards.addWidget'), run: onAdd },
          { id: 'arrange', label: t('dashboards.arrange'), run: () => onArrange(!isArranging) },
          { id: 'rename', label: t('dashboards.rename'), run: () => setAsked('rename') },
          ...(place > 0 ? [{ id: 'left', label: t('dashboards.toLeft'), run: () => void moveTo(place - 1) }] : []),
          ...(place >= 0 && place < all.length - 1
            ? [{ id: 'right', label: t('dashboards.toRight'), run: () => void moveTo(place + 1) }]
            : []),
          { id: 'remove', label: t('dashboards.delete'), isSeparated: true, run: () => setAsked('remove') },
        ]}
      />
      {asked === 'rename' && (
        <NameDialog
          title={t('dashboards.rename')}
          name={name}
          onClose={close}
          onSave={async (next) => {
            await onRename(next);
            await queryClient.invalidateQueries({ queryKey });
            close();
          }}
        />
      )}
      <RemoveDialog {...{ name }} isOpen={asked === 'remove'} onClose={close} onRemove={() => void remove()} />
    </span>
  );
}
