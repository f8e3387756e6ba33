// How a project plans as a program, and which projects are its teams.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { PickField, TagsField } from '../../../ui/pickers/pickers.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useProject } from '../project/project-administration.layout.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { GroupsField, trackerChoice, TrackersField } from './pickers.tsx';
import { ownProjectsQuery, programSettingQuery, setupKey } from './planning-setup.queries.ts';

type Tracker = Schemas['Tracker'];
type Plan = Schemas['ProgramPlan'];

interface PickProps {
  label: string;
  trackers: readonly Tracker[];
  value: number | undefined;
  isClearable?: boolean;
  onChange(id: number | undefined): void;
}

const PickTracker = ({ trackers, value, onChange, isClearable = false, label }: PickProps): ReactNode => (
  <PickField
    {...{ label, isClearable }}
    choices={trackers.map(trackerChoice)}
    value={value === undefined ? undefined : String(value)}
    onChange={(id) => onChange(id === undefined ? undefined : Number(id))}
  />
);

function PlanForm({ saved, trackers }: { saved: Plan | undefined; trackers: readonly Tracker[] }): ReactNode {
  const { id } = useProject();
  const [increments, setIncrements] = useState(saved?.program_increment_tracker_id);
  const [label, setLabel] = useState(saved?.program_increment_label ?? '');
  const [subLabel, setSubLabel] = useState(saved?.program_increment_sub_label ?? '');
  const [iterations, setIterations] = useState(saved?.iteration?.iteration_tracker_id);
  const [features, setFeatures] = useState(saved?.plannable_tracker_ids ?? []);
  const [groups, setGroups] = useState(saved?.permissions.can_prioritize_features ?? [`${id}_4`]);
  const { submit, isSending, problem } = useSubmit({
    invalidates: [setupKey(id), ['/projects', id]],
    toast: t('ui.saved'),
  });
  const save = (): Promise<boolean> => {
    const body = {
      program_increment_tracker_id: increments ?? 0,
      program_increment_label: label,
      program_increment_sub_label: subLabel,
      plannable_tracker_ids: features,
      permissions: { can_prioritize_features: groups },
      iteration:
        iterations === undefined
          ? null
          : {
              iteration_tracker_id: iterations,
              iteration_label: saved?.iteration?.iteration_label ?? null,
              iteration_sub_label: saved?.iteration?.iteration_sub_label ?? null,
            },
    };
    return submit(() => settle(api.PUT('/projects/{id}/program_plan', { params: { path: { id } }, body })));
  };
  const others = (...taken: (number | undefined)[]) => trackers.filter((tracker) => !taken.includes(tracker.id));
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <PickTracker label={t('plans.increments')} trackers={trackers} value={increments} onChange={setIncrements} />
      <TextField
        label={t('plans.incrementLabel')}
        hint={t('plans.incrementLabelHint')}
        value={label}
        onChange={setLabel}
      />
      <TextField label={t('plans.incrementSubLabel')} value={subLabel} onChange={setSubLabel} />
      <PickTracker
        label={t('plans.iterations')}
        trackers={others(increments)}
        value={iterations}
        isClearable
        onChange={setIterations}
      />
      <TrackersField
        label={t('plans.features')}
        trackers={others(increments, iterations)}
        chosenIds={features}
        onChange={setFeatures}
      />
      <GroupsField label={t('plans.prioritizers')} projectId={id} chosenIds={groups} onChange={setGroups} />
      <div>
        <Button
          type="submit"
          isDisabled={isSending || increments === undefined || features.length === 0 || groups.length === 0}
        >
          {saved === undefined ? t('plans.makeProgram') : t('plans.savePlan')}
        </Button>
      </div>
    </form>
  );
}

function Teams({ saved }: { saved: readonly Schemas['ProjectReference'][] }): ReactNode {
  const { id } = useProject();
  const [teams, setTeams] = useState(saved.map((team) => ({ id: String(team.id), label: team.label })));
  const { data: own = [] } = useQuery(ownProjectsQuery(id));
  const { submit, isSending, problem } = useSubmit({
    invalidates: [setupKey(id), ['/projects', id]],
    toast: t('ui.saved'),
  });
  const body = { team_ids: teams.map((team) => Number(team.id)) };
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(() => settle(api.PUT('/projects/{id}/program_teams', { params: { path: { id } }, body })));
      }}
    >
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TagsField
        label={t('plans.teams')}
        hint={t('plans.teamsHint')}
        choices={own.map((project) => ({ id: String(project.id), label: project.label }))}
        chosen={teams}
        onChange={(chosen) => setTeams(chosen.map((team) => ({ id: team.id, label: team.label })))}
      />
      <div>
        <Button type="submit" isDisabled={isSending}>
          {t('plans.saveTeams')}
        </Button>
      </div>
    </form>
  );
}

export function ProgramSection({ trackers }: { trackers: readonly Tracker[] }): ReactNode {
  const { id } = useProject();
  const [isWanted, setWanted] = useState(false);
  const { data, error, refetch } = useQuery(programSettingQuery(id));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={3} />;
  return (
    <section className={`${ui.card} ${css.section}`} aria-labelledby="program">
      <h2 id="program">{t('plans.program')}</h2>
      <p className={ui.soft}>{t('plans.programText')}</p>
      {data.plan === null && !isWanted ? (
        <div>
          <Button onPress={() => setWanted(true)}>{t('plans.beginProgram')}</Button>
        </div>
      ) : (
        <PlanForm key={JSON.stringify(data.plan)} saved={data.plan ?? undefined} trackers={trackers} />
      )}
      {data.plan !== null && <Teams key={JSON.stringify(data.teams)} saved={data.teams} />}
    </section>
  );
}
