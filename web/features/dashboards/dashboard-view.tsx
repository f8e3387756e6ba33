// One dashboard: its widgets, and everything that can be done with them and with it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { DashboardTabs } from '../dashboard-tabs/index.ts';
import type { DashboardOwner } from '../dashboard-tabs/index.ts';
import { DashboardGrid } from './dashboard-grid.tsx';
import { addWidget, isEmptyLine } from './dashboard-layout.ts';
import type { Dashboard, Settings } from './dashboard-layout.ts';
import { DashboardTools } from './dashboard-tools.tsx';
import { dashboardQuery } from './dashboards.queries.ts';
import { firstLines, newWidget } from './first-lines.ts';
import { useDashboardChanges } from './use-dashboard.ts';
import { start, describeWidget, useGridHandlers } from './use-grid-handlers.ts';
import type { Edited } from './use-grid-handlers.ts';
import { lazy } from '../../ui/lazy.tsx';

const WidgetDialog = lazy(async () => (await import('./widget-dialog.tsx')).WidgetDialog);

interface Props {
  owner: DashboardOwner;
  id: number;
}

export function DashboardView({ owner, id }: Props): ReactNode {
  const { data, error, refetch } = useQuery(dashboardQuery(id));
  if (data === undefined)
    return (
      <>
        <DashboardTabs owner={owner} current={id} mayAdd={false} />
        {error === null ? <Loading lines={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
      </>
    );
  return <Shown owner={owner} read={data.data} />;
}

function Shown({ owner, read }: { owner: DashboardOwner; read: Dashboard }): ReactNode {
  const changes = useDashboardChanges(read);
  const { dashboard, save, attempt } = changes;
  const { id, lines, may_change: mayChange } = dashboard;
  const [isArranging, setArranging] = useState(false);
  const [edited, setEdited] = useState<Edited>();
  const { handlers, isFolded, announcement } = useGridHandlers({ changes, isArranging, onEdit: setEdited });
  const keep = (name: string, settings: Settings): Promise<void> => {
    if (edited !== undefined && 'widget' in edited) return save(describeWidget(edited.widget, settings));
    const widget = newWidget(name, settings);
    return save((now) => addWidget(now, widget, edited?.place ?? start));
  };
  const fill = (): Promise<boolean> => {
    const first = firstLines(owner.project === undefined);
    // Not beside what somebody put there meanwhile.
    return attempt((now) => (now.every(isEmptyLine) ? first : undefined));
  };
  return (
    <>
      <DashboardTabs owner={owner} current={id} mayAdd={mayChange}>
        {mayChange && (
          <DashboardTools
            owner={owner}
            dashboard={dashboard}
            isArranging={isArranging}
            onArrange={setArranging}
            onAdd={() => setEdited({ place: start })}
            onRename={changes.rename}
          />
        )}
      </DashboardTabs>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {lines.every(isEmptyLine) && !isArranging ? (
        <Empty title={t('dashboards.empty')}>
          {mayChange && (
            <span className={ui.row}>
              <Button tone="primary" onPress={() => void fill()}>
                {t('dashboards.fill')}
              </Button>
              <Button onPress={() => setEdited({ place: start })}>{t('dashboards.addWidget')}</Button>
            </span>
          )}
        </Empty>
      ) : (
        <DashboardGrid
          lines={lines}
          projectId={owner.project?.id}
          mayChange={mayChange}
          isArranging={isArranging}
          isFolded={isFolded}
          handlers={handlers}
        />
      )}
      {edited !== undefined && (
        <WidgetDialog
          owner={owner}
          widget={'widget' in edited ? edited.widget : undefined}
          onClose={() => setEdited(undefined)}
          onSave={keep}
        />
      )}
    </>
  );
}
