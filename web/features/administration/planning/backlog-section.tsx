// How a project's backlog is filled, and what its burnups measure.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useProject } from '../project/project-administration.layout.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { TrackersField } from './pickers.tsx';
import { backlogSettingQuery, burnupSettingQuery, setupKey } from './planning-setup.queries.ts';
import type { BurnupSetting } from './planning-setup.queries.ts';

function Backlog({ isExplicit }: { isExplicit: boolean }): ReactNode {
  const { id } = useProject();
  const { submit, problem } = useSubmit({ invalidates: [setupKey(id), ['planning', id]], toast: t('ui.saved') });
  const choose = (next: string): void => {
    const body = { is_explicit: next === 'explicit' };
    void submit(() => settle(api.PUT('/projects/{id}/backlog_setting', { params: { path: { id } }, body })));
  };
  return (
    <>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <RadioCards
        label={t('plans.backlogIs')}
        choices={[
          { id: 'classic', label: t('plans.classic'), text: t('plans.classicText') },
          { id: 'explicit', label: t('plans.explicit'), text: t('plans.explicitText') },
        ]}
        value={isExplicit ? 'explicit' : 'classic'}
        onChange={choose}
      />
    </>
  );
}

interface BurnupProps {
  saved: BurnupSetting;
  trackers: readonly Schemas['Tracker'][];
}

const isMode = (id: string): id is BurnupProps['saved']['mode'] => id === 'effort' || id === 'count';

function Burnup({ saved, trackers }: BurnupProps): ReactNode {
  const { id } = useProject();
  const [mode, setMode] = useState(saved.mode);
  const [counted, setCounted] = useState(saved.trackers.map(({ id: trackerId }) => trackerId));
  const { submit, isSending, problem } = useSubmit({ invalidates: [setupKey(id)], toast: t('ui.saved') });
  const save = (): Promise<boolean> => {
    const body = { mode, trackers: mode === 'count' ? counted.map((trackerId) => ({ id: trackerId })) : [] };
    return submit(() => settle(api.PUT('/projects/{id}/burnup_setting', { params: { path: { id } }, body })));
  };
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <RadioCards
        label={t('plans.burnup')}
        choices={[
          { id: 'effort', label: t('plans.effort'), text: t('plans.effortText') },
          { id: 'count', label: t('plans.count'), text: t('plans.countText') },
        ]}
        value={mode}
        onChange={(next) => isMode(next) && setMode(next)}
      />
      {mode === 'count' && (
        <TrackersField label={t('plans.counted')} trackers={trackers} chosenIds={counted} onChange={setCounted} />
      )}
      <div>
        <Button type="submit" isDisabled={isSending || (mode === 'count' && counted.length === 0)}>
          {t('plans.saveBurnup')}
        </Button>
      </div>
    </form>
  );
}

export function BacklogSection({ trackers }: Pick<BurnupProps, 'trackers'>): ReactNode {
  const { id } = useProject();
  const backlog = useQuery(backlogSettingQuery(id));
  const burnup = useQuery(burnupSettingQuery(id));
  const error = backlog.error ?? burnup.error;
  if (error !== null) return <ErrorState error={error} />;
  if (backlog.data === undefined || burnup.data === undefined) return <Loading lines={3} />;
  return (
    <section className={`${ui.card} ${css.section}`} aria-labelledby="backlog-and-burnup">
      <h2 id="backlog-and-burnup">{t('plans.backlog')}</h2>
      <Backlog isExplicit={backlog.data.is_explicit} />
      <Burnup key={JSON.stringify(burnup.data)} saved={burnup.data} trackers={trackers} />
    </section>
  );
}
