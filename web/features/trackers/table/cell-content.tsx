// What a cell of a table, or a fact beside one, shows.
import type { ReactNode } from 'react';
import { formatDate, formatDateValue, formatExact, formatWholeDay } from '../../../platform/i18n.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Link } from '../../../ui/link.tsx';
import ui from '../../../ui/ui.module.css';
import type { Cell } from '../../fields/index.ts';
import css from '../report.module.css';

export const CellContent = ({ cell }: { cell: Cell }): ReactNode => {
  switch (cell.kind) {
    case 'text':
      return <span className={css.line}>{cell.text}</span>;
    case 'number':
      return formatExact(cell.value);
    case 'date':
      return (
        <time
          dateTime={cell.iso}
          title={formatDateValue(cell.iso, cell.withTime)}
          className={css.line}
          suppressHydrationWarning
        >
          {cell.withTime ? formatDate(cell.iso) : formatWholeDay(cell.iso)}
        </time>
      );
    case 'parts':
      return (
        <span className={css.parts}>
          {cell.parts.map(({ key, label, colour, picture, artifactId }) =>
            artifactId !== undefined ? (
              <Link inList="plain" key={key} to={`/artifacts/${artifactId}`} tabIndex={-1}>
                {label}
              </Link>
            ) : picture !== undefined ? (
              <span key={key} className={ui.person}>
                <Avatar person={{ avatar_url: picture, display_name: label }} size={18} />
                <span>{label}</span>
              </span>
            ) : (
              <Badge key={key} colour={colour}>
                {label}
              </Badge>
            ),
          )}
        </span>
      );
    case 'empty':
      return null;
  }
};
