// Commits, a line each, by days.
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageOf } from '../../platform/addresses.ts';
import { formatDate, t } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { When } from '../../ui/dates/when.tsx';
import ui from '../../ui/ui.module.css';
import type { Commit } from './source-control.queries.ts';
import css from './code.module.css';
import { Link } from '../../ui/link.tsx';

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

export const References = ({ commit }: { commit: Pick<Commit, 'cross_references'> }): ReactNode =>
  commit.cross_references.map(({ ref, url }) => (
    <Link key={ref} to={pageOf(url)} className={css.reference} data-reference="">
      {ref}
    </Link>
  ));

interface ChangeProps {
  author: Commit['author'];
  authorName: string;
  when: string | null;
  /** The link to it. */
  title: ReactNode;
  beside?: ReactNode;
  children: ReactNode;
}

/** One line of a history. */
export const Change = ({ author, authorName, when, title, beside, children }: ChangeProps): ReactNode => (
  <li className={css.commit}>
    {beside}
    {author === null ? <span className={css.noFace} /> : <Avatar person={author} size={24} />}
    <span className={css.what}>
      {title}
      <span className={`${ui.faint} ${ui.small}`}>
        {author?.display_name ?? authorName}{' '}
        {when !== null && (
          <>
            · <When iso={when} />
          </>
        )}
      </span>
    </span>
    {children}
  </li>
);

/** Lines of a history below the days that they are of, in their order, be their dates as they may. */
export function ByDays<Item>({
  items,
  dateOf,
  renderItem,
  headline = (day) => <h2 className={ui.group}>{day}</h2>,
}: {
  items: readonly Item[];
  dateOf(item: Item): string | null;
  renderItem(item: Item, index: number): ReactNode;
  /** What stands above a day, before the item of that index. */
  headline?: (day: string, index: number) => ReactNode;
}): ReactNode {
  const days: { day: string; from: number; own: Item[] }[] = [];
  for (const [index, item] of items.entries()) {
    const date = dateOf(item);
    const day = date === null ? t('code.noDate') : formatDate(date);
    const last = days.at(-1);
    if (last?.day === day) last.own.push(item);
    else days.push({ day, from: index, own: [item] });
  }
  return days.map(({ day, from, own }) => (
    <section key={from}>
      {headline(day, from)}
      <ol className={css.commits}>{own.map((item, index) => renderItem(item, from + index))}</ol>
    </section>
  ));
}

interface CommitListProps {
  id: number;
  commits: readonly Commit[];
  /** What stands beside a commit. */
  beside?: (commit: Commit, index: number) => ReactNode;
  headline?: (day: string, index: number) => ReactNode;
}

export const CommitList = ({ id, commits, beside, ...more }: CommitListProps): ReactNode => (
  <ByDays
    items={commits}
    dateOf={({ committed_date: date }) => date}
    {...more}
    renderItem={(commit, index) => (
      <Change
        key={commit.id}
        beside={beside?.(commit, index)}
        author={commit.author}
        authorName={commit.author_name}
        when={commit.authored_date}
        title={
          <Link to="/repositories/$id/commits/$commit" params={{ id: String(id), commit: commit.id }}>
            {commit.title === '' ? shortHash(commit.id) : commit.title}
          </Link>
        }
      >
        <References commit={commit} />
        <BuildState name={commit.commit_status?.name} />
        <code className={css.hash}>{shortHash(commit.id)}</code>
      </Change>
    )}
  />
);
