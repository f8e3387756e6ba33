// Projects as cards, and as lines, each a link to its home.
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import ui from '../../ui/ui.module.css';
import { PrivacyBadge } from './privacy-badge.tsx';
import { ProjectIcon } from './project-icon.tsx';
import css from './projects.module.css';
import { Link } from '../../ui/link.tsx';

type Project = Schemas['Project'];

export const ProjectCards = ({ projects }: { projects: readonly Project[] }): ReactNode => (
  <ul className={css.cards}>
    {projects.map((project) => (
      <li key={project.id} className={`${ui.card} ${css.card}`}>
        <div className={css.cardHead}>
          <ProjectIcon project={project} />
          <h3>
            <Link to="/projects/$project" params={{ project: project.shortname }}>
              {project.label_without_icon}
            </Link>
          </h3>
        </div>
        <p className={ui.soft}>{project.description}</p>
        <div className={ui.row}>
          <PrivacyBadge access={project.access} />
          {project.is_member_of && <span className={ui.badge}>{t('projects.isMember')}</span>}
          <span className={`${ui.faint} ${ui.small}`}>{project.shortname}</span>
        </div>
      </li>
    ))}
  </ul>
);

export const ProjectRows = ({ label, projects }: { label: string; projects: readonly Project[] }): ReactNode => (
  <ul className={css.rows} aria-label={label}>
    {projects.map((project) => (
      <li key={project.id}>
        <Link to="/projects/$project" params={{ project: project.shortname }} className={css.row}>
          <ProjectIcon project={project} />
          <span className={css.rowName}>{project.label_without_icon}</span>
          <PrivacyBadge access={project.access} />
        </Link>
      </li>
    ))}
  </ul>
);
