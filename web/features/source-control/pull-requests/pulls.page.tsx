// Pull requests of a repository.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.tsx';
import type { Choice } from '../../../ui/pickers/choices.ts';
import { personChoice } from '../../../ui/pickers/people-pickers.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { MoreOnScroll } from '../../../ui/layout/infinite-scroll.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import { projectQuery } from '../../projects/index.ts';
import code from '../code.module.css';
import type { PullsSearch } from '../code-search.ts';
import { RepositoryPage } from '../repository-page.tsx';
import { branchesQuery } from '../source-control.queries.ts';
import type { Repository } from '../source-control.queries.ts';
import { whyNoPull } from './why-no-pull.ts';
import { StateBadge } from './pull-request.page.tsx';
import { branchesOf, isMine, projectLabelsQuery, pullPeopleQuery, pullsQuery } from './pull-requests.queries.ts';
import { Link } from '../../../ui/link.tsx';

const route = getRouteApi('/repositories/$id/pull-requests');
/** A pause of typing after which the list follows, ms. */
const pauseMs = 250;

interface FilterProps {
  id: number;
  /** The short name of its project. */
  projectName: string;
}

/** One of some, or any. */
const OneOf = ({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly Choice[];
  value: number | string | undefined;
  onChange(id: string | undefined): void;
}): ReactNode => (
  <div className={code.refs}>
    <PickField
      label={label}
      isLabelHidden
      placeholder={label}
      choices={choices}
      value={value === undefined ? undefined : String(value)}
      onChange={onChange}
      isClearable
    />
  </div>
);

/** One of the people of the repository's pull requests. */
function Person({
  id,
  which,
  label,
  value,
  onChange,
}: {
  id: number;
  which: 'authors' | 'reviewers';
  label: string;
  value: number | undefined;
  onChange(id: number | undefined): void;
}): ReactNode {
  const { data: people = [] } = useQuery(pullPeopleQuery(id, which));
  return (
    <OneOf
      label={label}
      choices={people.flatMap((person) => (person.id === null ? [] : [personChoice({ ...person, id: person.id })]))}
      value={value}
      onChange={(one) => onChange(one === undefined ? undefined : Number(one))}
    />
  );
}

/** Who made it, who reviews it, which label it has, where it is to be merged. */
function MoreFilters({ id, projectName }: FilterProps): ReactNode {
  const { author, reviewer, label, target, ...others } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: project } = useQuery(projectQuery(projectName));
  const { data: labels = [] } = useQuery({
    ...projectLabelsQuery(project?.id ?? 0),
    enabled: project !== undefined && project !== null,
  });
  const { data: branches = [] } = useQuery(branchesQuery(id));
  const chosen = {
    ...(author === undefined ? {} : { author }),
    ...(reviewer === undefined ? {} : { reviewer }),
    ...(label === undefined ? {} : { label }),
    ...(target === undefined ? {} : { target }),
  };
  const go = (next: PullsSearch): void => void navigate({ search: next, replace: true });
  const choose = (name: 'author' | 'reviewer' | 'label' | 'target', value: number | string | undefined): void => {
    const { [name]: _, ...rest } = chosen;
    const { mine, ...free } = others;
    const kept = name === 'author' || name === 'reviewer' || mine !== true ? free : { ...free, mine };
    go({ ...kept, ...rest, ...(value === undefined ? {} : { [name]: value }) });
  };
  return (
    <>
      <Person
        id={id}
        which="authors"
        label={t('pulls.author')}
        value={author}
        onChange={(one) => choose('author', one)}
      />
      <Person
        id={id}
        which="reviewers"
        label={t('pulls.reviewer')}
        value={reviewer}
        onChange={(one) => choose('reviewer', one)}
      />
      {labels.length > 0 && (
        <OneOf
          label={t('pulls.label')}
          choices={labels.map((one) => ({ id: String(one.id), label: one.label, colour: one.color }))}
          value={label}
          onChange={(one) => choose('label', one === undefined ? undefined : Number(one))}
        />
      )}
      <OneOf
        label={t('pulls.target')}
        choices={branches.map(({ name }) => ({ id: name, label: name }))}
        value={target}
        onChange={(one) => choose('target', one)}
      />
    </>
  );
}

