// A home and its dashboards as tabs.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LayoutDashboard, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { Dialog } from '../../ui/overlays/overlays.tsx';
import ui from '../../ui/ui.module.css';
import { addDashboard, dashboardsQuery } from './dashboard-list.queries.ts';
import type { DashboardOwner } from './dashboard-list.queries.ts';
import css from './dashboard-tabs.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Link } from '../../ui/link.tsx';

interface Props {
  owner: DashboardOwner;
  /** The dashboard that is shown; the home without. */
  current?: number | undefined;
  mayAdd: boolean;
  /** What may be done with the one that is shown. */
  children?: ReactNode;
}

/** The page of a dashboard. */
const dashboardPage = ({ project }: DashboardOwner, id: number): string =>
  `${project === undefined ? '' : `/projects/${project.shortname}`}/dashboards?id=${id}`;

/** Nothing where there is one home and nothing to choose. */
export function DashboardTabs({ owner, current, mayAdd, children }: Props): ReactNode {
  const { data = [] } = useQuery(dashboardsQuery(owner));
  const [isAdding, setAdding] = useState(false);
  if (data.length === 0 && !mayAdd) return null;
  const home = owner.project === undefined ? '/' : `/projects/${owner.project.shortname}/overview`;
  return (
    <nav className={css.bar} data-single={data.length === 0} aria-label={t('dashboards.dashboards')}>
      <ul className={`${ui.tabs} ${css.tabs}`}>
        <li>
          <Link to={home} className={ui.tab} aria-current={current === undefined ? 'page' : undefined}>
            {t('dashboards.home')}
          </Link>
        </li>
        {data.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={dashboardPage(owner, id)}
              className={`${ui.tab} ${css.tab}`}
              aria-current={id === current ? 'page' : undefined}
            >
              <LayoutDashboard aria-hidden="true" size={14} /> {name}
            </Link>
          </li>
        ))}
      </ul>
      {mayAdd && (
        <Button tone="quiet" isIcon={data.length > 0} aria-label={t('dashboards.new')} onPress={() => setAdding(true)}>
          <Plus aria-hidden="true" /> {data.length === 0 && <span className={css.words}>{t('dashboards.new')}</span>}
        </Button>
      )}
      {children}
      {isAdding && <NewDashboard owner={owner} onClose={() => setAdding(false)} />}
    </nav>
  );
}

function NewDashboard({ owner, onClose }: { owner: DashboardOwner; onClose(): void }): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const add = async (name: string): Promise<void> => {
    const id = await addDashboard(owner, name);
    await queryClient.invalidateQueries({ queryKey: dashboardsQuery(owner).queryKey });
    onClose();
    await navigate({ href: dashboardPage(owner, id) });
  };
  return <NameDialog title={t('dashboards.new')} name="" onClose={onClose} onSave={add} />;
}

interface NameProps {
  title: string;
  name: string;
  onClose(): void;
  /** Rejects where the server refuses. */
  onSave(name: string): Promise<void>;
}

/** Asks for the name of a dashboard. */
export function NameDialog({ title, name: former, onClose, onSave }: NameProps): ReactNode {
  const [name, setName] = useState(former);
  const { submit, isSending, problem } = useSubmit();
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form
        className={ui.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(() => onSave(name.trim()));
        }}
      >
        <TextField label={t('dashboards.name')} value={name} onChange={setName} error={problem} isRequired autoFocus />
        <div className={ui.actions}>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" tone="primary" isDisabled={isSending || name.trim() === ''}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
