// Rows of a query, and below each, where somebody asks for them, what it links to and what links to it.
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatDate, formatNumber, t } from '../../platform/i18n.ts';
import { isRecord, numberIn } from '../../platform/parse-unknown.ts';
import { formatDay } from '../../ui/dates/calendar-day.ts';
import { Button } from '../../ui/button.tsx';
import { describeError } from '../../ui/feedback/async-states.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Person } from '../../ui/avatar.tsx';
import ui from '../../ui/ui.module.css';
import { linksQuery } from './queries.queries.ts';
import type { Content } from './queries.queries.ts';
import { readCell } from './query-cells.ts';
import type { Cell } from './query-cells.ts';
import css from './reports.module.css';
import { Link } from '../../ui/link.tsx';

type Selected = Content['selected'];
type Row = Content['artifacts'][number];

interface Props {
  selected: Selected;
  rows: readonly Row[];
  text: string;
  widgetId: number | undefined;
}

const columnsOf = (selected: Selected): Selected => selected.filter(({ type }) => type !== 'artifact');
const isNumeric = (type: string): boolean => type === 'numeric';

export function QueryTable({ selected, rows, text, widgetId }: Props): ReactNode {
  const columns = columnsOf(selected);
  return (
    <div className={ui.tableWrap} role="region" aria-label={t('reports.queries')} tabIndex={0}>
      <table className={ui.table}>
        <thead>
          <tr>
            <th scope="col">{t('reports.queries.artifact')}</th>
            {columns.map(({ name, type }) => (
              <th key={name} scope="col" className={isNumeric(type) ? ui.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <QueryRow key={idOf(row) ?? index} row={row} columns={columns} text={text} widgetId={widgetId} path={[]} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const idOf = (row: Row): number | undefined => numberIn(row['@artifact'], 'id');

interface RowProps {
  row: Row;
  columns: Selected;
  text: string;
  widgetId: number | undefined;
  /** Ids of the rows that it is below. */
  path: readonly number[];
}

function QueryRow({ row, columns, text, widgetId, path }: RowProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const artifact = row['@artifact'];
  const id = idOf(row) ?? 0;
  const forward = numberIn(artifact, 'number_of_forward_link') ?? 0;
  const reverse = numberIn(artifact, 'number_of_reverse_link') ?? 0;
  const isLinked = forward + reverse > 0 && widgetId !== undefined && isRecord(artifact) && !path.includes(id);
  return (
    <>
      <tr>
        <td style={{ paddingInlineStart: `calc(var(--space-3) + ${path.length} * 1.25rem)` }}>
          <span className={css.links}>
            {isLinked && (
              <Button
                tone="quiet"
                isIcon
                aria-label={t('reports.queries.showLinks', { id: String(id) })}
                aria-expanded={isOpen}
                onPress={() => setOpen(!isOpen)}
              >
                {isOpen ? <ChevronDown /> : <ChevronRight />}
              </Button>
            )}
            <Link to="/artifacts/$id" params={{ id: String(id) }} className={css.idLink}>
              #{id}
            </Link>
          </span>
        </td>
        {columns.map(({ name, type, is_identifier: isIdentifier }) => (
          <td key={name} className={isNumeric(type) ? ui.number : undefined}>
            <ShownCell cell={readCell(type, row[name], isIdentifier)} />
          </td>
        ))}
      </tr>
      {isOpen && isLinked && widgetId !== undefined && (
        <>
          {forward > 0 && (
            <LinkedRows
              direction="forward"
              id={id}
              columns={columns}
              text={text}
              widgetId={widgetId}
              path={[...path, id]}
            />
          )}
          {reverse > 0 && (
            <LinkedRows
              direction="reverse"
              id={id}
              columns={columns}
              text={text}
              widgetId={widgetId}
              path={[...path, id]}
            />
          )}
        </>
      )}
    </>
  );
}

interface LinkedProps extends Omit<RowProps, 'row'> {
  direction: 'forward' | 'reverse';
  id: number;
  widgetId: number;
}

function LinkedRows({ direction, id, columns, text, widgetId, path }: LinkedProps): ReactNode {
  const { data, error } = useQuery(linksQuery(widgetId, direction, id, text));
  const head = direction === 'forward' ? t('reports.queries.linkedBy') : t('reports.queries.linking');
  return (
    <>
      <tr className={css.linkHead}>
        <td
          colSpan={columns.length + 1}
          style={{ paddingInlineStart: `calc(var(--space-3) + ${path.length} * 1.25rem)` }}
        >
          {head}
          {data === undefined && ` · ${error === null ? t('ui.loading') : describeError(error)}`}
        </td>
      </tr>
      {data?.artifacts.map((row, index) => (
        <QueryRow key={idOf(row) ?? index} row={row} columns={columns} text={text} widgetId={widgetId} path={path} />
      ))}
    </>
  );
}

function ShownCell({ cell }: { cell: Cell }): ReactNode {
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'number':
      return cell.value === null ? '' : formatNumber(cell.value);
    case 'date':
      return (
        <span className={css.dateCell}>
          {cell.iso === null ? '' : cell.withTime ? formatDate(cell.iso, true) : formatDay(cell.iso.slice(0, 10))}
        </span>
      );
    case 'labels':
      return cell.labels.map(({ label, colour }) => (
        <Badge key={label} colour={colour}>
          {label}
        </Badge>
      ));
    case 'people':
      return cell.people.map(({ name, picture }) => (
        <Person key={name} person={{ display_name: name, avatar_url: picture ?? '' }} />
      ));
    case 'artifact':
      return (
        <Link to="/artifacts/$id" params={{ id: String(cell.id) }} className={css.titleCell}>
          <Badge colour={cell.colour}>{cell.name}</Badge> {cell.title}
        </Link>
      );
  }
}
