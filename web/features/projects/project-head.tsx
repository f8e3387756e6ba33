// What stands at the head of each home of a project: the colour that it chose, and the way to its administration.
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { loadTextBundle, t } from '../../platform/i18n.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { lazy } from '../../ui/lazy.tsx';
import { summaryQuery } from './projects.queries.ts';
import css from './projects.module.css';

/** By the picture for the place behind the title. */
const colours: readonly (readonly [RegExp, string])[] = [
  [/^(?:blue|aerial|ocean|snow)-/, 'deep-blue'],
  [/^(?:brown|wooden|beach|brush)-/, 'teddy-brown'],
  [/^(?:green|tree)-/, 'army-green'],
  [/^purple-/, 'plum-crazy'],
  [/^orange-/, 'clockwork-orange'],
];

/** One of the tracker colours. */
const colourOfBackground = (name: string): string =>
  colours.find(([pattern]) => pattern.test(name))?.[1] ?? 'chrome-silver';

/** Nothing where the project chose none. */
export function ProjectBand({ projectId }: { projectId: number }): ReactNode {
  const { data } = useQuery(summaryQuery(projectId));
  if (typeof data?.header_background !== 'string') return null;
  return <div className={css.band} data-colour={colourOfBackground(data.header_background)} />;
}

/** Leads those who administer the project to where they do. */
export function Administer({ project }: { project: Pick<Schemas['Project'], 'id' | 'shortname'> }): ReactNode {
  const { data } = useQuery(summaryQuery(project.id));
  if (data?.may_administer !== true) return null;
  return (
    <ButtonLink to="/projects/$project/administration" params={{ project: project.shortname }}>
      {t('frame.projectSettings')}
    </ButtonLink>
  );
}

/** Read with its texts when it is first shown. */
export const InviteDialog = lazy(async () => {
  await loadTextBundle('administration');
  return (await import('./invitations/invite-dialog.tsx')).InviteDialog;
});

/** Lets those who administer the project invite people, without leaving the page. */
export function AddPeople({ projectId }: { projectId: number }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(summaryQuery(projectId));
  if (data?.may_administer !== true) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <UserPlus aria-hidden="true" /> {t('projects.invite')}
      </Button>
      {isOpen && <InviteDialog projectId={projectId} onClose={() => setOpen(false)} />}
    </>
  );
}
