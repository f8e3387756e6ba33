// A table on its way into a tracker: what would become of it, looked at a thousand lines at a time, and then done.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { describeError } from '../../../ui/states.tsx';

type Answer = Schemas['ArtifactImportAnswer'];
export type ImportLine = Answer['lines'][number];
export type ImportColumn = Answer['columns'][number];
export type DateOrder = 'month_day_year' | 'day_month_year';

interface Look {
  columns: readonly ImportColumn[];
  lines: readonly ImportLine[];
}

/** Sends all of a table, piece by piece. Calls back after each piece. Throws ApiError. */
async function sendAll(
  trackerId: number,
  body: Omit<Schemas['ArtifactImport'], 'skip'>,
  onPiece: (lines: readonly ImportLine[], total: number) => void,
): Promise<Look> {
  const lines: ImportLine[] = [];
  for (;;) {
    const params = { path: { id: trackerId } };
    const answer = await take(
      api.POST('/trackers/{id}/artifact_imports', { params, body: { ...body, skip: lines.length } }),
    );
    lines.push(...answer.lines);
    onPiece(lines, answer.total);
    if (lines.length >= answer.total || answer.lines.length === 0) return { columns: answer.columns, lines };
  }
}

export function useImport(trackerId: number) {
  const queryClient = useQueryClient();
  const [look, setLook] = useState<Look>();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<readonly ImportLine[]>();
  const [dateOrder, setDateOrder] = useState<DateOrder>('day_month_year');

  const run = async (
    csv: string,
    isDryRun: boolean,
    columns: readonly ImportColumn[] | undefined,
    order: DateOrder,
  ): Promise<Look | undefined> => {
    const sent = columns?.map(({ column, target, field_id: fieldId }) => ({ column, target, field_id: fieldId }));
    let reached: readonly ImportLine[] = [];
    setProgress({ done: 0, total: 0 });
    setProblem(undefined);
    try {
      const body = { csv, is_dry_run: isDryRun, date_order: order, ...(sent === undefined ? {} : { columns: sent }) };
      return await sendAll(trackerId, body, (lines, total) => {
        reached = [...lines];
        setProgress({ done: lines.length, total });
      });
    } catch (error) {
      const last = isDryRun ? undefined : reached.at(-1);
      const until = last === undefined ? '' : ` ${t('import.until', { line: last.line })}`;
      setProblem(describeError(error) + until);
      return undefined;
    } finally {
      setProgress(undefined);
      if (!isDryRun) await queryClient.invalidateQueries({ queryKey: ['/trackers', trackerId] });
    }
  };

  return {
    look,
    progress,
    problem,
    done,
    dateOrder,
    /** Another table, of which nothing is known yet. */
    forget(): void {
      setLook(undefined);
      setProblem(undefined);
      setDone(undefined);
    },
    /** `columns` are left out where their names are to say what they are. */
    async lookAt(csv: string, columns?: readonly ImportColumn[], order = dateOrder): Promise<void> {
      setDateOrder(order);
      if (columns !== undefined && look !== undefined) setLook({ ...look, columns });
      const seen = await run(csv, true, columns, order);
      if (seen !== undefined) setLook(seen);
    },
    /** Answers whether all of it was done. */
    async make(csv: string): Promise<boolean> {
      const made = await run(csv, false, look?.columns, dateOrder);
      if (made === undefined) return false;
      setDone(made.lines);
      setLook(undefined);
      return true;
    },
  };
}
