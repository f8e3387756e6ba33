// Which types new links between artifacts may have: for the site, a project with all its trackers, or one tracker.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, takeTagged } from '../../../platform/api.ts';
import type { Schemas, Tagged } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { nameLinkType } from '../../../platform/names/link-type-names.ts';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { dependsOnDefinition } from '../definition/use-definition.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

type Place = { kind: 'site' } | { kind: 'projects' | 'trackers'; id: number };
type Types = Schemas['LinkTypes'];
type Type = Types['link_types'][number];

const read = (place: Place): Promise<Tagged<Types>> =>
  takeTagged(
    place.kind === 'site'
      ? api.GET('/link_types')
      : api.GET(`/${place.kind}/{id}/link_types`, { params: { path: { id: place.id } } }),
  );

function send(place: Place, etag: string | undefined, shortname: Type['shortname'], isUsed: boolean) {
  const body = { link_types: [{ shortname, is_used: isUsed }] };
  const guard = etag === undefined ? {} : { header: { 'If-Match': etag } };
  return takeTagged(
    place.kind === 'site'
      ? api.PUT('/link_types', { params: guard, body })
      : api.PUT(`/${place.kind}/{id}/link_types`, { params: { path: { id: place.id }, ...guard }, body }),
  );
}

export function LinkTypes({ place }: { place: Place }): ReactNode {
  const queryKey = place.kind === 'site' ? ['/link_types'] : [`/${place.kind}`, place.id, 'link_types'];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => read(place) });
  const queryClient = useQueryClient();
  const { submit, isSending, problem } = useSubmit({ invalidates: [queryKey] });
  const set = async (shortname: Type['shortname'], isOn: boolean): Promise<void> => {
    await submit(() => send(place, data?.etag, shortname, isOn));
    await queryClient.invalidateQueries({ predicate: dependsOnDefinition });
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('linkTypes.title')}>
      <h2>{t('linkTypes.title')}</h2>
      <p className={`${ui.soft} ${ui.small}`}>{t(`linkTypes.text.${place.kind}`)}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {data === undefined && error === null && <Loading lines={2} />}
      {data?.data.link_types.map(({ shortname, is_used: isUsed, unused_by: above, ...labels }) => (
        <div key={shortname}>
          <Checkbox
            isSelected={isUsed && above === null}
            isDisabled={isSending || above !== null}
            onChange={(isOn) => void set(shortname, isOn)}
          >
            {nameLinkType(shortname, 'forward', labels.forward_label)} ·{' '}
            {nameLinkType(shortname, 'reverse', labels.reverse_label)}
          </Checkbox>
          {above !== null && <p className={`${ui.soft} ${ui.small}`}>{t(`linkTypes.above.${above}`)}</p>}
        </div>
      ))}
    </section>
  );
}
