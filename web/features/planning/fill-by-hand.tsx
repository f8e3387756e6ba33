// What brings items into a backlog that is filled by hand.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/schemas.ts';
import { AddExisting } from './add-existing.tsx';
import { backlogId } from './plan.ts';
import type { Item } from './plan.ts';
import { planItems, settingQuery } from './planning.queries.ts';
import type { PlanOwner } from './planning.queries.ts';

interface Props {
  column: string;
  owner: PlanOwner;
  accepted: readonly Schemas['TrackerReference'][];
  items: readonly Item[];
  readAgain(): Promise<void>;
}

/** What can come into a backlog that is filled by hand, whose items are elsewhere until then. */
export function FillByHand({ column, owner, accepted, items, readAgain }: Props): ReactNode {
  const { data: setting } = useQuery({ ...settingQuery(owner.projectId), enabled: owner.milestoneId === undefined });
  if (setting?.is_explicit !== true) return null;
  const add = async (id: number): Promise<void> => {
    await planItems(owner, [{ id, columnId: '0' }], { columnId: backlogId });
    await readAgain();
  };
  return (
    <AddExisting
      column={column}
      projectId={owner.projectId}
      trackerIds={accepted.map(({ id }) => id)}
      without={new Set(items.map(({ id }) => id))}
      onAdd={add}
    />
  );
}
