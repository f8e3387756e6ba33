// A value of an artifact, by its kind.
import type { ReactNode } from 'react';
import { ownPath } from '../../platform/addresses.ts';
import { formatDateValue, formatExact } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Markup } from '../../ui/markdown/markup.tsx';
import ui from '../../ui/ui.module.css';
import css from './artifact.module.css';
import type { Part, Shown } from '../fields/index.ts';
import { Link } from '../../ui/link.tsx';

function ShownPart({ part }: { part: Part }): ReactNode {
  if (part.artifactId !== undefined)
    return (
      <Link to="/artifacts/$id" params={{ id: String(part.artifactId) }} className={ui.person}>
        <span className={ui.dot} data-colour={part.colour} /> {part.label}
      </Link>
    );
  if (part.file !== undefined) return <Link href={ownPath(part.file)}>{part.label}</Link>;
  if (part.picture !== undefined)
    return (
      <span className={ui.person}>
        <Avatar person={{ avatar_url: part.picture, display_name: part.label }} />
        <span>{part.label}</span>
      </span>
    );
  return <Badge colour={part.colour}>{part.label}</Badge>;
}

export function ShownValue({ shown }: { shown: Shown }): ReactNode {
  switch (shown.kind) {
    case 'markup':
      return <Markup html={shown.html} />;
    case 'plain':
      return <span className={ui.plain}>{shown.text}</span>;
    case 'number':
      return formatExact(shown.value);
    case 'date':
      return <time dateTime={shown.iso}>{formatDateValue(shown.iso, shown.withTime)}</time>;
    case 'parts':
      return (
        <span className={css.parts}>
          {shown.parts.map((part) => (
            <ShownPart key={`${part.id} ${part.label}`} part={part} />
          ))}
        </span>
      );
    case 'nothing':
      return <span className={ui.faint}>–</span>;
  }
}
