// How a right in a project is written: what it is on, and what it lets people do.
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { useProject } from '../project-administration.layout.tsx';
import { Link } from '../../../../ui/link.tsx';

type Right = Pick<Schemas['GivenRight'], 'kind' | 'id' | 'label' | 'right' | 'count' | 'pattern'>;

/** What the right is on, leading to where it is set. */
export function Thing({ right: { kind, id, label } }: { right: Right }): ReactNode {
  const { shortname: project } = useProject();
  const tracker = { tracker: String(id) };
  if (kind === 'tracker' || kind === 'artifact' || kind === 'comment')
    return (
      <Link to="/trackers/$tracker/administration/permissions" params={tracker}>
        {label}
      </Link>
    );
  if (kind === 'project')
    return (
      <Link to="/projects/$project/administration" params={{ project }}>
        {label}
      </Link>
    );
  if (kind === 'service')
    return (
      <Link to="/projects/$project/administration/services" params={{ project }}>
        {label}
      </Link>
    );
  if (kind === 'planning' || kind === 'program')
    return (
      <Link to="/projects/$project/administration/planning" params={{ project }}>
        {label === '' ? t('admin.given.program') : label}
      </Link>
    );
  if (kind === 'git' || kind === 'svn')
    return (
      <Link to={kind === 'git' ? '/repositories/$id/settings' : '/subversion/$id/settings'} params={{ id: String(id) }}>
        {label}
      </Link>
    );
  return label;
}

/** What the right lets people do. */
export function does({ right, kind, count, pattern }: Right): string {
  if (count !== null)
    return kind === 'comment' ? t('admin.given.comments', { count }) : t('admin.given.artifacts', { count });
  const held = t(`admin.given.${right}`);
  return pattern === null ? held : t('admin.given.pattern', { right: held, pattern });
}
