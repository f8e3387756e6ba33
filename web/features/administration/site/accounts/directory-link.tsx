// Which person of the directory an account belongs to.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take, takeTagged } from '../../../../platform/api.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { t } from '../../../../platform/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import ui from '../../../../ui/ui.module.css';
import { useSettled } from '../../../../ui/forms/use-settled.ts';
import css from '../../administration.module.css';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';

type Found = Schemas['PersonOfDirectory'];

/** A pause of typing after which the directory is asked, ms. */
const pauseMs = 300;
const wordsMin = 2;

const linkQuery = (id: number) => ({
  queryKey: ['/accounts', id, 'directory_link'],
  queryFn: () => takeTagged(api.GET('/accounts/{id}/directory_link', { params: { path: { id } } })),
});

const peopleQuery = (query: { query: string } | { ldap_id: string }) => ({
  queryKey: ['/directory_people', query],
  queryFn: () => take(api.GET('/directory_people', { params: { query } })),
});

const FoundPerson = ({ person }: { person: Found }): ReactNode => (
  <>
    <strong>{person.real_name === '' ? person.username : person.real_name}</strong>{' '}
    <span className={ui.soft}>{[person.username, person.email].filter((text) => text !== '').join(' · ')}</span>{' '}
    {person.is_disabled && <Badge colour="fiesta-red">{t('admin.directory.disabled')}</Badge>}
  </>
);

interface DialogProps {
  id: number;
  /** Names the link as it was read, for the change. */
  etag: string | undefined;
  onClose(): void;
}

const guardOf = (id: number, etag: string | undefined) => ({
  path: { id },
  ...(etag === undefined ? {} : { header: { 'If-Match': etag } }),
});

interface FoundProps {
  words: string;
  chosen: string | undefined;
  onChoose(person: Found): void;
}

function FoundPeople({ words, chosen, onChoose }: FoundProps): ReactNode {
  const query = useSettled(words.trim(), pauseMs);
  const { data, error } = useQuery({ ...peopleQuery({ query }), enabled: query.length >= wordsMin });
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return null;
  if (data.length === 0) return <p className={ui.soft}>{t('admin.directory.nobodyFound')}</p>;
  return (
    <ul className={css.list} aria-label={t('admin.directory.found')}>
      {data.map((person) => (
        <li key={person.ldap_id}>
          <label className={ui.row}>
            <input
              type="radio"
              name="directory-person"
              disabled={person.account !== null}
              checked={chosen === person.ldap_id}
              onChange={() => onChoose(person)}
            />
            <span>
              <FoundPerson person={person} />
              {person.account !== null && (
                <span className={ui.soft}> {t('admin.directory.taken', { name: person.account })}</span>
              )}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

const invalidates = [['/accounts'], ['/directory_people']];

function LinkDialog({ id, etag, onClose }: DialogProps): ReactNode {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<string>();
  return (
    <FormDialog
      title={t('admin.directory.linkTitle')}
      action={t('admin.directory.linkNow')}
      isReady={chosen !== undefined}
      {...{ invalidates, onClose }}
      send={() =>
        settle(api.PUT('/accounts/{id}/directory_link', { params: guardOf(id, etag), body: { ldap_id: chosen ?? '' } }))
      }
    >
      <p>{t('admin.directory.linkText')}</p>
      <TextField
        label={t('admin.directory.search')}
        hint={t('admin.directory.searchHint')}
        autoFocus
        value={words}
        onChange={(text) => {
          setWords(text);
          setChosen(undefined);
        }}
      />
      <FoundPeople words={words} chosen={chosen} onChoose={(person) => setChosen(person.ldap_id)} />
    </FormDialog>
  );
}

function UnlinkDialog({ id, etag, onClose }: DialogProps): ReactNode {
  return (
    <FormDialog
      title={t('admin.directory.removeTitle')}
      action={t('admin.directory.removeNow')}
      isDangerous
      {...{ invalidates, onClose }}
      send={() => settle(api.DELETE('/accounts/{id}/directory_link', { params: guardOf(id, etag) }))}
    >
      <p>{t('admin.directory.removeText')}</p>
    </FormDialog>
  );
}

function Linked({ ldapId }: { ldapId: string }): ReactNode {
  const { data, error, refetch } = useQuery(peopleQuery({ ldap_id: ldapId }));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={1} />;
  const [person] = data;
  if (person === undefined) return <Notice kind="warning">{t('admin.directory.gone')}</Notice>;
  return (
    <p>
      <FoundPerson person={person} />
    </p>
  );
}

/** Nothing where the site asks no directory, and the account came from none. */
export function DirectoryLink({ id }: { id: number }): ReactNode {
  const { data: read, error, refetch } = useQuery(linkQuery(id));
  const [asked, setAsked] = useState<'link' | 'remove'>();
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (read === undefined) return null;
  const { ldap_id: ldapId, is_directory_used: isUsed } = read.data;
  if (!isUsed && ldapId === '') return null;
  const dialog = { id, etag: read.etag, onClose: () => setAsked(undefined) };
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('admin.directory')}>
      <h2>{t('admin.directory')}</h2>
      {ldapId === '' ? (
        <p className={ui.soft}>{t('admin.directory.none')}</p>
      ) : (
        <>
          {isUsed && <Linked ldapId={ldapId} />}
          <p className={`${ui.soft} ${ui.small}`}>
            {t('admin.directory.identity')} <code>{ldapId}</code>
          </p>
        </>
      )}
      <div className={ui.row}>
        {isUsed && (
          <Button onPress={() => setAsked('link')}>
            {ldapId === '' ? t('admin.directory.link') : t('admin.directory.linkOther')}
          </Button>
        )}
        {ldapId !== '' && (
          <Button tone="danger" onPress={() => setAsked('remove')}>
            {t('admin.directory.remove')}
          </Button>
        )}
      </div>
      {asked === 'link' && <LinkDialog {...dialog} />}
      {asked === 'remove' && <UnlinkDialog {...dialog} />}
    </section>
  );
}
