// What one is mailed about.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useSite } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Select } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import ui from '../../../ui/ui.module.css';
import { usePreferences } from './account-state.ts';
import css from '../people.module.css';
import { Section } from './section.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Link } from '../../../ui/link.tsx';

type Level = Schemas['TrackerSubscription']['level'];

const trackersKey = ['/users', 'self', 'tracker_subscriptions'];
const artifactsKey = ['/users', 'self', 'artifact_subscriptions'];
const ofSelf = { params: { path: { id: 'self' }, query: { limit: 100 } } };

function Mails(): ReactNode {
  const { isKnown, error, valueOf, change } = usePreferences();
  if (error !== null) return <ErrorState error={error} />;
  if (!isKnown) return <Loading />;
  return (
    <>
      <Checkbox
        isSelected={valueOf('user_notifications_own_actions_tracker') !== '0'}
        onChange={(isOn) => void change('user_notifications_own_actions_tracker', isOn ? '1' : '0')}
      >
        {t('account.ownChanges')}
      </Checkbox>
      <Checkbox
        isSelected={valueOf('user_notifications_mentions') !== '0'}
        onChange={(isOn) => void change('user_notifications_mentions', isOn ? '1' : '0')}
      >
        {t('account.mentions')}
      </Checkbox>
      <Checkbox
        isSelected={valueOf('user_notifications_pull_requests') !== '0'}
        onChange={(isOn) => void change('user_notifications_pull_requests', isOn ? '1' : '0')}
      >
        {t('account.pullRequestMails')}
      </Checkbox>
      <Select
        label={t('account.mailFormat')}
        value={valueOf('user_tracker_mailformat') ?? 'html'}
        choices={[
          { id: 'html', label: t('account.mailFormat.html') },
          { id: 'text', label: t('account.mailFormat.text') },
        ]}
        onChange={(id) => void change('user_tracker_mailformat', id)}
      />
    </>
  );
}

const asEverywhere = 'default';

const isLevel = (id: string): id is Level => ['all', 'involved', 'status', 'none'].includes(id);

function Trackers(): ReactNode {
  const { submit } = useSubmit({ invalidates: [trackersKey], errors: 'toast' });
  const { data, error, refetch } = useQuery({
    queryKey: trackersKey,
    queryFn: () => take(api.GET('/users/{id}/tracker_subscriptions', ofSelf)),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0) return <p className={ui.soft}>{t('account.noFollowedTrackers')}</p>;
  const levels = [
    { id: 'all', label: t('account.level.all') },
    { id: 'involved', label: t('account.level.involved') },
    { id: 'status', label: t('account.level.status') },
    { id: 'none', label: t('account.level.none') },
    { id: asEverywhere, label: t('account.asEverywhere') },
  ];
  return (
    <ul className={css.rows}>
      {data.map(({ tracker, level }) => (
        <li key={tracker.id}>
          <span className={ui.dot} data-colour={tracker.color} />
          <span>
            <Link to="/trackers/$tracker" params={{ tracker: String(tracker.id) }}>
              {tracker.label}
            </Link>{' '}
            <span className={`${ui.faint} ${ui.small}`}>{tracker.project.label}</span>
          </span>
          <Select
            label={t('account.levelOf', { name: tracker.label })}
            isLabelHidden
            value={level}
            choices={levels}
            onChange={(id) => {
              const params = { path: { id: tracker.id } };
              void submit(() =>
                isLevel(id)
                  ? api.PUT('/trackers/{id}/subscription', { params, body: { level: id } })
                  : api.DELETE('/trackers/{id}/subscription', { params }),
              );
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function Artifacts(): ReactNode {
  const { submit } = useSubmit({ invalidates: [artifactsKey], errors: 'toast' });
  const { data, error, refetch } = useQuery({
    queryKey: artifactsKey,
    queryFn: () => take(api.GET('/users/{id}/artifact_subscriptions', ofSelf)),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.length === 0) return <p className={ui.soft}>{t('account.noFollowedArtifacts')}</p>;
  return (
    <ul className={css.rows}>
      {data.map(({ artifact, is_subscribed: isFollowed }) => (
        <li key={artifact.id}>
          <Badge>{isFollowed ? t('account.follows') : t('account.refuses')}</Badge>
          <span>
            <Link to="/artifacts/$id" params={{ id: String(artifact.id) }}>
              {artifact.title ?? artifact.xref}
            </Link>{' '}
            <span className={`${ui.faint} ${ui.small}`}>{artifact.xref}</span>
          </span>
          <Button
            onPress={() =>
              void submit(() =>
                api.PUT('/artifacts/{id}/subscription', {
                  params: { path: { id: artifact.id } },
                  body: { is_subscribed: null },
                }),
              )
            }
          >
            {t('account.stopFollowing')}
            <span className="visually-hidden"> {artifact.xref}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

export const NotificationsPage = (): ReactNode => (
  <>
    {!useSite().sends_mail && <Notice>{t('account.noMailYet')}</Notice>}
    <Section title={t('account.mails')}>
      <Mails />
    </Section>
    <Section title={t('account.followedTrackers')} hint={t('account.followedTrackersHint')}>
      <Trackers />
    </Section>
    <Section title={t('account.followedArtifacts')} hint={t('account.followedArtifactsHint')}>
      <Artifacts />
    </Section>
  </>
);
