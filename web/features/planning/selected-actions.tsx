// What can be done with the items that are selected in a plan, beside moving them.
import type { ReactNode } from 'react';
import type { Card } from '../../ui/board/board-rules.ts';
import { ChangeSelected } from '../trackers/index.ts';
import type { Item } from './plan.ts';

interface Props {
  chosen: readonly Card[];
  items: readonly Item[];
  onDone(): void;
}

/** What can be changed of the items that are selected, where all are of one tracker. */
export function SelectedActions({ chosen, items, onDone }: Props): ReactNode {
  const trackerOf = new Map(items.map(({ id, artifact }) => [id, artifact.tracker.id]));
  const [trackerId, ...others] = new Set(chosen.map(({ id }) => trackerOf.get(id)));
  if (trackerId === undefined || others.length > 0) return null;
  return <ChangeSelected trackerId={trackerId} chosen={chosen} onDone={onDone} />;
}
