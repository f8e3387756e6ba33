// Taking items out of a backlog that is filled by hand.
import { useQuery } from '@tanstack/react-query';
import { t } from '../../platform/i18n.ts';
import type { Card } from '../../ui/board/board-rules.ts';
import { waysBack } from '../../ui/board/undo-moves.ts';
import { say } from '../../ui/feedback/toasts.tsx';
import { backlogId } from './plan.ts';
import { planItems, settingQuery, takeOutOfBacklog } from './planning.queries.ts';
import type { PlanOwner } from './planning.queries.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';

/** Gives cards of such a backlog what takes them out; others as they are. */
export function useTakeOut(owner: PlanOwner, mayPlan: boolean, readAgain: () => Promise<void>) {
  const { projectId, milestoneId } = owner;
  const { submit } = useSubmit({ errors: 'toast' });
  const isWhole = milestoneId === undefined;
  const { data: setting } = useQuery({ ...settingQuery(projectId), enabled: isWhole && mayPlan });
  const takeOut = async (cards: readonly Card[], card: Card): Promise<void> => {
    const { id, title } = card;
    const putBack = async (): Promise<void> => {
      // It comes from nowhere.
      for (const { goal } of waysBack(cards, [card], true)) await planItems(owner, [{ id, columnId: '0' }], goal);
      await readAgain();
    };
    const isOut = await submit(async () => {
      await takeOutOfBacklog(projectId, id);
      await readAgain();
    });
    if (!isOut) return;
    say('success', t('planning.takenOut', { title }), {
      label: t('planning.putBack'),
      run: () => void submit(putBack),
    });
  };
  return (cards: readonly Card[]): readonly Card[] =>
    setting?.is_explicit !== true || !isWhole || !mayPlan
      ? cards
      : cards.map((card) =>
          card.columnId === backlogId
            ? { ...card, more: [{ id: 'out', label: t('planning.takeOut'), run: () => void takeOut(cards, card) }] }
            : card,
        );
}
