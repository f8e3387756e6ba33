// Something to work in: a project of one's own, or a sample that shows what there is.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { api, isRefusedWith, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { beginSentence, namesIn } from '../../platform/errors/begin-sentence.ts';
import { useI18nMessage } from '../../platform/errors/use-i18n-message.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Meter } from '../../ui/feedback/meter.tsx';
import { Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';

const sampleName = 'meadow-scrum';
const queryKey = ['/sample_projects'];
/** How often the server is asked how far the sample is, in ms. */
const againMs = 500;

const isGoing = (work: Schemas['Undertaking'] | undefined): boolean =>
  work?.status === 'waiting' || work?.status === 'running';

/** The sample that was asked for last; `begin` asks for one. Leads to the project once it is there. */
function useSample() {
  const { submit, isSending: isAsking, problem } = useSubmit();
  const sayI18n = useI18nMessage();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: work } = useQuery({
    queryKey,
    queryFn: async () => (await take(api.GET('/sample_projects', { params: { query: { limit: 1 } } })))[0] ?? null,
    refetchInterval: ({ state }) => (isGoing(state.data ?? undefined) ? againMs : false),
  });
  const lead = (): Promise<void> => navigate({ to: '/projects/$project', params: { project: sampleName } });
  const isBusy = isAsking || isGoing(work ?? undefined);
  const wasGoing = useRef(false);
  const status = work?.status;
  useEffect(() => {
    if (status === 'waiting' || status === 'running') wasGoing.current = true;
    if (status !== 'done' || !wasGoing.current) return;
    wasGoing.current = false;
    void queryClient
      .invalidateQueries()
      .then(() => navigate({ to: '/projects/$project', params: { project: sampleName } }));
  }, [status, queryClient, navigate]);
  const begin = (): Promise<boolean> =>
    submit(async () => {
      try {
        queryClient.setQueryData(queryKey, await take(api.POST('/sample_projects', { body: { sample: 'scrum' } })));
      } catch (error) {
        if (!isRefusedWith(error, 409) || !error.message.includes('already taken')) throw error;
        await lead();
      }
    });
  const failure =
    work?.status === 'failed' && !isAsking
      ? beginSentence(sayI18n(work.i18n, work.note), namesIn(work.i18n))
      : undefined;
  return { begin, isBusy, progress: work?.progress ?? 0, problem: problem ?? failure };
}

export function ProjectStep(): ReactNode {
  const { begin, isBusy, progress, problem } = useSample();
  return (
    <>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <h2>{t('start.own')}</h2>
      <p className={ui.soft}>{t('start.ownText')}</p>
      <div className={ui.row}>
        <ButtonLink to="/projects/new" tone="primary">
          {t('start.makeOwn')}
        </ButtonLink>
        <ButtonLink to="/projects/new" search={{ from: 'archive' }}>
          {t('start.fromArchive')}
        </ButtonLink>
        <ButtonLink to="/admin/accounts">{t('start.accounts')}</ButtonLink>
      </div>
      <h2>{t('start.sample')}</h2>
      <p className={ui.soft}>{t('start.sampleText')}</p>
      <div>
        <Button isDisabled={isBusy} onPress={() => void begin()}>
          {t('start.makeSample')}
        </Button>
      </div>
      {isBusy && (
        <Meter
          label={t('start.filling')}
          text={t('start.filled', { percent: Math.round(progress * 100) })}
          value={progress}
          max={1}
        />
      )}
    </>
  );
}
