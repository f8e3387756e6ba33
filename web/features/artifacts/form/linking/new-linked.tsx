// Makes an artifact in place, to be linked: its tracker and its title; the rest is for its own page.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { api, take } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { isolate } from '../../../../platform/names/isolate.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select, TextField } from '../../../../ui/fields.tsx';
import { describeError, Notice } from '../../../../ui/states.tsx';
import ui from '../../../../ui/ui.module.css';
import { numberIn } from '../../../../platform/loose.ts';
import css from '../form.module.css';
import { newKey } from '../idempotency.ts';
import { trackersQuery } from './link.queries.ts';
import type { Found } from './link.queries.ts';

interface Props {
  projectId: number;
  onMade(made: Found): void;
  onCancel(): void;
}

export function NewLinked({ projectId, onMade, onCancel }: Props): ReactNode {
  const queryClient = useQueryClient();
  const { data: trackers = [] } = useQuery(trackersQuery(projectId));
  const [trackerId, setTrackerId] = useState<string>();
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const chosenOf = (all: typeof trackers) => all.find(({ id }) => String(id) === (trackerId ?? String(all[0]?.id)));
  const tracker = chosenOf(trackers);
  const make = async (): Promise<void> => {
    if (isBusy || title.trim() === '') return;
    setBusy(true);
    setProblem(undefined);
    try {
      // Whoever types quickly is done before the trackers are there.
      const goal = chosenOf(await queryClient.ensureQueryData(trackersQuery(projectId)));
      if (goal === undefined) {
        setBusy(false);
        return setProblem(t('projects.noTrackers'));
      }
      const titleId = numberIn(goal.semantics['title'], 'field_id');
      const titleField = goal.fields.find(({ field_id: id }) => id === titleId);
      const values = titleField === undefined ? [] : [{ field_id: titleField.field_id, value: title }];
      const made = await take(
        api.POST('/artifacts', {
          params: { header: { 'Idempotency-Key': `"${key}"` } },
          body: { tracker: { id: goal.id }, values },
        }),
      );
      onMade({ id: made.id, label: `${goal.item_name} #${made.id} ${isolate(title)}`, colour: goal.color_name });
    } catch (error) {
      setProblem(describeError(error));
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    void make();
  };
  return (
    <div className={css.newLinked} onKeyDown={onKeyDown}>
      <Select
        label={t('form.links.tracker')}
        choices={trackers.map(({ id, label, color_name: colour }) => ({ id: String(id), label, colour }))}
        value={tracker === undefined ? undefined : String(tracker.id)}
        onChange={setTrackerId}
      />
      <TextField label={t('form.links.title')} value={title} onChange={setTitle} autoFocus />
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.row}>
        <Button tone="primary" isDisabled={isBusy || title.trim() === ''} onPress={() => void make()}>
          {t('form.links.make')}
        </Button>
        <Button onPress={onCancel}>{t('form.cancel')}</Button>
      </div>
    </div>
  );
}
