// Something to work in: a sample that shows what there is, or a project of one's own.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, isRefusedWith, settle, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { describeError, Notice } from '../../ui/states.tsx';
import ui from '../../ui/ui.module.css';
import { fillSample } from './fill-sample.ts';

const sampleName = 'sample';

export function ProjectStep(): ReactNode {
  const userId = useSelf()?.id ?? 0;
  const [isBusy, setBusy] = useState(false);
  const [part, setPart] = useState(0);
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const makeSample = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { id } = await take(
        api.POST('/projects', {
          body: {
            label: t('start.sampleName'),
            shortname: sampleName,
            description: t('start.sampleAbout'),
            is_public: false,
            xml_template_name: 'scrum',
          },
        }),
      );
      // Where projects wait for site administrators, one has just asked for it.
      await settle(api.PATCH('/projects/{id}', { params: { path: { id } }, body: { status: 'active' } }));
      await fillSample(id, userId, setPart);
      await queryClient.invalidateQueries();
      await navigate({ to: '/projects/$project', params: { project: sampleName } });
    } catch (error) {
      const isThere = isRefusedWith(error, 400, 409) && error.message.includes('is taken');
      if (isThere) await navigate({ to: '/projects/$project', params: { project: sampleName } });
      else setProblem(describeError(error));
      setBusy(false);
    }
  };
  return (
    <>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <h2>{t('start.sample')}</h2>
      <p className={ui.soft}>{t('start.sampleText')}</p>
      <div>
        <Button tone="primary" isDisabled={isBusy} onPress={() => void makeSample()}>
          {t('start.makeSample')}
        </Button>
      </div>
      {isBusy && (
        <Meter
          label={t('start.filling')}
          text={t('start.filled', { percent: Math.round(part * 100) })}
          value={part}
          max={1}
        />
      )}
      <h2>{t('start.own')}</h2>
      <p className={ui.soft}>{t('start.ownText')}</p>
      <div className={ui.row}>
        <ButtonLink to="/projects/new">{t('start.makeOwn')}</ButtonLink>
        <ButtonLink to="/projects/new" search={{ from: 'archive' }}>
          {t('start.fromArchive')}
        </ButtonLink>
        <ButtonLink to="/admin">{t('start.accounts')}</ButtonLink>
      </div>
    </>
  );
}
