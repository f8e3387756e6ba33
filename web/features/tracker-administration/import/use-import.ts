// A table on its way into a tracker: what would become of it, looked at a thousand lines at a time, and then done.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiError, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { describeError } from '../../../ui/feedback/async-states.tsx';

type Answer = Schemas['ArtifactImportAnswer'];
export type ImportLine = Answer['lines'][number];
export type ImportColumn = Answer['columns'][number];
/** How the table writes its dates and numbers; what is left out the server reads from the table, or asks for. */
export type Forms = Pick<Schemas['ArtifactImport'], 'date_order' | 'decimal_separator'>;

const questions = ['date_order', 'decimal_separator'] as const;

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
  /** `question`: what the server asks about the table. */
  const [problem, setProblem] = useState<{ text: string; question: keyof Forms | undefined }>();
  const [done, setDone] = useState<readonly ImportLine[]>();
  const [forms, setForms] = useState<Forms>({});

  const run = async (
    csv: string,
    isDryRun: boolean,
    columns: readonly ImportColumn[] | undefined,
    said: Forms,
  ): Promise<Look | undefined> => {
    const sent = columns?.map(({ column, target, field_id: fieldId }) => ({ column, target, field_id: fieldId }));
    let reached: readonly ImportLine[] = [];
    setProgress({ done: 0, total: 0 });
    setProblem(undefined);
    try {
      const body = { csv, is_dry_run: isDryRun, ...said, ...(sent === undefined ? {} : { columns: sent }) };
      return await sendAll(trackerId, body, (lines, total) => {
        reached = [...lines];
        setProgress({ done: lines.length, total });
      });
    } catch (error) {
      const last = isDryRun ? undefined : reached.at(-1);
      const until = last === undefined ? '' : ` ${t('import.until', { line: last.line })}`;
      const part = error instanceof ApiError ? error.part : undefined;
      setProblem({ text: describeError(error) + until, question: questions.find((one) => one === part) });
      return undefined;
    } finally {
      setProgress(undefined);
      if (!isDryRun) await queryClient.invalidateQueries({ queryKey: ['/trackers', trackerId] });
    }
  };

  return {
    look,
    progress,
    problem: problem?.text,
    question: problem?.question,
    done,
    forms,
    /** Another table, of which nothing is known yet. */
    forget(): void {
      setLook(undefined);
      setProblem(undefined);
      setForms({});
      setDone(undefined);
    },
    /** `columns` are left out where their names are to say what they are. */
    async lookAt(csv: string, columns?: readonly ImportColumn[], said = forms): Promise<void> {
      setForms(said);
      if (columns !== undefined && look !== undefined) setLook({ ...look, columns });
      const seen = await run(csv, true, columns, said);
      if (seen !== undefined) setLook(seen);
    },
    /** Answers whether all of it was done. */
    async make(csv: string): Promise<boolean> {
      const made = await run(csv, false, look?.columns, forms);
      if (made === undefined) return false;
      setDone(made.lines);
      setLook(undefined);
      return true;
    },
  };
}
