// Makes an artifact in place, to be linked: its tracker and its title; the rest is for its own page.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { isolate } from '../../../platform/names/isolate.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/forms/fields.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { numberIn } from '../../../platform/parse-unknown.ts';
import css from './links.module.css';
import { newKey } from '../../../platform/network/new-key.ts';
import { trackersQuery } from './link.queries.ts';
import type { Found } from './link.queries.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

interface Props {
  projectId: number;
  onMade(made: Found): void;
  onCancel(): void;
}

const noTracker = new Error('there is no tracker');

export function NewLinked({ projectId, onMade, onCancel }: Props): ReactNode {
  const queryClient = useQueryClient();
  const { data: trackers = [] } = useQuery(trackersQuery(projectId));
  const [trackerId, setTrackerId] = useState<string>();
  const [title, setTitle] = useState('');
  const { submit, isSending, problem } = useSubmit({
    explain: (error) => (error === noTracker ? t('projects.noTrackers') : undefined),
  });
  const [key] = useState(newKey);
  const chosenOf = (all: typeof trackers) => all.find(({ id }) => String(id) === (trackerId ?? String(all[0]?.id)));
  const tracker = chosenOf(trackers);
  const make = async (): Promise<void> => {
    // Whoever types quickly is done before the trackers are there.
    const goal = chosenOf(await queryClient.ensureQueryData(trackersQuery(projectId)));
    if (goal === undefined) throw noTracker;
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
  };
  const makeOnce = (): void => {
    if (!isSending && title.trim() !== '') void submit(make);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    makeOnce();
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
        <Button tone="primary" isDisabled={isSending || title.trim() === ''} onPress={() => makeOnce()}>
          {t('form.links.make')}
        </Button>
        <Button onPress={onCancel}>{t('ui.cancel')}</Button>
      </div>
    </div>
  );
}
