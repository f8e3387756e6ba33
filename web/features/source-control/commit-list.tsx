// Commits, a line each, by days.
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageOf } from '../../platform/addresses.ts';
import { formatDate, t } from '../../platform/i18n.ts';
import { Avatar, When } from '../../ui/things.tsx';
import ui from '../../ui/ui.module.css';
import type { Commit } from './source-control.queries.ts';
import css from './code.module.css';

export const shortHash = (hash: string): string => hash.slice(0, 10);

const states = {
  success: { picture: CircleCheck, label: 'code.state.success' },
  failure: { picture: CircleX, label: 'code.state.failure' },
  pending: { picture: CircleDashed, label: 'code.state.pending' },
} as const;

/** What a program that builds said. */
export function BuildState({ name }: { name: string | undefined }): ReactNode {
  if (name !== 'success' && name !== 'failure' && name !== 'pending') return null;
  const { picture: Picture, label } = states[name];
  return (
    <span className={css.state} data-state={name}>
      <Picture size={15} aria-label={t(label)} />
    </span>
  );
}

export const References = ({ commit }: { commit: Commit }): ReactNode =>
  commit.cross_references.map(({ ref, url }) => (
    <Link key={ref} to={pageOf(url)} className={css.reference}>
      {ref}
    </Link>
  ));

const Line = ({ id, commit }: { id: string; commit: Commit }): ReactNode => (
  <li className={css.commit}>
    {commit.author === null ? <span className={css.noFace} /> : <Avatar person={commit.author} size={24} />}
    <span className={css.what}>
      <Link to="/repositories/$id/commits/$commit" params={{ id, commit: commit.id }}>
        {commit.title === '' ? shortHash(commit.id) : commit.title}
      </Link>
      <span className={`${ui.faint} ${ui.small}`}>
        {commit.author?.display_name ?? commit.author_name} · <When iso={commit.authored_date} />
      </span>
    </span>
    <References commit={commit} />
    <BuildState name={commit.commit_status?.name} />
    <code className={css.hash}>{shortHash(commit.id)}</code>
  </li>
);

export function CommitList({ id, commits }: { id: number; commits: readonly Commit[] }): ReactNode {
  const days = Map.groupBy(commits, ({ committed_date: date }) => formatDate(date));
  return [...days].map(([day, own]) => (
    <section key={day}>
      <h2 className={ui.group}>{day}</h2>
      <ol className={css.commits}>
        {own.map((commit) => (
          <Line key={commit.id} id={String(id)} commit={commit} />
        ))}
      </ol>
    </section>
  ));
}
