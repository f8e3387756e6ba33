// The end of a tracker: what goes with it is named before.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take, takeTagged } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { say } from '../../../ui/feedback/toasts.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { projectByIdQuery } from '../../projects/index.ts';
import css from '../administration.module.css';
import { siblingsQuery } from '../definition/definition.queries.ts';
import { useDefinition } from '../definition/use-definition.ts';

const planningsMax = 50;

/** How many artifacts it holds, and the names of what in the project stands on it. */
async function readUses(id: number, projectId: number) {
  const path = { id: projectId };
  const [artifacts, kanbans, plannings] = await Promise.all([
    takeTagged(api.GET('/trackers/{id}/artifacts', { params: { path: { id }, query: { limit: 1 } } })),
    take(api.GET('/projects/{id}/kanban', { params: { path } })),
    take(api.GET('/projects/{id}/plannings', { params: { path, query: { limit: planningsMax } } })),
  ]);
  return {
    artifacts: artifacts.size ?? artifacts.data.length,
    kanbans: kanbans.filter((kanban) => kanban.tracker.id === id).map(({ label }) => label),
    plannings: plannings
      .filter((one) => one.milestone_tracker.id === id || one.backlog_trackers.some((tracker) => tracker.id === id))
      .map(({ label }) => label),
  };
}

function WhatGoes(): ReactNode {
  const { tracker } = useDefinition();
  const uses = useQuery({
    queryKey: ['/trackers', tracker.id, 'what-goes'],
    queryFn: () => readUses(tracker.id, tracker.project.id),
  });
  const siblings = useQuery(siblingsQuery(tracker.project.id, tracker.id));
  const error = uses.error ?? siblings.error;
  if (error !== null) return <ErrorState error={error} />;
  if (uses.data === undefined || siblings.data === undefined) return <Loading lines={2} />;
  const { artifacts, kanbans, plannings } = uses.data;
  const children = siblings.data.filter(({ parent }) => parent === tracker.id).map(({ label }) => label);
  const lines = [
    t('design.goes.artifacts', { count: artifacts }),
    ...(kanbans.length === 0 ? [] : [t('design.goes.kanbans', { names: kanbans.join(', ') })]),
    ...(children.length === 0 ? [] : [t('design.goes.children', { names: children.join(', ') })]),
  ];
  return (
    <>
      {plannings.length > 0 && (
        <Notice kind="warning">{t('design.goes.plannings', { names: plannings.join(', ') })}</Notice>
      )}
      <p>{t('design.goes')}</p>
      <ul aria-label={t('design.goes')}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

export function DeleteTracker(): ReactNode {
  const { tracker, reset } = useDefinition();
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const { submit, problem } = useSubmit();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    const { shortname: project } = await queryClient.fetchQuery(projectByIdQuery(tracker.project.id));
    await settle(api.DELETE('/trackers/{id}', { params: { path: { id: tracker.id } } }));
    reset();
    say('success', t('design.trackerDeleted', { label: tracker.label }));
    await navigate({ to: '/projects/$project/trackers', params: { project }, ignoreBlocker: true });
    await queryClient.invalidateQueries();
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('design.deleteTracker')}>
      <h2>{t('design.deleteTracker')}</h2>
      <p className={ui.soft}>{t('design.deleteTrackerText')}</p>
      <div>
        <Button tone="danger" onPress={() => setAsked(true)}>
          {t('design.deleteTracker')}
        </Button>
      </div>
      <Dialog title={t('design.deleteTracker')} isOpen={isAsked} onClose={() => setAsked(false)}>
        <p>{t('design.deleteTrackerText')}</p>
        {isAsked && <WhatGoes />}
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <TextField
          label={t('design.typeShortName', { name: tracker.item_name })}
          value={typed}
          onChange={setTyped}
          autoFocus
        />
        <div className={ui.actions}>
          <Button onPress={() => setAsked(false)}>{t('ui.cancel')}</Button>
          <Button tone="danger" isDisabled={typed !== tracker.item_name} onPress={() => void submit(remove)}>
            {t('design.deleteForGood')}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}
