// Lines of files that contain what was searched.
import { FileCode2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Link } from '../../ui/link.tsx';
import ui from '../../ui/ui.module.css';
import type { CodeFound } from './kinds.queries.ts';
import { splitMatches } from './split-matches.ts';
import css from './search.module.css';

type Match = Schemas['CodeMatch'];

const Matching = ({ match, text }: { match: Match; text: string }): ReactNode => {
  const place = { to: '/repositories/$id', params: { id: String(match.repository.id) } } as const;
  const search = { ref: match.branch, path: match.path };
  return (
    <li className={css.result}>
      <div className={css.head}>
        <FileCode2 size={15} aria-hidden="true" />
        <Link {...place} search={search} className={css.title}>
          {match.path}
        </Link>
      </div>
      <p className={`${ui.faint} ${ui.small}`}>
        {match.repository.name} · {match.project.label}
      </p>
      <ol className={css.lines}>
        {match.lines.map(({ number, text: line }) => (
          <li key={number}>
            <Link
              {...place}
              search={search}
              hash={`L${number}`}
              aria-label={t('search.code.line', { number: String(number) })}
            >
              {number}
            </Link>
            <code>
              {splitMatches(line, text).map(({ part, isMatch }, at) => (isMatch ? <mark key={at}>{part}</mark> : part))}
            </code>
          </li>
        ))}
      </ol>
      {match.has_more_lines && <p className={`${ui.faint} ${ui.small}`}>{t('search.code.moreLines')}</p>}
    </li>
  );
};

export function Code({ found: { data, error, refetch }, text }: { found: CodeFound; text: string }): ReactNode {
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={8} />;
  return (
    <div className={`${ui.stack} ${css.code}`}>
      <p className={`${ui.soft} ${ui.small}`} role="status">
        {t('search.code.searched', { count: data.repositories_searched })}
        {!data.is_complete && ` · ${t('search.code.incomplete')}`}
      </p>
      {data.results.length === 0 ? (
        <Empty title={t('search.nothing')}>
          <p>{t('search.code.nothingText')}</p>
        </Empty>
      ) : (
        <ol className={css.results}>
          {data.results.map((match) => (
            <Matching key={`${match.repository.id} ${match.path}`} match={match} text={text} />
          ))}
        </ol>
      )}
    </div>
  );
}
