// Which plannings a project has: what its milestones are, and what fills them.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { sideBarQuery } from '../../projects/index.ts';
import css from '../administration.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useProject } from '../project/project-administration.layout.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Entry, GroupsField, trackerChoice, TrackersField } from './pickers.tsx';
import { planningSettingsQuery, setupKey } from './planning-setup.queries.ts';
import type { PlanningSetting as Planning } from './planning-setup.queries.ts';

type Tracker = Schemas['Tracker'];

interface EditorProps {
  saved: Planning | undefined;
  trackers: readonly Tracker[];
  /** Trackers that hold milestones of other plannings. */
  takenIds: readonly number[];
  onClose(): void;
}

/** Also what other pages know of plans is read again. */
const keysOf = (projectId: number) => [setupKey(projectId), ['planning', projectId], ['/projects', projectId]];

function Editor({ saved, trackers, takenIds, onClose }: EditorProps): ReactNode {
  const { id: projectId } = useProject();
  const [label, setLabel] = useState(saved?.label ?? '');
  const [milestones, setMilestones] = useState(saved?.milestone_tracker.id);
  const [filled, setFilled] = useState(saved?.backlog_trackers.map(({ id }) => id) ?? []);
  const [planTitle, setPlanTitle] = useState(saved?.plan_title ?? '');
  const [backlogTitle, setBacklogTitle] = useState(saved?.backlog_title ?? '');
  const [groups, setGroups] = useState(saved?.priority_groups.map(({ id }) => id) ?? []);
  const free = trackers.filter(({ id }) => !takenIds.includes(id));
  const save = async (): Promise<void> => {
    const body = {
      label: label.trim(),
      backlog_trackers: filled.map((id) => ({ id })),
      plan_title: planTitle.trim(),
      backlog_title: backlogTitle.trim(),
      priority_groups: groups.map((id) => ({ id })),
    };
    if (saved !== undefined) return settle(api.PATCH('/plannings/{id}', { params: { path: { id: saved.id } }, body }));
    await take(api.POST('/plannings', { body: { ...body, milestone_tracker: { id: milestones ?? 0 } } }));
  };
  return (
    <FormDialog
      title={saved === undefined ? t('plans.newPlanning') : t('admin.changeOne', { name: saved.label })}
      action={t('ui.save')}
      invalidates={keysOf(projectId)}
      onClose={onClose}
      isReady={label.trim() !== '' && milestones !== undefined && filled.length > 0}
      send={save}
    >
      <TextField label={t('admin.name')} isRequired autoFocus value={label} onChange={setLabel} />
      {saved === undefined && (
        <Select
          label={t('plans.milestones')}
          isRequired
          hint={t('plans.milestonesHint')}
          choices={free.map(trackerChoice)}
          value={milestones === undefined ? undefined : String(milestones)}
          onChange={(id) => setMilestones(Number(id))}
        />
      )}
      <TrackersField
        label={t('plans.filledBy')}
        hint={t('plans.filledByHint')}
        trackers={trackers.filter(({ id }) => id !== milestones)}
        chosenIds={filled}
        onChange={setFilled}
      />
      <TextField
        label={t('plans.planTitle')}
        hint={t('plans.planTitleHint')}
        value={planTitle}
        onChange={setPlanTitle}
      />
      <TextField label={t('plans.backlogTitle')} value={backlogTitle} onChange={setBacklogTitle} />
      <GroupsField
        label={t('plans.planners')}
        hint={t('plans.plannersHint')}
        projectId={projectId}
        chosenIds={groups}
        onChange={setGroups}
      />
    </FormDialog>
  );
}

function Removal({ planning, onClose }: { planning: Planning; onClose(): void }): ReactNode {
  const { id: projectId } = useProject();
  const params = { path: { id: planning.id } };
  return (
    <FormDialog
      title={t('plans.remove', { name: planning.label })}
      action={t('admin.removeIt')}
      isDangerous
      invalidates={keysOf(projectId)}
      onClose={onClose}
      send={() => settle(api.DELETE('/plannings/{id}', { params }))}
    >
      <p>{t('plans.removePlanningText')}</p>
    </FormDialog>
  );
}

function SideBar(): ReactNode {
  const { id } = useProject();
  const { data, error } = useQuery(sideBarQuery(id));
  const { submit, isSending, problem } = useSubmit({ invalidates: [['planning', id]], toast: t('ui.saved') });
  const save = (isListing: boolean): void => {
    const body = { lists_milestones: isListing };
    void submit(() => settle(api.PUT('/projects/{id}/side_bar_setting', { params: { path: { id } }, body })));
  };
  return (
    <>
      {error !== null && <ErrorState error={error} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <Checkbox
        isSelected={data?.lists_milestones === true}
        isDisabled={data === undefined || isSending}
        onChange={save}
      >
        {t('plans.sideBar')}
      </Checkbox>
    </>
  );
}

type Asked = { kind: 'edit'; planning: Planning | undefined } | { kind: 'remove'; planning: Planning };

export function PlanningsSection({ trackers }: { trackers: readonly Tracker[] }): ReactNode {
  const { id } = useProject();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useQuery(planningSettingsQuery(id));
  const close = (): void => setAsked(undefined);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={3} />;
  return (
    <section className={`${ui.card} ${css.section}`} aria-labelledby="plannings">
      <h2 id="plannings">{t('plans.plannings')}</h2>
      <p className={ui.soft}>{t('plans.planningsText')}</p>
      <div>
        <Button onPress={() => setAsked({ kind: 'edit', planning: undefined })}>{t('plans.newPlanning')}</Button>
      </div>
      {data.length === 0 ? (
        <Empty title={t('plans.noPlannings')} />
      ) : (
        <ul className={css.people}>
          {data.map((planning) => (
            <Entry
              key={planning.id}
              name={planning.label}
              text={t('plans.holds', {
                milestones: planning.milestone_tracker.label,
                items: planning.backlog_trackers
                  .flatMap((filled) => trackers.find((tracker) => tracker.id === filled.id)?.label ?? [])
                  .join(', '),
              })}
              onChange={() => setAsked({ kind: 'edit', planning })}
              onRemove={() => setAsked({ kind: 'remove', planning })}
            />
          ))}
        </ul>
      )}
      <SideBar />
      {asked?.kind === 'edit' && (
        <Editor
          saved={asked.planning}
          trackers={trackers}
          takenIds={data.map(({ milestone_tracker: { id: trackerId } }) => trackerId)}
          onClose={close}
        />
      )}
      {asked?.kind === 'remove' && <Removal planning={asked.planning} onClose={close} />}
    </section>
  );
}
