// The boards of milestones: which have one, and how it is set up.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useProject } from '../project/project-administration.layout.tsx';
import { Entry } from './pickers.tsx';
import { setupKey, wallSettingsQuery } from './planning-setup.queries.ts';
import type { PlanningSetting } from './planning-setup.queries.ts';
import { WallDialog } from './wall-dialog.tsx';
import { openDraft, suggestDraft } from './wall-draft.ts';
import type { WallDraft } from './wall-draft.ts';

type Tracker = Schemas['Tracker'];

interface Props {
  trackers: readonly Tracker[];
  plannings: readonly PlanningSetting[];
}

function Removal({ tracker, onClose }: { tracker: Tracker; onClose(): void }): ReactNode {
  const { id } = useProject();
  const params = { path: { id: tracker.id } };
  return (
    <FormDialog
      title={t('plans.remove', { name: tracker.label })}
      action={t('admin.removeIt')}
      isDangerous
      invalidates={[setupKey(id), ['planning']]}
      onClose={onClose}
      send={() => settle(api.DELETE('/trackers/{id}/cardwall', { params }))}
    >
      <p>{t('plans.removeWallText')}</p>
    </FormDialog>
  );
}

type Asked = { kind: 'edit'; tracker: Tracker; draft: WallDraft } | { kind: 'remove'; tracker: Tracker };

export function WallsSection({ trackers, plannings }: Props): ReactNode {
  const { id } = useProject();
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => setAsked(undefined);
  const planned = plannings.flatMap(({ milestone_tracker: milestones, backlog_trackers: items }) => {
    const tracker = trackers.find((one) => one.id === milestones.id);
    return tracker === undefined ? [] : { tracker, itemIds: items.map((item) => item.id) };
  });
  const { data: walls, error, refetch } = useQuery(wallSettingsQuery(id));
  return (
    <section className={`${ui.card} ${css.section}`} aria-labelledby="boards-of-milestones">
      <h2 id="boards-of-milestones">{t('plans.walls')}</h2>
      <p className={ui.soft}>{t('plans.wallsText')}</p>
      {planned.length === 0 && <Empty title={t('plans.noPlannings')} />}
      <ul className={css.people}>
        {planned.map(({ tracker, itemIds }) => {
          const wall = walls?.find((one) => one.tracker_id === tracker.id);
          const cards = trackers.filter((one) => one.id !== tracker.id);
          const edit = (draft: WallDraft): void => setAsked({ kind: 'edit', tracker, draft });
          if (walls === undefined)
            return (
              <li key={tracker.id}>
                {error === null ? <Loading lines={1} /> : <ErrorState error={error} onRetry={() => void refetch()} />}
              </li>
            );
          if (wall !== undefined)
            return (
              <Entry
                key={tracker.id}
                name={tracker.label}
                text={wall.columns.map(({ label }) => label).join(', ') || t('plans.noColumns')}
                onChange={() => edit(openDraft(wall))}
                onRemove={() => setAsked({ kind: 'remove', tracker })}
              />
            );
          return (
            <li key={tracker.id}>
              <span className={ui.grow}>{tracker.label}</span>
              <Button
                onPress={() => edit(suggestDraft(cards, itemIds))}
                aria-label={t('plans.addWallTo', { name: tracker.label })}
              >
                {t('plans.addWall')}
              </Button>
            </li>
          );
        })}
      </ul>
      {asked?.kind === 'edit' && <WallDialog {...asked} trackers={trackers} onClose={close} />}
      {asked?.kind === 'remove' && <Removal tracker={asked.tracker} onClose={close} />}
    </section>
  );
}
