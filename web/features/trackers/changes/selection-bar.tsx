// What can be done with the chosen rows.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import css from '../report.module.css';
import { batchMax, listIds } from '../trackers.queries.ts';
import type { OpenReport } from '../use-report.ts';
import type { Selection } from './use-selection.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { lazy } from '../../../ui/lazy.tsx';

const PlanMany = lazy(async () => (await import('./plan-many.tsx')).PlanMany);

interface Props {
  open: OpenReport;
  selection: Selection;
  size: number | undefined;
  mayChange: boolean;
  onChange(): void;
}

export function SelectionBar({ open, selection, size, mayChange, onChange }: Props): ReactNode {
  const { submit, isSending } = useSubmit({ errors: 'toast' });
  const count = selection.ids.size;
  if (count === 0) return null;
  const selectAll = async (): Promise<void> => selection.replace(await listIds(open.tracker.id, open.list));
  const all = Math.min(size ?? 0, batchMax);
  return (
    <div className={css.selection} role="toolbar" aria-label={t('trackers.selection')} data-testid="selection">
      <strong>{t('trackers.selected', { count })}</strong>
      {size !== undefined && count < all && (
        <Button tone="quiet" isDisabled={isSending} onPress={() => void submit(selectAll)}>
          {size > batchMax ? t('trackers.selectFirst', { count: all }) : t('trackers.selectMatching', { count: all })}
        </Button>
      )}
      {mayChange && (
        <Button tone="primary" isDisabled={count > batchMax} onPress={onChange}>
          {t('trackers.change')}
        </Button>
      )}
      <PlanMany tracker={open.tracker} ids={selection.ids} isDisabled={count > batchMax} />
      {count > batchMax && <span>{t('trackers.tooMany', { count: batchMax })}</span>}
      <Button tone="quiet" onPress={selection.clear}>
        {t('trackers.clearSelection')}
      </Button>
    </div>
  );
}
