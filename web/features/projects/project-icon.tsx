// The picture of a project: its own, or the first letter of its name.
import type { ReactNode } from 'react';
import { firstCharacters } from '../../platform/names/shorten.ts';
import css from './projects.module.css';

interface Pictured {
  icon: string;
  label_without_icon: string;
}

export const ProjectIcon = ({ project }: { project: Pictured }): ReactNode => (
  <span className={css.icon} aria-hidden="true">
    {project.icon === '' ? firstCharacters(project.label_without_icon, 1) : project.icon}
  </span>
);
