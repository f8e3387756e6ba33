// The kanbans of a project. What each of them is made of is set on its own page.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/forms/fields.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { kanbansQuery } from '../../projects/index.ts';
import css from '../administration.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useProject } from '../project/project-administration.layout.tsx';
import { trackerChoice } from './pickers.tsx';
import { Link } from '../../../ui/link.tsx';

interface NewProps {
  /** Those without a kanban. */
  trackers: readonly Schemas['Tracker'][];
  onClose(): void;
}

function NewKanban({ trackers, onClose }: NewProps): ReactNode {
  const { id } = useProject();
  const [label, setLabel] = useState('');
  const [trackerId, setTracker] = useState<string>();
  const body = { label: label.trim(), tracker_id: Number(trackerId) };
  return (
    <FormDialog
      title={t('plans.newKanban')}
      action={t('admin.create')}
      invalidates={[['/projects', id]]}
      onClose={onClose}
      isReady={label.trim() !== '' && trackerId !== undefined}
      send={() => take(api.POST('/kanban', { body }))}
    >
      <TextField label={t('admin.name')} isRequired autoFocus value={label} onChange={setLabel} />
      <Select
        label={t('plans.kanbanTracker')}
        isRequired
        hint={t('plans.kanbanTrackerHint')}
        choices={trackers.map(trackerChoice)}
        value={trackerId}
        onChange={setTracker}
      />
    </FormDialog>
  );
}

export function KanbansSection({ trackers }: { trackers: readonly Schemas['Tracker'][] }): ReactNode {
  const { id } = useProject();
  const [isNew, setNew] = useState(false);
  const { data, error, refetch } = useQuery(kanbansQuery(id));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={3} />;
  const free = trackers.filter((tracker) => data.every((kanban) => kanban.tracker.id !== tracker.id));
  return (
    <section className={`${ui.card} ${css.section}`} aria-labelledby="kanbans">
      <h2 id="kanbans">{t('plans.kanbans')}</h2>
      <p className={ui.soft}>{t('plans.kanbansText')}</p>
      <div>
        <Button onPress={() => setNew(true)}>{t('plans.newKanban')}</Button>
      </div>
      {data.length === 0 && <Empty title={t('plans.noKanbans')} />}
      <ul className={css.people}>
        {data.map(({ id: kanbanId, label, tracker }) => (
          <li key={kanbanId}>
            <span className={ui.grow}>
              <strong>{label}</strong>
              <br />
              <span className={`${ui.soft} ${ui.small}`}>{tracker.label}</span>
            </span>
            <Link to="/kanban/$id" params={{ id: String(kanbanId) }}>
              {t('plans.open')}
            </Link>
            <Link to="/kanban/$id/settings" params={{ id: String(kanbanId) }}>
              {t('kanban.setUp')}
            </Link>
          </li>
        ))}
      </ul>
      {isNew && <NewKanban trackers={free} onClose={() => setNew(false)} />}
    </section>
  );
}
