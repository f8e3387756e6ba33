// From an empty site to its first project: an administrator by the code of the log, what the site is called and where it is,
// mail, and something to work in. What comes after the administrator can be skipped, and left and come back to.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import ui from '../../ui/ui.module.css';
import { AdministratorStep } from './administrator-step.tsx';
import css from './first-start.module.css';
import type { Step } from './steps.ts';
import { MailStep } from './mail-step.tsx';
import { ProjectStep } from './project-step.tsx';
import { SiteStep } from './site-step.tsx';

const route = getRouteApi('/first-start');

function Steps({ current }: { current: 'administrator' | Step }): ReactNode {
  const steps = [
    { id: 'administrator', label: t('start.administrator') },
    { id: 'site', label: t('start.site') },
    { id: 'mail', label: t('start.mail') },
    { id: 'project', label: t('start.project') },
  ];
  return (
    <ol className={css.steps} aria-label={t('start.steps')}>
      {steps.map(({ id, label }) => (
        <li key={id} aria-current={id === current ? 'step' : undefined}>
          {label}
        </li>
      ))}
    </ol>
  );
}

const Frame = ({ step, children }: { step: 'administrator' | Step; children: ReactNode }): ReactNode => (
  <Page title={t('start.title')} isNarrow>
    <Steps current={step} />
    <div className={`${ui.card} ${css.body} ${ui.stack}`}>{children}</div>
  </Page>
);

export function FirstStartPage(): ReactNode {
  const { step = 'site' } = route.useSearch();
  const navigate = route.useNavigate();
  const self = useSelf();
  const { data, error, refetch } = useQuery({
    queryKey: ['/first_start'],
    queryFn: () => take(api.GET('/first_start')),
  });
  const go = (next: Step): void => void navigate({ search: { step: next } });
  if (error !== null)
    return (
      <Page title={t('start.title')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (data === undefined)
    return (
      <Page title={t('start.title')}>
        <Loading />
      </Page>
    );
  if (data.is_open)
    return (
      <Frame step="administrator">
        <AdministratorStep isEncrypted={data.is_encrypted} />
      </Frame>
    );
  if (self?.is_site_admin !== true)
    return (
      <Page title={t('start.title')} isNarrow>
        <Empty title={t('start.over')}>
          <p>{t('start.overText')}</p>
          <ButtonLink to="/">{t('start.home')}</ButtonLink>
        </Empty>
      </Page>
    );
  return (
    <Frame step={step}>
      {step === 'site' && <SiteStep onDone={() => go('mail')} />}
      {step === 'mail' && <MailStep onDone={() => go('project')} />}
      {step === 'project' && <ProjectStep />}
    </Frame>
  );
}
