// Whom a project tells what by mail: of each tracker and repository, unasked and by their own choice.
import { foldText } from '../../../../contract/fold-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { nameGroup } from '../../../platform/names/group-names.ts';
import { t } from '../../../platform/i18n.ts';
import { TextField } from '../../../ui/forms/fields.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useProject } from './project-administration.layout.tsx';
import { Link } from '../../../ui/link.tsx';

type Thing = Schemas['NotificationRules'];
type Rule = Thing['rules'][number];

const levels = ['all', 'involved', 'status', 'none'] as const;

const namesOf = ({ groups, users, emails, reminder }: Rule): string[] => [
  ...groups.map(nameGroup),
  ...users.map((user) => user.display_name),
  ...emails,
  ...(reminder?.roles ?? []).map((role) => t(`admin.notified.role.${role}`)),
];

function describeRule(rule: Rule): string {
  const who = namesOf(rule).join(', ');
  if (rule.of !== 'date') return t(`admin.notified.of.${rule.of}`, { who, path: rule.path ?? '' });
  const { days = 0, type = 'after', field = '' } = rule.reminder ?? {};
  return days === 0
    ? t('admin.notified.onDay', { who, field })
    : t(`admin.notified.${type}`, { who, field, count: days });
}

const isAbout = ({ label, rules }: Thing, words: string): boolean =>
  [label, ...rules.flatMap(namesOf)].some((text) => foldText(text).includes(words));

const Lines = ({ lines }: { lines: readonly string[] }): ReactNode => (
  <ul>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

/** Leads to where it is set, as far as it can be. */
const ThingLink = ({ kind, id, label }: Thing): ReactNode =>
  kind === 'tracker' ? (
    <Link to="/trackers/$tracker/administration/messages" params={{ tracker: String(id) }}>
      {label}
    </Link>
  ) : (
    <Link to="/repositories/$id" params={{ id: String(id) }}>
      {label}
    </Link>
  );

function Row({ thing }: { thing: Thing }): ReactNode {
  const { extent, rules, choices } = thing;
  const unasked = extent === 'none' ? [t('admin.notified.off')] : rules.map(describeRule);
  const chosen = levels.flatMap((level) => {
    const count = choices?.[level] ?? 0;
    return count === 0 ? [] : [t(`admin.notified.chose.${level}`, { count })];
  });
  return (
    <tr>
      <th scope="row">
        <ThingLink {...thing} />
      </th>
      <td>
        <Lines lines={unasked.length === 0 ? [t('admin.given.nobody')] : unasked} />
        {extent === 'status' && <span className={ui.soft}>{t('admin.notified.statusAlone')}</span>}
      </td>
      <td>{chosen.length === 0 ? '–' : <Lines lines={chosen} />}</td>
    </tr>
  );
}

function Things({ kind, things }: { kind: Thing['kind']; things: readonly Thing[] }): ReactNode {
  const title = t(`admin.given.of.${kind}`);
  return (
    <section className={ui.stack} aria-label={title}>
      <h2>{title}</h2>
      <p className={ui.soft}>{t(`admin.notified.text.${kind}`)}</p>
      <div className={`${ui.card} ${css.scroll}`} role="region" aria-label={title} tabIndex={0}>
        <table className={`${css.table} ${css.rights} ${css.wideMiddle}`}>
          <thead>
            <tr>
              <th scope="col">{t('admin.given.thing')}</th>
              <th scope="col">{t('admin.notified.unasked')}</th>
              <th scope="col">{t('admin.notified.chosen')}</th>
            </tr>
          </thead>
          <tbody>
            {things.map((thing) => (
              <Row key={thing.id} thing={thing} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function NotificationsPage(): ReactNode {
  const { id } = useProject();
  const [words, setWords] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['/projects', id, 'notification_rules'],
    queryFn: () => take(api.GET('/projects/{id}/notification_rules', { params: { path: { id } } })),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={6} />;
  const shown = data.filter((thing) => isAbout(thing, foldText(words.trim())));
  return (
    <>
      <p className={ui.soft}>{t('admin.notified.text')}</p>
      <div className={css.filters}>
        <TextField label={t('admin.notified.find')} type="search" value={words} onChange={setWords} />
      </div>
      {shown.length === 0 && <Empty title={t('admin.notified.nothing')} />}
      {[...Map.groupBy(shown, ({ kind }) => kind)].map(([kind, things]) => (
        <Things key={kind} kind={kind} things={things} />
      ))}
    </>
  );
}
