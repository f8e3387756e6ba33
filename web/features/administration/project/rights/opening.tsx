// What of a project opens or closes to people who are no members, when its access changes.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { ErrorState, Loading } from '../../../../ui/feedback/async-states.tsx';
import ui from '../../../../ui/ui.module.css';
import css from '../../administration.module.css';
import { does, Thing } from './given-right.tsx';
import { useProject } from '../project-administration.layout.tsx';

type OpenThing = Schemas['OpenThing'];
type Outsider = OpenThing['who'][number];

/** `who`: the people for whom sight of the project changes. Members too are told apart in the table above it. */
export function Opening({ who, isOpening }: { who: readonly string[]; isOpening: boolean }): ReactNode {
  const { id } = useProject();
  const { data, error, refetch } = useQuery({
    queryKey: ['/projects', id, 'open_things'],
    queryFn: () => take(api.GET('/projects/{id}/open_things', { params: { path: { id } } })),
    refetchOnMount: 'always',
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={3} />;
  const things = data.flatMap((thing) => {
    const changed = thing.who.filter((one) => who.includes(one));
    return changed.length === 0 ? [] : [{ thing, changed }];
  });
  const title = t(isOpening ? 'admin.opening.opens' : 'admin.opening.closes');
  return (
    <section className={ui.stack} aria-label={title}>
      <h3>{title}</h3>
      {things.length === 0 ? (
        <p className={ui.soft}>{t('admin.opening.nothing')}</p>
      ) : (
        <>
          <p className={ui.soft}>{t('admin.opening.text')}</p>
          {[...Map.groupBy(things, ({ thing }) => thing.kind)].map(([kind, some]) => (
            <Things key={kind} kind={kind} things={some} />
          ))}
        </>
      )}
    </section>
  );
}

interface ThingsProps {
  kind: OpenThing['kind'];
  things: readonly { thing: OpenThing; changed: readonly Outsider[] }[];
}

function Things({ kind, things }: ThingsProps): ReactNode {
  const label = t(`admin.given.of.${kind}`);
  const count = new Set(things.map(({ thing }) => thing.id)).size;
  return (
    <div className={css.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={`${css.table} ${css.rights}`}>
        <caption className={css.caption}>{t('admin.opening.number', { what: label, count })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('admin.given.thing')}</th>
            <th scope="col">{t('admin.given.does')}</th>
            <th scope="col">{t('admin.given.who')}</th>
          </tr>
        </thead>
        <tbody>
          {things.map(({ thing, changed }) => (
            <tr key={`${thing.id} ${thing.right} ${thing.pattern ?? ''} ${thing.who.join(' ')}`}>
              <th scope="row">
                <Thing right={thing} />
              </th>
              <td>{does(thing)}</td>
              <td>
                {changed.map((one) => (
                  <div key={one}>{t(`admin.sight.${one}`)}</div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
