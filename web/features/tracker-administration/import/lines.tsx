// What would become of the lines of a table, those with faults before all others.
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useI18nMessage } from '../../../platform/errors/use-i18n-message.ts';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from './import.module.css';
import { chooseShown, countOutcomes, outcomeOf } from './outcomes.ts';
import type { ImportColumn, ImportLine } from './use-import.ts';
import { Link } from '../../../ui/link.tsx';

/** Lines and columns that the page shows. */
const linesMax = 100;
const columnsMax = 4;

function Outcome({ line, columns }: { line: ImportLine; columns: readonly ImportColumn[] }): ReactNode {
  const sayI18n = useI18nMessage();
  const outcome = outcomeOf(line);
  if (outcome !== 'refused') return t(`import.outcome.${outcome}`);
  return (
    <ul>
      {line.problems.map(({ column, message, i18n }) => (
        <li key={`${column} ${message}`}>
          {column !== null && <strong>{columns[column]?.name}: </strong>}
          {sayI18n(i18n, message)}
        </li>
      ))}
    </ul>
  );
}

export function Lines({
  lines,
  columns,
}: {
  lines: readonly ImportLine[];
  columns: readonly ImportColumn[];
}): ReactNode {
  const used = columns.filter(({ target }) => target !== 'nothing' && target !== 'id').slice(0, columnsMax);
  const shown = chooseShown(lines, linesMax);
  const counts = countOutcomes(lines);
  return (
    <section className={`${ui.card} ${css.part}`} aria-label={t('import.lines')}>
      <h2>{t('import.lines')}</h2>
      <p role="status">
        {(['new', 'changed', 'same', 'refused'] as const)
          .filter((outcome) => counts[outcome] > 0)
          .map((outcome) => t(`import.count.${outcome}`, { count: counts[outcome] }))
          .join(' · ')}
      </p>
      {counts.refused > 0 && <Notice kind="warning">{t('import.refused')}</Notice>}
      <div className={css.lines} role="region" aria-label={t('import.table')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('import.line')}</th>
              <th scope="col">{t('import.artifact')}</th>
              <th scope="col">{t('import.outcome')}</th>
              {used.map(({ column, name }) => (
                <th key={column} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <tr key={line.line} data-outcome={outcomeOf(line)}>
                <td>{line.line}</td>
                <td>
                  {line.id === null ? (
                    t('import.none')
                  ) : (
                    <Link to="/artifacts/$id" params={{ id: String(line.id) }}>
                      #{line.id}
                    </Link>
                  )}
                </td>
                <td>
                  <Outcome line={line} columns={columns} />
                </td>
                {used.map(({ column }) => (
                  <td key={column}>{line.cells[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < lines.length && (
        <p className={`${ui.soft} ${ui.small}`}>{t('import.more', { count: lines.length - shown.length })}</p>
      )}
    </section>
  );
}