function Filters(props: FilterProps): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isSignedIn = useSelf() !== undefined;
  const [words, setWords] = useState(search.q ?? '');
  const settled = useSettled(words.trim(), pauseMs);
  const go = (next: PullsSearch): void => void navigate({ search: next, replace: true });
  useEffect(() => {
    if (settled === (search.q ?? '')) return;
    const { q: _, ...others } = search;
    go(settled === '' ? others : { ...others, q: settled });
    // The address follows what is typed, not the other way round.
  }, [settled]);
  return (
    <div className={code.tools} role="search">
      <TextField
        label={t('pulls.words')}
        isLabelHidden
        placeholder={t('pulls.words')}
        value={words}
        onChange={setWords}
      />
      <Select
        label={t('pulls.state')}
        isLabelHidden
        choices={(['open', 'closed', 'all'] as const).map((id) => ({ id, label: t(`pulls.state.${id}`) }))}
        value={search.state ?? 'open'}
        onChange={(id) => go({ ...search, state: id === 'closed' || id === 'all' ? id : 'open' })}
      />
      <MoreFilters {...props} />
      {isSignedIn && (
        <Checkbox
          isSelected={isMine(search)}
          onChange={(mine) => {
            const { author: _, reviewer: __, ...others } = search;
            go({ ...others, mine });
          }}
        >
          {t('pulls.mine')}
        </Checkbox>
      )}
    </div>
  );
}

function List({ repository }: { repository: Repository }): ReactNode {
  const { id } = repository;
  const search = route.useSearch();
  const self = useSelf();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    pullsQuery(id, search, self?.id),
  );
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  const pulls = data.pages.flatMap(({ collection }) => collection);
  if (pulls.length === 0)
    return (
      <Empty title={t('pulls.none')}>
        <p>{repository.user_can_push ? t('pulls.noneText') : whyNoPull(repository)}</p>
      </Empty>
    );
  return (
    <>
      <ul className={code.commits} aria-label={t('pulls.list')}>
        {pulls.map((pull) => (
          <li key={pull.id} className={code.commit}>
            <Avatar person={pull.creator} size={24} />
            <span className={code.what}>
              <Link to="/pull-requests/$id" params={{ id: String(pull.id) }}>
                <span dangerouslySetInnerHTML={{ __html: pull.title }} />
              </Link>
              <span className={`${ui.faint} ${ui.small}`}>
                #{pull.id} · {t('pulls.from', branchesOf(pull))} · <When iso={pull.creation_date} />
              </span>
              <span className={ui.row}>
                <StateBadge status={pull.status} />
                {pull.labels.length > 0 && (
                  <span className={ui.row} role="list" aria-label={t('pulls.labels')}>
                    {pull.labels.map(({ id: label, label: name, color }) => (
                      <span key={label} role="listitem">
                        <Badge colour={color}>{name}</Badge>
                      </span>
                    ))}
                  </span>
                )}
              </span>
            </span>
            {pull.reviewers.map((person) => (
              <Avatar key={person.id} person={person} />
            ))}
          </li>
        ))}
      </ul>
      <MoreOnScroll hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </>
  );
}

export function PullsPage(): ReactNode {
  const { id } = route.useParams();
  const isSignedIn = useSelf() !== undefined;
  return (
    <RepositoryPage
      id={id}
      title={t('pulls.list')}
      actions={(repository) =>
        isSignedIn &&
        repository.user_can_push && (
          <ButtonLink to="/repositories/$id/compare" params={{ id }} tone="primary">
            {t('pulls.new')}
          </ButtonLink>
        )
      }
    >
      {(repository) => (
        <>
          <Filters id={repository.id} projectName={repository.path.split('/', 1)[0] ?? ''} />
          <List repository={repository} />
        </>
      )}
    </RepositoryPage>
  );
}
