// What the forms of plans and boards have in common: trackers and groups to choose, and a row of what there is.
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import type { Choice } from '../../../ui/forms/fields.tsx';
import { TagsField } from '../../../ui/pickers/pickers.tsx';
import ui from '../../../ui/ui.module.css';
import { groupsQuery } from '../../projects/index.ts';

type Tracker = Schemas['Tracker'];

export const trackerChoice = ({ id, label, color_name: colour }: Tracker): Choice => ({
  id: String(id),
  label,
  colour,
});

interface TrackersProps {
  label: string;
  hint?: string;
  trackers: readonly Tracker[];
  /** In their order. */
  chosenIds: readonly number[];
  onChange(ids: number[]): void;
}

export const TrackersField = ({ trackers, chosenIds, onChange, ...props }: TrackersProps): ReactNode => (
  <TagsField
    {...props}
    choices={trackers.map(trackerChoice)}
    chosen={chosenIds.flatMap((id) => trackers.filter((tracker) => tracker.id === id).map(trackerChoice))}
    onChange={(chosen) => onChange(chosen.map(({ id }) => Number(id)))}
  />
);

interface GroupsProps {
  label: string;
  hint?: string;
  projectId: number;
  chosenIds: readonly string[];
  onChange(ids: string[]): void;
}

export function GroupsField({ projectId, chosenIds, onChange, ...props }: GroupsProps): ReactNode {
  const { data: groups = [] } = useQuery(groupsQuery(projectId));
  const choices = groups.map(({ id, label }) => ({ id, label }));
  return (
    <TagsField
      {...props}
      choices={choices}
      chosen={chosenIds.map((id) => choices.find((one) => one.id === id) ?? { id, label: id })}
      onChange={(chosen) => onChange(chosen.map(({ id }) => id))}
    />
  );
}

interface EntryProps {
  name: string;
  /** What is said of it below its name. */
  text: string;
  onChange(): void;
  onRemove(): void;
  children?: ReactNode;
}

export const Entry = ({ name, text, onChange, onRemove, children }: EntryProps): ReactNode => (
  <li>
    <span className={ui.grow}>
      <strong>{name}</strong>
      <br />
      <span className={`${ui.soft} ${ui.small}`}>{text}</span>
    </span>
    {children}
    <Button tone="quiet" isIcon aria-label={t('admin.changeOne', { name })} onPress={onChange}>
      <Pencil />
    </Button>
    <Button tone="quiet" isIcon aria-label={t('plans.remove', { name })} onPress={onRemove}>
      <Trash2 />
    </Button>
  </li>
);
