// Artifacts from a table: its text, what its columns are, what would become of each line, and then all of it.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { usePageContext } from '../../../platform/page-context.ts';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { FilePick } from '../../../ui/files/text-file-field.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import ui from '../../../ui/ui.module.css';
import { trackerQuery } from '../../trackers/index.ts';
import { Columns } from './columns.tsx';
import css from './import.module.css';
import { TableForms } from './forms.tsx';
import { Lines } from './lines.tsx';
import { countOutcomes } from './outcomes.ts';
import { useImport } from './use-import.ts';
import type { Forms, ImportColumn, ImportLine } from './use-import.ts';
import { fieldIs, fieldTypeOf } from '../../fields/index.ts';

const route = getRouteApi('/trackers/$tracker/import');

/** Forms that columns leave to be chosen, and one that is asked about. */
function listAskedForms(
  fields: Tracker['fields'],
  columns: readonly ImportColumn[],
  question: keyof Forms | undefined,
): (keyof Forms)[] {
  const filled = fields.filter(({ field_id: id }) => columns.some((one) => one.field_id === id));
  const isAsked: Record<keyof Forms, boolean> = {
    date_order: filled.some(fieldIs.date) || question === 'date_order',
    decimal_separator: filled.some(fieldIs.number) || question === 'decimal_separator',
  };
  return (['date_order', 'decimal_separator'] as const).filter((form) => isAsked[form]);
}

interface Tracker {
  id: number;
  fields: readonly { field_id: number; label: string; type: string }[];
}

function Done({ trackerId, lines }: { trackerId: number; lines: readonly ImportLine[] }): ReactNode {
  const counts = countOutcomes(lines);
  return (
    <Notice kind="success">
      <span className={css.done}>
        {t('import.done', { made: counts.new, changed: counts.changed })}
        <ButtonLink to="/trackers/$tracker" params={{ tracker: String(trackerId) }}>
          {t('import.toTracker')}
        </ButtonLink>
      </span>
    </Notice>
  );
}

function Import({ tracker }: { tracker: Tracker }): ReactNode {
  const { values, change, drop } = useDraft(`import ${tracker.id}`, { csv: '' });
  const { csv } = values;
  const { look, progress, problem, done, forms, question, forget, lookAt, make } = useImport(tracker.id);
  const fields = tracker.fields.filter(({ type }) => fieldTypeOf(type).hasCell);
  const counts = countOutcomes(look?.lines ?? []);
  const asked = listAskedForms(fields, look?.columns ?? [], question);
  const isBusy = progress !== undefined;
  const edit = (text: string): void => {
    change({ csv: text });
    forget();
  };
  return (
    <div className={ui.stack}>
      <section className={`${ui.card} ${css.part}`} aria-label={t('import.source')}>
        <p className={ui.soft}>{t('import.text')}</p>
        <FilePick
          label={t('import.file')}
          accept=".csv,text/csv,.tsv,text/tab-separated-values"
          onText={(text) => {
            edit(text);
            void lookAt(text);
          }}
        />
        <TextField label={t('import.csv')} rows={6} value={csv} onChange={edit} spellCheck={false} />
        <div>
          <Button isDisabled={csv.trim() === '' || isBusy} onPress={() => void lookAt(csv)}>
            {t('import.look')}
          </Button>
        </div>
      </section>
      {problem !== undefined && (
        <Notice kind={question === undefined ? 'error' : 'warning'}>
          {question === undefined ? problem : t(`import.question.${question}`)}
        </Notice>
      )}
      <TableForms {...{ forms, asked }} onChange={(said) => void lookAt(csv, look?.columns, said)} />
      {look !== undefined && (
        <>
          <Columns
            columns={look.columns}
            lines={look.lines}
            fields={fields}
            onChange={(columns) => void lookAt(csv, columns)}
          />
          <Lines lines={look.lines} columns={look.columns} />
        </>
      )}
      {isBusy && <p role="status">{t('import.progress', progress)}</p>}
      {look !== undefined && (
        <div>
          <Button
            tone="primary"
            isDisabled={isBusy || problem !== undefined || counts.refused > 0 || counts.new + counts.changed === 0}
            onPress={() => void make(csv).then((isDone) => isDone && drop())}
          >
            {t('import.make', { count: counts.new + counts.changed })}
          </Button>
        </div>
      )}
      {done !== undefined && <Done trackerId={tracker.id} lines={done} />}
    </div>
  );
}

export function ImportPage(): ReactNode {
  const { tracker: name } = route.useParams();
  const { data: tracker, error, refetch } = useQuery(trackerQuery(Number(name)));
  usePageContext(
    tracker && {
      projectId: tracker.project.id,
      tracker: { id: tracker.id, label: tracker.label, colour: tracker.color_name, icon: tracker.icon },
    },
  );
  return (
    <Page
      title={t('import.title')}
      crumbs={tracker === undefined ? [] : [{ label: tracker.label, to: `/trackers/${tracker.id}` }]}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {tracker === undefined && error === null && <Loading lines={4} />}
      {tracker !== undefined && <Import key={tracker.id} tracker={tracker} />}
    </Page>
  );
}
