// The kanbans of a project: made, named, promoted, filtered by reports, taken away, with their columns and limits.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.tsx';
import { TagsField } from '../../../ui/pickers/pickers.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { kanbansQuery } from '../../projects/index.ts';
import { reportsQuery as trackerReportsQuery } from '../../trackers/index.ts';
import css from '../administration.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useProject } from '../project/project-administration.layout.tsx';
import { KanbanColumns } from './kanban-columns.tsx';
import { Entry, trackerChoice } from './pickers.tsx';
import { Link } from '../../../ui/link.tsx';

type Kanban = Schemas['KanbanSummary'];

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

interface ChangeProps {
  kanban: Kanban;
  onClose(): void;
}

function Change({ kanban, onClose }: ChangeProps): ReactNode {
  const { id: projectId } = useProject();
  const [label, setLabel] = useState(kanban.label);
  const [isPromoted, setPromoted] = useState(kanban.is_promoted);
  const [chosen, setChosen] = useState<readonly string[]>();
  const offered = useQuery({
    queryKey: ['/kanban', kanban.id, 'reports'],
    queryFn: () => take(api.GET('/kanban/{id}/tracker_reports', { params: { path: { id: kanban.id } } })),
  });
  const { data: reports = [] } = useQuery(trackerReportsQuery(kanban.tracker.id));
  const open = reports
    .filter(({ is_public: isPublic }) => isPublic)
    .map(({ id, label: name }) => ({ id: String(id), label: name }));
  const ids = chosen ?? offered.data?.map(({ id }) => String(id)) ?? [];
  const save = async (): Promise<void> => {
    const params = { path: { id: kanban.id } };
    if (chosen !== undefined)
      await settle(
        api.PUT('/kanban/{id}/tracker_reports', { params, body: { tracker_report_ids: chosen.map(Number) } }),
      );
    await settle(api.PATCH('/kanban/{id}', { params, body: { label: label.trim(), is_promoted: isPromoted } }));
  };
  return (
    <FormDialog
      title={t('admin.changeOne', { name: kanban.label })}
      action={t('ui.save')}
      invalidates={[
        ['/projects', projectId],
        ['/kanban', kanban.id],
      ]}
      onClose={onClose}
      isReady={label.trim() !== '' && offered.data !== undefined}
      send={save}
    >
      <TextField label={t('admin.name')} isRequired autoFocus value={label} onChange={setLabel} />
      <Checkbox isSelected={isPromoted} onChange={setPromoted}>
        {t('plans.promoted')}
      </Checkbox>
      <TagsField
        label={t('plans.filters')}
        hint={t('plans.filtersHint')}
        choices={open}
        chosen={ids.flatMap((id) => open.filter((one) => one.id === id))}
        onChange={(next) => setChosen(next.map(({ id }) => id))}
      />
    </FormDialog>
  );
}

function Removal({ kanban, onClose }: ChangeProps): ReactNode {
  const { id } = useProject();
  const params = { path: { id: kanban.id } };
  return (
    <FormDialog
      title={t('plans.remove', { name: kanban.label })}
      action={t('admin.removeIt')}
      isDangerous
      invalidates={[['/projects', id]]}
      onClose={onClose}
      send={() => settle(api.DELETE('/kanban/{id}', { params }))}
    >
      <p>{t('plans.removeKanbanText')}</p>
    </FormDialog>
  );
}

type Asked = { kind: 'new' } | { kind: 'edit' | 'remove'; kanban: Kanban };

export function KanbansSection({ trackers }: { trackers: readonly Schemas['Tracker'][] }): ReactNode {
  const { id } = useProject();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useQuery(kanbansQuery(id));
  const close = (): void => setAsked(undefined);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={3} />;
  const free = trackers.filter((tracker) => data.every((kanban) => kanban.tracker.id !== tracker.id));
  return (
    <section className={`${ui.card} ${css.section}`} aria-labelledby="kanbans">
      <h2 id="kanbans">{t('plans.kanbans')}</h2>
      <p className={ui.soft}>{t('plans.kanbansText')}</p>
      <div>
        <Button onPress={() => setAsked({ kind: 'new' })}>{t('plans.newKanban')}</Button>
      </div>
      {data.length === 0 && <Empty title={t('plans.noKanbans')} />}
      {data.map((kanban) => (
        <div key={kanban.id} className={css.list}>
          <ul className={css.people}>
            <Entry
              name={kanban.label}
              text={kanban.tracker.label}
              onChange={() => setAsked({ kind: 'edit', kanban })}
              onRemove={() => setAsked({ kind: 'remove', kanban })}
            >
              <Link to="/kanban/$id" params={{ id: String(kanban.id) }}>
                {t('plans.open')}
              </Link>
            </Entry>
          </ul>
          <KanbanColumns kanbanId={kanban.id} />
        </div>
      ))}
      {asked?.kind === 'new' && <NewKanban trackers={free} onClose={close} />}
      {asked?.kind === 'edit' && <Change kanban={asked.kanban} onClose={close} />}
      {asked?.kind === 'remove' && <Removal kanban={asked.kanban} onClose={close} />}
    </section>
  );
}
