// Projects as cards, each a link to its home.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Badge } from '../../ui/things.tsx';
import ui from '../../ui/ui.module.css';
import css from './projects.module.css';

type Project = Schemas['Project'];

export const ProjectCards = ({ projects }: { projects: readonly Project[] }): ReactNode => (
  <ul className={css.cards}>
    {projects.map(({ id, label, shortname: name, access, description }) => (
      <li key={id} className={`${ui.card} ${css.card}`}>
        <h3>
          <Link to="/projects/$project" params={{ project: name }}>
            {label}
          </Link>
        </h3>
        <p className={ui.soft}>{description}</p>
        <div className={ui.row}>
          <Badge>{access.startsWith('private') ? t('projects.private') : t('projects.public')}</Badge>
          <span className={`${ui.faint} ${ui.small}`}>{name}</span>
        </div>
      </li>
    ))}
  </ul>
);
